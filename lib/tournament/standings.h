// Standings of a tournament: places by points and tie-breaks (FIDE Handbook C.07).
// Cross tables and scores of a tournament.
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
  std::uint32_t place = 0;  // from 1; tied players share one
  HalfPoints points = 0;
  std::int64_t merit = 0;   // decides before the tie-breaks: the points, or how far a player came
  std::uint32_t games = 0;  // games played
  std::vector<std::optional<Hundredths>>
      values;  // values of the tie-breaks; nothing: not applicable
};

struct Standings {
  std::vector<TieBreak> tie_breaks;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  std::vector<StandingsRow> rows;  // by place, then by name
};

// Returns the announced tie-breaks, otherwise those that FIDE proposes for the system (C.07, 5).
std::vector<TieBreak> usual_tie_breaks(const Tournament& tournament);

// Returns the places and values by an edition of C.07: by default the one in force at the start of
// the tournament. The value of DE is the points against the tied players, if DE separates them. In
// a knock-out, the places follow the rounds that the players reached (knock_out_progress()). Cost:
// n log n in players, and the pairings times the tie-breaks.
Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                       std::optional<TieBreakEdition> edition = {});

// Returns, by player, the index in Standings::rows.
std::vector<std::size_t> rows_of_players(const Standings& standings);

enum class CrossTableForm : std::uint8_t {
  Opponents,  // a column for each player, in the order of places: "1", "=", "0", "1=", "*"
  Rounds,     // a column for each round: "12w1", row of the opponent, colour, result; "bye ="
};

struct CrossTable {
  CrossTableForm form = CrossTableForm::Rounds;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  // as in Standings::rows
};

// The maximum size of a table, and of one with a column for each opponent.
inline constexpr std::size_t kMaxCells = 1'000'000;
inline constexpr std::size_t kMaxOpponents = 30;
// Returns the table in the usual form of the system: opponents for a round robin of at most 30
// players, otherwise rounds. Open games are "*", after the others. Rounds without games are
// omitted. The table has no columns if there
// were more than kMaxCells cells.
CrossTable cross_table(const Tournament& tournament, const Standings& standings);

// Returns "3", "2.5".
std::string points_text(HalfPoints points);

// Returns "12", "12.5", "12.25"; empty for nothing.
std::string value_text(std::optional<Hundredths> value);

// Returns '1', '=' or '0'; '+' or '-' for a forfeit, as in TRF.
char result_sign(const PlayerRound& round);

}  // namespace arbiter
