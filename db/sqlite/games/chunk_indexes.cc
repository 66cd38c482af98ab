#include "db/sqlite/games/chunk_indexes.h"

#include <cassert>
#include <exception>

#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {
namespace {

constexpr const char* kGames = "SELECT id, start, moves FROM game ORDER BY id";

// Returns the number of games that a chunk has so far.
std::size_t games_in(const Connection& connection, std::int64_t chunk) {
  const auto flags = connection.open_blob(
      "fact", "data", chunk * kRowsPerChunk + static_cast<std::int64_t>(GameColumn::Flags));
  return flags ? flags->size() : 0;
}

}  // namespace

ChunkIndexWriter::ChunkIndexWriter(const Connection& connection)
    : connection_(connection), square_writer_(connection), material_writer_(connection) {}

ChunkIndexWriter::~ChunkIndexWriter() { assert(std::uncaught_exceptions() > 0 || chunk_ < 0); }

void ChunkIndexWriter::begin(std::int64_t chunk) {
  chunk_ = chunk;
  const std::size_t games = games_in(connection_, chunk);
  SquareIndexReader squares(connection_);
  MaterialIndexReader material(connection_);
  covered_ = squares.covered(chunk);
  has_squares_ = covered_ >= games;
  has_material_ = material.covered(chunk) == games;
  if (!squares_) squares_.emplace();
  if (has_squares_) squares.read(chunk, *squares_);
  if (has_material_) material_ = material.read(chunk);
}

void ChunkIndexWriter::add(GameId game, const GameTrace& trace) {
  if (chunk_of(game) != chunk_) {
    finish();
    begin(chunk_of(game));
  }
  const std::size_t place = place_in_chunk(game);
  if (has_squares_) squares_->add(place, trace.visited);
  if (has_material_) material_.add(place, trace.material.numbers());
  covered_ = place + 1;
}

void ChunkIndexWriter::finish() {
  if (chunk_ >= 0 && has_squares_) square_writer_.write(chunk_, *squares_, covered_);
  if (chunk_ >= 0 && has_material_) material_writer_.write(chunk_, material_);
  chunk_ = -1;
}

bool has_chunk_indexes(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexReader squares(connection);
  MaterialIndexReader material(connection);
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const std::size_t games = columns.games_in(chunk);
    if (squares.covered(chunk) < games || material.covered(chunk) < games) return false;
  }
  return true;
}

void make_chunk_indexes(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexWriter square_writer(connection);
  MaterialIndexWriter material_writer(connection);
  SquareBitmaps squares;
  ChunkMaterial material;
  std::int64_t chunk = 0;
  // Chunks without games get indexes too, so that none are missing.
  const auto go_to = [&](std::int64_t next) {
    for (; chunk < next; ++chunk) {
      const std::size_t games = columns.games_in(chunk);
      material.pad(games);
      square_writer.write(chunk, squares, games);
      material_writer.write(chunk, material);
      squares.clear();
      material.clear();
    }
  };
  Statement query = connection.prepare(kGames);
  while (query.step()) {
    const GameId game{query.integer(0)};
    if (number_of(game) < 1 || chunk_of(game) >= columns.chunks()) continue;
    go_to(chunk_of(game));
    const std::size_t place = place_in_chunk(game);
    if (place >= columns.games_in(chunk)) continue;  // the columns are damaged
    const GameTrace trace = trace_of(query.text(1), query.blob(2));
    squares.add(place, trace.visited);
    material.add(place, trace.material.numbers());
  }
  go_to(columns.chunks());
}

}  // namespace arbiter::sqlite
