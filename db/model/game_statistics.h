// Games counted: in all, and by what they have in common.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/model/ending.h"
#include "lib/laws/game_end.h"

namespace arbiter {

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

// The games that have something in common.
struct StatisticsRow {
  // "1997", "B90", "B90 Sicilian Defense: Najdorf Variation", "2600-2699"; empty: not known
  std::string name;
  GameCount count;
  // For GroupBy::Player: how the player scored, and as White.
  std::uint64_t points_twice = 0;
  std::uint64_t as_white = 0;
};

}  // namespace arbiter
