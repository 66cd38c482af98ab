// Splits files of any size into chunks of complete games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/reader.h"

namespace arbiter {

// A chunk with its bytes, whose storage is reused.
struct TextChunk {
  std::vector<char, UnfilledAllocator<char>> bytes;  // the text and kTextPadding more bytes
  PgnText source;                                    // views `bytes`
  // The line end of the file's first line; LF if no line has ended so far.
  LineEnd line_end = LineEnd::LineFeed;
  bool precedes_game = false;  // a game begins after the text
};

// Splits a source into chunks at hard boundaries (is_hard_boundary), otherwise before the last
// game, always at the start of a line. The chunks contain the same games as the whole file. Holds
// one chunk and the text after it in memory. A large game makes its chunk larger, up to kMaxSize.
// At this size, the text is cut anywhere, and `continues_game` is set in the next chunk.
class TextChunks {
 public:
  static constexpr std::size_t kTargetSize = std::size_t{256} << 10;
  static constexpr std::size_t kMaxSize = std::size_t{16} << 20;

  // Chunks have about `target` bytes, and more only to hold a game.
  explicit TextChunks(ByteSource& source, std::size_t target = kTargetSize)
      : source_(source), target_(target) {}

  // Starts at `offset`; the source has already been read up to there. `line_end` is the line end of
  // the file's first line. Must be called before the first chunk.
  void start_at(std::uint64_t offset, std::optional<LineEnd> line_end) {
    offset_ = offset;
    line_end_ = line_end;
  }

  // Reads the next chunk, which is never empty. Returns false at the end. Throws IoError.
  bool next(TextChunk& chunk);

  // Skips the rest and returns the file size. Throws IoError.
  std::uint64_t skip_rest();

 private:
  // Returns the offset of a boundary between games in `text`; 0 if there is none.
  std::size_t cut_of(std::string_view text) const;
  void note_line_end(std::string_view text);
  bool fill(TextChunk& chunk, std::size_t& size, std::size_t target);

  ByteSource& source_;
  std::size_t target_;
  std::vector<char> rest_;  // the text read after the last cut
  std::uint64_t offset_ = 0;
  bool has_ended_ = false;
  bool is_inside_game_ = false;  // the next chunk continues a game
  std::optional<LineEnd> line_end_;
};

}  // namespace arbiter
