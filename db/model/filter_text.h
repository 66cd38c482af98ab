// Conditions in one line: "elo >= 2400 and not (white = Carlsen, M or date < 2000)".
#pragma once

#include <string_view>

#include "db/model/game_filter.h"
#include "lib/base/result.h"

namespace arbiter {

// Conditions are joined by "and", "or" and "not" and grouped by parentheses; "and" binds tighter
// than "or". Each is a field of filter_fields.h (white_elo is white-elo too), one of = == != > >= <
// <=, and a value as the option of that name takes it; of values divided by | one has to hold. A
// value ends before " and ", " or " or a parenthesis that it has not opened; in quotes, which it
// begins with, all of these are a part of it, and a doubled quote is a quote.
Result<GameFilter> parse_filter(std::string_view text);

}  // namespace arbiter
