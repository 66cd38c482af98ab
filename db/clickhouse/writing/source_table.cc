#include "db/clickhouse/writing/source_table.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "db/clickhouse/cluster/proved_insert.h"
#include "db/clickhouse/cluster/schema.h"

namespace arbiter::clickhouse {
namespace {

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

NativeBlock block_of(std::span<const SourceRow> rows) {
  NativeBlock block(rows.size());
  const auto add = [&]<class Value>(std::string_view name, Value (*value_of)(const SourceRow&)) {
    if constexpr (std::is_integral_v<Value>) {
      block.add_numbers<Value>(name, [&](std::size_t row) { return value_of(rows[row]); });
    } else {
      block.add_texts(name, [&](std::size_t row) { return value_of(rows[row]); });
    }
  };
  using Row = const SourceRow&;
  add(
      "source", +[](Row row) { return number_of(row.source); });
  add(
      "version", +[](Row row) { return row.version; });
  add(
      "name", +[](Row row) { return std::string_view(row.file.name); });
  add(
      "bytes", +[](Row row) { return row.file.bytes; });
  add(
      "modified", +[](Row row) { return row.file.modified; });
  add(
      "can_be_read_again", +[](Row row) { return std::uint8_t{row.file.can_be_read_again}; });
  add(
      "packing", +[](Row row) { return std::string_view(row.file.packing); });
  add(
      "has_head", +[](Row row) { return std::uint8_t{row.file.head.has_value()}; });
  add(
      "head", +[](Row row) { return row.file.head.value_or(0); });
  add(
      "is_forgotten", +[](Row row) { return std::uint8_t{row.is_forgotten}; });
  return block;
}

}  // namespace

std::vector<SourceRow> read_sources(Cluster& cluster) {
  const Answer answer = cluster.ask(kFirstShard, std::string(kRead));
  std::vector<SourceRow> sources;
  RowReader rows(answer);
  while (rows.begin_row()) {
    SourceRow row = read_row(rows);
    if (!sources.empty() && sources.back().source == row.source) sources.pop_back();
    sources.push_back(std::move(row));
  }
  return sources;
}

void write_sources(Cluster& cluster, std::span<const SourceRow> rows) {
  if (rows.empty()) return;
  const NativeBlock block = block_of(rows);
  insert_repeatable(
      cluster, {.shard = kFirstShard,
                .table = "sources",
                .block = block,
                .condition = fmt::format("source >= {} AND source <= {} AND version = {}",
                                         number_of(rows.front().source),
                                         number_of(rows.back().source), rows.front().version)});
}

}  // namespace arbiter::clickhouse
