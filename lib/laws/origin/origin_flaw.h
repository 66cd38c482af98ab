// One proof that no series of legal moves leads to a position (Laws 3.10.3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

enum class OriginFault : std::uint8_t {
  Kings,          // not one of each side
  PawnOnEdge,     // on the first or last rank
  KingsAdjacent,  // each in check by the other
  OppositeCheck,  // the player who is not to move is in check
  TooManyMen,
  TooManyPawns,
  TooManyPromoted,  // more than pawns are missing
  Misplaced,        // a man that cannot have got to where it stands
  PawnCaptures,     // pawns captured more often than men are missing
  PawnsPassed,      // pawns of one file that cannot have passed each other
  ImpossibleCheck,  // no last move can have given it
  EnPassant,        // a square that no double step can have passed
  NoLastMove,       // the player who moved last had no move to make
  Castling,         // rights that do not go together
};

// "kings", "pawn-on-edge", ...: for programs.
std::string_view to_string(OriginFault fault);

// The article that is broken on every way to the position, beside 3.10.3.
std::string_view article_of(OriginFault fault);

struct OriginFlaw {
  OriginFault fault;
  std::string proof;  // a sentence about the board, in lower case, no full stop
};

using OriginFlaws = std::vector<OriginFlaw>;

}  // namespace arbiter
