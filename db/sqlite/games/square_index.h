// Which games had which piece on which square at some time: a bitmap over the games of a chunk for
// each piece and square, in `fact` (README.md). Derived from the games, and may be missing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/stood_squares.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// A bit a game, by its place in the chunk.
using GameBits = std::array<std::uint64_t, kChunkGames / 64>;

// All bitmaps of a chunk: 1.5 MB.
class SquareBitmaps {
 public:
  SquareBitmaps() : bits_(kPieceCount * kSquareCount) {}

  void add(std::size_t place, const StoodSquares& stood);
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

  // How many places of the chunk the bitmaps know; 0 if it has none. Throws DamageError.
  std::size_t covered(std::int64_t chunk);

  // Adds the games in which such a piece stood on the square. Some 5 us. Throws DamageError.
  // Precondition: the chunk has bitmaps.
  void add(std::int64_t chunk, Piece piece, Square square, GameBits& games);

  // All of them. False if the chunk has none.
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

// Adds games by rising number, inside the caller's transaction; finish() has to be called at the
// end.
class SquareIndexWriter {
 public:
  explicit SquareIndexWriter(const Connection& connection);
  SquareIndexWriter(const SquareIndexWriter&) = delete;
  SquareIndexWriter& operator=(const SquareIndexWriter&) = delete;
  ~SquareIndexWriter();

  // Before the columns of that game are written. A chunk that has games without bitmaps stays as it
  // is: whoever asks looks at its games one by one, until `arbiter upgrade`.
  void add(GameId game, const StoodSquares& stood);
  void finish();

  // Makes those of one chunk anew; `covered` as SquareIndexReader::covered().
  void write(std::int64_t chunk, const SquareBitmaps& bitmaps, std::size_t covered);

 private:
  void begin(std::int64_t chunk);
  // How many bytes `bits` took; as many as a bitmap has, or more: it stays as it is.
  std::size_t pack(const GameBits& bits, std::span<std::uint8_t> into);

  const Connection& connection_;
  Statement write_;
  Statement places_;
  void* packer_;  // of zstd's
  std::optional<SquareBitmaps> bitmaps_;
  std::int64_t chunk_ = -1;
  std::size_t covered_ = 0;
  bool is_skipped_ = false;
};

// Whether every chunk of games has bitmaps that know all of its places. Reads 130 bytes a chunk.
bool has_square_index(const Connection& connection);

// Makes all of them anew, inside the caller's transaction. About 1 us a game.
void make_square_index(const Connection& connection);

}  // namespace arbiter::sqlite
