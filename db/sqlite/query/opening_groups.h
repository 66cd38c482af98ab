// Games grouped by their openings.
#pragma once

#include <cstdint>
#include <map>

#include "db/model/game_set.h"
#include "db/model/game_statistics.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// By the code of the ECO tag, or else of the opening as played; 0: none. Without names.
std::map<std::uint64_t, StatisticsRow> codes_of(SqliteReader& reader, const GameSet& among);

// By opening as played, or by its family, with their names and in the order of these. Throws
// IoError where the file does not say the openings of its games.
std::map<std::uint64_t, StatisticsRow> openings_of(SqliteReader& reader, const GameSet& among,
                                                   GroupBy by);

}  // namespace arbiter::sqlite
