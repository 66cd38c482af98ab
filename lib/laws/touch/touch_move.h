// Touched pieces: what the player must move, capture or do with them (Laws 4.2 to 4.7).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"
#include "lib/laws/touch/touch.h"

namespace arbiter {

enum class TouchRule : std::uint8_t {
  NotOnMove,       // 4.3: the player does not have the move, so nothing binds
  Adjusted,        // 4.2.1: j'adoube was said first
  MoveOwn,         // 4.3.1
  CaptureTheirs,   // 4.3.2
  CaptureWithOwn,  // 4.3.3: the opponent's piece with the own one
  FirstOfBoth,     // 4.3.3: as that is illegal, the first that can be moved or captured
  Castle,          // 4.4.1
  RookBeforeKing,  // 4.4.2: no castling with that rook, and 4.3.1 decides
  OtherKingMove,   // 4.4.3: castling is illegal
  NoKingMove,      // 4.4.3: and the king has no other move, so any legal move
  NewPieceChosen,  // 4.4.4
  Released,        // 4.7: a piece let go where it can go stays there
  NothingBinds,    // 4.5: nothing touched can be moved or captured
  Checkmated,      // 5.1.1: the game is over
  Stalemated,      // 5.2.1
  Dead,            // 5.2.2, as far as quick_dead() proves it
  MovesCounted,    // 9.6.2: 75 moves of each player without a capture or a pawn move
};

// "4.3.1".
std::string_view article_of(TouchRule rule);

enum class TouchIntent : std::uint8_t { MoveOrCapture, Adjust };

struct TouchReport {
  std::vector<Touch> touches;  // in their order, at least one; each fits the position
  Color player;                // whose hand it was
  TouchIntent intent = TouchIntent::MoveOrCapture;
};

struct TouchRemark {
  std::string_view article;
  std::string text;  // a clause without a full stop
};

struct TouchRuling {
  TouchRule rule;
  std::string sentence;  // without a full stop: "White must move the knight on g1"
  // What the player to move may play; empty only where the game is over.
  std::vector<Move> moves;
  std::vector<TouchRemark> remarks;  // what else follows, such as lost claims
};

// What a touch has bound, a later one never frees: it can only narrow it, as the
// rook does after the king. Where the Laws need the intention to castle (4.4.2,
// 4.4.3), it is seen in a king and a rook that stand for it: the rook has the
// right to castle, or both stand on their squares of the usual first position, or
// they were touched together. Castling is a move of the king (3.8.2).
TouchRuling rule_on_touches(const Position& position, const TouchReport& report);

}  // namespace arbiter
