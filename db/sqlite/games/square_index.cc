#include "db/sqlite/games/square_index.h"

#include <fmt/format.h>
#include <zstd.h>

#include <bit>
#include <cstring>

#include "db/model/damage.h"

namespace arbiter::sqlite {
namespace {

static_assert(kFirstSquareRow + kPieceCount <= kRowsPerChunk);

constexpr std::size_t kBitmapBytes = sizeof(GameBits);
constexpr std::size_t kSquareHeadBytes = 2 * (kSquareCount + 1);

constexpr std::string_view kWriteSquares = "INSERT OR REPLACE INTO fact (id, data) VALUES (?1, ?2)";

constexpr std::int64_t row_id(std::int64_t chunk, std::size_t piece) {
  return chunk * kRowsPerChunk + kFirstSquareRow + static_cast<std::int64_t>(piece);
}

// Returns false if three to seven games in ten have a bit, because such bitmaps do not compress.
bool is_worth_packing(const GameBits& bits) {
  std::size_t games = 0;
  for (const std::uint64_t word : bits) games += static_cast<std::size_t>(std::popcount(word));
  return games * 10 < kChunkGames * 3 || games * 10 > kChunkGames * 7;
}

[[noreturn]] void fail_at_row(const Connection& connection, std::int64_t row) {
  throw DamageError(connection.path(),
                    fmt::format("the bitmaps of squares in row {} of `fact` cannot be read", row),
                    "`arbiter compact --rebuild` rebuilds them from the games");
}

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

void SquareIndexReader::add(std::int64_t chunk, Piece piece, Square square, GameBits& games) {
  Row& row = row_of(chunk, piece.code());
  if (!row.blob) fail_at_row(connection_, row.id);
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
    : write_(connection.prepare(kWriteSquares)) {}

void SquareIndexWriter::write(std::int64_t chunk, const SquareBitmaps& bitmaps,
                              std::size_t covered) {
  constexpr GameBits kNoGames{};
  std::vector<std::uint8_t> bytes;
  std::array<std::uint8_t, 2 * kBitmapBytes> packed;
  for (std::size_t piece = 0; piece < kPieceCount; ++piece) {
    std::array<std::uint16_t, kSquareCount + 1> head{static_cast<std::uint16_t>(covered)};
    bytes.resize(kSquareHeadBytes);
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
}

}  // namespace arbiter::sqlite
