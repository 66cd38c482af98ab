// The games that reached a position: one hit each, and the replay that proves it.
#pragma once

#include <vector>

#include "db/model/position_query.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// The first hit of each game, by rising number, deleted games included. Hits of another
// position with nearly the same key are left out where the move played there tells.
std::vector<Hit> hits_of(SqliteReader& reader, const PositionQuery& query);

// Whether the position stood in the game after so many half-moves: by replay, about 3 us.
bool position_occurs_at(GameReader& games, const Hit& hit, const PositionQuery& query);

}  // namespace arbiter::sqlite
