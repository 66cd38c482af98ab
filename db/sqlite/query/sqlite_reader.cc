#include "db/sqlite/query/sqlite_reader.h"

#include "db/sqlite/games/name_order.h"
#include "db/sqlite/query/game_selection.h"

namespace arbiter::sqlite {

ColumnReader& SqliteReader::columns() {
  return columns_ ? *columns_ : columns_.emplace(connection());
}

GameReader& SqliteReader::games() { return games_ ? *games_ : games_.emplace(connection()); }

PositionIndex& SqliteReader::index() { return index_ ? *index_ : index_.emplace(connection()); }

GameSet SqliteReader::select(const GameFilter& filter) {
  return select_games(database_, columns(), filter, jobs_, &row_cost_);
}

std::vector<std::uint32_t> SqliteReader::places_of_names(NameTable table,
                                                         std::span<const std::uint32_t> ids) {
  return sqlite::places_of_names(connection(), table, ids);
}

void SqliteReader::forget() {
  if (columns_) columns_->forget();
  index_.reset();
}

}  // namespace arbiter::sqlite
