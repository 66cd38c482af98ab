// Games that are already in the database.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// Finds items by their hashes, which are all known in advance. 36 to 68 bytes an item.
class HashTable {
 public:
  HashTable() = default;
  // `hashes[i]` is the hash of item i.
  explicit HashTable(std::span<const std::uint64_t> hashes);

  // Returns by ascending number the items whose hashes have the same upper 32 bits, nearly always
  // the same hash. A few ns if there are none.
  std::span<const std::uint32_t> find(std::uint64_t hash) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;
    bool is_used = false;
    std::uint32_t begin = 0;  // an index of items_
    std::uint32_t size = 0;
  };

  Slot& slot_of(std::uint32_t tag);

  std::vector<std::uint32_t> items_;
  std::vector<Slot> slots_;
};

// Returns which games of the batch are duplicates, in the database or earlier in the batch.
// Duplicates have the same first position and moves, and players, date and result that do not
// contradict (same_game.h). Reads the hash of every game of the database, 5 ns each, and the games
// with the hash of a draft, 5 us each.
std::vector<bool> find_duplicate_drafts(SqliteReader& reader, const DraftBatch& batch);

}  // namespace arbiter::sqlite
