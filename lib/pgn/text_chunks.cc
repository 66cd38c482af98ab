#include "lib/pgn/text_chunks.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/movetext_characters.h"

namespace arbiter {
namespace {

// Allocates space for `size` bytes of text and the padding, keeping the first `used` bytes.
void make_room(TextChunk& chunk, std::size_t size, std::size_t used) {
  if (chunk.bytes.size() >= size + kTextPadding) return;
  auto larger = decltype(chunk.bytes)(size + kTextPadding);
  std::copy_n(chunk.bytes.data(), used, larger.data());
  chunk.bytes.swap(larger);
}

// A vectorized rfind('[').
std::size_t last_bracket(std::string_view text) {
  constexpr std::size_t kBlock = ByteBlock::kSize;
  std::size_t end = text.size();
  for (; end >= kBlock; end -= kBlock) {
    const std::uint32_t found = ByteBlock(text.data() + end - kBlock).equal_to('[');
    if (found != 0) return end - kBlock + static_cast<std::size_t>(std::bit_width(found)) - 1;
  }
  return text.substr(0, end).rfind('[');
}

// Returns the last hard boundary; 0 if there is none.
std::size_t last_hard_boundary(std::string_view text) {
  for (std::size_t end = text.size(); end > 0;) {
    const std::size_t at = last_bracket(text.substr(0, end));
    if (at == text.npos || at == 0) return 0;
    if (is_hard_boundary(text, at)) return at;
    end = at;
  }
  return 0;
}

// Returns the start of the last game, if it is at the start of a complete line, so that all earlier
// games are complete.
std::size_t last_game_start(std::string_view text, bool continues_game) {
  CollectingSink nobody{CodeSet()};
  PgnReader reader({.text = text, .ends_file = false, .continues_game = continues_game}, nobody);
  PgnGame game;
  std::size_t start = 0;
  const std::size_t last_break = text.find_last_of("\r\n");
  if (last_break == std::string_view::npos) return 0;
  while (reader.next(game)) {
    if (game.offset <= last_break && is_line_start(text.data(), game.text.data()))
      start = game.offset;
  }
  return start;
}

// Returns the start of the last line. If there is only one line, returns the start of the last
// character.
std::size_t last_line_start(std::string_view text) {
  const auto is_between = [&](std::size_t at) { return text[at - 1] == '\r' && text[at] == '\n'; };
  for (std::size_t at = text.size() - 1; at > 0; --at) {
    if (is_line_start(text.data(), text.data() + at) && !is_between(at)) return at;
  }
  std::size_t at = text.size() - 1;
  while (at > text.size() - 4 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

}  // namespace

std::size_t TextChunks::cut_of(std::string_view text) const {
  const std::size_t certain = last_hard_boundary(text);
  return certain > 0 ? certain : last_game_start(text, is_inside_game_);
}

void TextChunks::note_line_end(std::string_view text) {
  const std::size_t at = text.find_first_of("\r\n");
  if (at != std::string_view::npos) line_end_ = line_end_at(text, at);
}

std::uint64_t TextChunks::skip_rest() {
  std::vector<char> block(kTargetSize);
  offset_ += rest_.size();
  rest_.clear();
  while (!has_ended_) {
    const std::size_t read = source_.read(block);
    has_ended_ = read == 0;
    offset_ += read;
  }
  return offset_;
}

// Reads until `size`, the chunk size, reaches `target`, or until the source ends.
bool TextChunks::fill(TextChunk& chunk, std::size_t& size, std::size_t target) {
  make_room(chunk, target, size);
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
  make_room(chunk, std::max(size, target_), 0);
  std::copy(rest_.begin(), rest_.end(), chunk.bytes.begin());
  rest_.clear();

  std::size_t cut = 0;
  bool is_cut_in_game = false;
  for (std::size_t target = target_; cut == 0; target *= 2) {
    if (target <= size) continue;
    if (fill(chunk, size, target)) {
      cut = size;
      break;
    }
    cut = cut_of({chunk.bytes.data(), size});
    is_cut_in_game = cut == 0 && size >= kMaxSize;
    if (is_cut_in_game) cut = last_line_start({chunk.bytes.data(), size});
  }
  if (size == 0) return false;
  rest_.assign(chunk.bytes.begin() + static_cast<std::ptrdiff_t>(cut),
               chunk.bytes.begin() + static_cast<std::ptrdiff_t>(size));
  chunk.precedes_game = is_hard_boundary({chunk.bytes.data(), size}, cut);
  const char next = chunk.bytes[cut];
  std::memset(chunk.bytes.data() + cut, 0, kTextPadding);
  chunk.source = {.text = {chunk.bytes.data(), cut},
                  .offset = offset_,
                  .ends_file = has_ended_ && rest_.empty(),
                  .next = next,
                  .continues_game = std::exchange(is_inside_game_, is_cut_in_game)};
  offset_ += cut;
  if (!line_end_) note_line_end(chunk.source.text);
  chunk.line_end = line_end_.value_or(LineEnd::LineFeed);
  return true;
}

}  // namespace arbiter
