// Conditions on complete and partial dates in SQL.
#pragma once

#include <string>

#include "db/model/game_tests.h"

namespace arbiter::clickhouse {

// Returns NumberTest::accepts for the column `date`. Precondition: the form is Date or
// PossibleDate.
std::string date_condition(const NumberTest& test);

}  // namespace arbiter::clickhouse
