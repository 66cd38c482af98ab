#include "db/sqlite/games/chunk_indexes.h"

#include <fmt/format.h>
#include <zstd.h>

#include <array>
#include <cassert>
#include <cstring>
#include <exception>
#include <functional>
#include <numeric>

#include "db/model/damage.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {
namespace {

constexpr const char* kGames = "SELECT id, start, moves FROM game ORDER BY id";

// Returns the current number of games in a chunk.
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
  has_tactics_ = has_squares_ && squares.covered_tactics(chunk) >= games;
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
  if (has_squares_) squares_->add(place, trace);
  if (has_material_) material_.add(place, trace.material.numbers());
  covered_ = place + 1;
}

void ChunkIndexWriter::finish() {
  if (chunk_ >= 0 && has_squares_) square_writer_.write_squares(chunk_, *squares_, covered_);
  if (chunk_ >= 0 && has_tactics_) square_writer_.write_tactics(chunk_, *squares_, covered_);
  if (chunk_ >= 0 && has_material_) material_writer_.write(chunk_, material_);
  chunk_ = -1;
}

bool has_chunk_indexes(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexReader squares(connection);
  MaterialIndexReader material(connection);
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const std::size_t games = columns.games_in(chunk);
    if (squares.covered(chunk) < games || squares.covered_tactics(chunk) < games ||
        material.covered(chunk) < games) {
      return false;
    }
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
  // Empty chunks get indexes too, so that no chunk lacks them.
  const auto go_to = [&](std::int64_t next) {
    for (; chunk < next; ++chunk) {
      const std::size_t games = columns.games_in(chunk);
      material.pad(games);
      square_writer.write_squares(chunk, squares, games);
      square_writer.write_tactics(chunk, squares, games);
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
    squares.add(place, trace);
    material.add(place, trace.material.numbers());
  }
  go_to(columns.chunks());
}

namespace {

constexpr std::size_t kHeadBytes = 2;     // size of the number of games
constexpr std::size_t kMaxNumbers = 255;  // maximum per game

constexpr std::string_view kWriteMaterial =
    "INSERT OR REPLACE INTO fact (id, data) VALUES (?1, ?2)";

constexpr std::int64_t row_id(std::int64_t chunk) { return chunk * kRowsPerChunk + kMaterialRow; }

[[noreturn]] void fail_at(const Connection& connection, std::int64_t chunk) {
  throw DamageError(connection.path(),
                    fmt::format("the material of games {} to {}, row {} of `fact`, cannot be read",
                                chunk * kChunkGames + 1, (chunk + 1) * kChunkGames, row_id(chunk)),
                    "`arbiter compact --rebuild` rebuilds it from the games");
}

}  // namespace

void ChunkMaterial::add(std::size_t place, std::span<const std::uint8_t> changes) {
  assert(place >= games());
  pad(place);
  numbers_.insert(numbers_.end(), changes.begin(), changes.end());
  pad(place + 1);
}

void ChunkMaterial::clear() {
  ends_.clear();
  numbers_.clear();
}

std::size_t MaterialIndexReader::covered(std::int64_t chunk) {
  if (chunk == open_chunk_) return covered_;
  open_chunk_ = -1;
  if (!blob_ || !blob_->reopen(row_id(chunk))) {
    blob_ = connection_.open_blob("fact", "data", row_id(chunk));
  }
  covered_ = 0;
  if (blob_) {
    std::array<std::uint8_t, kHeadBytes> head;
    if (blob_->size() < head.size()) fail_at(connection_, chunk);
    blob_->read(0, head);
    covered_ = head[0] | head[1] << 8;
    if (covered_ > kChunkGames) fail_at(connection_, chunk);
  }
  open_chunk_ = chunk;
  return covered_;
}

const ChunkMaterial& MaterialIndexReader::read(std::int64_t chunk) {
  if (chunk == read_chunk_) return material_;
  read_chunk_ = -1;
  material_.clear();
  if (covered(chunk) > 0 && !unpack()) fail_at(connection_, chunk);
  read_chunk_ = chunk;
  return material_;
}

// Unpacks a chunk. Returns false if the bytes are damaged.
bool MaterialIndexReader::unpack() {
  packed_.resize(blob_->size() - kHeadBytes);
  blob_->read(kHeadBytes, packed_);
  const std::uint64_t size = ZSTD_getFrameContentSize(packed_.data(), packed_.size());
  // A larger size is an error code.
  if (size < covered_ || size > covered_ * (1 + kMaxNumbers)) return false;
  unpacked_.resize(size);
  const std::size_t got =
      ZSTD_decompress(unpacked_.data(), unpacked_.size(), packed_.data(), packed_.size());
  if (ZSTD_isError(got) || got != size) return false;
  const std::span<const std::uint8_t> sizes = std::span(unpacked_).first(covered_);
  const std::span<const std::uint8_t> halves = std::span(unpacked_).subspan(covered_);
  std::vector<std::uint32_t>& ends = material_.ends_;
  ends.resize(covered_);
  std::inclusive_scan(sizes.begin(), sizes.end(), ends.begin(), std::plus(), std::uint32_t{0});
  if (halves.size() != (ends.back() + 1) / 2) return false;
  std::vector<std::uint8_t>& numbers = material_.numbers_;
  numbers.resize(2 * halves.size());
  for (std::size_t i = 0; i < halves.size(); ++i) {
    numbers[2 * i] = halves[i] & 15;
    numbers[2 * i + 1] = halves[i] >> 4;
  }
  numbers.resize(ends.back());
  return true;
}

MaterialIndexWriter::MaterialIndexWriter(const Connection& connection)
    : write_(connection.prepare(kWriteMaterial)) {}

void MaterialIndexWriter::write(std::int64_t chunk, const ChunkMaterial& material) {
  std::vector<std::uint8_t> bytes;
  const std::vector<std::uint8_t>& numbers = material.numbers_;
  bytes.reserve(material.games() + (numbers.size() + 1) / 2);
  for (std::size_t place = 0; place < material.games(); ++place) {
    bytes.push_back(static_cast<std::uint8_t>(material.of(place).size()));
  }
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    const int second = i + 1 < numbers.size() ? numbers[i + 1] : 0;
    bytes.push_back(static_cast<std::uint8_t>(numbers[i] | second << 4));
  }
  std::vector<std::uint8_t> packed(kHeadBytes + ZSTD_compressBound(bytes.size()));
  packed[0] = static_cast<std::uint8_t>(material.games() & 0xff);
  packed[1] = static_cast<std::uint8_t>(material.games() >> 8);
  packed.resize(kHeadBytes + packer_.pack(bytes, std::span(packed).subspan(kHeadBytes)));
  write_.bind_all(row_id(chunk), packed).run();
}

namespace {

static_assert(kFirstSquareRow + kPieceCount <= kRowsPerChunk);

constexpr std::size_t kBitmapBytes = sizeof(GameBits);
constexpr std::size_t kSquareHeadBytes = 2 * (kSquareCount + 1);

constexpr std::string_view kWriteSquares = "INSERT OR REPLACE INTO fact (id, data) VALUES (?1, ?2)";

constexpr std::int64_t row_id(std::int64_t chunk, std::size_t piece) {
  const std::int64_t first = chunk * kRowsPerChunk;
  if (piece == kTacticsPiece) return first + kTacticsRow;
  return first + kFirstSquareRow + static_cast<std::int64_t>(piece);
}

// Returns the number of games with a bit. Adds bits in parallel, because std::popcount() is a
// function call without the popcnt instruction.
std::uint64_t count_of(const GameBits& bits) {
  std::uint64_t sums = 0;  // four sums of 16 bits each
  for (std::uint64_t word : bits) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    sums += (word & 0x00ff00ff00ff00ff) + (word >> 8 & 0x00ff00ff00ff00ff);
  }
  return sums * 0x0001000100010001 >> 48;
}

// Returns whether a bitmap is worth compressing. Bitmaps in which 30 % to 70 % of the games have a
// bit do not compress.
bool is_worth_packing(const GameBits& bits) {
  const std::uint64_t games = count_of(bits);
  return games * 10 < kChunkGames * 3 || games * 10 > kChunkGames * 7;
}

[[noreturn]] void fail_at_row(const Connection& connection, std::int64_t row) {
  throw DamageError(connection.path(),
                    fmt::format("the bitmaps in row {} of `fact` cannot be read", row),
                    "`arbiter compact --rebuild` rebuilds them from the games");
}

}  // namespace

void SquareBitmaps::add(std::size_t place, const GameTrace& trace) {
  const std::uint64_t bit = std::uint64_t{1} << (place % 64);
  for (std::size_t piece = 0; piece <= kTacticsPiece; ++piece) {
    const Bitboard marks = piece == kTacticsPiece ? Bitboard(trace.tactics) : trace.visited[piece];
    for (const Square square : marks) {
      of(piece, static_cast<std::size_t>(square))[place / 64] |= bit;
    }
  }
}

void SquareBitmaps::clear() {
  for (GameBits& bits : bits_) bits.fill(0);
}

std::size_t SquareIndexReader::covered(std::int64_t chunk, std::size_t piece) {
  const Row& row = row_of(chunk, piece);
  return row.blob ? row.head[0] : 0;
}

SquareIndexReader::Row& SquareIndexReader::row_of(std::int64_t chunk, std::size_t piece) {
  Row& row = rows_[piece];
  const std::int64_t id = row_id(chunk, piece);
  if (row.id == id) return row;
  row.id = id;
  if (!row.blob || !row.blob->reopen(id)) row.blob = connection_.open_blob("fact", "data", id);
  if (!row.blob) return row;
  if (row.blob->size() < kSquareHeadBytes) fail_at_row(connection_, id);
  row.blob->read(0, {reinterpret_cast<std::uint8_t*>(row.head.data()), kSquareHeadBytes});
  std::size_t end = kSquareHeadBytes;
  for (std::size_t square = 0; square < kSquareCount; ++square) {
    row.offsets[square] = static_cast<std::uint32_t>(end);
    end += row.head[square + 1];
  }
  if (end != row.blob->size() || row.head[0] > kChunkGames) fail_at_row(connection_, id);
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
    if (ZSTD_isError(got) || got != kBitmapBytes) fail_at_row(connection_, row.id);
  } else if (size == kBitmapBytes) {
    std::memcpy(bits.data(), bytes, kBitmapBytes);
  } else {
    fail_at_row(connection_, row.id);
  }
  for (std::size_t i = 0; i < bits.size(); ++i) games[i] |= bits[i];
}

void SquareIndexReader::add(std::int64_t chunk, std::size_t piece, std::size_t square,
                            GameBits& games) {
  Row& row = row_of(chunk, piece);
  if (!row.blob) fail_at_row(connection_, row.id);
  unpack(row, square, games);
}

void SquareIndexReader::read(std::int64_t chunk, SquareBitmaps& bitmaps) {
  bitmaps.clear();
  for (std::size_t piece = 0; piece <= kTacticsPiece; ++piece) {
    if (covered(chunk, piece == kTacticsPiece ? piece : 0) == 0) continue;
    for (std::size_t square = 0; square < kSquareCount; ++square) {
      add(chunk, piece, square, bitmaps.of(piece, square));
    }
  }
}

SquareIndexWriter::SquareIndexWriter(const Connection& connection)
    : write_(connection.prepare(kWriteSquares)) {}

void SquareIndexWriter::write_squares(std::int64_t chunk, const SquareBitmaps& bitmaps,
                                      std::size_t covered) {
  for (std::size_t piece = 0; piece < kPieceCount; ++piece) write(chunk, piece, bitmaps, covered);
}

void SquareIndexWriter::write_tactics(std::int64_t chunk, const SquareBitmaps& bitmaps,
                                      std::size_t covered) {
  write(chunk, kTacticsPiece, bitmaps, covered);
}

void SquareIndexWriter::write(std::int64_t chunk, std::size_t piece, const SquareBitmaps& bitmaps,
                              std::size_t covered) {
  constexpr GameBits kNoGames{};
  std::array<std::uint8_t, 2 * kBitmapBytes> packed;
  std::array<std::uint16_t, kSquareCount + 1> head{static_cast<std::uint16_t>(covered)};
  std::vector<std::uint8_t> bytes(kSquareHeadBytes);
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
  std::memcpy(bytes.data(), head.data(), kSquareHeadBytes);
  write_.bind_all(row_id(chunk, piece), bytes).run();
}

}  // namespace arbiter::sqlite
