// Conditions in one line: "elo >= 2400 and white = Carlsen, M and date < 2000".
#pragma once

#include <string_view>

#include "db/model/game_filter.h"
#include "lib/base/result.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::options {

// Adds the conditions of `text` to `filter`. They are divided by the word "and"; each is a field
// of filter_fields.h (white_elo is white-elo too), one of = == > >= < <=, and a value as the option
// of that name takes it, in quotes or not: in quotes, "and" is a part of the value. Of values
// divided by | one has to hold. A field that is a list can be asked for once.
Result<GameFilter> with_conditions(GameFilter filter, std::string_view text);

}  // namespace arbiter::cli::options
