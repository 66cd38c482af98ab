#include "tests/db/cluster_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/cluster_storage.h"
#include "db/clickhouse/wire/http_endpoint.h"
#include "tests/db/ranked_storage.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

template <class Value>
Value taken(Result<Value> result) {
  if (!result) throw std::runtime_error(result.error());
  return *std::move(result);
}

// A database in a cluster, dropped with this object.
class ScratchDatabase {
 public:
  explicit ScratchDatabase(Address address)
      : address_(std::move(address)), layout_(taken(set_up({.address = address_})).layout) {}
  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;
  ~ScratchDatabase() {
    for (unsigned shard = 0; shard < layout_.shards.size(); ++shard) {
      for (const Host& host : layout_.shards[shard]) {
        drop(host, database_of_shard(address_.database, shard));
        drop(host, address_.database);
      }
    }
  }

  const Address& address() const { return address_; }

 private:
  void drop(const Host& host, const std::string& database) const {
    HttpEndpoint(host, address_.transport, {.user = address_.user, .password = {}})
        .ask({.sql = "DROP DATABASE IF EXISTS " + database});
  }

  Address address_;
  Layout layout_;
};

}  // namespace

std::optional<std::string> test_cluster() {
  const char* const name = std::getenv("ARBITER_TEST_CLUSTER");
  if (name == nullptr || *name == '\0') return std::nullopt;
  return name;
}

std::unique_ptr<Storage> empty_cluster_store() {
  static int count = 0;
  Address address = taken(parse_address(test_cluster().value()));
  address.database += fmt::format("_{}_{}", ::getpid(), ++count);
  auto place = std::make_shared<ScratchDatabase>(address);
  auto cluster = taken(connect(address, Access::Create));
  return std::make_unique<RankedStorage>(std::make_unique<ClusterStorage>(std::move(cluster), 2),
                                         std::move(place));
}

}  // namespace arbiter::testing
