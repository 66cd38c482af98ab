// A few hundred games of all kinds, the same in every run.
#pragma once

#include <memory>
#include <vector>

#include "db/sqlite/games/database.h"
#include "lib/chess/position.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct RandomGame {
  SampleGame sample;
  std::vector<Position> positions;  // the initial position, and the position after each move
};

// Returns games with names in several spellings, partly unknown dates and missing ratings. They
// have common openings, repetitions, other initial positions, and captures down to few pieces.
std::vector<RandomGame> random_games(std::size_t count);

// Returns a database in memory with these games in several batches. Game i has id i + 1.
std::unique_ptr<Database> database_of(const std::vector<RandomGame>& games);

// Marks the game as deleted.
void mark_deleted(const Database& database, GameId game);

}  // namespace arbiter::testing
