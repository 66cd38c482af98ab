#include "db/games/game_text.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>

#include "db/games/file_limits.h"
#include "db/model/damage.h"
#include "db/model/leb128.h"
#include "lib/base/parallel.h"

namespace arbiter::db::games {
namespace {

// Larger stretches pack better, smaller ones give one game sooner. lichess-clocks, 2026-11: 54 MB
// of texts become 12.3 MB in stretches of 32 KB, 11.8 of 64, 11.4 of 128; level 3 gives 11.5 of
// 64, in twice the time.
constexpr std::size_t kStretchSize = std::size_t{1} << 16;
constexpr int kLevel = 1;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 27;  // more is damage

constexpr std::string_view kWrite =
    "INSERT INTO game_text (first_game, games, data) VALUES (?1, ?2, ?3)";
constexpr std::string_view kFind =
    "SELECT first_game, games, data FROM game_text WHERE first_game <= ?1"
    " ORDER BY first_game DESC LIMIT 1";

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

struct Stretch {
  std::span<const std::string_view> records;
  std::vector<std::uint8_t> packed;
};

std::vector<Stretch> stretches_of(std::span<const std::string_view> records) {
  std::vector<Stretch> stretches;
  std::size_t begin = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    bytes += records[i].size() + 1;
    if (bytes < kStretchSize && i + 1 < records.size()) continue;
    stretches.push_back({records.subspan(begin, i + 1 - begin), {}});
    begin = i + 1;
    bytes = 0;
  }
  return stretches;
}

// Packs one stretch after the other, in storage of its own.
class Packer {
 public:
  Packer() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
  }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;
  ~Packer() { ZSTD_freeCCtx(context_); }

  void pack(Stretch& stretch) {
    texts_.clear();
    for (const std::string_view record : stretch.records) {
      append_leb128(record.size(), texts_);
      texts_ += record;
    }
    packed_.resize(ZSTD_compressBound(texts_.size()));
    const std::size_t size = ZSTD_compressCCtx(context_, packed_.data(), packed_.size(),
                                               texts_.data(), texts_.size(), kLevel);
    if (ZSTD_isError(size)) throw std::bad_alloc();  // the one thing that can be missing
    stretch.packed.assign(packed_.data(), packed_.data() + size);
  }

 private:
  ZSTD_CCtx* context_;
  std::string texts_;
  std::vector<std::uint8_t> packed_;
};

void pack(std::span<Stretch> stretches, unsigned jobs) {
  std::atomic<std::size_t> next = 0;
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(jobs, stretches.size()));
  run_parallel(std::max(threads, 1u), [&](unsigned /*job*/) {
    Packer packer;
    for (std::size_t i = next++; i < stretches.size(); i = next++) packer.pack(stretches[i]);
  });
}

// Nothing where the bytes are damaged.
std::optional<std::string> unpack(std::span<const std::uint8_t> packed) {
  const std::uint64_t size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMostBytes) return std::nullopt;  // also: unknown, or not zstd
  std::string text(size, '\0');
  const std::size_t got = ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return std::nullopt;
  return text;
}

// The records that stand in `texts` behind each other. Nothing where they are not `games`.
std::optional<std::vector<std::string_view>> records_in(const std::string& texts,
                                                        std::int64_t games) {
  std::vector<std::string_view> records;
  for (std::size_t offset = 0; offset < texts.size();) {
    const auto size = read_leb128(bytes_of(texts), offset);
    if (!size || *size > texts.size() - offset || std::ssize(records) == games) return std::nullopt;
    records.push_back(std::string_view(texts).substr(offset, *size));
    offset += *size;
  }
  if (std::ssize(records) != games) return std::nullopt;
  return records;
}

}  // namespace

GameTextWriter::GameTextWriter(const Connection& connection) : write_(connection.prepare(kWrite)) {}

void GameTextWriter::add(GameId first, std::span<const std::string_view> records, unsigned jobs) {
  std::vector<Stretch> stretches = stretches_of(records);
  pack(stretches, jobs);
  std::int64_t game = number_of(first);
  for (const Stretch& stretch : stretches) {
    write_.bind(1, game).bind(2, stretch.records.size()).bind_blob(3, stretch.packed).run();
    game += static_cast<std::int64_t>(stretch.records.size());
  }
}

GameTextReader::GameTextReader(const Connection& connection)
    : connection_(connection), find_(connection.prepare(kFind)) {}

std::string_view GameTextReader::record(GameId game) {
  const auto place = [&] { return static_cast<std::uint64_t>(number_of(game) - first_); };
  if (place() >= records_.size()) load(game);
  return place() < records_.size() ? records_[place()] : std::string_view();
}

void GameTextReader::load(GameId game) {
  if (!find_.bind(1, number_of(game)).step()) return;
  records_.clear();
  first_ = find_.integer(0);
  auto texts = unpack(find_.blob(2));
  if (texts) texts_ = *std::move(texts);
  const std::int64_t games = find_.integer(1);
  auto records = texts && games <= kMostRecords ? records_in(texts_, games) : std::nullopt;
  find_.reset();
  if (!records) {
    throw DamageError(connection_.path(),
                      fmt::format("the texts of game {} and those that follow", first_));
  }
  records_ = *std::move(records);
}

}  // namespace arbiter::db::games
