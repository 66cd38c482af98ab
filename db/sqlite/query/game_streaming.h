// Games of an SQLite file read in parts, on many threads.
#pragma once

#include <span>

#include "db/model/storage.h"
#include "db/model/stored_game.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// Gives the games in the order of `found` to `stream`, in batches of up to 256. Games that are gone
// are left out. Its threads read for themselves, if the file can be opened again; what they keep
// ready is some hundred games each. Throws IoError where the database is damaged.
void stream_games(SqliteReader& reader, std::span<const FoundGame> found, const GameStream& stream);

}  // namespace arbiter::sqlite
