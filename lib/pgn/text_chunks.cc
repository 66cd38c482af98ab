#include "lib/pgn/text_chunks.h"

#include <cstring>
#include <span>

#include "lib/diagnostics/sink.h"

namespace arbiter {

namespace {

// Beyond this, a chunk without a certain boundary is read for its games.
constexpr std::size_t kSearchSize = std::size_t{1} << 20;

std::size_t last_hard_boundary(std::string_view text) {
  for (std::size_t end = text.size(); end > 0;) {
    const std::size_t at = text.rfind('[', end - 1);
    if (at == std::string_view::npos || at == 0) return 0;
    if (is_hard_boundary(text, at)) return at;
    end = at;
  }
  return 0;
}

// Behind the last game that is certainly whole: another begins behind it.
std::size_t last_game_start(std::string_view text) {
  CollectingSink nobody{CodeSet()};
  PgnReader reader({text, 0, false}, nobody);
  PgnGame game;
  std::size_t start = 0;
  std::size_t position = 0;
  while (reader.next(game)) {
    start = position;
    position = reader.position();
  }
  return start;
}

}  // namespace

std::size_t TextChunks::cut_of(std::string_view text) {
  const std::size_t certain = last_hard_boundary(text);
  if (certain > 0 || text.size() < kSearchSize) return certain;
  return last_game_start(text);
}

// Reads until `size` bytes of the chunk are `target`, or the source ends.
bool TextChunks::fill(TextChunk& chunk, std::size_t& size, std::size_t target) {
  if (chunk.bytes.size() < target + kTextPadding) chunk.bytes.resize(target + kTextPadding);
  while (size < target && !has_ended_) {
    const std::size_t read = source_.read(std::span(chunk.bytes.data() + size, target - size));
    if (read == 0) has_ended_ = true;
    size += read;
  }
  std::memset(chunk.bytes.data() + size, 0, kTextPadding);
  return has_ended_;
}

bool TextChunks::next(TextChunk& chunk) {
  std::size_t size = rest_.size();
  if (chunk.bytes.size() < size + kTextPadding) chunk.bytes.resize(size + kTextPadding);
  std::memcpy(chunk.bytes.data(), rest_.data(), size);
  rest_.clear();

  std::size_t cut = 0;
  for (std::size_t target = kTargetSize; cut == 0; target *= 2) {
    if (target <= size) continue;
    if (fill(chunk, size, target)) {
      cut = size;
      break;
    }
    cut = cut_of({chunk.bytes.data(), size});
  }
  if (size == 0) return false;
  rest_.assign(chunk.bytes.begin() + static_cast<std::ptrdiff_t>(cut),
               chunk.bytes.begin() + static_cast<std::ptrdiff_t>(size));
  std::memset(chunk.bytes.data() + cut, 0, kTextPadding);
  chunk.source = {{chunk.bytes.data(), cut}, offset_, has_ended_ && rest_.empty()};
  offset_ += cut;
  return true;
}

}  // namespace arbiter
