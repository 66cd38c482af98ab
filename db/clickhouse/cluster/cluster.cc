#include "db/clickhouse/cluster/cluster.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/http_endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/query_stop.h"
#include "lib/base/threads.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kMaxLogged = 10'000;
constexpr std::chrono::milliseconds kFirstPause{100};
constexpr std::chrono::milliseconds kMaxRetryPause{2000};
constexpr std::chrono::seconds kReadTimeout{10};
constexpr std::chrono::milliseconds kReplicaPollInterval{20};

// INSERT settings of current server versions.
constexpr std::string_view kAsyncInsert = "async_insert";
constexpr std::string_view kToken = "insert_deduplication_token";
constexpr std::string_view kInsertSettings =
    "SELECT countIf(name = 'async_insert'), countIf(name = 'insert_deduplication_token')"
    " FROM system.settings FORMAT RowBinary";

// The query for the state of a shard's replicated tables. Without ZooKeeper, a replica returns its
// last known state.
constexpr std::string_view kAllTables = "%";
constexpr std::string_view kTableExists =
    "SELECT inserts_in_queue, log_pointer, log_max_index, zookeeper_path FROM system.replicas"
    " WHERE database = currentDatabase() AND table LIKE '{}' FORMAT RowBinary";

Answer ask_shortly(Replica& replica, const std::string& sql) {
  return replica.endpoint->ask(
      {.sql = sql, .database = replica.database, .timeout = std::chrono::seconds(20)});
}

// Returns whether the replica's log has an unread entry. The log pointers do not reveal a single
// unread entry.
bool has_unread_entry(Replica& replica, std::string_view zookeeper_path) try {
  const Answer answer = ask_shortly(
      replica, fmt::format("SELECT count() FROM system.zookeeper WHERE path = {} FORMAT RowBinary",
                           string_literal(fmt::format("{}/log", zookeeper_path))));
  return RowReader(answer).u64() != 0;
} catch (const EndpointFailure&) {
  return false;
}

// Returns whether the replica has every row of the shard in the tables whose names match.
bool is_up_to_date(Replica& replica, std::string_view table) {
  const Answer answer = ask_shortly(replica, fmt::format(kTableExists, table));
  RowReader rows(answer);
  std::size_t found = 0;
  for (; rows.begin_row(); ++found) {
    const std::uint32_t in_queue = rows.u32();
    const std::uint64_t pointer = rows.u64();
    const std::uint64_t last = rows.u64();
    const std::string_view path = rows.text();
    if (in_queue > 0 || (pointer <= last && last > 0)) return false;
    if (pointer == 0 && last == 0 && has_unread_entry(replica, path)) return false;
  }
  // Nodes that lost their disk have no tables.
  return found >= (table == kAllTables ? tables().size() : 1);
}

struct Candidates {
  std::optional<unsigned> chosen;  // chosen replica, which responds and is up to date
  bool is_one_behind = false;
  std::string faults = {};  // why the other replicas cannot be used
};

Candidates find_candidate(std::vector<Replica>& replicas, unsigned first) {
  Candidates candidates;
  const auto count = static_cast<unsigned>(replicas.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned candidate = (first + i) % count;
    try {
      if (is_up_to_date(replicas[candidate], kAllTables)) {
        candidates.chosen = candidate;
        return candidates;
      }
      candidates.is_one_behind = true;
      candidates.faults +=
          fmt::format("; {} has not yet fetched all rows", replicas[candidate].endpoint->name());
    } catch (const EndpointFailure& failure) {
      candidates.faults += fmt::format("; {}", failure.what());
    }
  }
  return candidates;
}

}  // namespace

Cluster::Cluster(Layout layout, std::vector<std::vector<Replica>> shards)
    : layout_(std::move(layout)),
      shards_(std::move(shards)),
      states_(shards_.size()),
      missing_(shards_.size()) {}

// Chooses the next replica, after the failed one, that responds and is up to date. Replicas lag for
// a moment after each insert.
void Cluster::choose(unsigned shard, std::optional<unsigned> failed) {
  std::vector<Replica>& replicas = shards_[shard];
  if (replicas.size() == 1) return;
  const unsigned first = failed ? *failed + 1 : states_[shard].current;
  const auto end = std::chrono::steady_clock::now() + kReadTimeout;
  Candidates candidates = find_candidate(replicas, first);
  while (!candidates.chosen && candidates.is_one_behind && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kFirstPause);
    candidates = find_candidate(replicas, first);
  }
  if (!candidates.chosen) {
    throw IoError(fmt::format("shard {}: no replica has all rows{}", shard + 1, candidates.faults));
  }
  const std::lock_guard lock(mutex_);
  states_[shard] = {*candidates.chosen, true};
}

Replica& Cluster::current(unsigned shard) {
  std::unique_lock lock(mutex_);
  if (!states_[shard].was_chosen) {
    lock.unlock();
    choose(shard, std::nullopt);
    lock.lock();
  }
  return shards_[shard][states_[shard].current];
}

void Cluster::wait_for_rows(unsigned shard, std::string_view table) {
  if (shards_[shard].size() == 1) return;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    try {
      if (is_up_to_date(current(shard), table)) return;
      report_wait(start,
                  fmt::format("shard {}: a replica has not yet fetched all rows", shard + 1));
    } catch (const EndpointFailure&) {
      try_next_replica(shard);
    }
    const auto waited = std::chrono::steady_clock::now() - start;
    if (waited > 2 * kReadTimeout) break;
    // The replica may be disconnected from the others.
    if (waited > kReadTimeout) try_next_replica(shard);
    std::this_thread::sleep_for(kReplicaPollInterval);
  }
  throw IoError(fmt::format("shard {}: no replica has all rows; repeat the command", shard + 1));
}

Answer Cluster::ask_replica(unsigned shard, Replica& replica, const Request& request) {
  const auto begin = std::chrono::steady_clock::now();
  Answer answer = replica.endpoint->ask(request);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  const std::lock_guard lock(mutex_);
  if (asked_.size() < kMaxLogged) {
    asked_.push_back({shard,
                      {.shard = fmt::format("shard {} ({})", shard + 1, replica.endpoint->name()),
                       .text = request.sql,
                       .rows = answer.rows_read,
                       .bytes = answer.bytes_read,
                       .seconds = taken.count()}});
  }
  return answer;
}

Answer Cluster::ask(unsigned shard, const std::string& sql) {
  const auto begin = std::chrono::steady_clock::now();
  for (auto pause = kFirstPause;; pause = std::min(pause * 2, kMaxRetryPause)) {
    Replica& replica = current(shard);
    try {
      return ask_replica(shard, replica, {.sql = sql, .database = replica.database});
    } catch (const EndpointFailure& failure) {
      const auto end = begin + (failure.facts().is_refused ? refused_timeout_ : kReadTimeout);
      const bool may_retry =
          failure.facts().may_pass && std::chrono::steady_clock::now() + pause < end;
      const std::string fault = fmt::format("shard {}: {}", shard + 1, failure.what());
      if (!may_retry) throw IoError(fault);
      report_wait(begin, fault);
    }
    choose(shard, static_cast<unsigned>(&replica - shards_[shard].data()));
    if (shards_[shard].size() == 1) std::this_thread::sleep_for(pause);
  }
}

std::vector<ShardAnswer> Cluster::ask_all(const std::string& sql) {
  return ask_all([&](unsigned) { return sql; });
}

std::vector<ShardAnswer> Cluster::ask_all(
    const std::function<std::string(unsigned shard)>& sql_of) {
  std::vector<std::optional<Answer>> answers(shards_.size());
  const auto ask_one = [&](unsigned shard) {
    const std::string sql = sql_of(shard);
    if (sql.empty() || is_missing(shard)) return;
    try {
      answers[shard] = ask(shard, sql);
    } catch (const IoError& failure) {
      if (missing_shards_ == MissingShards::Fail || QueryStop::is_requested()) throw;
      const std::lock_guard lock(mutex_);
      missing_[shard] = failure.what();
    }
  };
  run_parallel(shards(), stopped_with_this_thread(ask_one));
  std::vector<ShardAnswer> found;
  for (unsigned shard = 0; shard < answers.size(); ++shard) {
    if (answers[shard]) found.push_back({shard, *std::move(answers[shard])});
  }
  return found;
}

InsertSettings Cluster::insert_settings(unsigned shard) {
  Replica& replica = current(shard);
  const std::lock_guard lock(mutex_);
  if (!replica.insert_settings) {
    const Answer answer = replica.endpoint->ask({.sql = std::string(kInsertSettings)});
    RowReader row(answer);
    const bool has_async_insert = row.u64() != 0;
    replica.insert_settings = {has_async_insert, row.u64() != 0};
  }
  return *replica.insert_settings;
}

void Cluster::insert(unsigned shard, std::string_view table, const NativeBlock& rows,
                     const std::string& query_id) {
  Replica& replica = current(shard);
  // These settings add all rows as one part on disk.
  std::vector<Setting> settings = {
      {"max_insert_block_size", std::to_string(std::max<std::size_t>(rows.rows(), 1))}};
  // Current versions may be configured to respond before they add the rows.
  const InsertSettings has = insert_settings(shard);
  if (has.async_insert) settings.push_back({kAsyncInsert, "0"});
  if (has.token && !query_id.empty()) settings.push_back({kToken, query_id});
  replica.endpoint->ask({.sql = insert_into(table, rows),
                         .database = replica.database,
                         .body = rows.bytes(),
                         .query_id = query_id,
                         .settings = std::move(settings)});
}

Answer Cluster::run(unsigned shard, const std::string& sql, const std::string& query_id) {
  Replica& replica = current(shard);
  return ask_replica(shard, replica,
                     {.sql = sql, .database = replica.database, .query_id = query_id});
}

bool Cluster::is_missing(unsigned shard) const {
  const std::lock_guard lock(mutex_);
  return missing_[shard].has_value();
}

void Cluster::wait_for_restarts() { refused_timeout_ = kReadTimeout; }

void Cluster::try_next_replica(unsigned shard) {
  unsigned current = 0;
  {
    const std::lock_guard lock(mutex_);
    current = states_[shard].current;
  }
  try {
    choose(shard, current);
  } catch (const IoError&) {
    // The replica that failed may be the first to recover.
  }
}

std::vector<std::string> Cluster::missing() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> sentences;
  for (const auto& fault : missing_) {
    if (fault) sentences.push_back(*fault);
  }
  return sentences;
}

std::vector<LoggedQuery> Cluster::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

namespace {

bool has_one_host(const Address& address) {
  return address.shards.size() == 1 && address.shards.front().size() == 1;
}

// Reads the layout from the first host that responds.
Result<Layout> find_layout(const Address& address, const Credentials& credentials) {
  std::string faults;
  bool is_silent = true;
  const auto add_fault = [&](const std::string& fault) {
    faults += (faults.empty() ? "" : "; ") + fault;
  };
  for (const std::vector<Host>& replicas : address.shards) {
    for (const Host& host : replicas) {
      HttpEndpoint endpoint(host, address.transport, credentials);
      try {
        if (auto layout = read_layout(endpoint, address.database)) return *std::move(layout);
        is_silent = false;
        add_fault(fmt::format("{}: no Arbiter database '{}'; create it with `arbiter cluster init`",
                              to_string(host), address.database));
      } catch (const EndpointFailure& failure) {
        add_fault(failure.what());
        is_silent = is_silent && failure.facts().code == 0;
      }
    }
  }
  if (is_silent && has_one_host(address)) {
    faults += fmt::format(
        "; if the cluster has other hosts, add one to its address: clickhouse://{},HOST/{}",
        to_string(address.shards.front().front()), address.database);
  }
  return Error{faults};
}

}  // namespace

Result<std::unique_ptr<Cluster>> connect(const Address& address, Access access) {
  const auto credentials = credentials_of(address);
  if (!credentials) return Error{credentials.error()};
  auto layout = find_layout(address, *credentials);
  if (!layout) return Error{layout.error()};
  if (const auto fault = version_fault(*layout, access)) return Error{*fault};
  report_exposure(*credentials, address.transport, layout->shards);
  std::vector<std::vector<Replica>> shards;
  for (unsigned shard = 0; shard < layout->shards.size(); ++shard) {
    shards.emplace_back();
    for (const Host& host : layout->shards[shard]) {
      shards.back().push_back(
          {std::make_unique<HttpEndpoint>(host, address.transport, *credentials),
           database_of_shard(address.database, shard)});
    }
  }
  auto cluster = std::make_unique<Cluster>(*std::move(layout), std::move(shards));
  if (access != Access::Read) cluster->wait_for_restarts();
  return cluster;
}

namespace {

constexpr int kUnknownTable = 60;
constexpr int kUnknownDatabase = 81;
constexpr std::string_view kReadLayout =
    "SELECT shard, host, port, is_replicated, index_plies, {} FROM cluster ORDER BY shard, replica "
    "FORMAT RowBinary";
constexpr std::string_view kHasVersion =
    "SELECT count() FROM system.columns WHERE database = {} AND table = 'cluster' AND name = "
    "'version' FORMAT RowBinary";
constexpr std::string_view kCreate =
    "CREATE TABLE IF NOT EXISTS cluster (shard UInt32, replica UInt32, host String, port UInt16,"
    " is_replicated UInt8, index_plies UInt32, version UInt32)"
    " ENGINE = MergeTree PARTITION BY tuple() ORDER BY (shard, replica)";
constexpr std::uint32_t kAllPlies = 0xffffffff;
constexpr std::uint32_t kMaxShards = 4096;

bool has_version(Endpoint& endpoint, const std::string& database) {
  const Answer answer = endpoint.ask({.sql = fmt::format(kHasVersion, string_literal(database))});
  return RowReader(answer).u64() != 0;
}

}  // namespace

std::string database_of_shard(const std::string& database, unsigned shard) {
  return fmt::format("{}_s{}", database, shard + 1);
}

std::optional<Layout> read_layout(Endpoint& endpoint, const std::string& database) try {
  // The first version had no version column.
  const std::string_view version = has_version(endpoint, database) ? "version" : "toUInt32(1)";
  const Answer answer =
      endpoint.ask({.sql = fmt::format(kReadLayout, version), .database = database});
  Layout layout;
  RowReader rows(answer);
  while (rows.begin_row()) {
    const std::uint32_t shard = rows.u32();
    if (shard > layout.shards.size() || shard >= kMaxShards) {
      throw IoError(
          fmt::format("{}: the table {}.cluster lacks a shard; copy its rows from another node",
                      endpoint.name(), database));
    }
    if (shard == layout.shards.size()) layout.shards.emplace_back();
    const std::string host(rows.text());
    layout.shards[shard].push_back({host, rows.u16()});
    layout.replication = rows.u8() != 0 ? Replication::ByServers : Replication::None;
    if (const std::uint32_t plies = rows.u32(); plies != kAllPlies) layout.index_plies = plies;
    layout.version = rows.u32();
  }
  if (layout.shards.empty()) return std::nullopt;
  return layout;
} catch (const EndpointFailure& failure) {
  const int code = failure.facts().code;
  if (code == kUnknownTable || code == kUnknownDatabase) return std::nullopt;
  throw;
}

std::optional<std::string> version_fault(const Layout& layout, Access access) {
  if (layout.version > kClusterVersion) {
    return fmt::format(
        "its tables have version {}, and this Arbiter supports versions up to {}; install a newer "
        "Arbiter",
        layout.version, kClusterVersion);
  }
  if (layout.version < kClusterVersion && access != Access::Read) {
    return fmt::format(
        "its tables have version {}, and this Arbiter writes version {}; run `arbiter upgrade` "
        "when no older Arbiter writes to it any more",
        layout.version, kClusterVersion);
  }
  return std::nullopt;
}

void write_version(Endpoint& endpoint, const std::string& database) {
  if (has_version(endpoint, database)) return;
  endpoint.ask({.sql = fmt::format("ALTER TABLE cluster ADD COLUMN version UInt32 DEFAULT {}",
                                   kClusterVersion),
                .database = database});
}

void write_layout(Endpoint& endpoint, const std::string& database, const Layout& layout) {
  endpoint.ask({.sql = std::string(kCreate), .database = database});
  if (read_layout(endpoint, database)) return;
  std::vector<std::uint32_t> shards;
  std::vector<std::uint32_t> replicas;
  std::vector<Host> hosts;
  for (std::uint32_t shard = 0; shard < layout.shards.size(); ++shard) {
    for (std::uint32_t replica = 0; replica < layout.shards[shard].size(); ++replica) {
      shards.push_back(shard);
      replicas.push_back(replica);
      hosts.push_back(layout.shards[shard][replica]);
    }
  }
  NativeBlock block(hosts.size());
  block.add_numbers<std::uint32_t>("shard", [&](std::size_t i) { return shards[i]; });
  block.add_numbers<std::uint32_t>("replica", [&](std::size_t i) { return replicas[i]; });
  block.add_texts("host", [&](std::size_t i) { return std::string_view(hosts[i].name); });
  block.add_numbers<std::uint16_t>("port", [&](std::size_t i) { return hosts[i].port; });
  block.add_value("is_replicated",
                  static_cast<std::uint8_t>(layout.replication == Replication::ByServers));
  block.add_value("index_plies", layout.index_plies.value_or(kAllPlies));
  block.add_value("version", layout.version);
  endpoint.ask({.sql = insert_into("cluster", block), .database = database, .body = block.bytes()});
}

}  // namespace arbiter::clickhouse
