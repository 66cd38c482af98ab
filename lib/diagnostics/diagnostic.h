// One finding in one file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/diagnostics/code.h"

namespace arbiter {

// Sentences are in lower case and without a full stop.
struct Diagnostic {
  DiagnosticCode code;

  // The marked text, in bytes from the start of the unpacked file; a length
  // of 0 marks a place.
  std::uint64_t offset = 0;
  std::uint32_t length = 0;

  std::string message = {};  // what is wrong: a sentence that names squares and pieces
  std::string help = {};     // what would help, or empty

  std::optional<std::uint32_t> ply = {};  // of the move meant; a game's first move has 1
  std::uint64_t game = 0;                 // a file's first game has 1; 0 means the file itself
  std::string san = {};                   // that move as it is written, or empty
  std::string fen = {};                   // the position before that move, or empty

  // The rule that decides here, where it is another than the catalogue names for all findings of
  // this kind: "Laws 3.7.1". Static storage.
  std::string_view own_reference = {};
};

}  // namespace arbiter
