#include "db/clickhouse/writing/source_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/retry.h"
#include "db/clickhouse/cluster/schema.h"

namespace arbiter::clickhouse {
namespace {

constexpr WrittenTable kSources{kFirstShard, "sources"};
constexpr int kTableExists = 57;
constexpr int kReplicaExists = 253;

constexpr std::string_view kRead =
    "SELECT source, version, name, bytes, modified, can_be_read_again, packing, has_head, head,"
    " is_forgotten FROM sources ORDER BY source, version FORMAT RowBinary";

SourceRow read_row(RowReader& rows) {
  SourceRow row;
  row.source = SourceId{rows.u32()};
  row.version = rows.u32();
  row.file.name = rows.text();
  row.file.bytes = rows.u64();
  row.file.modified = rows.i64();
  row.file.can_be_read_again = rows.u8() != 0;
  row.file.packing = rows.text();
  const bool has_head = rows.u8() != 0;
  const std::uint64_t head = rows.u64();
  if (has_head) row.file.head = head;
  row.is_forgotten = rows.u8() != 0;
  return row;
}

NativeBlock block_of(const SourceRow& row) {
  NativeBlock block(1);
  block.add_value("source", number_of(row.source));
  block.add_value("version", row.version);
  block.add_value("name", row.file.name);
  block.add_value("bytes", row.file.bytes);
  block.add_value("modified", row.file.modified);
  block.add_value("can_be_read_again", static_cast<std::uint8_t>(row.file.can_be_read_again));
  block.add_value("packing", row.file.packing);
  block.add_value("has_head", static_cast<std::uint8_t>(row.file.head.has_value()));
  block.add_value("head", row.file.head.value_or(0));
  block.add_value("is_forgotten", static_cast<std::uint8_t>(row.is_forgotten));
  return block;
}

// A claim to a source id: a table that only one program at a time can create. With replicas,
// ZooKeeper decides between programs on several nodes.
class Claim {
 public:
  Claim(Cluster& cluster, std::uint32_t number) : cluster_(cluster), number_(number) {}
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    if (!is_taken_) return;
    try {
      cluster_.run(kFirstShard, fmt::format("DROP TABLE IF EXISTS claim_{}", number_));
    } catch (const IoError&) {
      // The id stays unused.
    }
  }

  // Returns false if another program has the claim.
  bool take() try {
    const bool is_replicated = cluster_.layout().replication == Replication::ByServers;
    const std::string engine = is_replicated
                                   ? fmt::format(
                                         "ReplicatedMergeTree('/arbiter/{}/claims/{}', 'claim')"
                                         " PARTITION BY tuple() ORDER BY x",
                                         cluster_.replicas(kFirstShard).front().database, number_)
                                   : std::string("Memory");
    cluster_.run(kFirstShard,
                 fmt::format("CREATE TABLE claim_{} (x UInt8) ENGINE = {}", number_, engine));
    is_taken_ = true;
    return true;
  } catch (const EndpointFailure& failure) {
    const int code = failure.facts().code;
    if (code == kTableExists || code == kReplicaExists) return false;
    throw;
  }

 private:
  Cluster& cluster_;
  std::uint32_t number_;
  bool is_taken_ = false;
};

bool has_source(Cluster& cluster, std::uint32_t number) {
  const auto rows = read_sources(cluster);
  return std::ranges::any_of(rows,
                             [&](const SourceRow& row) { return number_of(row.source) == number; });
}

// Returns an id after all existing ones.
std::uint32_t next_number(Cluster& cluster) {
  const auto rows = read_sources(cluster);
  return rows.empty() ? 1 : number_of(rows.back().source) + 1;
}

}  // namespace

std::vector<SourceRow> read_sources(Cluster& cluster) {
  const Answer answer = cluster.ask(kFirstShard, std::string(kRead));
  std::vector<SourceRow> sources;
  RowReader rows(answer.bytes);
  while (!rows.is_at_end()) {
    SourceRow row = read_row(rows);
    if (!sources.empty() && sources.back().source == row.source) sources.pop_back();
    sources.push_back(std::move(row));
  }
  return sources;
}

SourceRow add_source(Cluster& cluster, const SourceFile& file) {
  for (std::uint32_t number = next_number(cluster);; ++number) {
    Claim claim(cluster, number);
    bool is_taken = false;
    retry_write(cluster, kSources, [&](unsigned) { is_taken = claim.take(); });
    // Another program may have added its row and dropped its claim meanwhile.
    if (!is_taken) continue;
    cluster.wait_for_rows(kFirstShard, "sources");
    if (has_source(cluster, number)) continue;
    const SourceRow row{.source = SourceId{number}, .version = 1, .file = file};
    write_source(cluster, row);
    return row;
  }
}

void write_source(Cluster& cluster, const SourceRow& row) {
  insert_with_retries(cluster, kSources, block_of(row));
}

}  // namespace arbiter::clickhouse
