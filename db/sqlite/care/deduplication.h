// Duplicate games of a database.
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
  SameMoves,   // no known property differs: players, date, result
  Prefix,      // the moves are the beginning of those of the kept game
  OtherNames,  // the same moves, date and result, but different player names
};

// "same-moves", "prefix", "other-names".
std::string_view to_string(DuplicateKind kind);

// The content that deleting a copy would lose.
struct ContentDifference {
  std::string missing;  // in the kept copy: "Date, WhiteElo, comments or variations"
  std::string other;    // the values that differ: `Event "Blitz", Site "Bern"`
};

struct DuplicateGame {
  GameId game{};
  DuplicateKind kind{};
  std::string why;  // the reason not to keep it: "it has 2 tags fewer"
  ContentDifference difference = {};

  // Returns whether the copy is kept because it has something that the other one lacks.
  bool is_held() const { return !difference.missing.empty(); }
};

// The copies of one game.
struct DuplicateGroup {
  GameId kept{};
  std::vector<DuplicateGame> others;  // by ascending number; at least one
};

// Receives each group, by ascending number of the kept game.
using DuplicateVisit = std::function<void(const DuplicateGroup&)>;
// Receives the name of a step and its finished share, from 0 to 1.
using DuplicateProgress = std::function<void(std::string_view step, double share)>;

// Finds all groups among these games. Reads the hashes and moves of all games, about 2 us per game,
// and the games of groups, about 25 us each. Memory: 40 to 60 bytes per game. A prefix of two
// different games, or of fewer than kMinPrefix half-moves, is not grouped with the longer games.
void find_duplicates(
    const Database& database, const GameSet& among, const DuplicateVisit& visit,
    const DuplicateProgress& progress = [](std::string_view, double) {});

inline constexpr std::uint16_t kMinPrefix = 10;

}  // namespace arbiter::sqlite
