#include "db/clickhouse/cluster/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace arbiter::clickhouse {
namespace {

// The SQL works in 18.16 and in current versions. Tables for lookups of single rows have a fine
// granularity.
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

// Servers recognize duplicate blocks for a week, among the last ten thousand.
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

}  // namespace arbiter::clickhouse
