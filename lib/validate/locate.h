// From byte offsets to lines, columns and the text to be shown.
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/diagnostics/diagnostic.h"
#include "lib/pgn/reader.h"
#include "lib/validate/file_validation.h"

namespace arbiter::validate {

// Walks once through a text, at memory speed between the findings. Lines end
// with LF, CRLF or a lone CR; a place inside CRLF counts as its CR.
class Locator {
 public:
  // The text begins at the start of a line.
  explicit Locator(const PgnText& source) : source_(source) {}

  // Precondition: offsets do not fall from call to call. An offset outside of
  // the text counts as its nearest end.
  LocatedDiagnostic locate(Diagnostic diagnostic);

 private:
  void move_to(std::size_t at);

  PgnText source_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint64_t lines_ = 0;       // line ends before line_start_
  std::uint64_t characters_ = 0;  // from line_start_ to at_
};

}  // namespace arbiter::validate
