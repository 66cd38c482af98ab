// The reasons why a written move is illegal (Laws 3.1 to 3.10), and positions after illegal moves.
// In rapid and blitz, an illegal move stands once the opponent has replied (Laws A.5.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {

struct Illegality {
  DiagnosticCode code;
  // The reason without the move itself, such as "the knight on c6 is pinned to the king on e8 by
  // the bishop on b5".
  Sentence message;
  std::string help = {};          // similar legal moves that may have been intended, or empty
  std::string_view article = {};  // the article that decides, such as "Laws 3.7.1"
};

// Returns the reason why a move is illegal. Replays the game for castling and en passant. Takes
// about 20 us. Precondition: `san` is not a null move, and resolve() does not return Legal.
Illegality explain(const San& san, const GameHistory& game);

// Returns the legal move that `san` denotes without its impossible promotion, as in "Nf3=Q".
// Precondition: resolve() does not return Legal.
std::optional<Move> move_without_promotion(const San& san, const Position& now);

struct NearMove {
  Move move;
  std::string san;
  std::size_t distance;  // number of differing letters, ignoring check marks
};

// Returns at most `limit` legal moves with a similar spelling, the most similar first. One letter,
// or a third of the letters, may differ; moves of the same piece to the same square are also
// included. Takes tens of us.
std::vector<NearMove> near_moves(std::string_view written, const Position& now,
                                 std::size_t limit = 4);

// Returns the move in PGN notation, with only the details that `san` contains.
std::string to_string(const San& san);

}  // namespace arbiter

namespace arbiter::illegal_reasons {

// Returns the reason why a piece other than a pawn cannot make the move (3.2 to 3.6, 3.8.1). The
// result has no help. It has an article only if this differs from the article in the catalogue.
Illegality of_piece(const San& san, const Position& now);

// Returns the reason why a pawn cannot make the move (3.7).
Illegality of_pawn(const San& san, const GameHistory& game);

}  // namespace arbiter::illegal_reasons

namespace arbiter {

// The treatment of the main line after its first illegal move.
enum class IllegalMoves : std::uint8_t {
  Stop,    // the remaining moves are not replayed
  Follow,  // the move counts if only one piece can have made it (Laws A.5.2)
};

// Returns the position after the illegal move `san`, if exactly one piece can have made it. Returns
// nothing otherwise, or if no move can be played afterwards. The player's king may be in check (see
// has_exposed_king).
std::optional<Position> position_after_illegal(const San& san, const Position& before);

// Returns whether the king of the player who is not to move is in check, which only an illegal move
// can cause. Such a king must not be captured.
bool has_exposed_king(const Position& position);

}  // namespace arbiter
