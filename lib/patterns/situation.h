// The state that a claim is evaluated in: a position as sets of squares, and the move that led to
// it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lib/chess/move.h"
#include "lib/patterns/pattern.h"

namespace arbiter {

// The MenCounts of one piece, indexed by Piece::code(); 0 for no piece.
inline constexpr std::array<MenCounts, kPieceCount + 1> kCounts = [] {
  std::array<MenCounts, kPieceCount + 1> counts{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    counts[code] = one_man(Piece::from_code(code));
  }
  return counts;
}();

// White's lead in pawns from this half-move on.
struct PastLead {
  int ply = 0;
  int pawns = 0;
};

struct Situation {
  Situation(const Setup& start, int last_ply);

  // Indexed by Piece::code(); the last entry is a dummy for moves that capture nothing.
  std::array<Bitboard, kPieceCount + 1> men = {};
  const Setup* start;  // must outlive this
  MenCounts counts;    // as returned by men_on()
  int ply = 0;
  int last_ply;         // of the game
  Bitboard moved = {};  // squares that a piece has left or reached
  // The move that led here; `mover` is Board::kEmpty if there was none.
  Move move = {};
  std::uint8_t mover = Board::kEmpty;
  std::uint8_t captured = Board::kEmpty;
  std::vector<PastLead> leads = {};  // in ascending order, if note_lead() is called for each
  Bitboard followed = {};            // the pieces that a claim follows

  Color turn() const { return (ply & 1) == 0 ? start->turn : other(start->turn); }
  Bitboard of(Piece piece) const { return men[piece.code()]; }
  Bitboard of(Men some) const;
  Bitboard occupied() const { return of(kAllMen); }

  // Plays castling, a promotion or a capture en passant.
  void play_special();
  // Adds the present lead if it has changed.
  void note_lead();
};

// Returns the squares of the pieces that the claim counts, or of the piece that made the move.
Bitboard found_pieces(const Claim& claim, const Situation& situation);

// Returns the squares of these pieces after the last move.
Bitboard moved_along(Bitboard pieces, const Situation& situation);

// Returns the pieces that attack the square, pinned or not.
Bitboard attackers(const Situation& situation, Square square);

bool holds(const Claim& claim, const Situation& situation);

}  // namespace arbiter
