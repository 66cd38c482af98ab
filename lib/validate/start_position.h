// The first position of a game: the usual one, or that of its FEN tag (PGN 9.7).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "lib/chess/position.h"
#include "lib/diagnostics/code.h"
#include "lib/laws/first_position.h"
#include "lib/notation/san.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

struct StartPosition {
  Setup setup = initial_setup();
  Position position = Position();
};

// Reports what is wrong with the FEN. Nothing if no move can be played from it.
std::optional<StartPosition> read_start_position(GameReporter& reporter);

// How the usual first position has to be altered so that all moves of `line` are
// legal. Nothing where fewer than eight moves behind the first illegal one bear it
// out. `legal`: how many moves are legal from the usual position; less than all.
std::optional<AlteredStart> altered_start(std::span<const San> line, std::size_t legal);

// What to report about it, the first move not named: black-began or
// wrong-initial-position, with what the Laws say to do.
struct StartVerdict {
  DiagnosticCode code;
  std::string message;
  std::string help;
};

// `plies`: those of the whole game.
StartVerdict verdict_on(const AlteredStart& start, std::size_t plies);

}  // namespace arbiter
