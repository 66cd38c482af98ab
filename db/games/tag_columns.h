// What the values of tags say, in the numbers of the columns.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/model/namespaces.h"

namespace arbiter::db::games {

// yyyymmdd, 0 for each part that is not known or that no calendar has: "1950.??.??" is
// 19500000, "2021.02.31" 20210000. Other forms count where they can mean only one day.
std::uint32_t date_number(std::string_view value);

// A rating of one to four digits; 0 for anything else.
std::uint16_t elo_number(std::string_view value);

// 1 + 100 * (letter - 'A') + number of the code that the value begins with: "B90", "B90k",
// "D30/E10"; 0 for anything else.
std::uint16_t eco_number(std::string_view value);

}  // namespace arbiter::db::games
