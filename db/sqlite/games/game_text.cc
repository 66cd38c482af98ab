#include "db/sqlite/games/game_text.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <new>

#include "db/model/damage.h"
#include "db/model/leb128.h"
#include "db/sqlite/games/database.h"
#include "lib/base/threads.h"

namespace arbiter::sqlite {
namespace {

// The uncompressed size of the records in a row. Larger rows compress better; smaller rows return a
// single game faster. Measured with lichess-clocks in 2026-11: 54 MB of texts become 12.3 MB in
// rows of 32 KB. They become 11.8 MB in 64 KB and 11.4 MB in 128 KB; level 3 gives 11.5 MB in 64
// KB, in twice the time.
constexpr std::size_t kStretchSize = std::size_t{1} << 16;
constexpr int kLevel = 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 27;  // larger sizes indicate damage

// The header of a zstd frame with the seal, which follows the packed texts. Decoders skip such
// frames.
constexpr std::array<std::uint8_t, 8> kSealFrame = {0x50, 0x2a, 0x4d, 0x18, 8, 0, 0, 0};
constexpr std::size_t kSealSize = kSealFrame.size() + sizeof(std::uint64_t);

constexpr std::string_view kWriteTexts =
    "INSERT INTO game_text (first_game, games, data) VALUES (?1, ?2, ?3)";
constexpr std::string_view kFindTexts =
    "SELECT first_game, games, data FROM game_text WHERE first_game <= ?1"
    " ORDER BY first_game DESC LIMIT 1";

constexpr std::string_view kStretches = "SELECT first_game, games, data FROM game_text";
constexpr std::string_view kFindStretch =
    "SELECT first_game FROM game_text WHERE first_game <= ?1 ORDER BY first_game DESC LIMIT 1";
constexpr std::string_view kTextRows =
    "SELECT id, round, offset, line FROM game WHERE id >= ?1 AND id < ?2";
constexpr std::string_view kRewrite = "UPDATE game_text SET data = ?2 WHERE first_game = ?1";

void append_seal(std::uint64_t seal, std::vector<std::uint8_t>& packed) {
  packed.insert(packed.end(), kSealFrame.begin(), kSealFrame.end());
  packed.resize(packed.size() + sizeof seal);
  std::memcpy(packed.data() + packed.size() - sizeof seal, &seal, sizeof seal);
}

std::optional<std::uint64_t> seal_in(std::span<const std::uint8_t> packed) {
  if (packed.size() < kSealSize) return std::nullopt;
  const auto frame = packed.last<kSealSize>();
  if (!std::ranges::equal(kSealFrame, frame.first<kSealFrame.size()>())) return std::nullopt;
  std::uint64_t seal = 0;
  std::memcpy(&seal, frame.last<sizeof seal>().data(), sizeof seal);
  return seal;
}

struct Stretch {
  std::span<const SealedText> texts;
  std::vector<std::uint8_t> packed;
};

std::vector<Stretch> stretches_of(std::span<const SealedText> texts) {
  std::vector<Stretch> stretches;
  std::size_t begin = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    bytes += texts[i].record.size() + 1;
    if (bytes < kStretchSize && i + 1 < texts.size()) continue;
    stretches.push_back({texts.subspan(begin, i + 1 - begin), {}});
    begin = i + 1;
    bytes = 0;
  }
  return stretches;
}

class StretchPacker {
 public:
  void pack(Stretch& stretch) {
    texts_.clear();
    std::uint64_t seal = 0;
    for (const auto& [record, seal_of_row] : stretch.texts) {
      append_leb128(record.size(), texts_);
      texts_ += record;
      seal += seal_of_row;
    }
    packed_.resize(ZSTD_compressBound(texts_.size()));
    const std::size_t size = packer_.pack(bytes_of(texts_), packed_);
    stretch.packed.assign(packed_.data(), packed_.data() + size);
    append_seal(seal, stretch.packed);
  }

 private:
  Packer packer_;
  std::string texts_;
  std::vector<std::uint8_t> packed_;
};

void pack(std::span<Stretch> stretches, unsigned jobs) {
  std::atomic<std::size_t> next = 0;
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(jobs, stretches.size()));
  run_parallel(std::max(threads, 1u), [&](unsigned /*job*/) {
    StretchPacker packer;
    for (std::size_t i = next++; i < stretches.size(); i = next++) packer.pack(stretches[i]);
  });
}

// Returns the unpacked texts; nothing if the bytes are damaged.
std::optional<std::string> unpack(std::span<const std::uint8_t> packed) {
  const std::uint64_t size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMaxBytes) return std::nullopt;  // includes error codes: unknown size, or not zstd
  std::string text(size, '\0');
  const std::size_t got = ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return std::nullopt;
  return text;
}

// Returns the consecutive records in `texts`. Returns nothing if their number is not `games`.
std::optional<std::vector<std::string_view>> records_in(const std::string& texts,
                                                        std::int64_t games) {
  std::vector<std::string_view> records;
  for (ByteCursor cursor(bytes_of(texts)); !cursor.at_end();) {
    const auto record = cursor.take(cursor.number());
    if (!cursor.is_sound() || std::ssize(records) == games) return std::nullopt;
    records.emplace_back(reinterpret_cast<const char*>(record.data()), record.size());
  }
  if (std::ssize(records) != games) return std::nullopt;
  return records;
}

}  // namespace

std::uint64_t seal_of(const SealedRow& row) {
  const std::array<std::int64_t, 3> numbers = {number_of(row.id), row.offset, row.line};
  const std::uint64_t seed = XXH3_64bits(numbers.data(), sizeof numbers);
  return XXH3_64bits_withSeed(row.round.data(), row.round.size(), seed);
}

void Packer::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

Packer::Packer() : context_(ZSTD_createCCtx()) {
  if (context_ == nullptr) throw std::bad_alloc();
}

std::size_t Packer::pack(std::span<const std::uint8_t> from, std::span<std::uint8_t> into) {
  const std::size_t size =
      ZSTD_compressCCtx(context_.get(), into.data(), into.size(), from.data(), from.size(), kLevel);
  // Running out of memory is the only possible error.
  if (ZSTD_isError(size)) throw std::bad_alloc();
  return size;
}

GameTextWriter::GameTextWriter(const Connection& connection)
    : write_(connection.prepare(kWriteTexts)) {}

void GameTextWriter::add(GameId first, std::span<const SealedText> texts, unsigned jobs) {
  std::vector<Stretch> stretches = stretches_of(texts);
  pack(stretches, jobs);
  std::int64_t game = number_of(first);
  for (const Stretch& stretch : stretches) {
    write_.bind_all(game, stretch.texts.size(), stretch.packed).run();
    game += static_cast<std::int64_t>(stretch.texts.size());
  }
}

GameTextReader::GameTextReader(const Connection& connection)
    : connection_(connection), find_(connection.prepare(kFindTexts)) {}

std::string_view GameTextReader::record(GameId game) {
  const auto place = [&] { return static_cast<std::uint64_t>(number_of(game) - first_); };
  if (place() >= records_.size()) load(game);
  return place() < records_.size() ? records_[place()] : std::string_view();
}

void GameTextReader::load(GameId game) {
  if (!find_.bind(1, number_of(game)).step()) return;
  records_.clear();
  first_ = find_.integer(0);
  seal_ = seal_in(find_.blob(2));
  auto texts = unpack(find_.blob(2));
  if (texts) texts_ = *std::move(texts);
  const std::int64_t games = find_.integer(1);
  auto records = texts && games <= kMaxRecords ? records_in(texts_, games) : std::nullopt;
  find_.reset();
  if (!records) {
    throw DamageError(connection_.path(),
                      fmt::format("the texts of game {} and those that follow", first_));
  }
  records_ = *std::move(records);
}

SealChanges::SealChanges(const Connection& connection)
    : connection_(connection), find_(connection.prepare(kFindStretch)) {}

void SealChanges::add(const SealedRow& before, const SealedRow& now) {
  if (!find_.bind(1, number_of(now.id)).step()) return;
  changes_[find_.integer(0)] += seal_of(now) - seal_of(before);
  find_.reset();
}

void SealChanges::write() {
  for (const auto& [first, change] : changes_) {
    auto blob = connection_.open_blob("game_text", "data", first, Access::Write);
    if (!blob || blob->size() < kSealSize) continue;
    std::array<std::uint8_t, kSealSize> bytes;
    blob->read(blob->size() - kSealSize, bytes);
    std::uint64_t seal = seal_in(bytes).value_or(0) + change;
    std::memcpy(bytes.data() + kSealFrame.size(), &seal, sizeof seal);
    if (seal_in(bytes)) blob->write(blob->size() - kSealSize, bytes);
  }
  changes_.clear();
}

void renew_seals(const Connection& connection) {
  Statement stretches = connection.prepare(kStretches);
  Statement rows = connection.prepare(kTextRows);
  Statement rewrite = connection.prepare(kRewrite);
  while (stretches.step()) {
    const std::int64_t first = stretches.integer(0);
    rows.bind_all(first, first + std::clamp<std::int64_t>(stretches.integer(1), 0, kMaxRecords));
    std::uint64_t seal = 0;
    while (rows.step()) {
      seal += seal_of({GameId{rows.integer(0)}, rows.text(1), rows.integer(2), rows.integer(3)});
    }
    const std::span<const std::uint8_t> data = stretches.blob(2);
    const auto before = seal_in(data);
    if (before == seal) continue;
    std::vector<std::uint8_t> packed(data.begin(), data.end() - (before ? kSealSize : 0));
    append_seal(seal, packed);
    rewrite.bind_all(first, packed).run();
  }
}

}  // namespace arbiter::sqlite
