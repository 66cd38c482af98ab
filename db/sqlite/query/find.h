// Looking for games of an SQLite file.
#pragma once

#include "db/model/storage.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// All games that fit. Those that are listed have been replayed to the position; the total of
// the others can be too high by games with another position whose key has the same 48 bits
// and where the same next move is legal, once in millions of questions. Where the index is
// capped (Storage::index_plies), positions beyond are not found.
FoundGames find_games(SqliteReader& reader, const FindQuery& query);

}  // namespace arbiter::sqlite
