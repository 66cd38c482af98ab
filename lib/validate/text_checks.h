// A file's bytes and lines, before anything is read from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"

namespace arbiter {

// Checks stretch after stretch with the same storage. Text without a fault
// costs one pass at memory speed (summarize), and a second where it is not ASCII.
class TextChecker {
 public:
  // White space around lines, which takes a pass of its own, is looked for only
  // if the sink wants it.
  explicit TextChecker(DiagnosticSink& sink);

  // Checks characters (PGN 4.1, 4.2), line lengths (4.3, 8.2.1) and line ends.
  // The text begins at the start of a line. `expected` is how the first line of
  // the file ends. Returns how many line ends the text has.
  std::uint64_t check(const PgnText& source, LineEnd expected);

 private:
  DiagnosticSink& sink_;
  bool checks_layout_;
  std::vector<ByteRange> long_lines_;
};

// The first byte that shows that a file is no text at all: one in sixteen of its
// bytes, and eight at least, are control characters, and no line begins with a
// tag. Nothing if it may be text. `source` is the start of the file or
// all of it.
std::optional<std::size_t> find_binary(const PgnText& source);

}  // namespace arbiter
