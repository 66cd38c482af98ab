// Conditions on dates, some of them known in part, in SQL.
#pragma once

#include <string>

#include "db/model/game_tests.h"

namespace arbiter::clickhouse {

// What NumberTest::accepts says of column `date`, for a test of form Date or PossibleDate.
std::string date_condition(const NumberTest& test);

}  // namespace arbiter::clickhouse
