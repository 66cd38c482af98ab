// A condition on the pieces of a board, such as "KRPkr".
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/board.h"

namespace arbiter {

// The number of pieces of each kind but kings, six bits each, so that all are compared in one
// operation.
using MenCounts = std::uint64_t;

// Returns the count of one piece of this kind; 0 for a king.
constexpr MenCounts one_man(Piece piece) {
  if (piece.role() == Role::King) return 0;
  const int field = index_of(piece.role()) + (piece.color() == Color::White ? 0 : 5);
  return MenCounts{1} << (6 * field);
}

MenCounts men_on(const Board& board);

// Letters as in a FEN, White's pieces capital, in any order and with one king of each side: "KRPkr"
// is White's rook and pawn against Black's rook, and nothing else. After a letter:
//   {2}  {1,3}  {2,}  {1-3}   the number of these pieces
//   *                         any further pieces of this side: "KQ*k*"
// "~" at either end: or with colours swapped.
class MaterialPattern {
 public:
  // The error contains the reason and the place.
  static Result<MaterialPattern> parse(std::string_view text);

  // Returns the pattern for the other side.
  MaterialPattern with_colors_swapped() const;

  bool matches(MenCounts men) const { return fits(men, sides_[0]) || fits(men, sides_[1]); }

  // Returns whether further moves cannot lead to these pieces: captures only remove pieces, and
  // only pawns become other pieces.
  bool is_out_of_reach(MenCounts men) const {
    return (lacks(men, sides_[0]) && cannot_mend(men, sides_[0])) &&
           (lacks(men, sides_[1]) && cannot_mend(men, sides_[1]));
  }

  // The minimum number of captures that leads there from the usual initial position.
  unsigned min_captures() const { return min_captures_; }

  bool operator==(const MaterialPattern&) const = default;

 private:
  struct Bounds {
    MenCounts least = 0;
    MenCounts most = 0;

    bool operator==(const Bounds&) const = default;
  };

  static constexpr MenCounts kGuards = 0x820820820820820;  // the upper bit of each of ten fields

  // No field borrows: the guard bits all stay.
  static bool fits(MenCounts men, const Bounds& bounds) {
    return (((men | kGuards) - bounds.least) & ((bounds.most | kGuards) - men) & kGuards) ==
           kGuards;
  }
  static bool lacks(MenCounts men, const Bounds& bounds) {
    return (((men | kGuards) - bounds.least) & kGuards) != kGuards;
  }
  static bool cannot_mend(MenCounts men, const Bounds& bounds);

  static unsigned captures_to(const Bounds& bounds);

  unsigned min_captures_ = 0;
  Bounds sides_[2];  // as written, and with colours swapped (or the same again)
};

}  // namespace arbiter
