// The changes of material in all games of a chunk, in `fact` (README.md). They are derived from the
// games, and may be missing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

}  // namespace arbiter::sqlite
