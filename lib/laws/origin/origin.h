// Whether a position can have arisen from the first one by legal moves (Laws 3.10.3).
#pragma once

#include <string>
#include <vector>

#include "lib/chess/setup.h"
#include "lib/laws/origin/first_men.h"
#include "lib/laws/origin/origin_flaw.h"

namespace arbiter {

// Chess960 where a castling right needs it, else the usual array.
StartArray start_array_of(const Setup& setup);

// Proofs that no series of legal moves leads here from that array: any one of
// them is enough, and several may have the same cause. None does not mean that
// there is such a series: nobody can tell that in general. Never a false one.
// Castling letters without king and rook in place are no part of a Setup, so the
// reader of the FEN has to tell of them. Some 100 us.
OriginFlaws origin_flaws(const Setup& setup, StartArray start);

// The counts of half-moves and moves (PGN 16.1.3.5, 16.1.3.6), which often are
// what somebody made up: they prove nothing about the board.
struct CountFlaw {
  std::string text;       // a clause in lower case
  std::string reference;  // "PGN 16.1.3.5", "Laws 9.6.2"
};
std::vector<CountFlaw> count_flaws(const Setup& setup);

}  // namespace arbiter
