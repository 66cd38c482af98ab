// The initial position of a game: the standard position, the position of the FEN tag (PGN 9.7), or
// an incorrect setup (Laws 2.3). Also guesses the mistake at the first illegal move, if at least
// four later moves support it. Guesses take up to a few hundred us.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/first_position.h"
#include "lib/laws/game_end.h"
#include "lib/notation/san.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

struct StartPosition {
  Setup setup = initial_setup();
  Position position = Position();
};

// The treatment of a FEN that names the wrong player to move.
enum class WrongPlayer : std::uint8_t { Correct, Keep };

// Reports the faults of the FEN. Returns nothing if no move can be played from it.
std::optional<StartPosition> read_start_position(GameReporter& reporter,
                                                 WrongPlayer treatment = WrongPlayer::Correct);

// Returns whether the moves, numbered from 1, are legal from the standard initial position and lead
// to the FEN. Some programs export games with this tag.
bool is_last_position(const PgnGame& game, std::string_view fen);

// Corrects the tags of a game whose FEN contradicts its moves.
class StartTags {
 public:
  explicit StartTags(const PgnGame& game);

  // Returns the tag to export; nothing if it is dropped. If FEN is the last position, it becomes
  // FinalFEN, and SetUp is dropped. A wrong player to move is corrected. The new value is valid as
  // long as this object.
  std::optional<PgnTag> corrected(PgnTag tag) const;

 private:
  bool is_last_ = false;
  std::string fen_;  // empty if the player to move is correct
};

// Returns the incorrect initial position from which all moves of `line` are legal. Requires eight
// supporting moves after the first illegal one. `legal` is the number of moves that are legal from
// the standard position. Precondition: not all moves are legal.
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

// Returns the finding black-began or wrong-initial-position, with the consequence under the Laws.
// `plies` is the length of the whole game.
SuspectedMistake verdict_on(const AlteredStart& start, std::size_t plies);

// Returns the finding black-began for a game that is_numbered_from_black().
SuspectedMistake verdict_on_numbers(std::size_t plies);

// Returns the unique legal move with a spelling similar to `written` after which all moves of
// `rest` are legal.
std::optional<Move> suspected_typo(std::string_view written, const Position& now,
                                   std::span<const San> rest);

// Returns the unique meaning of an ambiguous move after which the rest is legal.
std::optional<Move> meaning_by_rest(const San& ambiguous, const Position& now,
                                    std::span<const San> rest);

struct MissingPly {
  Color player;                   // the player whose move is missing
  std::optional<Move> move = {};  // the missing move, if only one is possible
};

// Returns the player of a missing move before `rest`, which begins with the illegal move, if any
// inserted move makes all of it legal.
std::optional<MissingPly> missing_ply(const Position& now, std::span<const San> rest);

struct KingsToCentre {
  // White won if both kings are on light squares, Black won if both are on dark ones; otherwise a
  // draw. Nothing if only one king is on a centre square.
  std::optional<Outcome> outcome = {};
};

// Checks `rest`, the moves from the first illegal one, for kings put on centre squares. A king that
// captures does not count. After checkmate or stalemate, the kings count only if both are there and
// show the result on the board.
std::optional<KingsToCentre> kings_to_centre(const Position& now, std::span<const San> rest);

}  // namespace arbiter
