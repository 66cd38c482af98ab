// Standings of a tournament: places by points and tie-breaks (FIDE Handbook C.07), cross tables,
// scores, and the effect on ratings (FIDE Handbook B.02).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// The kind of a player's round (FIDE Handbook C.07, article 16.2).
enum class RoundKind : std::uint8_t {
  Played,       // at the board
  ForfeitWin,   // the opponent did not come
  ForfeitLoss,  // the player did not come, though paired
  Allocated,    // no opponent was left
  Requested,    // half-point or zero-point bye, or absent
};

struct PlayerRound {
  RoundKind kind = RoundKind::Played;
  std::uint32_t round = 0;
  HalfPoints points = 0;  // as awarded
  HalfPoints result = 0;  // 2, 1 or 0
  // The opponent, if the player was paired.
  std::optional<PlayerIndex> opponent = {};
  std::optional<std::uint32_t> source = {};  // Pairing::source, if the player was paired
  Color color = Color::White;
  bool is_rated = false;  // both players have moved in it
  RateOfPlay pace = RateOfPlay::Standard;

  // Returns whether this is a voluntary unplayed round (16.2.5).
  bool is_voluntary() const {
    return kind == RoundKind::Requested || kind == RoundKind::ForfeitLoss;
  }
};

struct PlayerRecord {
  std::vector<PlayerRound> rounds;     // by number
  std::vector<PlayerRound> open = {};  // games without a result, which are no rounds
  HalfPoints points = 0;
};

// Returns the records, indexed by player. In a Swiss and in a round robin, a round without game or
// bye is a zero-point bye (TRF: a blank result is Z). Byes after the last round do not count.
std::vector<PlayerRecord> player_records(const Tournament& tournament);

// Returns the rating difference for a score of `percent` hundredths (8.1.1): 0 for 50, 800 for 100.
// Precondition: 0 to 100.
std::int32_t difference_of_score(std::int32_t percent);

// Returns the expected score in hundredths of a player who is rated higher by `difference` (8.1.2).
std::int32_t expected_score(std::int32_t difference);

// A game against a rated opponent.
struct RatedGame {
  std::uint32_t opponent = 0;    // the opponent's rating
  std::int32_t half_points = 0;  // 2, 1 or 0
};

// Returns the average rating of the opponents, rounded (a half upwards); nothing without games.
std::optional<std::uint32_t> average_rating(std::span<const RatedGame> games);

// Returns the average plus the difference for the score; nothing without games.
std::optional<std::int32_t> performance(std::span<const RatedGame> games);

// Returns the lowest rating whose expected score against these opponents is at least the score
// (C.07, 10.3). Differences have no limit. Without points it is 800 below the lowest opponent.
// Returns nothing without games. Linear in the games, with 12 passes.
std::optional<std::int32_t> perfect_performance(std::span<const RatedGame> games);

// Returns the rating change in tenths of a point (8.3). `k` is the development coefficient: 40 for
// new players, 20 below 2400, 10 above. A difference of more than 400 points counts as 400, but
// since 1 October 2025 not for players of 2650 and more.
std::int32_t rating_change(std::uint32_t rating, std::uint32_t k, std::span<const RatedGame> games,
                           const PartialDate& day = {});

// Returns the coefficient that follows from the rating alone: 10 from 2400 on, otherwise 20
// (8.3.3). In rapid and blitz it is 20.
std::uint32_t usual_k(std::uint32_t rating, RateOfPlay pace);

// The effect of a player's games on the rating.
struct PlayerRating {
  std::uint32_t games = 0;                  // against rated opponents
  std::optional<std::int32_t> performance;  // nothing without games against rated opponents
  std::optional<std::int32_t> change;       // in tenths; nothing for an unrated player
};

// Returns the pace whose rating the tournament changes: the slowest of its games.
RateOfPlay pace_of(const Tournament& tournament);

// Returns the rating; `k` is the development coefficient, by default the usual one. Games of a
// faster pace than pace_of() do not count.
PlayerRating rating_of(const Tournament& tournament, const PlayerRecord& record, PlayerIndex player,
                       std::optional<std::uint32_t> k);

// Returns "+12.4", "-0.8".
std::string signed_tenths(std::int32_t tenths);

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
