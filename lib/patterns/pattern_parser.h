// The language of patterns: `arbiter explain pattern` teaches it.
//
//   steps    any { ("then" | "later" [ "within" NUMBER ]) any }   a move later; any time later
//   any      all { "or" all }
//   all      one { "and" one }
//   one      ("not" | "either" | "mirror" | "shift") one | held
//   held     ("(" steps ")" | term) [ "for" NUMBER ]
//
// Ambiguous text is rejected, with a suggestion: a prefix or "for"
// next to "and" without parentheses, and "or" next to "then".
#pragma once

#include <string_view>
#include <variant>

#include "lib/base/result.h"
#include "lib/patterns/pattern.h"
#include "lib/patterns/pattern_tokens.h"

namespace arbiter {

// Takes linear time. Parentheses and prefixes may be nested up to kMaxPatternDepth.
inline constexpr int kMaxPatternDepth = 50;
inline constexpr std::size_t kMaxPatternLength = 10'000;  // bytes
std::variant<Pattern, PatternError> parse_pattern(std::string_view text);

// The same; the error shows the text and the place in it.
Result<Pattern> read_pattern(std::string_view text);

}  // namespace arbiter
