// Conditions on complete and partial dates in SQL.
#pragma once

#include <optional>
#include <string>

#include "db/model/game_tests.h"

namespace arbiter::clickhouse {

// Returns NumberTest::accepts for the column `date`. Precondition: the form is Date or
// PossibleDate.
std::string date_condition(const NumberTest& test);

// Returns the same for the column `year`, if the month and the day make no difference.
std::optional<std::string> year_condition(const NumberTest& test);

}  // namespace arbiter::clickhouse
