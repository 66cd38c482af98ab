// All changes of a line after which its first illegal move is legal or gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/repair/repair.h"
#include "lib/repair/written_line.h"

namespace arbiter {

struct Guess {
  RepairKind kind = RepairKind::Replace;
  std::size_t at = 0;
  std::size_t count = 1;
  Move move = {};
  std::size_t start = 0;  // Start: which of the starts
  Replay run = {};        // a few hundred plies behind the illegal move at most
  double score = 0;       // in natural logarithms; more is likelier
};

// A first position that may be the true one.
struct PossibleStart {
  Setup setup;
  Position position;  // of it
  double cost;        // as Guess::score, but less is likelier
  std::string reason;
};

// The line up to its first illegal move: points[i] is before ply i, the last one
// before the illegal move; slips[i] are those of the plies before i.
struct LegalPart {
  std::vector<ReplayPoint> points;
  std::vector<double> slips;

  std::size_t broken() const { return points.size() - 1; }
};

LegalPart legal_part(const LineReplay& replay, const Position& start);

// What guesses are made of.
struct BrokenLine {
  const WrittenLine& line;
  const LineReplay& replay;
  const LegalPart& legal;
  std::span<const PossibleStart> starts;
};

// Scored by the change, the signs of the moves behind it and how far they run, in
// no order. About 1 ms.
std::vector<Guess> guesses(const BrokenLine& broken);

enum class PenSlip : std::uint8_t {
  None,       // the same move
  Origin,     // the file or rank that tells pieces apart
  Castling,   // O-O for O-O-O, or a king's move for castling
  Neighbour,  // a file or rank next to the one written
  Line,       // another file, or another rank
  Letter,     // another piece
  Promotion,  // another piece, or none, in a promotion
  LookAlike,  // characters of a word that is no move: 1 taken for l, or two exchanged
  CutShort,   // the end of such a word is missing
  Garbled,    // one or two other characters of it
  Square,     // file and rank
  OtherMove,  // nothing in common
};

// What has to be changed in `written`, where pieces are named by `letters`, to make it `move`.
PenSlip slip_between(const RepairMove& written, Move move, const Position& before,
                     const PieceLetters& letters);

// How much less likely than no slip this very one is, in natural logarithms:
// kinds that are common and slips that could have been few others cost little.
double cost_of(PenSlip slip);

// "another rank", "another piece", ...: what was taken for what.
std::string_view to_string(PenSlip slip);

}  // namespace arbiter
