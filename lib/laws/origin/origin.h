// Whether a position can have arisen from a first position by legal moves (Laws 3.10.3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/setup.h"
#include "lib/laws/origin/first_pieces.h"

namespace arbiter {

enum class OriginFault : std::uint8_t {
  Kings,          // not one of each side
  PawnOnEdge,     // on the first or last rank
  KingsAdjacent,  // each in check from the other
  OppositeCheck,  // the player who is not to move is in check
  TooManyPieces,
  TooManyPawns,
  TooManyPromoted,  // more promoted pieces than missing pawns
  Misplaced,        // a piece that cannot have reached its square
  PawnCaptures,     // pawns captured more often than pieces are missing
  PawnsPassed,      // pawns of one file that cannot have passed each other
  ImpossibleCheck,  // no last move can have given the check
  EnPassant,        // no double step can have passed the square
  NoLastMove,       // no last move was possible
  Castling,         // rights that contradict each other
  Turn,             // the other player must be to move
};

// Returns "kings", "pawn-on-edge", ... for programs.
std::string_view to_string(OriginFault fault);

// Returns the article that every sequence of moves to the position breaks, in addition to 3.10.3.
std::string_view article_of(OriginFault fault);

struct OriginFlaw {
  OriginFault fault;
  std::string proof;  // a sentence about the board, in lower case, no full stop
};

using OriginFlaws = std::vector<OriginFlaw>;

// Returns Chess960 if a castling right needs it, otherwise Usual.
StartArray start_array_of(const Setup& setup);

// Returns proofs that no series of legal moves leads from that array to this position. Each one is
// sufficient, and several may have the same cause. An empty list does not prove that such a series
// exists. Castling letters without king and rook in place are not part of a Setup: the reader of
// the FEN reports them. Some 100 us.
OriginFlaws origin_flaws(const Setup& setup, StartArray start);

// A flaw of the half-move clock or the move number (PGN 16.1.3.5, 16.1.3.6). These are often
// invented, so they prove nothing about the board.
struct CountFlaw {
  std::string text;       // a clause in lower case
  std::string reference;  // "PGN 16.1.3.5", "Laws 9.6.2"
};
std::vector<CountFlaw> count_flaws(const Setup& setup);

}  // namespace arbiter
