// The squares that each piece can ever reach, and the pieces that can be captured, without playing
// a move. The sets are upper bounds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// An assumption about a piece in a line that ends with White mating. TakenAtHome: the piece is
// captured before it has moved. SafeAtHome: it is not.
enum class Fate : std::uint8_t { Any, SafeAtHome, TakenAtHome };

struct Assumption {
  Square square;
  Fate fate;
};

struct Prospect {
  Role role;
  Color color;
  Square home;
  Bitboard reach;    // all squares that the piece can ever reach, including `home`
  Bitboard strikes;  // all squares where the piece can ever capture, or guard against a king
  bool is_capturable = false;
  bool is_promoted = false;  // a pawn that can promote to any piece
  Fate fate = Fate::Any;

  bool is_home() const { return reach == Bitboard(home); }
  bool is_steady() const { return is_home() && !is_capturable; }
};

// Returns the squares that the piece attacks from `square`, with its lines blocked by `occupied`.
inline Bitboard attacks_from(const Prospect& piece, Square square, Bitboard occupied) {
  if (piece.role == Role::Pawn) return pawn_attacks(piece.color, square);
  return attacks_of(piece.role, square, occupied);
}

// The reach of all pieces of a position.
struct ReachAnalysis {
  std::vector<Prospect> pieces;
  Bitboard steady;  // squares whose piece never leaves and is never captured
  std::array<std::size_t, 2> kings{};

  const Prospect& king(Color color) const { return pieces[kings[static_cast<std::size_t>(color)]]; }
};

// Returns the reach of all pieces. Returns nothing if a white pawn can promote (little could be
// proved), if an en passant capture is possible, or with more than 32 pieces.
std::optional<ReachAnalysis> analyse_reach(const State& state,
                                           std::span<const Assumption> assumptions = {});

}  // namespace arbiter
