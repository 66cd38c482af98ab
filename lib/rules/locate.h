// From byte offsets to lines, columns and the text to be shown.
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/diagnostics/diagnostic.h"
#include "lib/pgn/reader.h"
#include "lib/rules/file_validation.h"

namespace arbiter {

// Walks once through a text. Lines end with LF, CRLF or a lone CR.
class Locator {
 public:
  explicit Locator(const PgnText& source) : source_(source) {}

  // Precondition: offsets do not fall from call to call. An offset outside of
  // the text counts as its nearest end.
  LocatedDiagnostic locate(Diagnostic diagnostic);

  // How many line ends the whole text has. To be called last.
  std::uint64_t lines_to_end();

 private:
  void move_to(std::size_t at);

  PgnText source_;
  std::size_t at_ = 0;  // lines_ is the number of line ends before it
  std::uint64_t lines_ = 0;
};

}  // namespace arbiter
