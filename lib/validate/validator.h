// The Laws and the PGN standard applied to one game.
#pragma once

#include <memory>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/validator_options.h"

namespace arbiter {

struct PlayedGame;  // see movetext_walk.h

class Validator {
 public:
  Validator(const ValidatorOptions& options, DiagnosticSink& sink);
  ~Validator();

  // Checks a game: its tags, first position, moves, variations, comments, end
  // and result. The summary lives until the next call.
  const GameSummary& check(const PgnGame& game);

  // What the main line of the last game came to. Lives until the next call of check().
  const PlayedGame& played() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace arbiter
