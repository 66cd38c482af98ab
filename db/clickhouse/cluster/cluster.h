// The shards of a cluster, and queries to them.
// The shards of a cluster and their hosts.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/ids.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

// The version of the tables. 1: source files were added without a lock, so programs of both
// versions must not write at the same time.
inline constexpr std::uint32_t kClusterVersion = 2;

// Whether the servers synchronize the replicas of a shard, through ZooKeeper.
enum class Replication : std::uint8_t { None, ByServers };

// The table `cluster` in the database of the address. `arbiter cluster init` writes it on every
// node, and `arbiter upgrade` changes the version.
struct Layout {
  std::vector<std::vector<Host>> shards;  // each with its replicas
  Replication replication = Replication::None;
  // The maximum ply of positions that can be found, if it is limited.
  std::optional<std::uint32_t> index_plies = {};
  std::uint32_t version = kClusterVersion;

  bool operator==(const Layout&) const = default;
};

// Returns the database with the tables of a shard: "games_s1" for the first one, on every node.
std::string database_of_shard(const std::string& database, unsigned shard);

// Reads the table, if it exists. Throws EndpointFailure.
std::optional<Layout> read_layout(Endpoint& endpoint, const std::string& database);

// Returns why a program of this version cannot use the tables, or nothing.
std::optional<std::string> version_fault(const Layout& layout, Access access);

// Sets the version of an existing table to kClusterVersion. Throws EndpointFailure.
void write_version(Endpoint& endpoint, const std::string& database);

// Creates and fills the table, unless it exists and has rows. Throws EndpointFailure.
void write_layout(Endpoint& endpoint, const std::string& database, const Layout& layout);

// The settings of an INSERT that a server has, because its version is current.
struct InsertSettings {
  bool async_insert = false;
  bool token = false;  // insert_deduplication_token
};

// A server that has a shard.
struct Replica {
  std::unique_ptr<Endpoint> endpoint;
  std::string database;                                // with the tables of the shard
  std::optional<InsertSettings> insert_settings = {};  // once they were queried
};

struct ShardAnswer {
  unsigned shard = 0;
  Answer answer;
};

// Calls `visit(rows)` or `visit(rows, shard)` at the start of each row of the answers.
template <class Visit>
void for_each_row(const std::vector<ShardAnswer>& answers, Visit visit) {
  for (const ShardAnswer& one : answers) {
    for (RowReader rows(one.answer); rows.begin_row();) {
      if constexpr (std::is_invocable_v<Visit, RowReader&, unsigned>) {
        visit(rows, one.shard);
      } else {
        visit(rows);
      }
    }
  }
}

// A query in the log for --explain.
struct LoggedQuery {
  unsigned shard = 0;
  ShardQuery query;
};

// The treatment of a shard that does not respond.
enum class MissingShards : std::uint8_t { Fail, Skip };

// Tables are named without their database. Queries may be run by several threads.
class Cluster {
 public:
  Cluster(Layout layout, std::vector<std::vector<Replica>> shards);

  const Layout& layout() const { return layout_; }
  unsigned shards() const { return static_cast<unsigned>(shards_.size()); }
  std::span<Replica> replicas(unsigned shard) { return shards_[shard]; }

  // Queries a replica that has all rows of the shard: the last one that was used, or the next one
  // that is up to date. Retries temporary failures for some seconds. Throws IoError with the shard,
  // the host, and advice.
  Answer ask(unsigned shard, const std::string& sql);

  // Queries all shards concurrently. Returns the responses by shard number. A shard that does not
  // respond is an IoError. With MissingShards::Skip it is omitted, from later queries too.
  std::vector<ShardAnswer> ask_all(const std::string& sql);
  // Runs a different query on each shard, and none where it is empty.
  std::vector<ShardAnswer> ask_all(const std::function<std::string(unsigned shard)>& sql_of);

  // Returns the settings of the current replica, which are queried once. Throws EndpointFailure.
  InsertSettings insert_settings(unsigned shard);

  // Sends rows once, to one replica. A failure may have had an effect (EndpointFailure). Two
  // programs cannot run the same `query_id`, unless it is empty, at the same time. Current servers
  // ignore rows with the id of an earlier insert.
  void insert(unsigned shard, std::string_view table, const NativeBlock& rows,
              const std::string& query_id = {});

  // Runs a statement on one replica, once.
  Answer run(unsigned shard, const std::string& sql, const std::string& query_id = {});

  // Waits until the current replica has all rows of the table, or of all tables. Switches to
  // another replica if that takes long. Throws IoError if none has them.
  void wait_for_rows(unsigned shard, std::string_view table = "%");

  // Switches to another replica, if one is up to date.
  void try_next_replica(unsigned shard);

  // Retries queries to a server that refuses connections as long as other failures. By default they
  // fail within a second.
  void wait_for_restarts();

  void set_missing_shards(MissingShards missing) { missing_shards_ = missing; }
  // Returns a sentence for each shard that did not respond.
  std::vector<std::string> missing() const;

  // Returns the queries so far, at most the first ten thousand.
  std::vector<LoggedQuery> asked() const;

 private:
  struct State {
    unsigned current = 0;     // the replica in use
    bool was_chosen = false;  // the replica is up to date
  };

  Replica& current(unsigned shard);
  Answer ask_replica(unsigned shard, Replica& replica, const Request& request);
  void choose(unsigned shard, std::optional<unsigned> failed);
  bool is_missing(unsigned shard) const;

  Layout layout_;
  std::vector<std::vector<Replica>> shards_;
  MissingShards missing_shards_ = MissingShards::Fail;
  std::chrono::milliseconds refused_timeout_{400};

  mutable std::mutex mutex_;
  std::vector<State> states_;
  std::vector<std::optional<std::string>> missing_;
  std::vector<LoggedQuery> asked_;
};

// Reads the layout from the first host that responds. Fails if this program must not read or write
// tables of their version. The error message has no database name.
Result<std::unique_ptr<Cluster>> connect(const Address& address, Access access);

}  // namespace arbiter::clickhouse
