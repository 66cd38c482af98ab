// What the values of tags say, in the numbers of the columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// yyyymmdd, 0 for each part that is not known or that no calendar has: "1950.??.??" is
// 19500000, "2021.02.31" 20210000. Other forms count where they can mean only one day.
std::uint32_t date_number(std::string_view value);

// A rating of one to four digits; 0 for anything else.
std::uint16_t elo_number(std::string_view value);

// 1 + 100 * (letter - 'A') + number of the code that the value begins with: "B90", "B90k",
// "D30/E10"; 0 for anything else.
std::uint16_t eco_number(std::string_view value);

// The other way: "1950.??.??"; "????.??.??" where nothing is known. "A14"; empty for none.
std::string date_text(std::uint32_t date);
std::string eco_text(std::uint16_t eco);

}  // namespace arbiter
