// Games that a database has more than once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

enum class DuplicateKind : std::uint8_t {
  SameMoves,   // and nothing known that differs: players, date, result
  Prefix,      // the moves are how the one that is kept begins
  OtherNames,  // the same moves, date and result, and players of other names
};

// "same-moves", "prefix", "other-names".
std::string_view to_string(DuplicateKind kind);

// What deleting a copy would lose.
struct ContentDifference {
  std::string missing;  // that the kept copy lacks: "Date, WhiteElo, comments or variations"
  std::string other;    // the values that differ: `Event "Blitz", Site "Bern"`
};

struct DuplicateGame {
  GameId game{};
  DuplicateKind kind{};
  std::string why;  // not this one: "it has 2 tags fewer"
  ContentDifference difference = {};

  // It is kept for what the other one lacks.
  bool is_held() const { return !difference.missing.empty(); }
};

// One game, as far as can be told.
struct DuplicateGroup {
  GameId kept{};
  std::vector<DuplicateGame> others;  // by rising number; at least one
};

// Hears of each group, by rising number of what is kept.
using DuplicateVisit = std::function<void(const DuplicateGroup&)>;
// Hears which step is done how far, from 0 to 1.
using DuplicateProgress = std::function<void(std::string_view step, double share)>;

// All groups among these games. Looks at hashes of moves
// and at each game's moves once, about 2 us a game; and at the games of groups, about 25 us each.
// Holds 40 to 60 bytes a game. A short game that two different games begin with is in no group, and
// one of fewer than kMinPrefix half-moves is nobody's beginning.
void find_duplicates(
    const Database& database, const GameSet& among, const DuplicateVisit& visit,
    const DuplicateProgress& progress = [](std::string_view, double) {});

inline constexpr std::uint16_t kMinPrefix = 10;

}  // namespace arbiter::sqlite
