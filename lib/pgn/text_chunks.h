// A file of any size, cut into stretches of whole games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/reader.h"

namespace arbiter {

// A stretch with its bytes; reused from call to call.
struct TextChunk {
  std::vector<char> bytes;  // kTextPadding more than text
  PgnText source;           // views `bytes`
  // How the first line of the file ends; LF if none has ended so far.
  LineEnd line_end = LineEnd::LineFeed;
  bool precedes_game = false;  // a game certainly begins behind the text
};

// Cuts at certain boundaries (is_hard_boundary) where there are any, else
// before the last game, always at the start of a line. Reading all chunks finds
// the games that reading the file in one piece would find. Memory: one chunk,
// and what is left of it; a single game that is larger makes its chunk as large
// as itself, up to kLargestSize: there the text is cut whatever it is, and what
// follows continues_game.
class TextChunks {
 public:
  static constexpr std::size_t kTargetSize = std::size_t{256} << 10;
  static constexpr std::size_t kLargestSize = std::size_t{16} << 20;

  // Chunks are about `target` bytes, and more only where a game is.
  explicit TextChunks(ByteSource& source, std::size_t target = kTargetSize)
      : source_(source), target_(target) {}

  // The source was read up to `offset` by somebody else; `line_end` is that of its first line.
  // To be called before the first stretch, which begins there.
  void start_at(std::uint64_t offset, std::optional<LineEnd> line_end) {
    offset_ = offset;
    line_end_ = line_end;
  }

  // The next stretch, never empty. False at the end. Throws IoError.
  bool next(TextChunk& chunk);

  // Passes over what is left and returns the size of the file. Throws IoError.
  std::uint64_t skip_rest();

 private:
  // Where `text` can be cut between games; 0 if nowhere.
  std::size_t cut_of(std::string_view text) const;
  void note_line_end(std::string_view text);
  bool fill(TextChunk& chunk, std::size_t& size, std::size_t target);

  ByteSource& source_;
  std::size_t target_;
  std::vector<char> rest_;  // what was read behind the last cut
  std::uint64_t offset_ = 0;
  bool has_ended_ = false;
  bool is_inside_game_ = false;  // the next chunk continues a game
  std::optional<LineEnd> line_end_;
};

}  // namespace arbiter
