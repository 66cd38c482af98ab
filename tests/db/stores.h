// The stores that must give the same answers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "tests/db/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

enum class StoreKind { Sqlite, Memory, Cluster };

// "sqlite", "memory" or "cluster".
std::string to_string(StoreKind kind);

// The kinds available here: Cluster only if one is running (cluster_store.h).
std::vector<StoreKind> store_kinds();
// The kinds of store_kinds() without Memory, which the others are compared with.
std::vector<StoreKind> real_store_kinds();

// A store without games; an SQLite one is in memory too.
std::unique_ptr<Storage> empty_store(StoreKind kind);

// A store with these games in several batches; game i has id i + 1.
std::unique_ptr<Storage> store_of(StoreKind kind, const std::vector<RandomGame>& games);

// Adds the games in batches, one per source: "Folder/Games0.pgn", ...
void add_games(Storage& storage, const std::vector<RandomGame>& games, std::size_t a_batch = 70);

}  // namespace arbiter::testing
