// Games that are in the database already.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// From a hash to what has it, of things that are all known before the first question. 36 to 68
// bytes each.
class HashTable {
 public:
  HashTable() = default;
  // `hashes[i]` is that of thing i.
  explicit HashTable(std::span<const std::uint64_t> hashes);

  bool is_empty() const { return things_.empty(); }
  // Things whose upper 32 bits of hash are those, nearly always the same hash, by rising number. A
  // few ns where there are none.
  std::span<const std::uint32_t> find(std::uint64_t hash) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;
    bool is_used = false;
    std::uint32_t begin = 0;  // in things_
    std::uint32_t size = 0;
  };

  Slot& slot_of(std::uint32_t tag);

  std::vector<std::uint32_t> things_;
  std::vector<Slot> slots_;
};

// Finds games with the same first position and moves whose players, date and result do
// not contradict (same_game.h), in the database and in a batch.
class DuplicateFinder {
 public:
  // So many games with the hash of a draft are compared with it, the first ones.
  static constexpr std::uint8_t kMaxCandidates = 64;

  explicit DuplicateFinder(SqliteReader& reader) : reader_(reader) {}

  // Which games of the batch are in the database, or in the batch before. Reads the hash of every
  // game of the database, 5 ns each, and those that have that of a draft, 5 us each.
  std::vector<bool> find(const DraftBatch& batch);

 private:
  struct Search;

  void compare_short(Search& search, GameId number, std::uint64_t moves_hash);
  void compare(Search& search, GameId number, std::span<const std::uint32_t> drafts);
  static bool is_before(const Search& search, std::uint32_t number);

  SqliteReader& reader_;
};

}  // namespace arbiter::sqlite
