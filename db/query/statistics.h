// Games counted: in all, and by what they have in common.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/games/database.h"
#include "db/model/ending.h"
#include "db/model/game_set.h"
#include "db/query/storage.h"
#include "lib/diagnostics/severity.h"

namespace arbiter::db::query {

// A count of games by what became of them.
struct GameCount {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 4> results{};  // by Outcome
  std::uint64_t plies = 0;

  void add(Outcome result, std::uint64_t plies_of_game);
  std::uint64_t of(Outcome result) const { return results[static_cast<std::size_t>(result)]; }
  // White's score, from 0 to 1; `*` games do not count.
  std::optional<double> white_score() const;
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
  std::uint64_t rated = 0;       // ratings that are known, of either colour
  double mean_elo = 0;           // of those
  std::uint32_t first_date = 0;  // yyyymmdd; 0: none is known
  std::uint32_t last_date = 0;
  std::vector<EndingCount> endings;    // most games first
  std::vector<FindingCount> findings;  // most findings first
};

// Of the games in `among`, which are not deleted. About 20 ns a game and 50 ns a finding.
Totals totals_of(const Database& database, Storage& storage, const GameSet& among);

enum class GroupBy { Year, Eco, Player, Event, Site, Elo, Result, Ending, Plies, FirstMove };

struct StatisticsRow {
  std::string name;  // "1997", "B90", "2600-2699"; empty: not known
  GameCount count;
  // For GroupBy::Player: how the player scored, and as White.
  std::uint64_t points_twice = 0;
  std::uint64_t as_white = 0;
};

// Years, codes, ratings and lengths rising, the rest by the number of games; what is not known
// comes last. With GroupBy::Player a game counts for both of its players.
std::vector<StatisticsRow> groups_of(const Database& database, Storage& storage,
                                     const GameSet& among, GroupBy by);

}  // namespace arbiter::db::query
