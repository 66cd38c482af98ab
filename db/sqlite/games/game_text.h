// Records of games, compressed in groups of consecutive games (table `game_text`), and seals
// (checksums) of rows.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"

struct ZSTD_CCtx_s;

namespace arbiter::sqlite {

struct SealedRow {
  GameId id{};
  std::string_view round;
  std::int64_t offset = 0;
  std::int64_t line = 0;
};

// Returns the seal of a row, a 64-bit XXH3 hash. Seals of several games are summed. They are stored
// in files, so the function must not change.
std::uint64_t seal_of(const SealedRow& row);

// The record of a game, and the seal of its row.
struct SealedText {
  std::string_view record;
  std::uint64_t seal = 0;
};

// A compressor that uses zstd at level 1.
class Packer {
 public:
  Packer();

  // Compresses bytes, and returns the compressed size. Precondition: the result fits into `into`.
  std::size_t pack(std::span<const std::uint8_t> from, std::span<std::uint8_t> into);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
};

// A writer of records, inside the caller's transaction.
class GameTextWriter {
 public:
  explicit GameTextWriter(const Connection& connection);

  // Writes the records of consecutive games from `first` on. Compresses them on up to `jobs`
  // threads, at about 2.5 ns per byte.
  void add(GameId first, std::span<const SealedText> texts, unsigned jobs);

 private:
  Statement write_;
};

// A reader of records. The last row stays decompressed; its games take 50 ns each, others about 60
// us.
class GameTextReader {
 public:
  explicit GameTextReader(const Connection& connection);

  // Returns a record; empty if the game does not exist. The view is valid until the next call.
  // Throws DamageError.
  std::string_view record(GameId game);

  // The row of the last game that was read. Texts of schema version 1 have no seal.
  struct Stretch {
    GameId first{};
    std::int64_t games = 0;
    std::optional<std::uint64_t> seal;  // sum of the seals of its games' rows
  };
  Stretch stretch() const {
    return {GameId{first_}, static_cast<std::int64_t>(records_.size()), seal_};
  }

 private:
  void load(GameId game);

  const Connection& connection_;
  Statement find_;
  std::int64_t first_ = 0;
  std::optional<std::uint64_t> seal_;
  std::string texts_;
  std::vector<std::string_view> records_;  // records from game `first_` on
};

// A collector of changes to rows, which updates seals inside the caller's transaction. Memory: 8
// bytes per row of `game_text`.
class SealChanges {
 public:
  explicit SealChanges(const Connection& connection);

  void add(const SealedRow& before, const SealedRow& now);
  // Writes the new seals. Called at the end.
  void write();

 private:
  const Connection& connection_;
  Statement find_;
  std::map<std::int64_t, std::uint64_t> changes_;  // keyed by the first game of the row of texts
};

// Recalculates all seals from their rows, inside the caller's transaction.
void renew_seals(const Connection& connection);

}  // namespace arbiter::sqlite
