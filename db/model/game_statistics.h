// Counts of games: in all, and by groups.
// The names of groups of games, for options and programs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// The number of games by result, and their length. If the games are those of a player
// (white_is_player, GroupBy::Player), WhiteWins are his wins and BlackWins his losses.
struct GameCount {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 4> results{};  // by Outcome
  std::uint64_t plies = 0;

  void add(Outcome result, std::uint64_t plies_of_game);
  GameCount& operator+=(const GameCount& other);
  std::uint64_t of(Outcome result) const { return results[static_cast<std::size_t>(result)]; }
  // Returns the games with a result.
  std::uint64_t finished() const { return games - of(Outcome::Unknown); }
  // Returns twice the points of White, or of the player.
  std::uint64_t points_twice() const { return 2 * of(Outcome::WhiteWins) + of(Outcome::Draw); }
  // Returns the points per finished game, from 0 to 1.
  std::optional<double> score() const;
  std::optional<double> mean_plies() const;
};

struct EndingCount {
  Ending ending;
  std::uint64_t games = 0;
};

struct FindingCount {
  std::string id;
  std::string severity;
  std::uint64_t findings = 0;
  std::uint64_t games = 0;  // with at least one
};

struct Totals {
  GameCount all;
  std::uint64_t shortest = 0;  // plies
  std::uint64_t longest = 0;
  std::uint64_t players = 0;  // names
  std::uint64_t events = 0;
  std::uint64_t sites = 0;
  std::uint64_t rated = 0;       // known ratings of both colours
  double mean_elo = 0;           // of the known ratings
  std::uint32_t first_date = 0;  // yyyymmdd; 0: unknown
  std::uint32_t last_date = 0;
  std::vector<EndingCount> endings;    // by descending number of games
  std::vector<FindingCount> findings;  // in the order of sort_findings()
};

enum class GroupBy {
  Year,
  Eco,
  Opening,
  OpeningFamily,
  Player,
  Event,
  Site,
  Elo,
  Result,
  Ending,
  Plies,
  FirstMove
};

// A group of games.
struct StatisticsRow {
  // "1997", "B90", "B90 Sicilian Defense: Najdorf Variation", "2600-2699"; empty: unknown
  std::string name;
  GameCount count;
  std::uint64_t as_white = 0;  // for GroupBy::Player: his games with White
};

// The sizes of the groups of mean ratings and lengths.
inline constexpr std::uint64_t kEloStep = 100;
inline constexpr std::uint64_t kPlyStep = 20;

// Returns the name of a group: "1997", "B90", "2600-2699", "1-0", "mate", "e4". Key 0 is unknown,
// with an empty name. Keys of ratings, lengths, results and endings are their step or number plus
// one; keys of first moves are Move::bits. Groups of names and openings have no name here.
std::string group_name(GroupBy by, std::uint64_t key);

// Sorts groups that are sorted by key into the order of Storage::groups(). Groups with the same
// number of games are sorted by name.
void sort_groups(GroupBy by, std::vector<StatisticsRow>& groups);

// Sorts by descending number of findings, equal ones by id.
void sort_findings(std::vector<FindingCount>& findings);

struct Grouping {
  std::string_view name;
  GroupBy by;
};

// In the order of GroupBy.
inline constexpr Grouping kGroupings[] = {
    {"year", GroupBy::Year},       {"eco", GroupBy::Eco},
    {"opening", GroupBy::Opening}, {"family", GroupBy::OpeningFamily},
    {"player", GroupBy::Player},   {"event", GroupBy::Event},
    {"site", GroupBy::Site},       {"elo", GroupBy::Elo},
    {"result", GroupBy::Result},   {"ending", GroupBy::Ending},
    {"plies", GroupBy::Plies},     {"first-move", GroupBy::FirstMove},
};

}  // namespace arbiter
