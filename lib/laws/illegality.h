// The reason why a written move is illegal (Laws 3.1 to 3.10).
// The parts of explain(), one for each kind of move.
// Illegal moves that count (Laws, Appendix A.5.2: in rapid and blitz, an illegal move that the
// opponent answers is part of the game).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/ply.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {

struct Illegality {
  DiagnosticCode code;
  // The rule in terms of the pieces on the board, without the move itself: "the
  // knight on c6 is pinned to the king on e8 by the bishop on b5".
  Sentence message;
  std::string help = {};          // legal moves that may have been meant, or empty
  std::string_view article = {};  // the article that decides here: "Laws 3.7.1"
};

// Returns the reason. Precondition: `san` is not a null move, and resolve() does not return Legal.
// Replays the game for castling and en passant. Some 20 us.
Illegality explain(const San& san, const GameHistory& game);

// Returns the legal move that `san` names apart from an impossible promotion, as in "Nf3=Q".
// Precondition: resolve() does not return Legal.
std::optional<Move> move_without_promotion(const San& san, const Position& now);

struct NearMove {
  Move move;
  std::string san;
  std::size_t distance;  // number of letters to change, without check marks
};

// Returns at most `limit` legal moves with a similar spelling, the nearest first. At most a third
// of the letters may differ, but one always may; moves of the same piece to the same square are
// included too. Some 10 us.
std::vector<NearMove> near_moves(std::string_view written, const Position& now,
                                 std::size_t limit = 4);

// Returns the move in PGN notation, with only the details that `san` contains.
std::string to_string(const San& san);

}  // namespace arbiter

namespace arbiter::illegal_reasons {

// Returns the reason why a piece other than a pawn cannot make the move (3.2 to 3.6, 3.8.1). The
// results have no help, and an article only if it is not that of the catalogue.
Illegality of_piece(const San& san, const Position& now);

// Returns the reason why a pawn cannot make the move (3.7).
Illegality of_pawn(const San& san, const GameHistory& game);

}  // namespace arbiter::illegal_reasons

namespace arbiter {

// The treatment of the moves after the first illegal one of a main line.
enum class IllegalMoves : std::uint8_t {
  Stop,    // the rest is not replayed
  Follow,  // the move counts if only one piece can be meant (Laws A.5.2)
};

// Returns the position after the illegal move `san`, made by the one piece that it can mean.
// Returns nothing if no piece or several can be meant, or if no move can be played afterwards. The
// king of the player who moved may be in check (see has_exposed_king).
std::optional<Position> position_after_illegal(const San& san, const Position& before);

// Returns whether the king of the player who is not to move is in check, which only an illegal move
// can cause. The king must not be captured.
bool has_exposed_king(const Position& position);

}  // namespace arbiter
