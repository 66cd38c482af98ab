// A material pattern: a condition on the pieces of a board, such as "KRPkr".
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/board.h"

namespace arbiter {

// The number of pieces of each kind except kings, in six-bit fields that are compared in one
// operation.
using MenCounts = std::uint64_t;

constexpr MenCounts one_man(Piece piece) {
  if (piece.role() == Role::King) return 0;
  const int field = index_of(piece.role()) + (piece.color() == Color::White ? 0 : 5);
  return MenCounts{1} << (6 * field);
}

MenCounts men_on(const Board& board);

// The material of both sides. A pattern has letters as in a FEN, with White's pieces as capitals,
// in any order and with one king of each side. "KRPkr" is exactly White's rook and pawn against
// Black's rook. A letter may have a suffix:
//   {2}  {1,3}  {2,}  {1-3}   the number of these pieces
//   *                         any further pieces of this side: "KQ*k*"
// A "~" at either end also allows the pattern with colours swapped.
class MaterialPattern {
 public:
  // Parses a pattern. An error contains the reason and the position.
  static Result<MaterialPattern> parse(std::string_view text);

  // Returns the pattern for the other side.
  MaterialPattern with_colors_swapped() const;

  bool matches(MenCounts men) const { return fits(men, sides_[0]) || fits(men, sides_[1]); }

  // Returns whether no series of moves can still lead to the pattern. Captures only remove pieces,
  // and only pawns become other pieces.
  bool is_out_of_reach(MenCounts men) const {
    return (lacks(men, sides_[0]) && cannot_mend(men, sides_[0])) &&
           (lacks(men, sides_[1]) && cannot_mend(men, sides_[1]));
  }

  // Returns the minimum number of captures needed to reach the pattern from the initial position.
  unsigned min_captures() const { return min_captures_; }

  bool operator==(const MaterialPattern&) const = default;

 private:
  struct Bounds {
    MenCounts least = 0;
    MenCounts most = 0;

    bool operator==(const Bounds&) const = default;
  };

  static constexpr MenCounts kGuards = 0x820820820820820;  // the highest bit of each of ten fields

  // Returns whether all counts are within the bounds. All guard bits stay set if no field borrows.
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
  Bounds sides_[2];  // the pattern as written, and with colours swapped (or a copy)
};

}  // namespace arbiter
