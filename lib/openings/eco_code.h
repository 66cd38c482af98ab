// Codes of the Encyclopaedia of Chess Openings (PGN 9.4.1).
#pragma once

#include <string_view>

namespace arbiter {

// "B90", "A00/01", "D30/E10": a letter A to E and two digits, perhaps two such codes.
bool is_eco_code(std::string_view text);

// Such a code with something behind it, as some programs write to divide
// openings further: "B90k", "C42a1".
bool is_extended_eco_code(std::string_view text);

}  // namespace arbiter
