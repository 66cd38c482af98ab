// What the moves of a helpful game are worth.
#pragma once

namespace arbiter {

// What speaks for a move, in points: the move with most is played, and where two differ by less
// than the tie-break's 8 either may be. Set by hand, so that what serves the mate more comes first
// in the usual case; none is exact. Of 3,284 searches (vectors/winnability.txt, both winners) 1,431
// find a mate; without the winner's kKingStep 1,132, without the loser's kBlockExit 1,381 or
// kKingStep 1,402; without any other one 1,417 to 1,449 (2026-11-22).
struct WinnerWeight {
  // Men of the loser that could interpose or take; a pawn hardly can.
  static constexpr int kTakeQueen = 35;
  static constexpr int kTakeRook = 28;
  static constexpr int kTakeMinor = 14;
  static constexpr int kTakePawn = 4;
  // Minor pieces mate only where a man of the loser's stands in his king's way.
  static constexpr int kTakeNeededMan = -40;
  static constexpr int kCheck = -15;        // drives the king from its way; mates are tried before
  static constexpr int kKingStep = 20;      // towards its place
  static constexpr int kKingLeaves = -20;   // its place
  static constexpr int kPawn = 10;          // on its way to promotion, while nothing else can mate
  static constexpr int kPawnRank = 3;       // the same, for each rank: one pawn rather than all
  static constexpr int kPromoteQueen = 50;  // more than all else
  static constexpr int kPromoteRook = 48;   // where a queen stalemates
  static constexpr int kPromoteMinor = 10;  // where both stalemate
  static constexpr int kHeavy = 2;          // tries the squares from which it could mate
  static constexpr int kHeavyInPlace = 8;   // the same, once the kings stand as they should
};

struct LoserWeight {
  static constexpr int kTakeMatingMan = -50;  // a queen or rook, or a pawn that becomes one
  static constexpr int kTakeMinor = -20;
  static constexpr int kLeaveWay = 12;  // of the winner's pawns
  static constexpr int kEnterWay = -12;
  static constexpr int kKingStep = 20;  // towards its place
  static constexpr int kKingElsewhere = -6;
  static constexpr int kKingLeaves = -12;     // its place
  static constexpr int kCheck = -25;          // costs the winner a move or his queen's place
  static constexpr int kOnPlaceOfKing = -10;  // of either: it would be in the way
  static constexpr int kPromoteHeavy = -20;   // to what could interpose
  static constexpr int kGiveAway = 6;         // where the winner can take it: fewer men interpose
  static constexpr int kBlockExit = 15;       // beside his own king, where minor pieces are to mate
  static constexpr int kUnblockExit = -15;
  static constexpr int kPawnToBlock = 8;  // becomes a piece that can get there
};

}  // namespace arbiter
