// Detection of files that do not contain games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/pgn/text_chunks.h"

namespace arbiter {

// The contents of a file that is not PGN.
struct OtherContent {
  enum class Kind : std::uint8_t { Binary, Text };

  Kind kind = Kind::Binary;
  std::size_t offset = 0;        // offset of the first byte that is evidence
  std::string_view format = {};  // the format if known, such as "a Parquet file"

  // Returns the end of a sentence "the file is ...", with advice.
  std::string description() const;

  bool operator==(const OtherContent&) const = default;
};

// Decides whether a file is PGN. `first` is its first chunk, `rest` returns those after it. Returns
// nothing for PGN.
//
// - A file with control characters that starts like a known binary format is binary.
//
// - Files without tags are binary if 1/16 of their bytes, and at least eight, are control
//   characters.
//
// - Text that begins with tags is PGN.
//
// - Other text is PGN if its games outweigh the rest. A known tag outweighs 40 lines between games,
//   and a move 4; comments and escapes do not count. Non-move words must not outnumber known tags
//   and moves. Words of a game are ignored if it has two known tags, or one and a result, or begins
//   with a number and moves.
//
// If the first chunk is insufficient, appends the following chunks to it, up to 4 MB. PGN
// that begins with tags takes no time. Throws IoError.
std::optional<OtherContent> find_other_content(TextChunk& first, TextChunks& rest);

}  // namespace arbiter
