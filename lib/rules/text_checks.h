// A file's bytes and lines, before anything is read from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/encoding.h"
#include "lib/pgn/line_end.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_summary.h"

namespace arbiter {

struct TextCheckOptions {
  // How the lines of the file are meant to end: as its first line does.
  LineEnd line_end = LineEnd::LineFeed;
  // Whether white space around lines is looked for, which takes a pass of its
  // own; else TrailingSpace and LeadingSpace are not even counted.
  bool checks_layout = false;
};

// Checks stretch after stretch with the same storage. Text without a fault
// costs one pass at memory speed (summarize), and a second where it is not ASCII.
class TextChecker {
 public:
  explicit TextChecker(DiagnosticSink& sink) : sink_(sink) {}

  // Checks characters (PGN 4.1, 4.2), line lengths (4.3, 8.2.1) and line ends.
  // The text begins at the start of a line. Returns how many line ends it has.
  std::uint64_t check(const PgnText& source, const TextCheckOptions& options);

 private:
  DiagnosticSink& sink_;
  std::vector<TextSpan> long_lines_;
};

// The first byte that shows that a file is no text at all: one in sixteen of its
// bytes, and eight at least, are control characters, and no line begins with a
// tag. Nothing if it may be text. `source` is the start of the file or all of it.
std::optional<std::size_t> find_binary(const PgnText& source);

}  // namespace arbiter
