#include "db/query/sqlite_storage.h"

#include "db/games/name_order.h"
#include "db/games/sources.h"
#include "db/query/game_selection.h"

namespace arbiter::db::query {
namespace {

std::vector<GameFacts> index_facts(const DraftBatch& batch) {
  std::vector<GameFacts> facts;
  facts.reserve(batch.games.size());
  for (const GameDraft& game : batch.games) {
    facts.push_back({.result = game.result,
                     .white_elo = game.white_elo,
                     .black_elo = game.black_elo,
                     .year = static_cast<std::uint16_t>(game.date / 10000)});
  }
  return facts;
}

// Changes when another connection has written.
std::int64_t version_of(const Connection& connection) {
  return connection.integer("PRAGMA data_version");
}

}  // namespace

SqliteStorage::SqliteStorage(const Database& database, unsigned jobs)
    : database_(database), jobs_(jobs) {}

GameSet SqliteStorage::select(const GameFilter& filter) {
  return select_games(database_, columns(), filter);
}

std::vector<Hit> SqliteStorage::hits(PositionKey key) { return index().hits(key); }

PositionSums SqliteStorage::sums(PositionKey key) { return index().sums(key, columns()); }

std::uint64_t SqliteStorage::count(PositionKey key) { return index().count(key, columns()); }

std::int64_t SqliteStorage::last_game() { return database_.last_game(); }

std::optional<std::uint32_t> SqliteStorage::index_plies() { return database_.index_plies(); }

const LookupCost& SqliteStorage::cost() { return index().cost(); }

ColumnReader& SqliteStorage::columns() {
  return columns_ ? *columns_ : columns_.emplace(database_.connection());
}

GameReader& SqliteStorage::games() {
  return games_ ? *games_ : games_.emplace(database_.connection());
}

std::vector<std::uint32_t> SqliteStorage::places_of_names(NameTable table,
                                                          std::span<const std::uint32_t> ids) {
  return games::places_of_names(database_.connection(), table, ids);
}

PositionIndex& SqliteStorage::index() {
  return index_ ? *index_ : index_.emplace(database_.connection());
}

GameStore& SqliteStorage::store() {
  return store_ ? *store_ : store_.emplace(database_.connection(), jobs_);
}

PositionIndexWriter& SqliteStorage::writer() {
  return writer_ ? *writer_ : writer_.emplace(database_.connection());
}

GameId SqliteStorage::append(DraftBatch& batch, std::span<const SourceMark> marks) {
  try {
    const GameId first = add(batch, marks);
    merge();
    if (columns_) columns_->forget();
    index_.reset();
    return first;
  } catch (...) {
    // Names were given numbers that are not in the file.
    store_.reset();
    writer_.reset();
    throw;
  }
}

GameId SqliteStorage::add(DraftBatch& batch, std::span<const SourceMark> marks) {
  const Connection& connection = database_.connection();
  Transaction transaction(connection);
  if (const std::int64_t version = version_of(connection); version != seen_version_) {
    if (store_) store_->forget();
    seen_version_ = version;
  }
  const GameId first{database_.last_game() + 1};
  if (!batch.games.empty()) {
    store().add(batch, first, marks);
    writer().add_segment(batch.postings, first, index_facts(batch), jobs_);
  }
  const SourceStore sources(connection);
  for (const SourceMark& mark : marks) sources.save(mark);
  transaction.commit();
  return first;
}

void SqliteStorage::merge() {
  const Connection& connection = database_.connection();
  while (writer().wants_merge()) {
    Transaction transaction(connection);
    if (!writer().wants_merge()) return;  // another process has done it
    ColumnReader columns(connection);
    writer().merge(columns);
    transaction.commit();
  }
}

}  // namespace arbiter::db::query
