#include "db/clickhouse/cluster/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/http_endpoint.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

// The oldest version that was tested.
constexpr int kMinMajor = 18;
constexpr int kMinMinor = 16;
// The first version with compression settings for single columns.
constexpr int kPackedMajor = 20;
// The first version with insert_deduplication_token.
constexpr int kTokenMajor = 22;

constexpr int kReplicaExists = 253;
// The number of times that a node can lose its disk.
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
      "{}: replicas need ZooKeeper, which it does not have or does not reach; see "
      "<zookeeper> in its configuration",
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

// Removes tables with which programs of version 1 claimed ids of sources.
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

// Creates a table of a replica. If a disk was lost, ZooKeeper still has the replica that used it,
// and the new one gets a number.
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
    if (count < given.size()) return Error{"the same host is given twice"};
    const unsigned shards = plan.shards.value_or(count);
    if (plan.replicas > count) {
      return Error{
          fmt::format("{} replicas need as many hosts; there are {}", plan.replicas, count)};
    }
    layout.shards.clear();
    for (unsigned shard = 0; shard < shards; ++shard) {
      auto& replicas = layout.shards.emplace_back();
      for (unsigned i = 0; i < plan.replicas; ++i) {
        // Each shard has its own hosts if there are enough; otherwise they form a ring.
        const bool has_own = shards * plan.replicas <= count;
        replicas.push_back(hosts[(has_own ? shard * plan.replicas + i : shard + i) % count]);
      }
    }
  } else if (plan.shards || plan.replicas > 1) {
    return Error{"the name groups the hosts already; give either '|' or --shards and --replicas"};
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
