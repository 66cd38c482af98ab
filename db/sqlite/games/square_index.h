// Bitmaps of the games in which a piece was on a square, for each chunk, piece and square, in
// `fact` (README.md). They are derived from the games, and may be missing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "db/model/game_reach.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

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

}  // namespace arbiter::sqlite
