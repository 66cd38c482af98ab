// Game counts for whole stores and for groups of games, and the names of these groups.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// The number of games by result, and their lengths. In counts for a player (white_is_player,
// GroupBy::Player), WhiteWins are the player's wins and BlackWins the player's losses.
struct GameCount {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 4> results{};  // indexed by Outcome
  std::uint64_t plies = 0;

  void add(Outcome result, std::uint64_t plies_of_game);
  GameCount& operator+=(const GameCount& other);
  std::uint64_t of(Outcome result) const { return results[static_cast<std::size_t>(result)]; }
  // Returns the number of games with a result.
  std::uint64_t finished() const { return games - of(Outcome::Unknown); }
  // Returns twice the points of White, or of the counted player.
  std::uint64_t points_twice() const { return 2 * of(Outcome::WhiteWins) + of(Outcome::Draw); }
  // Returns the average points of finished games, from 0 to 1.
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
  std::uint64_t games = 0;  // games with at least one finding of this kind
};

// The first and the last known date as yyyymmdd; 0 if unknown.
struct DateRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  // Extends the range to another one.
  void add(const DateRange& other) {
    if (other.first == 0) return;
    first = first == 0 ? other.first : std::min(first, other.first);
    last = std::max(last, other.last);
  }
};

struct Totals {
  GameCount all;
  std::uint64_t shortest = 0;  // in half-moves
  std::uint64_t longest = 0;
  std::uint64_t players = 0;  // number of names
  std::uint64_t events = 0;
  std::uint64_t sites = 0;
  std::uint64_t rated = 0;  // number of known ratings, of both colours
  double mean_elo = 0;      // mean of the known ratings
  DateRange dates;
  std::vector<EndingCount> endings;    // sorted by number of games, descending
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

struct StatisticsRow {
  // The group's name, such as "1997", "B90", "B90 Sicilian Defense: Najdorf Variation" or
  // "2600-2699"; empty if unknown.
  std::string name;
  GameCount count;
  std::uint64_t as_white = 0;  // for GroupBy::Player: games with White
  DateRange dates = {};        // for GroupBy::Event
};

// The width of groups by mean rating and by length.
inline constexpr std::uint64_t kEloStep = 100;
inline constexpr std::uint64_t kPlyStep = 20;

// Returns the name of a group, such as "1997", "B90", "2600-2699", "1-0", "mate" or "e4". Key 0 is
// unknown and has an empty name. Keys of ratings and lengths are group index + 1, and those of
// results and endings their number + 1. Keys of first moves are Move::bits. Precondition: the
// groups are not those of names or openings.
std::string group_name(GroupBy by, std::uint64_t key);

// Sorts groups into the order of Storage::groups(), with equally large groups sorted by name.
// Precondition: `groups` is sorted by key.
void sort_groups(GroupBy by, std::vector<StatisticsRow>& groups);

// Sorts findings by number, descending, and equal numbers by id.
void sort_findings(std::vector<FindingCount>& findings);

struct Grouping {
  std::string_view name;
  GroupBy by;
};

inline constexpr Grouping kGroupings[] = {
    {"year", GroupBy::Year},       {"eco", GroupBy::Eco},
    {"opening", GroupBy::Opening}, {"family", GroupBy::OpeningFamily},
    {"player", GroupBy::Player},   {"event", GroupBy::Event},
    {"site", GroupBy::Site},       {"elo", GroupBy::Elo},
    {"result", GroupBy::Result},   {"ending", GroupBy::Ending},
    {"plies", GroupBy::Plies},     {"first-move", GroupBy::FirstMove},
};

}  // namespace arbiter
