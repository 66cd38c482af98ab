// Touched pieces, and the moves that the player must make with them (Laws 4.2 to 4.7).
// The effect of each touch on the allowed moves; touch_move.cc describes it in words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"

namespace arbiter {

// A touch of a piece of either player.
struct TouchedPiece {
  Square square;

  bool operator==(const TouchedPiece&) const = default;
};

// A touch of two pieces at once, or of one after the other in unknown order. The pieces are one of
// each player, or king and rook. The own piece counts as touched first (4.3.3), the king before the
// rook (4.4.1).
struct TouchedTogether {
  Square first;
  Square second;

  bool operator==(const TouchedTogether&) const = default;
};

// An own piece moved from its square and released on another (4.7).
struct ReleasedPiece {
  Square from;
  Square on;

  bool operator==(const ReleasedPiece&) const = default;
};

// A piece from outside the board that touched the promotion square (4.4.4).
struct NewPiece {
  Square square;  // on the last rank
  Role role;      // queen, rook, bishop or knight

  bool operator==(const NewPiece&) const = default;
};

using Touch = std::variant<TouchedPiece, TouchedTogether, ReleasedPiece, NewPiece>;

// Reads "e4", "e4+d5", "g1-f3" or "e8=Q", touched by the player to move. Fails if the touch is
// impossible in this position, for example on an empty square.
Result<Touch> parse_touch(std::string_view word, const Position& position);

// Returns "the king on e1", "the king on e1 and the rook on h1 together", "the knight on g1,
// released on f3", "a new queen on e8". Precondition: the touch fits the board.
std::string to_string(const Touch& touch, const Board& board);

enum class TouchRule : std::uint8_t {
  NotOnMove,         // 4.3: the player does not have the move, so nothing binds
  Adjusted,          // 4.2.1: the adjustment was announced first
  MoveOwn,           // 4.3.1
  CaptureTheirs,     // 4.3.2
  CaptureWithOwn,    // 4.3.3: a touch of both players' pieces
  FirstOfBoth,       // 4.3.3: as that is illegal, the first that can be moved or captured
  Castle,            // 4.4.1
  RookBeforeKing,    // 4.4.2: no castling with that rook, and 4.3.1 decides
  OtherKingMove,     // 4.4.3: castling is illegal
  NoKingMove,        // 4.4.3: castling is illegal and the king has no other move, so any legal move
  ReleasedToCastle,  // 4.7.2: the king was released to castle, which is illegal
  ReleasedAndStuck,  // 4.7.2: castling is illegal and the king has no other move, so any legal move
  NewPieceChosen,    // 4.4.4
  Released,          // 4.7: a piece released on a legal square stays there
  NothingBinds,      // 4.5: nothing touched can be moved or captured
  Checkmated,        // 5.1.1: the game is over
  Stalemated,        // 5.2.1
  Dead,              // 5.2.2, as far as quick_dead() proves it
  MovesCounted,      // 9.6.2: 75 moves of each player without a capture or a pawn move
};

// Returns "4.3.1".
std::string_view article_of(TouchRule rule);

enum class TouchIntent : std::uint8_t { MoveOrCapture, Adjust };

struct TouchReport {
  std::vector<Touch> touches;  // in their order, at least one; each fits the position
  Color player;                // the player who touched the pieces
  TouchIntent intent = TouchIntent::MoveOrCapture;
};

struct TouchRemark {
  std::string_view article;
  std::string text;  // a clause without a full stop
};

struct TouchRuling {
  TouchRule rule;
  std::string sentence;  // without a full stop: "White must move the knight on g1"
  // The legal moves that the player may make; empty only if the game is over.
  std::vector<Move> moves;
  std::vector<TouchRemark> remarks;  // further consequences, such as lost claims
};

// Returns the ruling. A later touch never frees the player from an earlier one, but can narrow the
// choice, as the rook does after the king. King and rook show the intention to castle (4.4.2,
// 4.4.3) if they were touched together or are on their usual first squares. So does a rook with the
// right to castle. Castling is a move of the king (3.8.2).
TouchRuling rule_on_touches(const Position& position, const TouchReport& report);

struct TouchEffect {
  TouchRule rule = TouchRule::NothingBinds;
  std::vector<Move> moves = {};      // the moves that are still allowed
  Bitboard touched = {};             // the touched squares
  std::optional<Square> bound = {};  // the piece that must be moved or captured
  std::optional<Square> first_own = {};
  std::optional<Square> first_theirs = {};
  Bitboard barred_rooks = {};  // rooks touched before the king, with which castling was intended
  // The castling that must be made, or that was intended and is illegal.
  std::optional<CastlingSide> castling = {};
  // Releases on impossible squares, and new pieces without a promoting pawn or after the final
  // choice.
  std::vector<Touch> ineffective = {};
};

// Returns the effect of these touches, one after the other. Precondition: the player to move, who
// touched the pieces, has a legal move.
TouchEffect effect_of(std::span<const Touch> touches, const Position& position);

}  // namespace arbiter
