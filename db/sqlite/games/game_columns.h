// The columns of all games, for queries that read every game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

enum class GameColumn : std::uint8_t {
#define ARBITER_GAME_COLUMN(name, bytes) name,
#include "db/sqlite/games/game_column.inc"
#undef ARBITER_GAME_COLUMN
};
inline constexpr std::size_t kGameColumns = 15;

// The number of rows in `fact` per chunk: columns, bitmaps of tactics, material, and bitmaps of
// each piece.
inline constexpr std::int64_t kRowsPerChunk = 32;
inline constexpr std::int64_t kTacticsRow = 18;
inline constexpr std::int64_t kMaterialRow = 19;
inline constexpr std::int64_t kFirstSquareRow = 20;
static_assert(kGameColumns <= kTacticsRow);

// Returns the size in bytes of one value.
std::size_t size_of(GameColumn column);
// Returns the column's name, such as "White" or "WhiteElo".
std::string_view to_string(GameColumn column);

// The number of games in a chunk. Game 1 is the first game of chunk 0.
inline constexpr std::int64_t kChunkGames = 16384;
constexpr std::int64_t chunk_of(GameId game) { return (number_of(game) - 1) / kChunkGames; }
constexpr std::size_t place_in_chunk(GameId game) {
  return static_cast<std::size_t>((number_of(game) - 1) % kChunkGames);
}
constexpr GameId game_at(std::int64_t chunk, std::size_t place) {
  return GameId{chunk * kChunkGames + static_cast<std::int64_t>(place) + 1};
}

// Reads columns on demand, and caches them. A column of a chunk takes about 10 us at the first
// access, and a value then takes a few ns. A game that does not exist has zeros, and flags that
// mark it as deleted. Results are numbered as in column_values.h.
class ColumnReader {
 public:
  explicit ColumnReader(const Connection& connection);

  std::int64_t chunks();
  // Returns the number of games in a chunk. Every chunk except the last one is full or empty.
  std::size_t games_in(std::int64_t chunk);

  std::uint64_t value(GameId game, GameColumn fact);
  // Clears the cache. Must be called after games were added or changed.
  void forget();

  // Returns a column of a chunk. The values are valid until forget(). Precondition: sizeof(T) is
  // size_of() of the column.
  template <class T>
  std::span<const T> column(std::int64_t chunk, GameColumn fact) {
    const std::span<const std::uint8_t> bytes = bytes_of(chunk, fact);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  struct Column {
    std::vector<std::uint64_t> words;  // aligned for every value, with 8 additional bytes
    std::size_t bytes = 0;
    bool is_read = false;
  };
  using Chunk = std::array<Column, kGameColumns>;

  Chunk& chunk_at(std::int64_t chunk);
  std::span<const std::uint8_t> bytes_of(std::int64_t chunk, GameColumn fact);
  // Returns the bytes of a column in a chunk.
  std::span<const std::uint8_t> bytes_of(Chunk& columns, std::int64_t chunk, GameColumn fact);
  void read(std::int64_t chunk, GameColumn fact, Column& column);

  const Connection& connection_;
  std::optional<std::vector<Chunk>> chunks_;  // nothing if not read yet
  // The chunk of the last value, cached because most callers read games in ascending order.
  Chunk* current_ = nullptr;
  std::int64_t current_chunk_ = -1;
};

struct ColumnRow {
  std::uint64_t values[kGameColumns] = {};
  std::uint64_t& operator[](GameColumn fact) { return values[static_cast<std::size_t>(fact)]; }
  std::uint64_t operator[](GameColumn fact) const { return values[static_cast<std::size_t>(fact)]; }
};

struct GameValues {
  std::uint64_t operator[](GameColumn column) const { return columns.value(game, column); }

  ColumnReader& columns;
  GameId game;
};

// Returns the facts of a game. `columns[GameColumn]` are its values.
template <class Columns>
GameFacts facts_in(const Columns& columns) {
  return {.result = outcome_of(static_cast<unsigned>(columns[GameColumn::Result])),
          .white_elo = static_cast<std::uint16_t>(columns[GameColumn::WhiteElo]),
          .black_elo = static_cast<std::uint16_t>(columns[GameColumn::BlackElo]),
          .year = static_cast<std::uint16_t>(columns[GameColumn::Date] / 10000)};
}

// A writer that adds and changes games, inside the caller's transaction. It keeps one chunk in
// memory, so games should be in ascending order. finish() must be called at the end.
class ColumnWriter {
 public:
  explicit ColumnWriter(const Connection& connection);
  ColumnWriter(const ColumnWriter&) = delete;
  ColumnWriter& operator=(const ColumnWriter&) = delete;
  ~ColumnWriter();

  // Adds a game. Precondition: its number is higher than that of every earlier game.
  void add(GameId game, const ColumnRow& row);
  void set(GameId game, GameColumn fact, std::uint64_t value);
  void finish();

 private:
  struct Column {
    std::vector<std::uint8_t> bytes;
    bool is_read = false;
    bool is_changed = false;
  };

  Column& column_of(GameColumn fact);
  // Fills up the last chunk if it precedes `chunk`.
  void pad_before(std::int64_t chunk);

  const Connection& connection_;
  Statement read_;
  Statement write_;
  std::int64_t chunk_ = -1;
  std::array<Column, kGameColumns> columns_;
};

// A reader of the facts of games from their columns. Takes about 2 ns for games near each other.
class GameFactsReader {
 public:
  // `facts` must outlive this object, and its forget() must not be called meanwhile.
  explicit GameFactsReader(ColumnReader& facts) : facts_(facts) {}

  // Returns whether a game is deleted or does not exist.
  bool is_deleted(GameId game);
  // Returns the facts of a game. A deleted game has facts until compaction removes it.
  // Precondition: has(game).
  GameFacts facts(GameId game);
  // Returns whether the columns cover the game number, even if it is unused.
  bool has(GameId game);

 private:
  void go_to(GameId game);
  void read_all();

  ColumnReader& facts_;
  std::int64_t chunk_ = -1;
  bool has_all_ = false;  // true if all columns of the chunk were read, not only its flags
  std::span<const std::uint8_t> flags_;
  std::span<const std::uint8_t> results_;
  std::span<const std::uint16_t> white_elos_;
  std::span<const std::uint16_t> black_elos_;
  std::span<const std::uint32_t> dates_;
};

}  // namespace arbiter::sqlite
