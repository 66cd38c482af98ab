// The tables of a shard.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace arbiter::clickhouse {

// games: a game. names: a name of a NameKind. positions: the first occurrence of a position in a
// game. sums: of the games of a batch in which a frequent position occurred, by the move played; a
// deletion has negative ones. dead: a game that was deleted. batches: what has become of a batch
// or a deletion (ledger.h). sources: a file that was read; locks: which program writes what
// (writing/locks.h); both only on the first shard.
struct Table {
  std::string_view name;
  std::string_view columns;  // with their types, as CREATE TABLE has them
  std::string_view order;    // the key by which it is sorted
  std::string_view merging;  // "" or "Replacing": what merges do with rows of the same key
  std::string_view version;  // of a Replacing one, the column whose greatest value stays
  unsigned granularity;      // rows that are read at once
};
std::span<const Table> tables();

// Has `sources` and `locks`.
inline constexpr unsigned kFirstShard = 0;

// A game's number: its source's ordinal, and which one of the source it is, from 1.
constexpr std::uint64_t game_number(std::uint32_t source, std::uint64_t in_source) {
  return std::uint64_t{source} << 32 | in_source;
}
constexpr std::uint32_t source_of_game(std::uint64_t game) {
  return static_cast<std::uint32_t>(game >> 32);
}

// Positions that at least so many games of a batch have reached have sums, and in `positions`
// `summed` is 1 for these games.
inline constexpr std::uint32_t kGamesForSums = 64;

// Where a replicated table has its place in ZooKeeper.
struct ReplicatedPlace {
  std::string path;     // for all tables of the shard; the table's name is appended
  std::string replica;  // unlike any other of the shard
};

// CREATE TABLE IF NOT EXISTS. Null: not replicated.
std::string create_table(const Table& table, const ReplicatedPlace* place);

// ALTER TABLE for what only current versions know: columns packed better. Empty: nothing.
std::string pack_columns(const Table& table);

}  // namespace arbiter::clickhouse
