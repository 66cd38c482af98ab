// The findings of one game after the other, as the database keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/game_draft.h"
#include "lib/diagnostics/sink.h"

namespace arbiter {

// What is kept with games: all but the rules of the export format, and what is about the
// lines of a file and not about a game.
CodeSet kept_findings();

// Findings about the text and the tags of a game have no ply. They are not wanted, only counted,
// which spares their messages: a tenth of the time of checking (otb-mixed, 2026-11-21).
class FindingSink final : public DiagnosticSink {
 public:
  FindingSink();

  // The next findings are of another game. What is reported once a file is kept once a game.
  void start_game();

  // In the order of their plies, each once. To be called once a game; lives until the next one.
  std::span<const DraftFinding> findings();

  // The most severe error of the game; of several the first that is about a move of the main
  // line, else the first.
  std::optional<Diagnostic> worst() const;

 private:
  struct Counter {
    DiagnosticCode code;
    std::uint64_t before;  // the present game
  };

  void receive(Diagnostic diagnostic) override;

  std::vector<Counter> counters_;
  std::vector<DraftFinding> findings_;
  std::optional<Diagnostic> worst_;
};

}  // namespace arbiter
