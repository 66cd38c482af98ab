// A cluster of real servers as a store for tests.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "db/model/storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The environment variable ARBITER_TEST_CLUSTER, such as
// "clickhouse://127.0.0.1:8123,127.0.0.1:8124/test"; if unset, tests use no cluster.
std::optional<std::string> test_cluster();

// A new database in that cluster, without games, that is dropped with the store. Its games are
// numbered as in other stores.
std::unique_ptr<Storage> empty_cluster_store();

}  // namespace arbiter::testing
