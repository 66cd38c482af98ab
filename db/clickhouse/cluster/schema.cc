#include "db/clickhouse/cluster/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/wire/http_endpoint.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

// The tables, in SQL for version 18.16 and current versions. Tables for lookups of single rows have
// a fine index granularity.
constexpr Table kTables[] = {
    {"games",
     "game UInt64, white UInt64, black UInt64, event UInt64, site UInt64, round String,"
     " date UInt32, white_elo UInt16, black_elo UInt16, eco UInt16, opening UInt64,"
     " opening_eco UInt16, opening_ply UInt16, plies UInt16, result UInt8, ending UInt8,"
     " flags UInt8, start String, source UInt32, offset UInt64, line UInt64, moves_hash UInt64,"
     " moves String, record String, finding_codes Array(UInt64), finding_plies Array(UInt32)",
     "game", "", "", 256},
    {"names", "kind UInt8, id UInt64, name String, folded String, folded_id UInt64", "kind, id",
     "Replacing", "", 1024},
    {"positions",
     "key UInt64, summed UInt8, game UInt64, ply UInt16, move UInt16, result UInt8,"
     " white_elo UInt16, black_elo UInt16, year UInt16",
     "key, summed, game", "", "", 1024},
    {"sums",
     "key UInt64, batch UInt64, move UInt16, unfinished Int64, white Int64, black Int64,"
     " draws Int64, white_elo_sum Int64, white_elo_games Int64, black_elo_sum Int64,"
     " black_elo_games Int64, years Array(UInt16), year_games Array(Int64)",
     "key, batch, move", "", "", 1024},
    {"dead", "game UInt64, deletion UInt64", "game, deletion", "Replacing", "", 8192},
    {"batches",
     "batch UInt64, state UInt8, kind UInt8, at UInt64, writer String, content UInt64,"
     " sources Array(UInt32), first_games Array(UInt64), games Array(UInt64),"
     " versions Array(UInt32), offsets Array(UInt64), lines Array(UInt64),"
     " done_games Array(UInt64), fingerprints Array(UInt64), finished Array(UInt8),"
     " game_rows UInt64, position_rows UInt64, sum_rows UInt64",
     "batch, state", "", "", 8192},
    {"sources",
     "source UInt32, version UInt32, name String, bytes UInt64, modified Int64,"
     " can_be_read_again UInt8, packing String, has_head UInt8, head UInt64,"
     " is_forgotten UInt8",
     "source", "Replacing", "version", 8192},
    {"locks", "lock UInt32, holder UInt64, writer String, version UInt32, at UInt64, is_held UInt8",
     "lock, holder", "Replacing", "version", 8192},
};

// The large tables, whose columns are compressed better.
constexpr std::string_view kPacked[] = {"games", "names", "positions", "sums"};

// Settings to recognize duplicate blocks for a week, among the last ten thousand.
constexpr std::string_view kDeduplication =
    ", replicated_deduplication_window = 10000,"
    " replicated_deduplication_window_seconds = 604800";

std::string engine_of(const Table& table, const ReplicatedPlace* place) {
  if (!place) return fmt::format("{}MergeTree({})", table.merging, table.version);
  return fmt::format("Replicated{}MergeTree('{}/{}', '{}'{}{})", table.merging, place->path,
                     table.name, place->replica, table.version.empty() ? "" : ", ", table.version);
}

}  // namespace

std::span<const Table> tables() { return kTables; }

std::string create_table(const Table& table, const ReplicatedPlace* place) {
  return fmt::format(
      "CREATE TABLE IF NOT EXISTS {} ({}) ENGINE = {} PARTITION BY tuple() ORDER BY ({})"
      " SETTINGS index_granularity = {}{}",
      table.name, table.columns, engine_of(table, place), table.order, table.granularity,
      place ? kDeduplication : std::string_view());
}

std::string recognize_duplicates(const Table& table) {
  return fmt::format("ALTER TABLE {} MODIFY SETTING non_replicated_deduplication_window = 1000",
                     table.name);
}

std::string pack_columns(const Table& table) {
  if (std::ranges::find(kPacked, table.name) == std::end(kPacked)) return {};
  const std::string_view sorted_by = table.order.substr(0, table.order.find(','));
  std::string sql = fmt::format("ALTER TABLE {}", table.name);
  for (std::string_view left = table.columns; !left.empty();) {
    const std::string_view column = left.substr(0, left.find(", "));
    left.remove_prefix(std::min(left.size(), column.size() + 2));
    const bool is_ascending = column.substr(0, column.find(' ')) == sorted_by;
    sql += fmt::format(" MODIFY COLUMN {} CODEC({}ZSTD){}", column, is_ascending ? "Delta, " : "",
                       left.empty() ? "" : ",");
  }
  return sql;
}

namespace {

// The oldest tested version.
constexpr int kMinMajor = 18;
constexpr int kMinMinor = 16;
// The first version with compression settings for single columns.
constexpr int kPackedMajor = 20;
// The first version with insert_deduplication_token.
constexpr int kTokenMajor = 22;

constexpr int kReplicaExists = 253;
// The maximum replica number, which limits how often a node can lose its disk.
constexpr unsigned kMaxReplicaNumber = 100;

struct Version {
  int major = 0;
  int minor = 0;
};

Version parse_version(std::string_view text) {
  Version version;
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, version.major);
  if (major.ptr != end) std::from_chars(major.ptr + 1, end, version.minor);
  return version;
}

std::string text_of(Endpoint& endpoint, std::string sql) {
  const Answer answer = endpoint.ask({.sql = std::move(sql) + " FORMAT RowBinary"});
  return std::string(RowReader(answer).text());
}

bool has_zookeeper(Endpoint& endpoint) try {
  endpoint.ask({.sql = "SELECT count() FROM system.zookeeper WHERE path = '/' FORMAT RowBinary"});
  return true;
} catch (const EndpointFailure&) {
  return false;
}

std::string zookeeper_fault(Endpoint& endpoint) {
  return fmt::format(
      "{}: replicas need ZooKeeper, which is not configured or not reachable; see <zookeeper> in "
      "the server's configuration",
      endpoint.name());
}

std::vector<Host> hosts_of(const std::vector<std::vector<Host>>& shards) {
  std::vector<Host> hosts;
  for (const auto& replicas : shards) {
    for (const Host& host : replicas) {
      if (std::ranges::find(hosts, host) == hosts.end()) hosts.push_back(host);
    }
  }
  return hosts;
}

// Removes the tables in which programs of version 1 claimed source ids.
void remove_claims(Endpoint& endpoint, const std::string& database) {
  const Answer answer =
      endpoint.ask({.sql = fmt::format("SELECT name FROM system.tables WHERE database = {} AND"
                                       " match(name, '^claim_[0-9]+$') FORMAT RowBinary",
                                       string_literal(database))});
  for (RowReader rows(answer); rows.begin_row();) {
    endpoint.ask(
        {.sql = fmt::format("DROP TABLE IF EXISTS {}", rows.text()), .database = database});
  }
}

void create_plain(Endpoint& endpoint, const std::string& database, const Table& table) {
  endpoint.ask({.sql = create_table(table, nullptr), .database = database});
}

// Creates a table of a replica. If a disk was lost, ZooKeeper still contains the old replica, so
// the new replica name gets a number.
void create_replica(Endpoint& endpoint, const std::string& database, const Table& table,
                    ReplicatedPlace place) {
  const std::string name = place.replica;
  for (unsigned number = 2;; ++number) {
    try {
      endpoint.ask({.sql = create_table(table, &place), .database = database});
      return;
    } catch (const EndpointFailure& failure) {
      if (failure.facts().code != kReplicaExists || number > kMaxReplicaNumber) throw;
    }
    place.replica = fmt::format("{} ({})", name, number);
  }
}

// Creates the tables of a host.
void create_tables(Endpoint& endpoint, const Host& host, const std::string& database,
                   const Layout& layout, const Version& version) {
  for (unsigned shard = 0; shard < layout.shards.size(); ++shard) {
    const auto& replicas = layout.shards[shard];
    if (std::ranges::find(replicas, host) == replicas.end()) continue;
    const std::string name = database_of_shard(database, shard);
    endpoint.ask({.sql = "CREATE DATABASE IF NOT EXISTS " + name});
    const ReplicatedPlace place{fmt::format("/arbiter/{}/s{}", database, shard + 1),
                                to_string(host)};
    const bool is_replicated = layout.replication == Replication::ByServers;
    for (const Table& table : tables()) {
      is_replicated ? create_replica(endpoint, name, table, place)
                    : create_plain(endpoint, name, table);
      const std::string packing = pack_columns(table);
      if (version.major >= kPackedMajor && !packing.empty()) {
        endpoint.ask({.sql = packing, .database = name});
      }
      if (version.major >= kTokenMajor) {
        endpoint.ask({.sql = recognize_duplicates(table), .database = name});
      }
    }
    remove_claims(endpoint, name);
  }
}

}  // namespace

Result<Layout> layout_of(const SetupPlan& plan) {
  const std::vector<std::vector<Host>>& given = plan.address.shards;
  const bool is_grouped =
      std::ranges::any_of(given, [](const auto& replicas) { return replicas.size() > 1; });
  Layout layout{.shards = given, .index_plies = plan.index_plies};
  if (!is_grouped) {
    const std::vector<Host> hosts = hosts_of(given);
    const auto count = static_cast<unsigned>(hosts.size());
    if (count < given.size()) return Error{"a host is given twice in the cluster address"};
    const unsigned shards = plan.shards.value_or(count);
    if (plan.replicas > count) {
      return Error{
          fmt::format("{0} replicas need at least {0} hosts, but the cluster address has {1}",
                      plan.replicas, count)};
    }
    layout.shards.clear();
    for (unsigned shard = 0; shard < shards; ++shard) {
      auto& replicas = layout.shards.emplace_back();
      for (unsigned i = 0; i < plan.replicas; ++i) {
        // Shards have their own hosts if there are enough; otherwise hosts form a ring.
        const bool has_own = shards * plan.replicas <= count;
        replicas.push_back(hosts[(has_own ? shard * plan.replicas + i : shard + i) % count]);
      }
    }
  } else if (plan.shards || plan.replicas > 1) {
    return Error{
        "the cluster address already groups the hosts with '|'; omit --shards and --replicas"};
  }
  const bool has_replicas =
      std::ranges::any_of(layout.shards, [](const auto& replicas) { return replicas.size() > 1; });
  layout.replication = has_replicas ? Replication::ByServers : Replication::None;
  return layout;
}

Result<SetupResult> set_up(const SetupPlan& plan) try {
  auto layout = layout_of(plan);
  if (!layout) return Error{layout.error()};
  const auto credentials = credentials_of(plan.address);
  if (!credentials) return Error{credentials.error()};
  SetupResult result{.layout = *std::move(layout), .was_there = true};
  const std::vector<Host> hosts = hosts_of(result.layout.shards);
  std::vector<std::unique_ptr<Endpoint>> endpoints;
  // All servers are checked before anything is created.
  for (const Host& host : hosts) {
    endpoints.push_back(std::make_unique<HttpEndpoint>(host, plan.address.transport, *credentials));
    Endpoint& endpoint = *endpoints.back();
    result.versions.push_back(text_of(endpoint, "SELECT version()"));
    const Version version = parse_version(result.versions.back());
    if (std::pair(version.major, version.minor) < std::pair(kMinMajor, kMinMinor)) {
      return Error{fmt::format("{} is ClickHouse {}; {}.{} or newer is needed", endpoint.name(),
                               result.versions.back(), kMinMajor, kMinMinor)};
    }
    if (result.layout.replication == Replication::ByServers && !has_zookeeper(endpoint)) {
      return Error{zookeeper_fault(endpoint)};
    }
    const auto known = read_layout(endpoint, plan.address.database);
    if (known && known->version != kClusterVersion) {
      return Error{version_fault(*known, Access::Write).value_or("")};
    }
    if (known && *known != result.layout) {
      return Error{
          fmt::format("{} has a database '{}' with {} shards on other hosts or with "
                      "another layout; choose another name",
                      endpoint.name(), plan.address.database, known->shards.size())};
    }
    result.was_there = result.was_there && known.has_value();
  }
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    endpoints[i]->ask({.sql = "CREATE DATABASE IF NOT EXISTS " + plan.address.database});
    create_tables(*endpoints[i], hosts[i], plan.address.database, result.layout,
                  parse_version(result.versions[i]));
  }
  for (const auto& endpoint : endpoints) {
    write_layout(*endpoint, plan.address.database, result.layout);
  }
  return result;
} catch (const EndpointFailure& failure) {
  return Error{failure.what()};
}

Result<ClusterUpgrade> upgrade_cluster(const Address& address) try {
  const auto cluster = connect(address, Access::Read);
  if (!cluster) return Error{cluster.error()};
  const auto credentials = credentials_of(address);
  if (!credentials) return Error{credentials.error()};
  Layout layout = (*cluster)->layout();
  ClusterUpgrade upgrade{.version_before = std::exchange(layout.version, kClusterVersion)};
  for (const Host& host : hosts_of(layout.shards)) {
    HttpEndpoint endpoint(host, address.transport, *credentials);
    const auto own = read_layout(endpoint, address.database);
    if (own) upgrade.version_before = std::min(upgrade.version_before, own->version);
    create_tables(endpoint, host, address.database, layout,
                  parse_version(text_of(endpoint, "SELECT version()")));
    own ? write_version(endpoint, address.database)
        : write_layout(endpoint, address.database, layout);
    ++upgrade.servers;
  }
  return upgrade;
} catch (const EndpointFailure& failure) {
  return Error{failure.what()};
}

}  // namespace arbiter::clickhouse
