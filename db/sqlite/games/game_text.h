// The texts of games, compressed in stretches (table `game_text`), and the seals of rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

struct SealedRow {
  GameId id{};
  std::string_view round;
  std::int64_t offset = 0;
  std::int64_t line = 0;
};

// XXH3 with 64 bits; those of several games are added. The numbers are in files and never change.
std::uint64_t seal_of(const SealedRow& row);

// A game's record, and the seal of its row (row_seal.h).
struct SealedText {
  std::string_view record;
  std::uint64_t seal = 0;
};

// Adds records, inside the caller's transaction.
class GameTextWriter {
 public:
  explicit GameTextWriter(const Connection& connection);

  // Those of the games `first`, `first` + 1 and so on. Packed on up to `jobs` threads: about 2.5 ns
  // a byte, shared by them.
  void add(GameId first, std::span<const SealedText> texts, unsigned jobs);

 private:
  Statement write_;
};

// Reads records. The last stretch is kept unpacked: a game of it costs 50 ns, of another about 60
// us.
class GameTextReader {
 public:
  explicit GameTextReader(const Connection& connection);

  // Lives until the next call. Empty where there is no such game. Throws IoError where the text
  // is damaged.
  std::string_view record(GameId game);

  // The stretch that the last game asked for is in. Texts of schema version 1 have no seal.
  struct Stretch {
    GameId first{};
    std::int64_t games = 0;
    std::optional<std::uint64_t> seal;  // of its games' rows together
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
  std::vector<std::string_view> records_;  // of game `first_` and those that follow
};

// Changes the seals of rows that change, inside the caller's transaction: 8 bytes a stretch.
class SealChanges {
 public:
  explicit SealChanges(const Connection& connection);

  // The row of a game, before and now.
  void add(const SealedRow& before, const SealedRow& now);
  // Has to be called at the end.
  void write();

 private:
  const Connection& connection_;
  Statement find_;
  std::map<std::int64_t, std::uint64_t> changes_;  // by the first game of the stretch
};

// Gives each stretch the seal of the rows as they are now, inside the caller's transaction.
void renew_seals(const Connection& connection);

}  // namespace arbiter::sqlite
