// How far a written move is from a legal one that may have been meant.
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/repair/written_line.h"

namespace arbiter {

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
