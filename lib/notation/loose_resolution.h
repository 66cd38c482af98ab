// From a move in loose spelling to the legal move that it means.
#pragma once

#include "lib/chess/position.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san_resolution.h"

namespace arbiter {

struct LooseResolution {
  SanResolution resolution;
  // What the text means here: with the piece that stands on the square where
  // the text names only squares, and a piece's move where bxc3 cannot be a pawn's. To
  // ask why a move is illegal too.
  San san;
  SpellingDeviations spelling;  // with LowerCasePiece where such a reading was taken
};

// UCI, and long algebraic notation that SAN does not have too, mean exactly the
// squares that they name, castling included (e1g1, Ke1-g1), and are not called
// over-disambiguated for it. The null move is Illegal here.
LooseResolution resolve(const LooseMove& move, const Position& position);

}  // namespace arbiter
