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

// The type of a round for a player (FIDE Handbook C.07, article 16.2).
enum class RoundKind : std::uint8_t {
  Played,       // a game played at the board
  ForfeitWin,   // the opponent did not appear
  ForfeitLoss,  // the player was paired, but did not appear
  Allocated,    // a bye, because no opponent was left
  Requested,    // half-point or zero-point bye, or absent
};

struct PlayerRound {
  RoundKind kind = RoundKind::Played;
  std::uint32_t round = 0;
  HalfPoints points = 0;  // awarded points
  HalfPoints result = 0;  // the result: 2, 1 or 0
  // The opponent, if the player was paired.
  std::optional<PlayerIndex> opponent = {};
  std::optional<std::uint32_t> source = {};  // the Pairing::source, if the player was paired
  Color color = Color::White;
  bool is_rated = false;  // both players have made a move
  RateOfPlay pace = RateOfPlay::Standard;

  // Returns whether this is a voluntary unplayed round (16.2.5).
  bool is_voluntary() const {
    return kind == RoundKind::Requested || kind == RoundKind::ForfeitLoss;
  }
};

struct PlayerRecord {
  std::vector<PlayerRound> rounds;     // sorted by round number
  std::vector<PlayerRound> open = {};  // games without a result, which do not count as rounds
  HalfPoints points = 0;
};

// Returns the records, indexed by player. In a Swiss or round robin, a round without game or bye
// counts as a zero-point bye (TRF: a blank result is Z). Byes after the last round are ignored.
std::vector<PlayerRecord> player_records(const Tournament& tournament);

// Returns the rating difference for a score of `percent` hundredths (8.1.1): 0 for 50, 800 for 100.
// Precondition: 0 to 100.
std::int32_t difference_of_score(std::int32_t percent);

// Returns the expected score, in hundredths, of a player whose rating is higher by `difference`
// (8.1.2).
std::int32_t expected_score(std::int32_t difference);

// A game against a rated opponent.
struct RatedGame {
  std::uint32_t opponent = 0;    // the opponent's rating
  std::int32_t half_points = 0;  // the result: 2, 1 or 0
};

// Returns the average rating of the opponents, with halves rounded up; nothing without games.
std::optional<std::uint32_t> average_rating(std::span<const RatedGame> games);

// Returns the average rating plus the rating difference for the score; nothing without games.
std::optional<std::int32_t> performance(std::span<const RatedGame> games);

// Returns the lowest rating whose expected score against these opponents is at least the score
// (C.07, 10.3). Differences are not capped. Without points, the result is 800 below the lowest
// opponent. Returns nothing without games. Takes 12 passes over the games.
std::optional<std::int32_t> perfect_performance(std::span<const RatedGame> games);

// Returns the rating change in tenths of a point (8.3). `k` is the development coefficient: 40 for
// new players, 20 below 2400, 10 above. Differences above 400 count as 400, except for players
// rated 2650 or more since 1 October 2025.
std::int32_t rating_change(std::uint32_t rating, std::uint32_t k, std::span<const RatedGame> games,
                           const PartialDate& day = {});

// Returns the coefficient based on the rating alone: 10 from 2400, otherwise 20 (8.3.3); always 20
// in rapid and blitz.
std::uint32_t usual_k(std::uint32_t rating, RateOfPlay pace);

// The effect of a player's games on the rating.
struct PlayerRating {
  std::uint32_t games = 0;                  // number of games against rated opponents
  std::optional<std::int32_t> performance;  // nothing without games against rated opponents
  std::optional<std::int32_t> change;       // change in tenths of a point; nothing if unrated
};

// Returns the pace whose rating the tournament changes: the slowest of its games.
RateOfPlay pace_of(const Tournament& tournament);

// Returns the rating; `k` is the development coefficient, by default the result of usual_k(). Games
// of a faster pace than pace_of() do not count.
PlayerRating rating_of(const Tournament& tournament, const PlayerRecord& record, PlayerIndex player,
                       std::optional<std::uint32_t> k);

std::string signed_tenths(std::int32_t tenths);

// Hundredths of a point, or of a rating point.
using Hundredths = std::int64_t;

struct StandingsRow {
  PlayerIndex player = 0;
  std::uint32_t place = 0;  // place from 1; tied players have the same place
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
  // A column for each player, in the order of places: "1", "=", "0", "1=", "*". If there are byes
  // worth points, they follow in the column "bye".
  Opponents,
  Rounds,  // a column for each round: "12w1", row of the opponent, colour, result; "bye ="
};

struct CrossTable {
  CrossTableForm form = CrossTableForm::Rounds;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  // one row for each of Standings::rows
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

struct MatchScore {
  std::uint32_t round = 0;  // 0: unknown
  PlayerIndex one = 0;      // White of the first game
  PlayerIndex other = 0;
  HalfPoints one_points = 0;
  HalfPoints other_points = 0;
  std::uint32_t games = 0;
  bool is_finished = true;         // all games have results
  bool is_double_forfeit = false;  // nobody appeared for any game, so nobody wins
  std::optional<PlayerIndex> winner = {};
};

// Returns the matches in the order of their first games. The player with more points wins. If
// points are equal, the player who plays in a later round wins. If both players do, because the
// loser plays for third place, the player who meets another winner wins. A match with unfinished
// games has no winner unless one player continues.
std::vector<MatchScore> matches_of(std::span<const Pairing> games);

// Returns the progress of each player in a knock-out; a player who came further has a higher value.
// Players who lost in the same round are equal, unless they met again. A loser whose next opponent
// is not another loser of the round counts as winner, having replaced a player who left.
std::vector<std::uint32_t> knock_out_progress(const Tournament& tournament);

}  // namespace arbiter
