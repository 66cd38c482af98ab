// From byte offsets to lines, columns and the text to be shown.
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

struct TextPlace {
  std::uint64_t line = 1;    // from 1
  std::uint64_t column = 1;  // in code points, from 1
};

// Walks once through a text, at memory speed between the findings. Lines end
// with LF, CRLF or a lone CR; a place inside CRLF counts as its CR.
class Locator {
 public:
  // The text begins at the start of a line.
  explicit Locator(const PgnText& source) : source_(source) {}

  // Precondition: offsets do not fall from call to call. An offset outside of
  // the text counts as its nearest end.
  LocatedDiagnostic locate(Diagnostic diagnostic);
  // The place alone.
  TextPlace place_of(std::uint64_t offset);

 private:
  void move_to(std::size_t at);
  std::size_t move_to_offset(std::uint64_t offset);

  PgnText source_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint64_t lines_ = 0;       // line ends before line_start_
  std::uint64_t characters_ = 0;  // from line_start_ to at_
};

}  // namespace arbiter
