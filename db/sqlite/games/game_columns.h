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

// The rows of `fact` for a chunk: the columns, its material, and the bitmaps of each piece.
inline constexpr std::int64_t kRowsPerChunk = 32;
inline constexpr std::int64_t kMaterialRow = 19;
inline constexpr std::int64_t kFirstSquareRow = 20;
static_assert(kGameColumns <= kMaterialRow);

// Returns the bytes of one game's value.
std::size_t size_of(GameColumn column);
// Returns "White", "WhiteElo" and so on.
std::string_view to_string(GameColumn column);

// Games are stored in chunks; game 1 is the first of chunk 0.
inline constexpr std::int64_t kChunkGames = 16384;
constexpr std::int64_t chunk_of(GameId game) { return (number_of(game) - 1) / kChunkGames; }
constexpr std::size_t place_in_chunk(GameId game) {
  return static_cast<std::size_t>((number_of(game) - 1) % kChunkGames);
}
constexpr GameId game_at(std::int64_t chunk, std::size_t place) {
  return GameId{chunk * kChunkGames + static_cast<std::int64_t>(place) + 1};
}

// Reads columns on demand, and keeps them in memory. A column of a chunk costs about 10 us the
// first time, a value a few ns after that. A game that does not exist has zeros, and flags that
// mark it as deleted. Result is as in column_values.h.
class ColumnReader {
 public:
  explicit ColumnReader(const Connection& connection);

  std::int64_t chunks();
  // Returns the number of games in a chunk. All chunks but the last are full or empty.
  std::size_t games_in(std::int64_t chunk);

  // Returns one value.
  std::uint64_t value(GameId game, GameColumn fact);
  // Discards what was read; must be called after games were added or changed.
  void forget();

  // Returns a column of a chunk; T has size_of() bytes. The values are valid until forget().
  template <class T>
  std::span<const T> column(std::int64_t chunk, GameColumn fact) {
    const std::span<const std::uint8_t> bytes = bytes_of(chunk, fact);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  struct Column {
    std::vector<std::uint64_t> words;  // aligned for every value, and 8 bytes more
    std::size_t bytes = 0;
    bool is_read = false;
  };
  using Chunk = std::array<Column, kGameColumns>;

  Chunk& chunk_at(std::int64_t chunk);
  std::span<const std::uint8_t> bytes_of(std::int64_t chunk, GameColumn fact);
  // The same for a chunk that was looked up.
  std::span<const std::uint8_t> bytes_of(Chunk& columns, std::int64_t chunk, GameColumn fact);
  void read(std::int64_t chunk, GameColumn fact, Column& column);

  const Connection& connection_;
  std::optional<std::vector<Chunk>> chunks_;  // nothing: not read yet
  // The chunk of the last value; most callers read games by ascending number.
  Chunk* current_ = nullptr;
  std::int64_t current_chunk_ = -1;
};

// The values of one game to be written.
struct ColumnRow {
  std::uint64_t values[kGameColumns] = {};
  std::uint64_t& operator[](GameColumn fact) { return values[static_cast<std::size_t>(fact)]; }
  std::uint64_t operator[](GameColumn fact) const { return values[static_cast<std::size_t>(fact)]; }
};

// The values of one game.
struct GameValues {
  std::uint64_t operator[](GameColumn column) const { return columns.value(game, column); }

  ColumnReader& columns;
  GameId game;
};

// Returns the facts of a game from the values of `columns[GameColumn]`.
template <class Columns>
GameFacts facts_in(const Columns& columns) {
  return {.result = outcome_of(static_cast<unsigned>(columns[GameColumn::Result])),
          .white_elo = static_cast<std::uint16_t>(columns[GameColumn::WhiteElo]),
          .black_elo = static_cast<std::uint16_t>(columns[GameColumn::BlackElo]),
          .year = static_cast<std::uint16_t>(columns[GameColumn::Date] / 10000)};
}

// Adds and changes games, inside the caller's transaction. Keeps one chunk in memory, so that games
// should come by ascending number. finish() must be called at the end.
class ColumnWriter {
 public:
  explicit ColumnWriter(const Connection& connection);
  ColumnWriter(const ColumnWriter&) = delete;
  ColumnWriter& operator=(const ColumnWriter&) = delete;
  ~ColumnWriter();

  // Adds a game. Its number is greater than the last one.
  void add(GameId game, const ColumnRow& row);
  // Overwrites one value of an existing game.
  void set(GameId game, GameColumn fact, std::uint64_t value);
  void finish();

 private:
  struct Column {
    std::vector<std::uint8_t> bytes;
    bool is_read = false;
    bool is_changed = false;
  };

  Column& column_of(GameColumn fact);
  // Pads the last chunk if it is before `chunk`.
  void pad_before(std::int64_t chunk);

  const Connection& connection_;
  Statement read_;
  Statement write_;
  std::int64_t chunk_ = -1;
  std::array<Column, kGameColumns> columns_;
};

// The facts of games from their columns. About 2 ns for games near each other.
class GameFactsReader {
 public:
  // `facts` must outlive this; forget() must not be called meanwhile.
  explicit GameFactsReader(ColumnReader& facts) : facts_(facts) {}

  // Returns true also for a game that does not exist.
  bool is_deleted(GameId game);
  // Returns the facts of a game, also of a deleted one until compaction removes it. Precondition:
  // has(game).
  GameFacts facts(GameId game);
  // Returns whether the columns contain the number, in use or not.
  bool has(GameId game);

 private:
  void go_to(GameId game);
  void read_all();

  ColumnReader& facts_;
  std::int64_t chunk_ = -1;
  bool has_all_ = false;  // of the chunk; otherwise only its flags
  std::span<const std::uint8_t> flags_;
  std::span<const std::uint8_t> results_;
  std::span<const std::uint16_t> white_elos_;
  std::span<const std::uint16_t> black_elos_;
  std::span<const std::uint32_t> dates_;
};

}  // namespace arbiter::sqlite
