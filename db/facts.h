// The columns of all games, dense, for questions that look at every game.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "db/connection.h"
#include "db/game_draft.h"
#include "db/ids.h"

namespace arbiter {

enum class Fact : std::uint8_t {
#define ARBITER_FACT(name, bytes) name,
#include "db/fact.inc"
#undef ARBITER_FACT
};
inline constexpr std::size_t kFactCount = 14;

// Bytes of one game's value.
std::size_t size_of(Fact fact);

// Games come in chunks: game id 1 is the first of chunk 0.
inline constexpr std::int64_t kChunkGames = 16384;
constexpr std::int64_t chunk_of(GameId game) { return (number_of(game) - 1) / kChunkGames; }
constexpr std::size_t place_in_chunk(GameId game) {
  return static_cast<std::size_t>((number_of(game) - 1) % kChunkGames);
}

// Reads columns as they are asked for, and keeps what it has read. A column of a
// chunk costs about 10 us the first time, a value 1 ns after that. A game
// that does not exist has zeros, and its flags say that it is deleted.
class FactReader {
 public:
  explicit FactReader(const Connection& connection);

  std::int64_t chunks() const;
  // The games that chunk `chunk` has; all are full but the last.
  std::size_t games_in(std::int64_t chunk);

  // One value.
  std::uint64_t value(GameId game, Fact fact);

  // A column of a chunk; T has size_of(fact) bytes. Lives as long as the reader.
  template <class T>
  std::span<const T> column(std::int64_t chunk, Fact fact) {
    const std::span<const std::uint8_t> bytes = bytes_of(chunk, fact);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  std::span<const std::uint8_t> bytes_of(std::int64_t chunk, Fact fact);

  const Connection& connection_;
  Statement query_;
  std::unordered_map<std::int64_t, std::vector<std::uint64_t>> columns_;  // by row id; aligned
};

// The values of one game, to be written.
struct FactRow {
  std::uint64_t values[kFactCount] = {};
  std::uint64_t& operator[](Fact fact) { return values[static_cast<std::size_t>(fact)]; }
  std::uint64_t operator[](Fact fact) const { return values[static_cast<std::size_t>(fact)]; }
};

// Appends games to the columns, inside the caller's transaction.
class FactWriter {
 public:
  explicit FactWriter(const Connection& connection);

  // The next game id is one more than that of the last call, or any greater one.
  void add(GameId game, const FactRow& row);
  // Writes what is still kept back.
  void finish();
  // Overwrites one value of a game that is there.
  void set(GameId game, Fact fact, std::uint64_t value);

 private:
  void load(std::int64_t chunk);
  void store();

  const Connection& connection_;
  std::int64_t chunk_ = -1;
  std::vector<std::uint8_t> columns_[kFactCount];
};

}  // namespace arbiter
