#include "db/sqlite/games/material_index.h"

#include <fmt/format.h>
#include <zstd.h>

#include <array>
#include <cassert>
#include <functional>
#include <numeric>

#include "db/model/damage.h"

namespace arbiter::sqlite {
namespace {

constexpr std::size_t kHeadBytes = 2;     // the number of games
constexpr std::size_t kMaxNumbers = 255;  // of a game

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

// Returns false if the bytes are damaged.
bool MaterialIndexReader::unpack() {
  packed_.resize(blob_->size() - kHeadBytes);
  blob_->read(kHeadBytes, packed_);
  const std::uint64_t size = ZSTD_getFrameContentSize(packed_.data(), packed_.size());
  if (size < covered_ || size > covered_ * (1 + kMaxNumbers)) return false;  // errors are larger
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

}  // namespace arbiter::sqlite
