// A word of a name in its spellings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// Spellings that count as equal are made one: ae, oe, ue and aa as a, o, u where a consonant
// follows and no vowel or q precedes ("Mueller", "Muller"), and at the end of a whole word y, j,
// ij, iy and yi as i ("Sergey", "Sergej", "Sergei").
class NameWord {
 public:
  // `folded` has one word of folded_name(), or several without the blanks between them.
  explicit NameWord(std::string_view folded);

  const std::string& text() const { return text_; }

  bool is_spelling_of(std::string_view word) const;
  // Or the word itself, spelled in another way.
  bool begins(std::string_view word) const;

  // The same for all spellings of the word.
  const std::string& key() const { return ended_; }

  bool operator==(const NameWord&) const = default;

 private:
  std::string text_;
  std::string joined_;  // other spellings made one
  std::string ended_;   // and that of the end
};

// The name of a person as it is sought with a comma: "Garcia, G".
//
// What stands before the comma is the family name, whole: "Garcia, G" finds "Garcia,G" and "Garcia,
// Guillermo", but neither "Garcia Gonzales, Guillermo" nor "Baches Garcia, G". Blanks, hyphens and
// apostrophes do not count: "Vachier-Lagrave", "Vachier Lagrave". A particle belongs to it, before
// it or after the given names: "van Wely, L" finds "Wely, Loek van".
//
// What follows begins the given names, in their order and from the first one on: "Fischer, R.J."
// finds "Fischer, Robert James", "Fischer, R" too, "Fischer, J" not. Two or three consonants
// that are not one sound ("Ch") are initials: "Fischer,RJ". A name without a comma may have its
// family name first or last.
//
// Jr, Sr, II and III are no given names; text without one of them finds names with and without.

// The words of a folded name, as views into it.
struct NameWords {
  std::vector<std::string_view> family;  // before the comma; none: the name has no comma
  std::vector<std::string_view> given;   // after it, or all
};
NameWords words_of(std::string_view folded);

// What they mean.
struct PersonParts {
  std::string family;  // without blanks
  std::vector<std::string_view> given;
  std::string_view generation;  // "jr", "sr", "ii", "iii" or nothing
};

class PersonPattern {
 public:
  // Precondition: there is a family name.
  explicit PersonPattern(const NameWords& words);

  bool matches(const NameWords& name) const;
  // Quickly: false only where matches() is false.
  bool may_match(std::string_view folded) const;

  // The family name, the same for all its spellings (NameWord::key).
  const std::string& family_key() const { return family_.key(); }

  bool operator==(const PersonPattern&) const = default;

 private:
  using Words = std::span<const std::string_view>;
  explicit PersonPattern(const PersonParts& parts);
  bool is(Words family, Words given) const;

  NameWord family_;
  std::vector<NameWord> given_;
  std::string generation_;
};

// Whether one of two folded names begins or abbreviates the other, or has its words in another
// order: "kasparov, g" and "kasparov, garry", "nora adler" and "adler, nora".
bool names_agree(std::string_view one, std::string_view other);

// Whether two folded names could be those of one person: they have a word in common, or nearly so.
bool may_be_one_person(std::string_view one, std::string_view other);

}  // namespace arbiter
