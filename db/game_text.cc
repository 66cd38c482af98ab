#include "db/game_text.h"

#include <fmt/format.h>
#include <zstd.h>

#include <cassert>
#include <new>

#include "db/leb128.h"
#include "lib/base/io_error.h"

namespace arbiter {
namespace {

// Larger stretches pack better, smaller ones are quicker to unpack for one game: for
// otb-mixed 64 KB ... (measured).
constexpr std::size_t kStretchSize = std::size_t{1} << 16;
constexpr int kLevel = 3;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;  // more is damage

constexpr std::string_view kWrite =
    "INSERT INTO game_text (first_game, games, data) VALUES (?1, ?2, ?3)";
constexpr std::string_view kFind =
    "SELECT first_game, games, data FROM game_text WHERE first_game <= ?1"
    " ORDER BY first_game DESC LIMIT 1";

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
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
    if (!size || *size > texts.size() - offset) return std::nullopt;
    records.push_back(std::string_view(texts).substr(offset, *size));
    offset += *size;
  }
  if (static_cast<std::int64_t>(records.size()) != games) return std::nullopt;
  return records;
}

}  // namespace

struct GameTextWriter::Compressor {
  Compressor() : context(ZSTD_createCCtx()) {
    if (context == nullptr) throw std::bad_alloc();
  }
  ~Compressor() { ZSTD_freeCCtx(context); }

  ZSTD_CCtx* context;
};

GameTextWriter::GameTextWriter(const Connection& connection)
    : write_(connection.prepare(kWrite)), compressor_(std::make_unique<Compressor>()) {}

GameTextWriter::~GameTextWriter() = default;

void GameTextWriter::add(GameId game, std::string_view record) {
  if (games_ == 0) first_ = number_of(game);
  assert(number_of(game) == first_ + games_);
  append_leb128(record.size(), texts_);
  texts_ += record;
  ++games_;
  if (texts_.size() >= kStretchSize) finish();
}

void GameTextWriter::finish() {
  if (games_ == 0) return;
  packed_.resize(ZSTD_compressBound(texts_.size()));
  const std::size_t size = ZSTD_compressCCtx(compressor_->context, packed_.data(), packed_.size(),
                                             texts_.data(), texts_.size(), kLevel);
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the one thing that can be missing
  write_.bind(1, first_).bind(2, games_).bind_blob(3, std::span(packed_).first(size)).run();
  texts_.clear();
  games_ = 0;
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
  auto records = texts ? records_in(texts_, find_.integer(1)) : std::nullopt;
  find_.reset();
  if (!records) {
    throw IoError(
        fmt::format("{}: it is damaged (the texts of game {} and those that follow);"
                    " `arbiter verify` says more",
                    connection_.path(), first_));
  }
  records_ = *std::move(records);
}

}  // namespace arbiter
