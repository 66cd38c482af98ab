// The search for games that are already in the database.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// A hash table of items whose hashes are known in advance. Takes 36 to 68 bytes per item.
class HashTable {
 public:
  HashTable() = default;
  // Creates the table. `hashes[i]` is the hash of item i.
  explicit HashTable(std::span<const std::uint64_t> hashes);

  // Returns the items whose hashes have the same upper 32 bits, in ascending order. These hashes
  // are nearly always equal. Takes a few ns if there are none.
  std::span<const std::uint32_t> find(std::uint64_t hash) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;
    bool is_used = false;
    std::uint32_t begin = 0;  // index in items_
    std::uint32_t size = 0;
  };

  Slot& slot_of(std::uint32_t tag);

  std::vector<std::uint32_t> items_;
  std::vector<Slot> slots_;
};

// Returns whether each game of the batch has a duplicate in the database or earlier in the batch.
// Duplicates have the same initial position and moves, and no contradicting players, date and
// result (game_record.h). Reads the hash of every game in the database (5 ns each), and the games
// with the hash of a draft (5 us each).
std::vector<bool> find_duplicate_drafts(SqliteReader& reader, const DraftBatch& batch);

}  // namespace arbiter::sqlite
