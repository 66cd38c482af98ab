// Name patterns, and regular expressions with bounded time and memory.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/tags/person_name.h"

namespace arbiter {

enum class NameKind {
  Person,        // a comma separates the family name from the given names
  PersonInPart,  // like Person, but one of several family names is sufficient
  Title,         // the name of an event or a place, in which a comma only separates words
};

// A pattern for names that were folded by folded_name().
//
// Each word of the text must be a prefix of a different word of the name, in any order: "carl" and
// "magnus carlsen" find "Carlsen, Magnus". For persons, text with a comma is a whole family name
// and prefixes of given names: see person_name.h.
//
// Spellings of the same word count as equal. Before a consonant, and not after a vowel or q, ae,
// oe, ue and aa are a, o and u ("Mueller", "Muller"). At the end of a whole word, y, j, ij, iy and
// yi are i ("Sergey", "Sergej", "Sergei").
//
// A word after "*" may be anywhere in a word: "*arls" finds "Carlsen". A word after "~" matches
// words with a similar sound (sound_of() in person_name.h): "~Aljechin" finds "Alekhine". A comma
// then only separates words.
//
// Text after "=" is the whole name in this spelling; case, diacritics and punctuation are still
// ignored. Text that contains no word ("?") finds names that contain none.
class NamePattern {
 public:
  NamePattern(std::string_view text, NameKind kind);

  // Returns whether a result of folded_name() matches. Takes about 50 ns, and more for names of
  // persons with a comma.
  bool matches(std::string_view folded) const;

  const std::string& words() const { return key_; }

  bool operator==(const NamePattern&) const = default;

 private:
  enum class Part { Anywhere, Family, Given };
  struct Word {
    NameWord text;
    Part part = Part::Anywhere;
    bool is_whole = false;
    std::string inside = {};  // a part of a word, or empty
    std::string sound = {};   // the sound of a word, or empty

    bool operator==(const Word&) const = default;
  };

  void add_parts(std::string& text);
  void add_words(std::string_view folded);
  bool is_whole_name(std::string_view folded) const;
  static bool fits(const Word& word, std::string_view name);
  bool finds_all(std::span<const std::string_view> names, std::size_t family_names) const;

  bool is_exact_ = false;
  NameKind kind_;
  std::string key_;                      // key of the whole name
  std::vector<Word> words_;              // sorted by length, descending
  std::optional<PersonPattern> person_;  // set if the text has a comma
};

// A POSIX extended regular expression. It ignores the case of ASCII letters, and compares other
// characters byte by byte.
//
// There are no back references, so matching takes linear time; the length of an expression and the
// product of its repetition counts are limited.
class RegularExpression {
 public:
  static Result<RegularExpression> parse(std::string_view text);

  // Returns whether a part of the text matches. Thread-safe.
  bool is_found_in(std::string_view text) const;

 private:
  class Compiled;
  explicit RegularExpression(std::shared_ptr<Compiled> compiled);

  std::shared_ptr<Compiled> compiled_;
};

}  // namespace arbiter
