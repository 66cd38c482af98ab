// Connections to the shards of a cluster.
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

#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/ids.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

// The version of the tables. In version 1, source files were added without a lock, so programs of
// both versions must not write at the same time.
inline constexpr std::uint32_t kClusterVersion = 2;

// Sets whether the servers synchronize the replicas of a shard, through ZooKeeper.
enum class Replication : std::uint8_t { None, ByServers };

// The row of the table `cluster` in the database of the address. `arbiter cluster init` writes it
// on every node, and `arbiter upgrade` changes the version.
struct Layout {
  std::vector<std::vector<Host>> shards;  // the replicas of each shard
  Replication replication = Replication::None;
  // The maximum ply of indexed positions, if it is limited.
  std::optional<std::uint32_t> index_plies = {};
  std::uint32_t version = kClusterVersion;

  bool operator==(const Layout&) const = default;
};

// Returns the database with the tables of a shard, such as "games_s1" for the first shard. It is
// the same on every node.
std::string database_of_shard(const std::string& database, unsigned shard);

// Reads the layout, if the table exists. Throws EndpointFailure.
std::optional<Layout> read_layout(Endpoint& endpoint, const std::string& database);

// Returns why a program of this version cannot use the tables; nothing if it can.
std::optional<std::string> version_fault(const Layout& layout, Access access);

// Sets the version of an existing table to kClusterVersion. Throws EndpointFailure.
void write_version(Endpoint& endpoint, const std::string& database);

// Creates and fills the table, unless it already exists with rows. Throws EndpointFailure.
void write_layout(Endpoint& endpoint, const std::string& database, const Layout& layout);

// The optional INSERT settings that a server supports.
struct InsertSettings {
  bool async_insert = false;
  bool token = false;  // insert_deduplication_token
};

// A server with the tables of a shard.
struct Replica {
  std::unique_ptr<Endpoint> endpoint;
  std::string database;                                // the database with the tables of the shard
  std::optional<InsertSettings> insert_settings = {};  // nothing before they have been queried
};

struct ShardAnswer {
  unsigned shard = 0;
  Answer answer;
};

// Calls `visit(rows)` or `visit(rows, shard)` at the start of each row of the responses.
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

// A query logged for --explain.
struct LoggedQuery {
  unsigned shard = 0;
  ShardQuery query;
};

// How a shard that does not respond is treated.
enum class MissingShards : std::uint8_t { Fail, Skip };

// A connection to all shards. Tables are named without their database. Several threads may run
// queries.
class Cluster {
 public:
  Cluster(Layout layout, std::vector<std::vector<Replica>> shards);

  const Layout& layout() const { return layout_; }
  unsigned shards() const { return static_cast<unsigned>(shards_.size()); }
  std::span<Replica> replicas(unsigned shard) { return shards_[shard]; }

  // Queries a replica that has all rows of the shard: the last one used, or the next one that is up
  // to date. Retries temporary failures for a few seconds. Throws IoError with the shard, the host,
  // and advice.
  Answer ask(unsigned shard, const std::string& sql);

  // Queries all shards concurrently. Returns the responses by shard number. Throws IoError if a
  // shard does not respond. With MissingShards::Skip, that shard is omitted from this query and all
  // later ones.
  std::vector<ShardAnswer> ask_all(const std::string& sql);
  // Runs a different query on each shard. A shard with an empty query is omitted.
  std::vector<ShardAnswer> ask_all(const std::function<std::string(unsigned shard)>& sql_of);

  // Returns the settings of the current replica, which is queried only once. Throws
  // EndpointFailure.
  InsertSettings insert_settings(unsigned shard);

  // Sends rows once, to one replica. Even after an EndpointFailure, the rows may have been added.
  // Servers reject a non-empty `query_id` that is currently running. Current servers also ignore
  // rows with the id of an earlier insert.
  void insert(unsigned shard, std::string_view table, const NativeBlock& rows,
              const std::string& query_id = {});

  // Runs a statement on one replica, once.
  Answer run(unsigned shard, const std::string& sql, const std::string& query_id = {});

  // Waits until the current replica has all rows of the table, or of all tables. Switches to
  // another replica if this takes long. Throws IoError if no replica has them.
  void wait_for_rows(unsigned shard, std::string_view table = "%");

  // Switches to another replica that is up to date, if any.
  void try_next_replica(unsigned shard);

  // Retries queries to servers that refuse connections as long as after other failures. By default,
  // such queries fail within a second.
  void wait_for_restarts();

  void set_missing_shards(MissingShards missing) { missing_shards_ = missing; }
  // Returns a sentence for each shard that did not respond.
  std::vector<std::string> missing() const;

  // Returns the log of queries, limited to the first ten thousand.
  std::vector<LoggedQuery> asked() const;

 private:
  struct State {
    unsigned current = 0;     // index of the replica in use
    bool was_chosen = false;  // true if the current replica is up to date
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

// Reads the layout from the first host that responds, and connects to all shards. Fails if this
// program must not read or write tables of this version. The error message does not contain the
// database name.
Result<std::unique_ptr<Cluster>> connect(const Address& address, Access access);

}  // namespace arbiter::clickhouse
