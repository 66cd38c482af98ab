// One stretch of a file checked; used by validate_file only.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/text_checks.h"

namespace arbiter {

// What was found in one chunk. Lines and games count from the chunk's start.
struct ChunkReport {
  std::vector<LocatedDiagnostic> findings;  // in the order of the text
  std::vector<GameSummary> games;           // names view the chunk's bytes
  std::vector<EventGame> event_games;       // lines count from the chunk's start too
  FileTotals totals;
};

// Checks chunk after chunk with the same storage; one a thread.
class ChunkValidator {
 public:
  explicit ChunkValidator(const FileValidationOptions& options);

  void check(const TextChunk& chunk, ChunkReport& report);

 private:
  bool wants_games_;
  const std::atomic<bool>* wants_event_games_;
  bool wants_one_event_;
  GameWitness* witness_;
  CollectingSink sink_;
  TextChecker text_checker_;
  Validator validator_;
  PgnGame game_;
  std::array<std::uint64_t, kDiagnosticCount> counted_{};
};

}  // namespace arbiter
