// What follows from the games, made anew.
#pragma once

#include "db/sqlite/games/database.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

// Replaces all columns of `fact` by those that the rows give, inside the caller's transaction.
// Games are replayed on up to `jobs` threads.
void rebuild_columns(const Database& database, unsigned jobs);

// The same, after giving each game the opening that it has by this table.
void classify_games(const Database& database, const OpeningTable& table, unsigned jobs);

// Replaces the position index by what a replay of all games gives, inside the caller's
// transaction. Games that cannot be replayed have no postings then. Replays on up to `jobs`
// threads.
void rebuild_index(const Database& database, unsigned jobs);

// Whether all blocks of all segments are there and add up to their checksums. 30 ns a posting.
bool is_index_sound(const Connection& connection);

}  // namespace arbiter::sqlite
