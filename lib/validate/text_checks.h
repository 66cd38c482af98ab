// Checks of the bytes and lines of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"

namespace arbiter {

// Checks chunk after chunk with the same storage. Text without a fault costs one pass at memory
// speed (summarize), and a second one if it is not ASCII.
class TextChecker {
 public:
  // White space around lines is checked only if the sink wants it, because it takes a separate
  // pass.
  explicit TextChecker(DiagnosticSink& sink);

  // Checks characters (PGN 4.1, 4.2), line lengths (4.3, 8.2.1) and line ends, and returns the
  // number of line ends. The text begins at the start of a line. `expected` is the first line end
  // of the file.
  std::uint64_t check(const PgnText& source, LineEnd expected);

 private:
  DiagnosticSink& sink_;
  bool checks_layout_;
  std::vector<ByteRange> long_lines_;
};

// The first byte that shows that a file is not text.
struct BinaryStart {
  std::size_t offset = 0;
  std::string_view kind = {};  // "a Parquet file", if it is known

  // Completes the sentence "the file is ...", with advice.
  std::string description() const;

  bool operator==(const BinaryStart&) const = default;
};

// Checks the first chunk of a file. A file is not text if it has control characters and starts like
// a known kind of binary files. Otherwise no line begins with a tag, and one in sixteen bytes, and
// at least eight, are control characters.
std::optional<BinaryStart> find_binary(const TextChunk& first);

}  // namespace arbiter
