// Parses conditions in one line: "elo >= 2400 and not (white = Carlsen, M or date < 2000)".
#pragma once

#include <string_view>

#include "db/model/game_filter.h"
#include "lib/base/result.h"

namespace arbiter {

// Parses conditions that are combined by "and", "or", "not" and parentheses; "and" has precedence
// over "or". A condition is a field, a sign and a value, or several values separated by |. Fields
// are those of filter_fields.h, with - or _. Signs are = == != > >= < and <=. Values are those of
// the option with the field's name. A value ends before " and ", " or " or an unmatched
// parenthesis, unless it is quoted. In quotes, a doubled quote is a quote.
Result<GameFilter> parse_filter(std::string_view text);

}  // namespace arbiter
