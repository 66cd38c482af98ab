// The first position of a game: the standard one, that of its FEN tag (PGN 9.7), or one set up by
// mistake (Laws 2.3).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/first_position.h"
#include "lib/notation/san.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

struct StartPosition {
  Setup setup = initial_setup();
  Position position = Position();
};

// Reports the faults of the FEN. Returns nothing if no move can be played from it.
std::optional<StartPosition> read_start_position(GameReporter& reporter);

// Returns the alteration of the standard first position that makes all moves of `line` legal.
// Nothing unless eight moves after the first illegal one support it. `legal` is the number of moves
// that are legal from the standard position, fewer than all.
std::optional<AlteredStart> altered_start(std::span<const San> line, std::size_t legal);

// Returns whether the moves of a game from the standard initial position are numbered as if Black
// had begun: "1... e5 2. e4 Nc6".
bool is_numbered_from_black(const PgnGame& game);

// Returns the standard initial position with Black to move.
StartPosition black_start();

// A possible mistake in the record, reported as a separate finding.
struct SuspectedMistake {
  DiagnosticCode code;
  std::string message;
  std::string help = {};
};

// Returns the finding black-began or wrong-initial-position, with the consequence by the Laws.
// `plies` counts the whole game.
SuspectedMistake verdict_on(const AlteredStart& start, std::size_t plies);

// Returns black-began for a game that is_numbered_from_black().
SuspectedMistake verdict_on_numbers(std::size_t plies);

}  // namespace arbiter
