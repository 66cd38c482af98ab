// Checks of the text of a file, and of content other than PGN.
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
#include "lib/pgn/text_chunks.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

// Checks chunks one after another, reusing memory. Text without faults takes one pass at memory
// speed (see summarize()), and a second pass if it is not ASCII.
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

// Returns the findings about a guessed encoding and several encodings, after the file was read.
std::vector<LocatedDiagnostic> findings_after_reading(const TextForm& form,
                                                      const FileTotals& totals);

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
