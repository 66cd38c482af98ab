// The findings of one game after the other, as the database keeps them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "db/game_draft.h"
#include "lib/diagnostics/sink.h"

namespace arbiter {

// What is kept with games: all but the rules of the export format, and what is about the
// lines of a file and not about a game.
CodeSet kept_findings();

class FindingSink final : public DiagnosticSink {
 public:
  FindingSink() : DiagnosticSink(kept_findings()) {}

  // The next findings are of another game. What is reported once a file is kept once a game.
  void start_game();

  // In the order of their plies, each once. Lives until the next finding.
  std::span<const DraftFinding> findings();

  // The most severe finding of the game; of several the first that is about a move of the main
  // line, else the first.
  const std::optional<Diagnostic>& worst() const { return worst_; }

 private:
  void receive(Diagnostic diagnostic) override;

  std::vector<DraftFinding> findings_;
  std::optional<Diagnostic> worst_;
};

}  // namespace arbiter
