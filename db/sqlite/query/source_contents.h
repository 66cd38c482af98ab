// What came from which source.
#pragma once

#include <span>
#include <vector>

#include "db/model/game_set.h"
#include "db/model/source.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// All sources that were not forgotten, by rising number. Some ns a game, 0.1 us a finding.
std::vector<SourceContents> source_contents(SqliteReader& reader);

// The games that one of these gave and that are not deleted.
GameSet games_of(SqliteReader& reader, std::span<const SourceId> sources);

}  // namespace arbiter::sqlite
