// Changes of a line after which its first illegal move is legal or gone; other first positions, and
// the ranking of all of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/pgn/pgn_game.h"
#include "lib/repair/repair.h"
#include "lib/repair/written_line.h"

namespace arbiter {

struct Guess {
  RepairKind kind = RepairKind::Replace;
  std::size_t at = 0;
  std::size_t count = 1;
  Move move = {};
  std::size_t start = 0;  // Start: which of the starts
  Replay run = {};        // at most a few hundred plies after the illegal move
  double score = 0;       // in natural logarithms; more is likelier
};

// A first position that may be the true one.
struct PossibleStart {
  Setup setup;
  Position position;  // of `setup`
  double cost;        // as Guess::score, but less is likelier
  std::string reason;
};

// The line up to its first illegal move. `points[i]` is the point before ply i; the last one
// precedes the illegal move. `slips[i]` counts the slips before ply i.
struct LegalPart {
  std::vector<ReplayPoint> points;
  std::vector<double> slips;

  std::size_t broken() const { return points.size() - 1; }
};

LegalPart legal_part(const LineReplay& replay, const Position& start);

// The input of guesses().
struct BrokenLine {
  const WrittenLine& line;
  const LineReplay& replay;
  const LegalPart& legal;
  std::span<const PossibleStart> starts;
};

// Returns the guesses in no order, scored by the change, the signs of the moves after it, and how
// far they are legal. About 1 ms.
std::vector<Guess> guesses(const BrokenLine& broken);

// A difference between a written move and the legal move that may have been meant.
enum class PenSlip : std::uint8_t {
  None,       // the same move
  Origin,     // the file or rank that distinguishes pieces
  Castling,   // O-O for O-O-O, or a king's move for castling
  Neighbour,  // a file or rank next to the one written
  Line,       // another file, or another rank
  Letter,     // another piece
  Promotion,  // another piece, or none, in a promotion
  LookAlike,  // characters of a word that is not a move: 1 read as l, or two exchanged
  CutShort,   // the end of such a word is missing
  Garbled,    // one or two other characters of it
  Square,     // file and rank
  OtherMove,  // nothing in common
};

// Returns the slip that turns `move` into `written`, with pieces named by `letters`.
PenSlip slip_between(const RepairMove& written, Move move, const Position& before,
                     const PieceLetters& letters);

// Returns how much less likely this slip is than none, in natural logarithms. Common kinds, and
// slips with few alternatives, cost little.
double cost_of(PenSlip slip);

// Returns the name of the slip: "another rank", "another piece", ...
std::string_view to_string(PenSlip slip);

using PossibleStarts = std::shared_ptr<const std::vector<PossibleStart>>;

// Returns the letters of the options, otherwise those of a game that begins with `first` (or null).
PieceLetters letters_of(const PgnGame& game, const Position* first, const RepairOptions& options);

// Returns playable positions. With a FEN tag, that of `given`: the standard position, the other
// player to move, omitted castling rights. Without one: Black to move, exchanged pieces, the 960 of
// Chess960; these are created once for all games.
PossibleStarts possible_starts(const PgnGame& game, const Setup& given);

// Returns the positions near to an unplayable FEN from which all moves are legal. `start`, `first`
// and `last` of the result are those of the likeliest. Returns nothing without such a position,
// without moves, or if the FEN cannot be parsed.
std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options);

// A guess, and the guesses that differ only in the missing move or in the first position, and are
// legal for as many moves.
struct RankedGuess {
  Guess guess;
  std::vector<Guess> others;  // the likeliest first
  double share = 0;           // of `guess` among all guesses, 0 to 1
  double group_share = 0;     // of `guess` and `others`
};

// Returns the likeliest group first. A few ms.
std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses);

}  // namespace arbiter
