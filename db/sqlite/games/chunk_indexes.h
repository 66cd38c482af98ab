// The indexes of a chunk of games together: the bitmaps of squares and the material.
#pragma once

#include <cstdint>
#include <optional>

#include "db/model/game_reach.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/material_index.h"
#include "db/sqlite/games/square_index.h"

namespace arbiter::sqlite {

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
