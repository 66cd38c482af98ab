#include "db/sqlite/query/game_selection.h"

#include <utility>
#include <vector>

#include "db/sqlite/query/column_scan.h"
#include "db/sqlite/query/row_scan.h"

namespace arbiter::sqlite {
namespace {

// Answers from columns what they can answer; rows are read only of games for which the answer
// still depends on them.
class Selection {
 public:
  Selection(const Connection& connection, ColumnReader& columns, const GameFilter& filter,
            unsigned jobs)
      : connection_(connection),
        jobs_(jobs),
        names_(connection, filter),
        columns_(columns, names_) {}

  const RowCost& cost() const { return cost_; }

  GameSet run(const GameFilter& filter) {
    if (ColumnScan::answers(filter)) return columns_.games(filter);
    return among(columns_.games({}), filter);
  }

 private:
  // Those of `games` that fit.
  GameSet among(const GameSet& games, const GameFilter& filter);
  GameSet all_among(const GameSet& games, const GameFilter& filter);
  GameSet any_among(const GameSet& games, const GameFilter& filter);

  const Connection& connection_;
  unsigned jobs_;
  NamedIds names_;
  ColumnScan columns_;
  RowCost cost_;
};

GameSet Selection::among(const GameSet& games, const GameFilter& filter) {
  if (ColumnScan::answers(filter)) {
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

// Shows the parts, those that columns answer first.
template <class Visit>
void for_each_part(const GameFilter& filter, Visit visit) {
  for (const bool is_cheap : {true, false}) {
    for (const GameFilter& part : filter.parts) {
      if (ColumnScan::answers(part) == is_cheap) visit(part);
    }
  }
}

GameSet Selection::all_among(const GameSet& games, const GameFilter& filter) {
  GameSet left = games;
  for_each_part(filter, [&](const GameFilter& part) { left = among(left, part); });
  return left;
}

GameSet Selection::any_among(const GameSet& games, const GameFilter& filter) {
  GameSet found;
  GameSet left = games;
  for_each_part(filter, [&](const GameFilter& part) {
    const GameSet more = among(left, part);
    left.remove(more);
    found.add(more);
  });
  return found;
}

}  // namespace

GameSet select_games(const Database& database, ColumnReader& columns, const GameFilter& filter,
                     unsigned jobs, RowCost* cost) {
  Selection selection(database.connection(), columns, filter, jobs);
  GameSet games = selection.run(filter);
  if (cost != nullptr) {
    cost->bitmaps += selection.cost().bitmaps;
    cost->walked += selection.cost().walked;
  }
  return games;
}

}  // namespace arbiter::sqlite
