#include "db/clickhouse/writing/source_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/patience.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

constexpr WrittenTable kSources{kFirstShard, "sources"};
constexpr int kTableIsThere = 57;
constexpr int kReplicaIsThere = 253;

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

std::uint32_t number_of(SourceId source) { return static_cast<std::uint32_t>(source); }

NativeBlock block_of(const SourceRow& row) {
  NativeBlock block(1);
  const auto add = [&]<class T>(std::string_view name, T value) {
    block.add_numbers<T>(name, [&](std::size_t) { return value; });
  };
  const auto add_text = [&](std::string_view name, std::string_view text) {
    block.add_texts(name, [&](std::size_t) { return text; });
  };
  add("source", number_of(row.source));
  add("version", row.version);
  add_text("name", row.file.name);
  add("bytes", row.file.bytes);
  add("modified", row.file.modified);
  add("can_be_read_again", static_cast<std::uint8_t>(row.file.can_be_read_again));
  add_text("packing", row.file.packing);
  add("has_head", static_cast<std::uint8_t>(row.file.head.has_value()));
  add("head", row.file.head.value_or(0));
  add("is_forgotten", static_cast<std::uint8_t>(row.is_forgotten));
  return block;
}

// A table that one program at a time can create says who takes the number. With replicas ZooKeeper
// decides between those of several nodes.
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
      // The number stays unused.
    }
  }

  // False: another program has it.
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
    if (code == kTableIsThere || code == kReplicaIsThere) return false;
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

// The lowest number of those that come into question after `number`.
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
    patiently(cluster, kSources, [&](unsigned) { is_taken = claim.take(); });
    // Whoever had the number before may have added its row and dropped its claim.
    if (!is_taken) continue;
    cluster.wait_for_rows(kFirstShard, "sources");
    if (has_source(cluster, number)) continue;
    const SourceRow row{.source = SourceId{number}, .version = 1, .file = file};
    write_source(cluster, row);
    return row;
  }
}

void write_source(Cluster& cluster, const SourceRow& row) {
  const NativeBlock block = block_of(row);
  patiently(cluster, kSources, [&](unsigned) { cluster.insert(kFirstShard, "sources", block); });
}

}  // namespace arbiter::clickhouse
