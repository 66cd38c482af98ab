// Random games, and a slow evaluation of the exported games of a database.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using Random = std::mt19937;
using Words = std::vector<std::string>;

// Returns a PGN game of random moves, preferring captures, with its number in the tag Key. The last
// move is sometimes illegal. In some games Black moves first, and numbers are often missing.
std::string random_pgn(std::size_t number, Random& random);

// The properties of a game, evaluated slowly.
struct JudgedGame {
  std::int64_t id = 0;
  std::map<std::string, std::string> tags;
  std::vector<Position> positions;
  std::string source;
  std::string ending;
  std::string result;  // last word of the moves, or value of the tag
  Words findings;
  // A comment in the main line, the player of the move before it, and the number of moves before
  // it.
  struct Remark {
    Color player;
    std::string text;
    int moves;
  };
  std::vector<Remark> remarks;
  bool is_incomplete = false;
  bool is_unchecked = false;

  std::string tag(const std::string& name) const {
    const auto found = tags.find(name);
    return found == tags.end() ? "" : found->second;
  }
  int number(const std::string& name) const {
    return tag(name).empty() || tag(name) == "?" ? 0 : std::stoi(tag(name));
  }
  // Returns nothing if the moves were not checked.
  std::optional<int> plies() const {
    if (is_unchecked) return std::nullopt;
    return static_cast<int>(positions.size()) - 1;
  }
};

// Returns the games of the database, from their export, by id.
std::vector<JudgedGame> judged_games(const Database& database);

}  // namespace arbiter::testing
