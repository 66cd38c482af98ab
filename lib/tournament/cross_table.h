// Cross tables and scores of a tournament.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/tournament.h"

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

// The maximum size of a table.
inline constexpr std::size_t kMaxCells = 1'000'000;
// Returns the table in the usual form of the system: opponents for a round robin of at most 30
// players, otherwise rounds. Rounds without games are omitted. The table has no columns if there
// were more than kMaxCells cells.
CrossTable cross_table(const Tournament& tournament, const Standings& standings);

// Returns "3", "2.5".
std::string points_text(HalfPoints points);

// Returns "12", "12.5", "12.25"; empty for nothing.
std::string value_text(std::optional<Hundredths> value);

// Returns '1', '=' or '0'; '+' or '-' for a forfeit, as in TRF.
char result_sign(const PlayerRound& round);

}  // namespace arbiter
