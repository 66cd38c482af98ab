#include "db/sqlite/query/sqlite_reader.h"

#include "db/sqlite/query/column_scan.h"

namespace arbiter::sqlite {
namespace {

// Calls `visit(part)` for the parts of a filter, first those that need only columns.
template <class Visit>
void for_each_part(const GameFilter& filter, Visit visit) {
  for (const bool needs_only_columns : {true, false}) {
    for (const GameFilter& part : filter.parts) {
      if (ColumnScan::is_sufficient_for(part) == needs_only_columns) visit(part);
    }
  }
}

// Selects by columns where they are sufficient, and reads the rows of the remaining games only.
class Selection {
 public:
  Selection(SqliteReader& reader, const GameFilter& filter, RowCost& cost)
      : connection_(reader.connection()),
        jobs_(reader.jobs()),
        names_(connection_, filter),
        columns_(reader.columns(), names_),
        cost_(cost) {}

  GameSet run(const GameFilter& filter) {
    if (ColumnScan::is_sufficient_for(filter)) return columns_.games(filter);
    return among(columns_.games({}), filter);
  }

 private:
  // Returns the matching ones of `games`.
  GameSet among(const GameSet& games, const GameFilter& filter) {
    if (ColumnScan::is_sufficient_for(filter)) {
      GameSet found = columns_.games(filter);
      found.keep_only(games);
      return found;
    }
    switch (filter.kind) {
      case GameFilter::Kind::All:
        return all_among(games, filter);
      case GameFilter::Kind::Any:
        return any_among(games, filter);
      case GameFilter::Kind::Not: {
        GameSet others = games;
        others.remove(among(games, filter.parts.front()));
        return others;
      }
      case GameFilter::Kind::Test:
        break;
    }
    return games_passing(connection_, {*filter.test, games, jobs_}, cost_);
  }

  GameSet all_among(const GameSet& games, const GameFilter& filter) {
    GameSet left = games;
    for_each_part(filter, [&](const GameFilter& part) { left = among(left, part); });
    return left;
  }

  GameSet any_among(const GameSet& games, const GameFilter& filter) {
    GameSet found;
    GameSet left = games;
    for_each_part(filter, [&](const GameFilter& part) {
      const GameSet more = among(left, part);
      left.remove(more);
      found.add(more);
    });
    return found;
  }

  const Connection& connection_;
  unsigned jobs_;
  NamedIds names_;
  ColumnScan columns_;
  RowCost& cost_;
};

}  // namespace

ColumnReader& SqliteReader::columns() {
  return columns_ ? *columns_ : columns_.emplace(connection());
}

GameReader& SqliteReader::games() { return games_ ? *games_ : games_.emplace(connection()); }

PositionIndex& SqliteReader::index() { return index_ ? *index_ : index_.emplace(connection()); }

GameSet SqliteReader::select(const GameFilter& filter) {
  return Selection(*this, filter, row_cost_).run(filter);
}

void SqliteReader::forget() {
  if (columns_) columns_->forget();
  index_.reset();
}

}  // namespace arbiter::sqlite
