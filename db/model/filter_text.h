// Parses conditions in one line: "elo >= 2400 and not (white = Carlsen, M or date < 2000)".
#pragma once

#include <string_view>

#include "db/model/game_filter.h"
#include "lib/base/result.h"

namespace arbiter {

// Parses conditions that are combined by "and", "or", "not" and parentheses; "and" has precedence
// over "or". A condition is a field of filter_fields.h (white_elo is white-elo too), one of = == !=
// > >= < <=, and a value as for the option of that name, or several values separated by |. A value
// ends before " and ", " or " or an unmatched parenthesis, unless it is quoted. In quotes, a
// doubled quote is a quote.
Result<GameFilter> parse_filter(std::string_view text);

}  // namespace arbiter
