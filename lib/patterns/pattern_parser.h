// The parser of the pattern language (see `arbiter explain pattern`).
//
//   steps    any { ("then" | "later" [ "within" NUMBER ]) any }   one half-move later; any time
//   later
//   any      all { "or" all }
//   all      one { "and" one }
//   one      ("not" | "either" | "mirror" | "shift") one | held
//   held     ("(" steps ")" | term | theme) [ "for" NUMBER ]
//
// A theme is a name from pattern_themes(), and an abbreviation for "either (PATTERN)".
//
// Ambiguous text is rejected, with a suggestion: a prefix or "for" next to "and" without
// parentheses, and "or" next to "then". Tokens are words, quoted strings, parentheses and signs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/base/result.h"
#include "lib/patterns/pattern.h"

namespace arbiter {

// The reason why a text is not a pattern. The offset is in bytes from the start of the text.
struct PatternError {
  std::string message;  // one sentence, as in Error
  std::size_t offset = 0;
  std::size_t length = 1;
  std::string help = {};  // a suggested correction, if known
};

// Returns the message, the text with a mark below the error, and the help, in two to four lines.
std::string to_string(const PatternError& error, std::string_view text);

struct PatternToken {
  enum class Kind : std::uint8_t { Word, Quoted, Open, Close, Sign, End };

  Kind kind = Kind::End;
  std::string_view text = {};  // the text, for Quoted without the quotes
  std::size_t offset = 0;      // offset in bytes, including the opening quote
  std::size_t length = 0;

  bool is(std::string_view word) const { return kind == Kind::Word && text == word; }
  // Returns the text of a Word; empty for other tokens.
  std::string_view word() const { return kind == Kind::Word ? text : std::string_view(); }
};

// The tokens of a pattern in order, and the first error. The list ends at the error, so that
// parsing stops.
class PatternTokens {
 public:
  // Splits `text`, which must outlive the tokens.
  explicit PatternTokens(std::string_view text);

  const PatternToken& next() const { return at(0); }
  const PatternToken& at(std::size_t ahead) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  PatternToken take() {
    const PatternToken token = next();
    if (next_ + 1 < tokens_.size()) ++next_;
    return token;
  }
  bool take(std::string_view word) { return next().is(word) && (take(), true); }
  bool take(PatternToken::Kind kind) { return next().kind == kind && (take(), true); }
  std::size_t place() const { return next_; }
  std::string_view text() const { return text_; }

  // Reports an error and ends the tokens. Only the first error is kept.
  void fail(const PatternToken& token, std::string message, std::string help = {});
  void fail(PatternError error);
  bool has_failed() const { return fault_.has_value(); }
  const std::optional<PatternError>& fault() const { return fault_; }

 private:
  void read_quoted(std::size_t begin);
  std::size_t end_of_word(std::size_t begin) const;
  void add(PatternToken::Kind kind, std::size_t offset, std::size_t length);

  std::string_view text_;
  std::vector<PatternToken> tokens_;
  std::size_t next_ = 0;
  std::size_t read_ = 0;
  std::optional<PatternError> fault_;
};

// The maximum nesting depth of parentheses and prefixes. Parsing takes linear time.
inline constexpr int kMaxPatternDepth = 50;
inline constexpr std::size_t kMaxPatternLength = 10'000;
std::variant<Pattern, PatternError> parse_pattern(std::string_view text);

// Same as parse_pattern(), but the error shows the text with a mark at the error.
Result<Pattern> read_pattern(std::string_view text);

}  // namespace arbiter
