// The indexes of a chunk of games together: the bitmaps of squares and the material.
// The changes of material in all games of a chunk, in `fact` (README.md). They are derived from the
// games, and may be missing.
// Bitmaps of the games in which a piece was on a square, for each chunk, piece and square, in
// `fact` (README.md). They are derived from the games, and may be missing.
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

// The MaterialChanges of each game, from the first one of a chunk on.
class ChunkMaterial {
 public:
  std::size_t games() const { return ends_.size(); }
  // Precondition: place < games().
  std::span<const std::uint8_t> of(std::size_t place) const {
    const std::size_t begin = place == 0 ? 0 : ends_[place - 1];
    return std::span(numbers_).subspan(begin, ends_[place] - begin);
  }

  // Adds a game, and empty ones before it. Precondition: place >= games().
  void add(std::size_t place, std::span<const std::uint8_t> changes);
  // Adds empty games up to this number.
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

  // Returns the number of games of the chunk that the index covers; 0 if it has none. Throws
  // DamageError.
  std::size_t covered(std::int64_t chunk);

  // Reads the games that are covered. About 500 us; the last chunk is kept. Throws DamageError.
  const ChunkMaterial& read(std::int64_t chunk);

 private:
  bool unpack();

  const Connection& connection_;
  std::int64_t open_chunk_ = -1;  // of `blob_`
  std::optional<Blob> blob_;
  std::size_t covered_ = 0;
  std::int64_t read_chunk_ = -1;  // of `material_`
  ChunkMaterial material_;
  std::vector<std::uint8_t> packed_;
  std::vector<std::uint8_t> unpacked_;
};

// Writes chunks, inside the caller's transaction.
class MaterialIndexWriter {
 public:
  explicit MaterialIndexWriter(const Connection& connection);

  void write(std::int64_t chunk, const ChunkMaterial& material);

 private:
  Statement write_;
  Packer packer_;
};

// One bit for each game of a chunk.
using GameBits = std::array<std::uint64_t, kChunkGames / 64>;

inline bool has(const GameBits& games, std::size_t place) {
  return (games[place / 64] >> (place % 64) & 1) != 0;
}
inline void add(std::size_t place, GameBits& games) {
  games[place / 64] |= std::uint64_t{1} << (place % 64);
}

// The bitmaps of a chunk, 1.5 MB.
class SquareBitmaps {
 public:
  SquareBitmaps() : bits_(kPieceCount * kSquareCount) {}

  void add(std::size_t place, const VisitedSquares& stood);
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

  // Returns the number of games of the chunk that the bitmaps cover; 0 if it has none. Throws
  // DamageError.
  std::size_t covered(std::int64_t chunk);

  // Adds the games in which the piece was on the square. About 5 us. Throws DamageError.
  // Precondition: the chunk has bitmaps.
  void add(std::int64_t chunk, Piece piece, Square square, GameBits& games);

  // Reads all bitmaps of a chunk. Returns false if it has none.
  bool read(std::int64_t chunk, SquareBitmaps& bitmaps);

  std::uint64_t bitmaps_read() const { return bitmaps_read_; }

 private:
  struct Row {
    std::int64_t id = -1;
    std::optional<Blob> blob;
    std::array<std::uint16_t, kSquareCount + 1> head;   // games covered, then sizes
    std::array<std::uint32_t, kSquareCount> offsets{};  // of each bitmap in the blob
  };

  Row& row_of(std::int64_t chunk, std::size_t piece);
  void unpack(Row& row, std::size_t square, GameBits& games);

  const Connection& connection_;
  std::array<Row, kPieceCount> rows_;
  std::vector<std::uint8_t> packed_;
  std::uint64_t bitmaps_read_ = 0;
};

// Writes bitmaps, inside the caller's transaction.
class SquareIndexWriter {
 public:
  explicit SquareIndexWriter(const Connection& connection);

  // Writes the bitmaps of one chunk; `covered` as in SquareIndexReader::covered().
  void write(std::int64_t chunk, const SquareBitmaps& bitmaps, std::size_t covered);

 private:
  Statement write_;
  Packer packer_;
};

// Adds games by ascending number, inside the caller's transaction. finish() must be called at the
// end.
class ChunkIndexWriter {
 public:
  explicit ChunkIndexWriter(const Connection& connection);
  ChunkIndexWriter(const ChunkIndexWriter&) = delete;
  ChunkIndexWriter& operator=(const ChunkIndexWriter&) = delete;
  ~ChunkIndexWriter();

  // Adds a game, before its columns are written. An index that lacks games of the chunk is not
  // changed: until `arbiter upgrade`, queries read these games one by one.
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
  bool has_squares_ = false;   // of all games of the chunk
  bool has_material_ = false;  // the same
};

// Returns whether the indexes of every chunk cover all of its games. Reads 130 bytes per chunk.
bool has_chunk_indexes(const Connection& connection);

// Rebuilds the indexes of all chunks, inside the caller's transaction. About 1 us per game.
void make_chunk_indexes(const Connection& connection);

}  // namespace arbiter::sqlite
