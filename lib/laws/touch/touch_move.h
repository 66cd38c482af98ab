// Rulings on touched pieces, and the moves that the player must make with them (Laws 4.2 to 4.7).
// Each touch restricts the allowed moves.
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
#include "lib/chess/position.h"
#include "lib/chess/setup.h"

namespace arbiter {

struct TouchedPiece {
  Square square;

  bool operator==(const TouchedPiece&) const = default;
};

// Two pieces touched at once or in unknown order: one of each player, or king and rook. The
// player's own piece counts as touched first (4.3.3), and the king before the rook (4.4.1).
struct TouchedTogether {
  Square first;
  Square second;

  bool operator==(const TouchedTogether&) const = default;
};

// A piece of the player that was moved and released on another square (4.7).
struct ReleasedPiece {
  Square from;
  Square on;

  bool operator==(const ReleasedPiece&) const = default;
};

// A promotion piece that touched the promotion square (4.4.4).
struct NewPiece {
  Square square;  // the promotion square, on the last rank
  Role role;      // queen, rook, bishop or knight

  bool operator==(const NewPiece&) const = default;
};

using Touch = std::variant<TouchedPiece, TouchedTogether, ReleasedPiece, NewPiece>;

// Reads a touch by the player to move: "e4", "e4+d5", "g1-f3" or "e8=Q". Fails if the touch is
// impossible in this position, such as on an empty square.
Result<Touch> parse_touch(std::string_view word, const Position& position);

// Returns a text such as "the king on e1", "the king on e1 and the rook on h1 together", "the
// knight on g1, released on f3", "a new queen on e8". Precondition: the touch is possible on the
// board.
std::string to_string(const Touch& touch, const Board& board);

enum class TouchRule : std::uint8_t {
  NotOnMove,       // 4.3: the player is not to move, so no touch binds
  Adjusted,        // 4.2.1: the adjustment was announced first
  MoveOwn,         // 4.3.1: the player must move the piece
  CaptureTheirs,   // 4.3.2: the player must capture the piece
  CaptureWithOwn,  // 4.3.3: the player must capture with their own touched piece
  FirstOfBoth,     // 4.3.3: that capture is illegal, so the first usable piece decides
  Castle,          // 4.4.1: the player must castle
  RookBeforeKing,  // 4.4.2: castling with that rook is excluded, and 4.3.1 decides
  OtherKingMove,   // 4.4.3: castling is illegal, so the king must make another move
  NoKingMove,  // 4.4.3: castling is illegal and the king cannot move, so any legal move is allowed
  ReleasedToCastle,  // 4.7.2: the king was released to castle, which is illegal
  // 4.7.2: castling is illegal and the king cannot move, so any legal move is allowed
  ReleasedAndStuck,
  NewPieceChosen,  // 4.4.4: the promotion piece is chosen
  Released,        // 4.7: a piece released on a legal square stays on it
  NothingBinds,    // 4.5: no touched piece can be moved or captured
  Checkmated,      // 5.1.1: the game is over
  Stalemated,      // 5.2.1: the game is over
  Dead,            // 5.2.2: the game is over, as far as quick_dead() proves it
  MovesCounted,    // 9.6.2: 75 moves of each player without a capture or a pawn move
};

// Returns the article of a rule, such as "4.3.1".
std::string_view article_of(TouchRule rule);

enum class TouchIntent : std::uint8_t { MoveOrCapture, Adjust };

struct TouchReport {
  std::vector<Touch> touches;  // at least one touch, in order; each is possible in the position
  Color player;                // the player who touched the pieces
  TouchIntent intent = TouchIntent::MoveOrCapture;
};

struct TouchRemark {
  std::string_view article;
  std::string text;  // a clause without a full stop
};

struct TouchRuling {
  TouchRule rule;
  std::string sentence;  // text such as "White must move the knight on g1", without a full stop
  // The legal moves that the player may choose from; empty only if the game is over.
  std::vector<Move> moves;
  std::vector<TouchRemark> remarks;  // further consequences, such as lost claims
};

// Returns the ruling. A later touch never releases the player from an earlier one, but can restrict
// the choice, as when a rook is touched after the king. A touch shows the intention to castle
// (4.4.2, 4.4.3) if king and rook were touched together, or are on their initial squares. A touch
// of a rook with a castling right also shows it. Castling is a move of the king (3.8.2).
TouchRuling rule_on_touches(const Position& position, const TouchReport& report);

struct TouchEffect {
  TouchRule rule = TouchRule::NothingBinds;
  std::vector<Move> moves = {};  // the moves that are still allowed
  Bitboard touched = {};
  std::optional<Square> bound = {};  // the piece that must be moved or captured
  std::optional<Square> first_own = {};
  std::optional<Square> first_theirs = {};
  // Rooks that were touched before the king, with the intention to castle.
  Bitboard barred_rooks = {};
  // The castling that must be made, or that was intended but is illegal.
  std::optional<CastlingSide> castling = {};
  // Releases on impossible squares, and promotion pieces without a promoting pawn or chosen too
  // late.
  std::vector<Touch> ineffective = {};
};

// Returns the combined effect of the touches, in order. Precondition: the player to move has
// touched the pieces and has a legal move.
TouchEffect effect_of(std::span<const Touch> touches, const Position& position);

}  // namespace arbiter
