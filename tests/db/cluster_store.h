// A cluster of real servers, used as a storage by tests.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "db/model/storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns ARBITER_TEST_CLUSTER, such as "clickhouse://127.0.0.1:8123,127.0.0.1:8124/test". If it is
// unset, tests use no cluster.
std::optional<std::string> test_cluster();

// Creates an empty database in that cluster, which is dropped with the returned storage. Games are
// numbered as in other storages.
std::unique_ptr<Storage> empty_cluster_store();

}  // namespace arbiter::testing
