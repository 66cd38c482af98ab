// Checks of a file's bytes, lines and encoding.
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
#include "lib/io/text_conversion.h"
#include "lib/pgn/reader.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

// Checks chunks one after another, reusing memory. Text without faults takes one pass at memory
// speed (summarize), and another one if it is not ASCII.
class TextChecker {
 public:
  // White space around lines is checked only if the sink needs it, because it takes a separate
  // pass.
  explicit TextChecker(DiagnosticSink& sink);

  // Checks characters (PGN 4.1, 4.2), line lengths (4.3, 8.2.1) and line ends, and returns the
  // number of line ends. The text begins at the start of a line. `expected` is the line end of the
  // file's first line.
  std::uint64_t check(const PgnText& source, LineEnd expected);

 private:
  DiagnosticSink& sink_;
  bool checks_layout_;
  std::vector<ByteRange> long_lines_;
};

// Returns the findings known before reading: the file is UTF-16 or HTML.
std::vector<LocatedDiagnostic> findings_before_reading(const TextForm& form);

// Returns the finding about a guessed encoding, after the file was read.
std::optional<LocatedDiagnostic> finding_after_reading(const TextForm& form,
                                                       const FileTotals& totals);

}  // namespace arbiter
