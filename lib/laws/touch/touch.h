// Touches as an arbiter notes them down (Laws 4.2 to 4.7).
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

// A hand on a piece of either player.
struct TouchedPiece {
  Square square;

  bool operator==(const TouchedPiece&) const = default;
};

// A hand on two pieces at once, or on one after the other where nobody can tell
// which was first: an own piece and one of the opponent's, or king and rook. The
// own one counts as touched first (4.3.3), the king before the rook (4.4.1).
struct TouchedTogether {
  Square first;
  Square second;

  bool operator==(const TouchedTogether&) const = default;
};

// An own piece was taken from its square and let go on another (4.7).
struct ReleasedPiece {
  Square from;
  Square on;

  bool operator==(const ReleasedPiece&) const = default;
};

// A piece from beside the board touched the square of promotion (4.4.4).
struct NewPiece {
  Square square;  // on the last rank
  Role role;      // queen, rook, bishop or knight

  bool operator==(const NewPiece&) const = default;
};

using Touch = std::variant<TouchedPiece, TouchedTogether, ReleasedPiece, NewPiece>;

// Reads "e4", "e4+d5", "g1-f3" or "e8=Q", touched by the player to move. The error
// says why it cannot be in this position: that nothing stands there, for example.
Result<Touch> parse_touch(std::string_view word, const Position& position);

// "the king on e1", "the king on e1 and the rook on h1 together", "the knight on g1,
// let go on f3", "a new queen on e8". Precondition: the touch fits the board.
std::string to_string(const Touch& touch, const Board& board);

}  // namespace arbiter
