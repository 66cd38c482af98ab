// Standings by points and tie-breaks (FIDE Handbook C.07), and cross tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/tournament/player_record.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// Hundredths of a point, or of a rating point.
using Hundredths = std::int64_t;

struct StandingsRow {
  PlayerIndex player = 0;
  std::uint32_t place = 0;  // from 1; tied players have the same place
  HalfPoints points = 0;
  std::int64_t merit = 0;   // the primary criterion: points, or knock_out_progress()
  std::uint32_t games = 0;  // games played
  std::vector<std::optional<Hundredths>> values;  // tie-break values; nothing if not applicable
};

struct Standings {
  std::vector<TieBreak> tie_breaks;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  std::vector<StandingsRow> rows;  // sorted by place, then by name
};

// Returns the announced tie-breaks, otherwise FIDE's recommendation for the system (C.07, 5).
std::vector<TieBreak> usual_tie_breaks(const Tournament& tournament);

// Returns the standings under an edition of C.07, by default the one in force at the start of the
// tournament. The value of DE is the points against the tied players, if DE separates them. In a
// knock-out, places depend on the rounds that players reached (knock_out_progress()). Takes O(n log
// n) in players, plus pairings times tie-breaks.
Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                       std::optional<TieBreakEdition> edition = {});

// Returns the index in Standings::rows of each player.
std::vector<std::size_t> rows_of_players(const Standings& standings);

enum class CrossTableForm : std::uint8_t {
  Opponents,  // a column for each player, in the order of places: "1", "=", "0", "1=", "*"
  Rounds,     // a column for each round: "12w1", row of the opponent, colour, result; "bye ="
};

struct CrossTable {
  CrossTableForm form = CrossTableForm::Rounds;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  // same order as Standings::rows
};

// The maximum number of table cells, and of players for a table with a column per opponent.
inline constexpr std::size_t kMaxCells = 1'000'000;
inline constexpr std::size_t kMaxOpponents = 30;
// Returns the table in the usual form of the system: opponents for a round robin of at most 30
// players, otherwise rounds. Open games ("*") come last. Rounds without games are omitted. A table
// of more than kMaxCells cells has no columns.
CrossTable cross_table(const Tournament& tournament, const Standings& standings);

// Returns "3", "2.5".
std::string points_text(HalfPoints points);

// Returns "12", "12.5", "12.25"; empty without a value.
std::string value_text(std::optional<Hundredths> value);

// Returns '1', '=' or '0'; '+' or '-' for a forfeit, as in TRF.
char result_sign(const PlayerRound& round);

}  // namespace arbiter
