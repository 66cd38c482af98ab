// What a user types to find names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/tags/person_name.h"

namespace arbiter {

enum class NameKind {
  Person,        // a comma divides the family name from the given ones
  PersonInPart,  // the same, but of several family names one will do
  Title,         // of an event or a place: a comma only divides words
};

// Compares names folded by name_folding.h.
//
// Each word of the text has to begin a word of the name, in any order, each another one:
// "carl" and "magnus carlsen" find "Carlsen, Magnus". Of a person, text with a comma is a family
// name, whole, and given names, by their beginnings: see person_name.h.
//
// Spellings of the same word count as equal: ae, oe, ue and aa as a, o, u where a consonant
// follows and no vowel or q precedes ("Mueller", "Muller"), and at the end of a whole word y, j,
// ij, iy and yi as i ("Sergey", "Sergej", "Sergei").
//
// With "=" before it the text is the whole name, and no other spelling of it; case, diacritics
// and punctuation still do not count. Text without a word ("?") finds names without one.
class NamePattern {
 public:
  NamePattern(std::string_view text, NameKind kind);

  // `folded` comes from folded_name(). About 50 ns; a person's name with a comma takes longer.
  bool matches(std::string_view folded) const;

  // Only the whole name will do, in no other spelling.
  bool is_exact() const { return is_exact_; }

  // Patterns that are equal match the same names.
  bool operator==(const NamePattern&) const = default;

 private:
  enum class Part { Anywhere, Family, Given };
  struct Word {
    NameWord text;
    Part part = Part::Anywhere;
    bool is_whole = false;

    bool operator==(const Word&) const = default;
  };

  void add_words(std::string_view folded);
  static bool fits(const Word& word, std::string_view name);
  bool finds_all(std::span<const std::string_view> names, std::size_t family_names) const;

  bool is_exact_ = false;
  NameKind kind_;
  std::string folded_;
  std::vector<Word> words_;              // longest first
  std::optional<PersonPattern> person_;  // of text with a comma
};

}  // namespace arbiter
