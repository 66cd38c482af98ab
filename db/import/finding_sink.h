// Collects the findings of games, as a database stores them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/game_draft.h"
#include "lib/diagnostics/sink.h"

namespace arbiter {

// Returns the findings that are stored with games: all but those about the export format, the lines
// of a file, and tournaments.
CodeSet kept_findings();

// Findings about text and tags of a game have no ply. They are only counted, without messages,
// which saves a tenth of the time of checking (otb-mixed, 2026-11-21).
class FindingSink final : public DiagnosticSink {
 public:
  FindingSink();

  // Starts a game. Findings that are reported once per file are kept once per game.
  void start_game();

  // Returns the findings sorted by ply, each once, valid until the next game. Called once per game.
  std::span<const DraftFinding> findings();

  // Returns the most severe error of the game, preferably about a move of the main line.
  std::optional<Diagnostic> worst() const;

 private:
  struct Counter {
    DiagnosticCode code;
    std::uint64_t before;  // the current game
  };

  void receive(Diagnostic diagnostic) override;

  std::vector<Counter> counters_;
  std::vector<DraftFinding> findings_;
  std::optional<Diagnostic> worst_;
};

}  // namespace arbiter
