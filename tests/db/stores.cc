#include "tests/db/stores.h"

#include <algorithm>
#include <span>

#include "db/sqlite/sqlite_storage.h"
#include "tests/db/cluster_store.h"
#include "tests/db/memory_storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

std::string to_string(StoreKind kind) {
  switch (kind) {
    case StoreKind::Sqlite:
      return "sqlite";
    case StoreKind::Memory:
      return "memory";
    case StoreKind::Cluster:
      break;
  }
  return "cluster";
}

std::vector<StoreKind> real_store_kinds() {
  if (!test_cluster()) return {StoreKind::Sqlite};
  return {StoreKind::Sqlite, StoreKind::Cluster};
}

std::vector<StoreKind> store_kinds() {
  std::vector<StoreKind> kinds = real_store_kinds();
  kinds.push_back(StoreKind::Memory);
  return kinds;
}

std::unique_ptr<Storage> empty_store(StoreKind kind) {
  if (kind == StoreKind::Memory) return std::make_unique<MemoryStorage>();
  if (kind == StoreKind::Cluster) return empty_cluster_store();
  return std::make_unique<SqliteStorage>(empty_database(), Access::Create, 2);
}

std::unique_ptr<Storage> store_of(StoreKind kind, const std::vector<RandomGame>& games) {
  auto store = empty_store(kind);
  add_games(*store, games);
  return store;
}

void add_games(Storage& storage, const std::vector<RandomGame>& games, std::size_t a_batch) {
  for (std::size_t first = 0; first < games.size(); first += a_batch) {
    const std::size_t count = std::min(a_batch, games.size() - first);
    DraftBatch batch;
    for (std::size_t i = first; i < first + count; ++i) add_sample(games[i].sample, batch);
    const std::string name = "Folder/Games" + std::to_string(first / a_batch) + ".pgn";
    const SourceMark mark = {.source = storage.add_source({.name = name}),
                             .batch_games = static_cast<std::uint32_t>(count),
                             .offset = count * 1000,
                             .games = count,
                             .is_finished = true};
    storage.append(batch, std::span(&mark, 1));
  }
}

}  // namespace arbiter::testing
