// Parsers for filters such as "elo >= 2400 and not (white = Carlsen, M or date < 2000)", and for
// filter values: numbers, codes, dates, and their ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "db/model/game_filter.h"
#include "db/model/game_tests.h"
#include "db/model/numeric_expression.h"
#include "lib/base/result.h"

namespace arbiter {

// Parses conditions that are combined by "and", "or", "not" and parentheses. "and" takes precedence
// over "or". A condition is a field, an operator (= == != > >= < <=), and a value or several values
// separated by |. Fields are those of filter_fields.h, with - or _. Values have the form of the
// field's command line option. A value ends before " and ", " or " or an unmatched parenthesis,
// unless it is quoted. Inside quotes, a doubled quote is one quote.
Result<GameFilter> parse_filter(std::string_view text);

// The inclusive range of numbers of a value; the year 1992 is 19920000 to 19921231.
struct ValueSpan {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// The syntax of a field's values.
struct ValueForm {
  std::optional<ValueSpan> (*parse)(std::string_view text);
  std::string_view example;  // such as "2600, 2400..2500 or 2700.."
};

// The form of an integer up to 65,535.
extern const ValueForm kNumberForm;
// The form of a game id.
extern const ValueForm kIdForm;
// The form of an ECO code: "B90", or all codes that start with "B9" or "B".
extern const ValueForm kEcoForm;
// The form of a date: "1992", "1992.11", "1992.11.04", "1992-11-04", "1992.??.??".
extern const ValueForm kDateForm;

// Parses a value. With Equal, ranges are also accepted: "A..B", "A..", "..B", and "A-B" unless it
// is a date. Fails if no value can match.
Result<ValueRange> parse_range(std::string_view text, Comparison comparison, const ValueForm& form);

}  // namespace arbiter
