#include "db/sqlite/games/square_index.h"

#include <fmt/format.h>
#include <zstd.h>

#include <bit>
#include <cassert>
#include <cstring>
#include <exception>

#include "db/model/damage.h"

namespace arbiter::sqlite {
namespace {

constexpr std::int64_t kRowsPerChunk = 32;
constexpr std::int64_t kFirstRow = 20;  // after the columns of game_column.inc
static_assert(kGameColumns <= kFirstRow && kFirstRow + kPieceCount <= kRowsPerChunk);

constexpr std::size_t kBitmapBytes = sizeof(GameBits);
constexpr std::size_t kHeadBytes = 2 * (kSquareCount + 1);

constexpr std::string_view kWrite = "INSERT OR REPLACE INTO fact (id, data) VALUES (?1, ?2)";
constexpr std::string_view kPlaces = "SELECT length(data) FROM fact WHERE id = ?1";

constexpr std::int64_t row_id(std::int64_t chunk, std::size_t piece) {
  return chunk * kRowsPerChunk + kFirstRow + static_cast<std::int64_t>(piece);
}

// Returns false if three to seven games in ten have a bit, because such bitmaps do not compress.
bool is_worth_packing(const GameBits& bits) {
  std::size_t games = 0;
  for (const std::uint64_t word : bits) games += static_cast<std::size_t>(std::popcount(word));
  return games * 10 < kChunkGames * 3 || games * 10 > kChunkGames * 7;
}

[[noreturn]] void fail_at(const Connection& connection, std::int64_t row) {
  throw DamageError(connection.path(),
                    fmt::format("the bitmaps of squares in row {} of `fact` cannot be read", row),
                    "`arbiter compact --rebuild` rebuilds them from the games");
}

constexpr const char* kGames = "SELECT id, start, moves FROM game ORDER BY id";

}  // namespace

void SquareBitmaps::add(std::size_t place, const VisitedSquares& stood) {
  const std::uint64_t bit = std::uint64_t{1} << (place % 64);
  for (std::size_t piece = 0; piece < kPieceCount; ++piece) {
    for (const Square square : stood[piece]) {
      of(piece, static_cast<std::size_t>(square))[place / 64] |= bit;
    }
  }
}

void SquareBitmaps::clear() {
  for (GameBits& bits : bits_) bits.fill(0);
}

std::size_t SquareIndexReader::covered(std::int64_t chunk) {
  const Row& row = row_of(chunk, 0);
  return row.blob ? row.head[0] : 0;
}

SquareIndexReader::Row& SquareIndexReader::row_of(std::int64_t chunk, std::size_t piece) {
  Row& row = rows_[piece];
  const std::int64_t id = row_id(chunk, piece);
  if (row.id == id) return row;
  row.id = id;
  if (!row.blob || !row.blob->reopen(id)) row.blob = connection_.open_blob("fact", "data", id);
  if (!row.blob) return row;
  if (row.blob->size() < kHeadBytes) fail_at(connection_, id);
  row.blob->read(0, {reinterpret_cast<std::uint8_t*>(row.head.data()), kHeadBytes});
  std::size_t end = kHeadBytes;
  for (std::size_t square = 0; square < kSquareCount; ++square) {
    row.offsets[square] = static_cast<std::uint32_t>(end);
    end += row.head[square + 1];
  }
  if (end != row.blob->size() || row.head[0] > kChunkGames) fail_at(connection_, id);
  return row;
}

void SquareIndexReader::unpack(Row& row, std::size_t square, GameBits& games) {
  const std::size_t size = row.head[square + 1];
  if (size == 0) return;
  ++bitmaps_read_;
  packed_.resize(size);
  row.blob->read(row.offsets[square], packed_);
  GameBits bits;
  const std::uint8_t* bytes = packed_.data();
  if (size < kBitmapBytes) {
    const std::size_t got = ZSTD_decompress(bits.data(), kBitmapBytes, bytes, size);
    if (ZSTD_isError(got) || got != kBitmapBytes) fail_at(connection_, row.id);
  } else if (size == kBitmapBytes) {
    std::memcpy(bits.data(), bytes, kBitmapBytes);
  } else {
    fail_at(connection_, row.id);
  }
  for (std::size_t i = 0; i < bits.size(); ++i) games[i] |= bits[i];
}

void SquareIndexReader::add(std::int64_t chunk, Piece piece, Square square, GameBits& games) {
  Row& row = row_of(chunk, piece.code());
  if (!row.blob) fail_at(connection_, row.id);
  unpack(row, static_cast<std::size_t>(square), games);
}

bool SquareIndexReader::read(std::int64_t chunk, SquareBitmaps& bitmaps) {
  bitmaps.clear();
  if (covered(chunk) == 0) return false;
  for (std::uint8_t piece = 0; piece < kPieceCount; ++piece) {
    for (int square = 0; square < kSquareCount; ++square) {
      add(chunk, Piece::from_code(piece), square_at(square),
          bitmaps.of(piece, static_cast<std::size_t>(square)));
    }
  }
  return true;
}

SquareIndexWriter::SquareIndexWriter(const Connection& connection)
    : connection_(connection),
      write_(connection.prepare(kWrite)),
      places_(connection.prepare(kPlaces)) {}

SquareIndexWriter::~SquareIndexWriter() { assert(std::uncaught_exceptions() > 0 || chunk_ < 0); }

void SquareIndexWriter::begin(std::int64_t chunk) {
  chunk_ = chunk;
  if (!bitmaps_) bitmaps_.emplace();
  std::size_t places = 0;
  if (places_.bind(1, chunk * kRowsPerChunk + static_cast<std::int64_t>(GameColumn::Flags))
          .step()) {
    places = static_cast<std::size_t>(places_.integer(0));
  }
  places_.reset();
  SquareIndexReader reader(connection_);
  covered_ = reader.covered(chunk);
  is_skipped_ = covered_ < places;
  if (!is_skipped_) reader.read(chunk, *bitmaps_);
}

void SquareIndexWriter::add(GameId game, const VisitedSquares& stood) {
  if (chunk_of(game) != chunk_) {
    finish();
    begin(chunk_of(game));
  }
  if (is_skipped_) return;
  bitmaps_->add(place_in_chunk(game), stood);
  covered_ = place_in_chunk(game) + 1;
}

void SquareIndexWriter::finish() {
  if (chunk_ >= 0 && !is_skipped_) write(chunk_, *bitmaps_, covered_);
  chunk_ = -1;
}

void SquareIndexWriter::write(std::int64_t chunk, const SquareBitmaps& bitmaps,
                              std::size_t covered) {
  constexpr GameBits kNoGames{};
  std::vector<std::uint8_t> bytes;
  std::array<std::uint8_t, 2 * kBitmapBytes> packed;
  for (std::size_t piece = 0; piece < kPieceCount; ++piece) {
    std::array<std::uint16_t, kSquareCount + 1> head{static_cast<std::uint16_t>(covered)};
    bytes.resize(kHeadBytes);
    for (std::size_t square = 0; square < kSquareCount; ++square) {
      const GameBits& bits = bitmaps.of(piece, square);
      if (bits == kNoGames) continue;
      const std::span<const std::uint8_t> plain(reinterpret_cast<const std::uint8_t*>(bits.data()),
                                                kBitmapBytes);
      const std::size_t size = is_worth_packing(bits) ? packer_.pack(plain, packed) : kBitmapBytes;
      const auto stored =
          size < kBitmapBytes ? std::span<const std::uint8_t>(packed).first(size) : plain;
      bytes.insert(bytes.end(), stored.begin(), stored.end());
      head[square + 1] = static_cast<std::uint16_t>(stored.size());
    }
    std::memcpy(bytes.data(), head.data(), kHeadBytes);
    write_.bind_all(row_id(chunk, piece), bytes).run();
  }
}

bool has_square_index(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexReader squares(connection);
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    if (squares.covered(chunk) < columns.games_in(chunk)) return false;
  }
  return true;
}

void make_square_index(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexWriter writer(connection);
  SquareBitmaps bitmaps;
  std::int64_t chunk = 0;
  // Chunks without games get bitmaps too, so that no bitmaps are missing.
  const auto go_to = [&](std::int64_t next) {
    for (; chunk < next; ++chunk) {
      writer.write(chunk, bitmaps, columns.games_in(chunk));
      bitmaps.clear();
    }
  };
  Statement query = connection.prepare(kGames);
  while (query.step()) {
    const GameId game{query.integer(0)};
    if (number_of(game) < 1 || chunk_of(game) >= columns.chunks()) continue;
    go_to(chunk_of(game));
    bitmaps.add(place_in_chunk(game), visited_squares(query.text(1), query.blob(2)));
  }
  go_to(columns.chunks());
}

}  // namespace arbiter::sqlite
