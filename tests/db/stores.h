// The storages that must return equal results.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "tests/db/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

enum class StoreKind { Sqlite, Memory, Cluster };

// Returns "sqlite", "memory" or "cluster".
std::string to_string(StoreKind kind);

// Returns the kinds that are available here. Cluster requires a running cluster (cluster_store.h).
std::vector<StoreKind> store_kinds();
// Returns store_kinds() without Memory, with which the others are compared.
std::vector<StoreKind> real_store_kinds();

// Returns an empty storage. An SQLite storage is also in memory.
std::unique_ptr<Storage> empty_store(StoreKind kind);

// Returns a storage with these games in several batches. Game i has id i + 1.
std::unique_ptr<Storage> store_of(StoreKind kind, const std::vector<RandomGame>& games);

// Adds the games in batches, one per source: "Folder/Games0.pgn", ...
void add_games(Storage& storage, const std::vector<RandomGame>& games, std::size_t a_batch = 70);

}  // namespace arbiter::testing
