// Games that are in the database already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/query/sqlite_reader.h"

namespace arbiter::db::query {

// From a hash to the games that have it. Of more than kMostCandidates games with one hash
// only the first ones are known. 8 bytes a slot, at most two thirds of them in use.
class HashedGames {
 public:
  static constexpr std::size_t kMostCandidates = 64;

  HashedGames() : slots_(1024) {}

  void insert(std::uint64_t hash, std::uint32_t game);
  // Games whose upper 32 bits of hash are those: nearly always the same hash.
  std::span<const std::uint32_t> find(std::uint64_t hash);
  void clear();

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t game_and_one = 0;  // 0: empty
  };

  std::size_t place_of(std::uint32_t tag) const;
  void grow();

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<std::uint32_t> found_;
};

// Finds games with the same first position and moves whose players, date and result do
// not contradict (same_game.h), among all of the database and of the run.
class DuplicateFinder {
 public:
  // Reads a hash of each game that is not deleted: 20 ns a game, and 5 us for one of few moves.
  // Games with numbers near 2^32 and above are not looked at.
  explicit DuplicateFinder(SqliteReader& reader);

  // Which games of the batch are in the database, or in the batch before.
  std::vector<bool> find(const DraftBatch& batch);

  // The games of the batch, `first` the number of the first of them, are in the database now.
  void note_added(GameId first, const DraftBatch& batch);

 private:
  void read(std::int64_t chunk);
  bool is_stored(const DraftBatch& batch, const GameDraft& draft, std::uint64_t hash);
  bool is_before(const DraftBatch& batch, const GameDraft& draft, std::uint64_t hash);

  SqliteReader& reader_;
  HashedGames stored_;
  HashedGames batch_;
};

}  // namespace arbiter::db::query
