// A few hundred games of all kinds, the same ones in every run.
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
  std::vector<Position> positions;  // the initial one, and one after each move
};

// Games with names in several spellings, dates with unknown parts and missing ratings. They have
// common openings, repetitions, other initial positions, and captures down to few pieces.
std::vector<RandomGame> random_games(std::size_t count);

// A database in memory with these games in several batches; game i has id i + 1.
std::unique_ptr<Database> database_of(const std::vector<RandomGame>& games);

// Marks the game as deleted.
void mark_deleted(const Database& database, GameId game);

}  // namespace arbiter::testing
