// Tests of games that no column answers.
#pragma once

#include "db/model/game_set.h"
#include "db/model/game_tests.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::query {

// Those of `among` that pass. Reads the rows from the first of `among` to the last: on two threads,
// if there are many and the file can be opened a second time. Material and rounds about 0.5 us a
// game, findings 50 ns each, tags about 1 us, but 5 us where their values stand in columns (Event,
// White, ...).
GameSet games_passing(const Connection& connection, const GameTest& test, const GameSet& among);

}  // namespace arbiter::db::query
