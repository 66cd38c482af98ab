// A file of any size, cut into stretches of whole games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lib/pgn/byte_source.h"
#include "lib/pgn/reader.h"

namespace arbiter {

// A stretch with its bytes; reused from call to call.
struct TextChunk {
  std::vector<char> bytes;  // kTextPadding more than text
  PgnText source;           // views `bytes`
};

// Cuts at certain boundaries (is_hard_boundary) where there are any, else
// behind the last whole game. Reading all chunks finds the games that reading
// the file in one piece would find. Memory: one chunk, and what is left of it;
// a single game that is larger makes its chunk as large as itself.
class TextChunks {
 public:
  static constexpr std::size_t kTargetSize = std::size_t{256} << 10;

  explicit TextChunks(ByteSource& source) : source_(source) {}

  // The next stretch, never empty. False at the end. Throws IoError.
  bool next(TextChunk& chunk);

 private:
  // Where `text` can be cut; 0 if nowhere.
  static std::size_t cut_of(std::string_view text);
  bool fill(TextChunk& chunk, std::size_t& size, std::size_t target);

  ByteSource& source_;
  std::vector<char> rest_;  // what was read behind the last cut
  std::uint64_t offset_ = 0;
  bool has_ended_ = false;
};

}  // namespace arbiter
