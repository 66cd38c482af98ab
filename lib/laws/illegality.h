// The reason why a written move is illegal (Laws 3.1 to 3.10).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/game_history.h"
#include "lib/notation/san.h"

namespace arbiter {

struct Illegality {
  DiagnosticCode code;
  // The rule in terms of the pieces on the board, without the move itself: "the
  // knight on c6 is pinned to the king on e8 by the bishop on b5".
  std::string message;
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
