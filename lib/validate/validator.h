// The Laws and the PGN standard applied to one game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"
#include "lib/diagnostics/sink.h"
#include "lib/io/byte_source.h"
#include "lib/laws/rules_profile.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/tag_checks.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

class Validator {
 public:
  Validator(const ValidatorOptions& options, DiagnosticSink& sink);

  // Checks a game: its tags, initial position, moves, variations, comments, end and result. The
  // summary is valid until the next call.
  const GameSummary& check(const PgnGame& game);

  // Returns the main line of the last game. Valid until the next call of check().
  const PlayedGame& played() const { return walk_.played(); }

 private:
  RulesProfile profile_of(const PgnGame& game);
  const PlayedGame& replay(const PgnGame& game);
  void summarize(const PgnGame& game, const PlayedGame& played);

  ValidatorOptions options_;
  CheckedValues checked_;
  TagCheckOptions tag_options_;
  std::string date_;  // tag of the last game, from which `profile_` was derived
  RulesProfile profile_ = RulesProfile::FidePre2014;
  GameReporter reporter_;
  MovetextWalk walk_;
  GameSummary summary_;
};

// One game of a file, up to its last legal move. If the move numbers show that Black began, the
// game is replayed with Black to move first.
struct RecordedGame {
  std::string white;  // the name as in the tag; empty without a tag
  std::string black;
  Setup first = initial_setup();
  std::vector<Move> moves;  // legal moves of the main line
  // The Laws in force on the Date; without a Date tag, the oldest Laws.
  RulesProfile rules = RulesProfile::FidePre2014;
  bool is_complete = true;  // no illegal or unreadable move stopped the replay
  bool has_more = false;    // true if more games follow in the file
};

// Reads the game with this number, counting from 1. Fails if it does not exist, or if its initial
// position cannot be played. Throws IoError.
Result<RecordedGame> read_game(ByteSource& source, std::uint64_t number);

}  // namespace arbiter
