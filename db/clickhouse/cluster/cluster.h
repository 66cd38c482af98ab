// The shards of a cluster, and how they are asked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/layout.h"
#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/native_block.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

// One of the servers that have a shard.
struct Replica {
  std::unique_ptr<Endpoint> endpoint;
  std::string database;  // with the tables of the shard
};

struct ShardAnswer {
  unsigned shard = 0;
  Answer answer;
};

// A question that was asked, for --explain.
struct Asked {
  unsigned shard = 0;
  std::string host;
  std::string sql;
  std::uint64_t rows_read = 0;
  std::uint64_t bytes_read = 0;
  double seconds = 0;
};

// What becomes of an answer to which a shard does not contribute.
enum class MissingShards : std::uint8_t { Fail, Skip };

// Tables are named without their database. Functions that ask may be called by several threads.
class Cluster {
 public:
  Cluster(Layout layout, std::vector<std::vector<Replica>> shards);

  const Layout& layout() const { return layout_; }
  unsigned shards() const { return static_cast<unsigned>(shards_.size()); }
  std::span<Replica> replicas(unsigned shard) { return shards_[shard]; }

  // One answer of one replica that has all of the shard: the one that answered the last time, as
  // long as it does; otherwise the next that is up to date. What may pass is tried again, for some
  // seconds. Throws IoError that names the shard, the host, and what to do.
  Answer ask(unsigned shard, const std::string& sql);

  // All shards at once, by their numbers. A shard that does not answer is an IoError, or is
  // missing, if that was asked for, and is then not asked again.
  std::vector<ShardAnswer> ask_all(const std::string& sql);
  // The same with a question of its own for each shard; an empty one is not asked.
  std::vector<ShardAnswer> ask_all(const std::function<std::string(unsigned shard)>& sql_of);

  // Sends rows once, to one replica, without looking whether they came: what fails may have had an
  // effect, as EndpointFailure says. `query_id` keeps the same rows from being added by two
  // programs at once; empty: nothing does.
  void insert(unsigned shard, std::string_view table, const NativeBlock& rows,
              const std::string& query_id = {});

  // A statement on one replica, once.
  Answer run(unsigned shard, const std::string& sql, const std::string& query_id = {});

  // Waits until the replica that is asked has every row that any replica of the shard has, of this
  // table or of all, and asks another one if that takes long. Throws IoError if none has.
  void wait_for_rows(unsigned shard, std::string_view table = "%");

  // Asks another replica from now on, if one is up to date.
  void try_next_replica(unsigned shard);

  void set_missing_shards(MissingShards missing) { missing_shards_ = missing; }
  // Why answers so far lack shards, one sentence a shard.
  std::vector<std::string> missing() const;

  // What was asked so far; at most the first ten thousand questions.
  std::vector<Asked> asked() const;

 private:
  struct State {
    unsigned current = 0;     // the replica that is asked
    bool was_chosen = false;  // current is known to be up to date
  };

  Replica& current(unsigned shard);
  Answer ask_replica(unsigned shard, Replica& replica, const Request& request);
  std::vector<Setting> insert_settings(Endpoint& endpoint);
  void choose(unsigned shard, std::optional<unsigned> failed);
  void note(Asked asked);
  bool is_missing(unsigned shard) const;

  Layout layout_;
  std::vector<std::vector<Replica>> shards_;
  MissingShards missing_shards_ = MissingShards::Fail;

  mutable std::mutex mutex_;
  std::vector<State> states_;
  std::vector<std::optional<std::string>> missing_;
  std::vector<Asked> asked_;
};

// Reads the layout from the first host that answers. The message of a failure names no database.
Result<std::unique_ptr<Cluster>> connect(const Address& address);

}  // namespace arbiter::clickhouse
