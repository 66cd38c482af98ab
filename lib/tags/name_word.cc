#include "lib/tags/name_word.h"

namespace arbiter {
namespace {

bool is_vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }
bool is_consonant(char c) { return c >= 'a' && c <= 'z' && !is_vowel(c); }

// "mueller" becomes "muller".
std::string joined(std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    text += word[i];
    const bool is_umlaut = word[i] == 'a' || word[i] == 'o' || word[i] == 'u';
    if (!is_umlaut || i + 2 >= word.size() || !is_consonant(word[i + 2])) continue;
    if (i > 0 && (is_vowel(word[i - 1]) || word[i - 1] == 'q')) continue;
    const bool is_double_a = word[i] == 'a' && word[i + 1] == 'a';
    if (word[i + 1] == 'e' || is_double_a) ++i;
  }
  return text;
}

// "sergej" becomes "sergei", "dmitriy" "dmitri".
std::string ended(std::string word) {
  if (word.size() < 4 || (word.back() != 'y' && word.back() != 'j' && word.back() != 'i'))
    return word;
  word.pop_back();
  if (word.size() < 4 || (word.back() != 'i' && word.back() != 'y')) word += 'i';
  word.back() = 'i';
  return word;
}

}  // namespace

NameWord::NameWord(std::string_view folded)
    : text_(folded), joined_(joined(folded)), ended_(ended(joined_)) {}

bool NameWord::is_spelling_of(std::string_view word) const {
  if (word.empty() || text_.front() != word.front()) return false;
  if (word == text_) return true;
  const std::string other = joined(word);
  return other == joined_ || ended(other) == ended_;
}

bool NameWord::begins(std::string_view word) const {
  if (word.empty() || text_.front() != word.front()) return false;
  if (word.starts_with(text_)) return true;
  const std::string other = joined(word);
  return other.starts_with(joined_) || ended(other) == ended_;
}

}  // namespace arbiter
