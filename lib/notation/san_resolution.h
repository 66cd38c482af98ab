// From a move as written to the legal move that it means.
#pragma once

#include <cstdint>

#include "lib/chess/position.h"
#include "lib/notation/san.h"

namespace arbiter {

// Ways in which a move can be written that a reader understands, but that
// PGN 8.2.3 does not have. Several can hold at once.
enum class SanDeviation : std::uint8_t {
  CaptureMissing = 1,       // Rf4 for Rxf4
  CaptureSpurious = 2,      // Rxf4 where nothing stands on f4
  OverDisambiguated = 4,    // Ngf3 for Nf3, or Ng1f3 for Ngf3
  OtherDisambiguation = 8,  // R1d4 for Rad4: right, but the file comes first
  PinnedTwin = 16,          // over-disambiguated against a piece that may not move
};

class SanDeviations {
 public:
  constexpr bool has(SanDeviation deviation) const {
    return (bits_ & static_cast<std::uint8_t>(deviation)) != 0;
  }
  constexpr bool any() const { return bits_ != 0; }
  constexpr void add(SanDeviation deviation) {
    bits_ = static_cast<std::uint8_t>(bits_ | static_cast<std::uint8_t>(deviation));
  }

 private:
  std::uint8_t bits_ = 0;
};

enum class SanStatus : std::uint8_t {
  Legal,
  Illegal,           // no piece of that kind may go there; see illegality.h for why
  Ambiguous,         // several may
  PromotionMissing,  // a pawn reaches the last rank, and no piece is named
};

struct SanResolution {
  SanStatus status = SanStatus::Illegal;
  SanDeviations deviations = {};  // where status is Legal
  bool has_pinned_twin = false;  // another such piece reaches the square but may not move (8.2.3.4)
  Move move = {};                // where status is Legal
};

// Every way of writing, and every reason to hesitate. About 30 ns.
SanResolution resolve_with_care(const San& san, const Position& position);

// Looks only at the pieces that the text can mean, never at all moves: about
// 10 ns for plain moves. Kind::Null is Illegal here.
// Always built in: handed back through memory, the answer costs as much again.
[[gnu::always_inline]] inline SanResolution resolve(const San& san, const Position& position) {
  if (san.kind() != San::Kind::Piece) return resolve_with_care(san, position);
  const Board& board = position.board();
  const Color us = position.turn();
  const Square to = san.to();
  const Bitboard occupied = board.occupied();
  Square from = to;
  if (san.role() != Role::Pawn) {
    // One such piece that is aimed at the square, with nothing in between.
    const Bitboard candidates = attacks_on_empty_board(san.role(), to) & board.of(us, san.role());
    if (!candidates.has_one() || san.is_disambiguated() || san.promotion()) {
      return resolve_with_care(san, position);
    }
    from = candidates.first();
    if ((between(from, to) & occupied).any()) return resolve_with_care(san, position);
  } else {
    const Rank rank = relative_rank(us, to);
    if (rank <= Rank::Two || rank == Rank::Eight || san.promotion() || san.from_rank()) {
      return resolve_with_care(san, position);
    }
    const Piece pawn(us, Role::Pawn);
    from = backward(us, to);
    if (san.from_file()) {
      const Bitboard origin =
          pawn_attacks(other(us), to) & *san.from_file() & board.of(us, Role::Pawn);
      if (!origin.has_one()) return resolve_with_care(san, position);
      from = origin.first();
    } else if (!board.has(from, pawn)) {
      const bool passes_empty_square = rank == Rank::Four && board.is_empty(from);
      from = backward(us, from);
      if (!passes_empty_square || !board.has(from, pawn)) return resolve_with_care(san, position);
    }
  }
  const Move move = Move::normal(from, to);
  const bool captures = board.of(other(us)).contains(to);
  const bool blocked = board.of(us).contains(to);
  // A pawn captures on another file and nowhere else (3.7.1 to 3.7.3).
  const bool is_wrong_way = san.role() == Role::Pawn && captures != san.from_file().has_value();
  if (captures != san.is_capture() || blocked || is_wrong_way ||
      !(position.cannot_expose_king(from) || position.leaves_king_safe(move))) {
    return resolve_with_care(san, position);
  }
  return {.status = SanStatus::Legal, .move = move};
}

}  // namespace arbiter
