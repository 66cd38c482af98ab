// Who scored what against whom, as tables of tournaments show it.
#pragma once

#include <string>
#include <vector>

#include "lib/tournament/standings.h"

namespace arbiter {

enum class CrossTableForm : std::uint8_t {
  Opponents,  // a column for each player, in the order of places: "1", "=", "0", "1=", "*"
  Rounds,     // a column for each round: "12w1", place of the opponent, colour, result; "bye ="
};

struct CrossTable {
  CrossTableForm form = CrossTableForm::Rounds;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  // as in Standings::rows
};

// The form that goes with the system: opponents for a round robin of at most 30, else rounds, of
// which those that nobody plays have no column. Without columns if there were more than
// kMostCells.
inline constexpr std::size_t kMostCells = 1'000'000;
CrossTable cross_table(const Tournament& tournament, const Standings& standings);

}  // namespace arbiter
