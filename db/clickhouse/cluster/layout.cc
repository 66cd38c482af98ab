#include "db/clickhouse/cluster/layout.h"

#include <fmt/format.h>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/native_block.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
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
  // The first version had no column for it.
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
