// A word of a name in its spellings.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace arbiter
