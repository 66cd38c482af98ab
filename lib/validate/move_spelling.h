// Moves that are legal, but not written as PGN 8.2.3 has it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/notation/san.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

struct MarkFault {
  DiagnosticCode code;
  std::string_view sentence;
};

// What is wrong with `written` behind a move that deserves `due`.
// Precondition: they differ.
MarkFault mark_fault(CheckMark written, CheckMark due);

// A legal move as it is written.
struct PlayedSan {
  const Token& token;
  const San& san;
  const SanResolution& resolution;
  const Position& before;  // that it is played in
  std::optional<std::uint32_t> ply;
};

// Reports each deviation of the move from the standard's way.
void report_spelling(GameReporter& reporter, const PlayedSan& move);

}  // namespace arbiter
