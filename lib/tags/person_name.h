// Folding, spelling variants and search of personal names.
//
// Case, diacritics and compatibility forms are folded with utf8proc (NFKC_Casefold, marks
// stripped). European alphabets are transliterated with the table in name_folding.inc: "Карпов" and
// "KARPOV" become "karpov", "Müller" "muller", "Ødegård" "odegard".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// Returns the words of a name in small letters, separated by one space; the first comma is kept as
// ", ". Apostrophes are dropped, and all characters except letters, digits and "_" separate words:
// "Carlsen,M." becomes "carlsen, m", "O'Kelly de Galway, A." "okelly de galway, a". Text without a
// word ("?") becomes empty. Other letters are kept. About 50 ns; 1 us for non-ASCII names.
std::string folded_name(std::string_view name);

// Returns a folded name without its comma. Names with the same key differ only in case, diacritics,
// alphabet or punctuation, and count as equal: "Ju Wenjun" and "Ju,Wenjun".
std::string name_key(std::string_view folded);

// Returns a phonetic key that is equal for words with a similar sound: "Nimzovich" and
// "Nimzowitsch", "Chigorin" and "Tschigorin", "Alekhine" and "Aljechin". As in Soundex, letters
// with similar sounds are merged, and vowels only separate them. Unlike Soundex, the first letter
// may vary too, and the key is not truncated. `folded` is one word of folded_name(). About 50 ns.
std::string sound_of(std::string_view folded);

// A word of a name, compared regardless of spelling. The pairs ae, oe, ue and aa are equal to a, o,
// u before a consonant, except after a vowel or q ("Mueller", "Muller"). At the end of a word, y,
// j, ij, iy and yi are equal to i ("Sergey", "Sergej", "Sergei").
class NameWord {
 public:
  // `folded` is one word of folded_name(), or several without spaces between them.
  explicit NameWord(std::string_view folded);

  const std::string& text() const { return text_; }

  bool is_spelling_of(std::string_view word) const;
  // Checks whether this is the beginning of `word`, or another spelling of it.
  bool begins(std::string_view word) const;

  // Returns a key that is equal for all spellings of the word.
  const std::string& key() const { return ended_; }

  bool operator==(const NameWord&) const = default;

 private:
  std::string text_;
  std::string joined_;  // the word with spelling variants merged
  std::string ended_;   // the word with variants of the ending merged too
};

// Search for a person by a name with a comma: "Garcia, G".
//
// The part before the comma is the complete family name: "Garcia, G" finds "Garcia,G" and "Garcia,
// Guillermo", but neither "Garcia Gonzales, Guillermo" nor "Baches Garcia, G". Spaces, hyphens and
// apostrophes are ignored: "Vachier-Lagrave", "Vachier Lagrave". A particle is part of the family
// name, even if it follows the given names: "van Wely, L" finds "Wely, Loek van".
//
// The part after the comma begins the given names, in order, from the first one: "Fischer, R.J."
// finds "Fischer, Robert James" and "Fischer, R", but not "Fischer, J". Two or three consonants
// that do not form one sound ("Ch") are initials: "Fischer,RJ". A name without a comma may have its
// family name first or last.
//
// Jr, Sr, II and III are not given names; a search without them also finds names with them.

// The words of a folded name, as views.
struct NameWords {
  std::vector<std::string_view> family;  // words before the comma; empty if the name has no comma
  std::vector<std::string_view> given;   // words after the comma, or all words
};
NameWords words_of(std::string_view folded);

// The parts of a person's name.
struct PersonParts {
  std::string family;  // the family name without spaces
  std::vector<std::string_view> given;
  std::string_view generation;  // "jr", "sr", "ii", "iii" or nothing
};

class PersonPattern {
 public:
  // Precondition: `words` contain a family name.
  explicit PersonPattern(const NameWords& words);

  bool matches(const NameWords& name) const;
  // A quick pre-check, which returns false only if matches() does.
  bool may_match(std::string_view folded) const;

  // Returns the NameWord::key() of the family name.
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

// Checks whether one of two folded names is a prefix or abbreviation of the other, or has the same
// words in another order: "kasparov, g" and "kasparov, garry", "nora adler" and "adler, nora".
bool names_agree(std::string_view one, std::string_view other);

// Checks whether two folded names may belong to one person: true if they share a word, or a similar
// one.
bool may_be_one_person(std::string_view one, std::string_view other);

}  // namespace arbiter
