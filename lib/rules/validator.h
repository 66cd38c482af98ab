// The Laws and the PGN standard applied to one game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "lib/diagnostics/sink.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"
#include "lib/rules/game_summary.h"
#include "lib/rules/illegal_record.h"
#include "lib/rules/rules_profile.h"

namespace arbiter {

struct PlayedGame;  // see movetext_walk.h

struct ValidatorOptions {
  // Nothing: by the Date of each game.
  std::optional<RulesProfile> rules;
  PieceLetters piece_letters;  // English, unless told otherwise
  // Whether an illegal move stands (Laws A.5.2), so that the moves behind it are
  // checked too.
  IllegalMoves illegal_moves = IllegalMoves::Stop;
  // The day on which the file is looked at, for dates in the future: YYYYMMDD;
  // nothing: dates are not compared with a day.
  std::optional<std::uint32_t> today;
};

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
