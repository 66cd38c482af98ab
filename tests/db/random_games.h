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
  std::vector<Position> positions;  // the first one, and one after each move
};

// Names in several spellings, dates with unknown parts, ratings that are missing; openings in
// which many games meet, repetitions, other initial positions, captures down to few men.
std::vector<RandomGame> random_games(std::size_t count);

// A database in memory with these games in several batches; game i has number i + 1.
std::unique_ptr<Database> database_of(const std::vector<RandomGame>& games);

// Marks the game as deleted.
void mark_deleted(const Database& database, GameId game);

}  // namespace arbiter::testing
