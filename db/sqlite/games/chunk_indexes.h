// The indexes of a chunk of games, in `fact` (README.md). They contain a bitmap of games for each
// piece on each square and for each tactic, and the changes of material in each game. Indexes are
// derived from the games, and may be missing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/game_reach.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

// The MaterialChanges of the games in a chunk, in order.
class ChunkMaterial {
 public:
  std::size_t games() const { return ends_.size(); }
  // Returns the changes of a game. Precondition: `place` < games().
  std::span<const std::uint8_t> of(std::size_t place) const {
    const std::size_t begin = place == 0 ? 0 : ends_[place - 1];
    return std::span(numbers_).subspan(begin, ends_[place] - begin);
  }

  // Adds a game, preceded by empty games if necessary. Precondition: `place` >= games().
  void add(std::size_t place, std::span<const std::uint8_t> changes);
  // Adds empty games up to this number of games.
  void pad(std::size_t games) { ends_.resize(games, static_cast<std::uint32_t>(numbers_.size())); }
  void clear();

 private:
  friend class MaterialIndexReader;
  friend class MaterialIndexWriter;

  std::vector<std::uint32_t> ends_;
  std::vector<std::uint8_t> numbers_;
};

class MaterialIndexReader {
 public:
  explicit MaterialIndexReader(const Connection& connection) : connection_(connection) {}

  // Returns the number of indexed games in the chunk. Throws DamageError.
  std::size_t covered(std::int64_t chunk);

  // Reads the index of a chunk. Takes about 500 us; the last chunk is cached. Throws DamageError.
  const ChunkMaterial& read(std::int64_t chunk);

 private:
  bool unpack();

  const Connection& connection_;
  std::int64_t open_chunk_ = -1;  // chunk of `blob_`
  std::optional<Blob> blob_;
  std::size_t covered_ = 0;
  std::int64_t read_chunk_ = -1;  // chunk of `material_`
  ChunkMaterial material_;
  std::vector<std::uint8_t> packed_;
  std::vector<std::uint8_t> unpacked_;
};

// Writes material indexes inside the caller's transaction.
class MaterialIndexWriter {
 public:
  explicit MaterialIndexWriter(const Connection& connection);

  void write(std::int64_t chunk, const ChunkMaterial& material);

 private:
  Statement write_;
  Packer packer_;
};

// A set of games in a chunk, with one bit for each.
using GameBits = std::array<std::uint64_t, kChunkGames / 64>;

inline bool has(const GameBits& games, std::size_t place) {
  return (games[place / 64] >> (place % 64) & 1) != 0;
}
inline void add(std::size_t place, GameBits& games) {
  games[place / 64] |= std::uint64_t{1} << (place % 64);
}

// The bitmaps of tactics are stored like those of one more piece, with the number of a tactic's bit
// as its square.
inline constexpr std::size_t kTacticsPiece = kPieceCount;

// The bitmaps of a chunk, in 1.6 MB.
class SquareBitmaps {
 public:
  SquareBitmaps() : bits_((kPieceCount + 1) * kSquareCount) {}

  void add(std::size_t place, const GameTrace& trace);
  const GameBits& of(std::size_t piece, std::size_t square) const {
    return bits_[piece * kSquareCount + square];
  }
  GameBits& of(std::size_t piece, std::size_t square) {
    return bits_[piece * kSquareCount + square];
  }
  void clear();

 private:
  std::vector<GameBits> bits_;
};

class SquareIndexReader {
 public:
  explicit SquareIndexReader(const Connection& connection) : connection_(connection) {}

  // Return the number of the chunk's games in the bitmaps of squares or tactics; 0 if the chunk has
  // none. Throw DamageError.
  std::size_t covered(std::int64_t chunk) { return covered(chunk, 0); }
  std::size_t covered_tactics(std::int64_t chunk) { return covered(chunk, kTacticsPiece); }

  // Adds the games in which the piece was on the square. Takes about 5 us. Throws DamageError.
  // Precondition: the chunk has bitmaps.
  void add(std::int64_t chunk, std::size_t piece, std::size_t square, GameBits& games);

  // Reads all bitmaps of a chunk.
  void read(std::int64_t chunk, SquareBitmaps& bitmaps);

  std::uint64_t bitmaps_read() const { return bitmaps_read_; }

 private:
  struct Row {
    std::int64_t id = -1;
    std::optional<Blob> blob;
    std::array<std::uint16_t, kSquareCount + 1> head;   // number of games, then sizes
    std::array<std::uint32_t, kSquareCount> offsets{};  // offset of each bitmap in the blob
  };

  std::size_t covered(std::int64_t chunk, std::size_t piece);
  Row& row_of(std::int64_t chunk, std::size_t piece);
  void unpack(Row& row, std::size_t square, GameBits& games);

  const Connection& connection_;
  std::array<Row, kPieceCount + 1> rows_;
  std::vector<std::uint8_t> packed_;
  std::uint64_t bitmaps_read_ = 0;
};

// Writes bitmaps inside the caller's transaction.
class SquareIndexWriter {
 public:
  explicit SquareIndexWriter(const Connection& connection);

  // Writes the bitmaps of a chunk. `covered` is the number of games in them.
  void write_squares(std::int64_t chunk, const SquareBitmaps& bitmaps, std::size_t covered);
  void write_tactics(std::int64_t chunk, const SquareBitmaps& bitmaps, std::size_t covered);

 private:
  void write(std::int64_t chunk, std::size_t piece, const SquareBitmaps& bitmaps,
             std::size_t covered);

  Statement write_;
  Packer packer_;
};

// A writer of indexes for games in ascending order, inside the caller's transaction. finish() must
// be called at the end.
class ChunkIndexWriter {
 public:
  explicit ChunkIndexWriter(const Connection& connection);
  ChunkIndexWriter(const ChunkIndexWriter&) = delete;
  ChunkIndexWriter& operator=(const ChunkIndexWriter&) = delete;
  ~ChunkIndexWriter();

  // Adds a game. Must be called before its columns are written. An incomplete index of the chunk is
  // not changed; queries then read the missing games one by one, until `arbiter upgrade`.
  void add(GameId game, const GameTrace& trace);
  void finish();

 private:
  void begin(std::int64_t chunk);

  const Connection& connection_;
  SquareIndexWriter square_writer_;
  MaterialIndexWriter material_writer_;
  std::optional<SquareBitmaps> squares_;
  ChunkMaterial material_;
  std::int64_t chunk_ = -1;
  std::size_t covered_ = 0;
  bool has_squares_ = false;   // true if all games of the chunk have bitmaps of squares
  bool has_tactics_ = false;   // true if all games of the chunk have bitmaps of tactics
  bool has_material_ = false;  // true if all games of the chunk have material
};

// Returns whether the indexes of every chunk contain all of its games. Reads 130 bytes per chunk.
bool has_chunk_indexes(const Connection& connection);

// Rebuilds the indexes of all chunks, inside the caller's transaction. Takes about 3 us per game.
void make_chunk_indexes(const Connection& connection);

}  // namespace arbiter::sqlite
