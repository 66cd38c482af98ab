#include "lib/chess/impossible_check.h"

#include "lib/chess/attacks.h"
#include "lib/chess/board_attackers.h"
#include "lib/chess/castling.h"

namespace arbiter {
namespace {

// Takes back the moves that the opponent can have made last, one after another.
class LastMoves {
 public:
  LastMoves(const Board& board, Color turn, Bitboard unmoved)
      : board_(board),
        unmoved_(unmoved),
        us_(turn),
        them_(other(turn)),
        king_(board.of(turn, Role::King).first()),
        occupied_(board.occupied()),
        may_be_capture_(board.of(turn).count() < 16) {}

  // Whether the king was safe before one of them.
  bool any_from_safety() const {
    for (const Square to : board_.of(them_) & ~unmoved_) {
      const Role role = board_.at(to)->role();
      if (role == Role::Pawn ? pawn_came(to) : piece_came(role, to)) return true;
    }
    return castled(CastlingSide::King) || castled(CastlingSide::Queen);
  }

 private:
  bool is_safe(const Board& before) const {
    return attackers(before, king_, them_, before.occupied()).is_empty();
  }

  Board moved_back(Square from, Square to, Role role) const {
    Board before = board_;
    before.clear(to);
    before.put(from, Piece(them_, role));
    return before;
  }

  bool came_quietly(Square from, Square to, Role role) const {
    return board_.is_empty(from) && is_safe(moved_back(from, to, role));
  }

  // What was captured only matters as standing in a line's way: any piece will do.
  bool came_capturing(Square from, Square to, Role role) const {
    if (!may_be_capture_ || !board_.is_empty(from)) return false;
    Board before = moved_back(from, to, role);
    before.put(to, Piece(us_, Role::Knight));
    return is_safe(before);
  }

  bool piece_came(Role role, Square to) const {
    for (const Square from : attacks_of(role, to, occupied_) & ~occupied_) {
      if (came_quietly(from, to, role) || came_capturing(from, to, role)) return true;
    }
    const bool may_be_promoted = role != Role::King && relative_rank(them_, to) == Rank::Eight;
    return may_be_promoted && pawn_stepped_or_captured(to);
  }

  bool pawn_came(Square to) const {
    if (relative_rank(them_, to) == Rank::Two) return false;
    return pawn_stepped_or_captured(to) || pawn_stepped_twice(to) || pawn_captured_en_passant(to);
  }

  bool pawn_stepped_or_captured(Square to) const {
    if (came_quietly(backward(them_, to), to, Role::Pawn)) return true;
    for (const Square from : pawn_attacks(us_, to)) {
      if (came_capturing(from, to, Role::Pawn)) return true;
    }
    return false;
  }

  bool pawn_stepped_twice(Square to) const {
    if (relative_rank(them_, to) != Rank::Four) return false;
    const Square passed = backward(them_, to);
    return board_.is_empty(passed) && came_quietly(backward(them_, passed), to, Role::Pawn);
  }

  bool pawn_captured_en_passant(Square to) const {
    if (!may_be_capture_ || relative_rank(them_, to) != Rank::Six) return false;
    const Square captured = backward(them_, to);
    if (!board_.is_empty(captured) || !board_.is_empty(forward(them_, to))) return false;
    for (const Square from : pawn_attacks(us_, to) & ~occupied_) {
      Board before = moved_back(from, to, Role::Pawn);
      before.put(captured, Piece(us_, Role::Pawn));
      if (is_safe(before)) return true;
    }
    return false;
  }

  bool castled(CastlingSide side) const {
    const Square king_to = castled_king_square(them_, side);
    const Square rook_to = castled_rook_square(them_, side);
    if ((unmoved_ & (Bitboard(king_to) | rook_to)).any()) return false;
    if (!board_.has(king_to, Piece(them_, Role::King)) ||
        !board_.has(rook_to, Piece(them_, Role::Rook))) {
      return false;
    }
    Board others = board_;
    others.clear(king_to);
    others.clear(rook_to);
    const Bitboard home = Bitboard(relative_rank(them_, Rank::One)) & ~others.occupied();
    for (const Square king : home) {
      for (const Square rook : home & ~Bitboard(king)) {
        if ((rook > king) != (side == CastlingSide::King)) continue;
        if (castled_from(others, king, rook)) return true;
      }
    }
    return false;
  }

  bool castled_from(const Board& others, Square king, Square rook) const {
    Board before = others;
    before.put(king, Piece(them_, Role::King));
    before.put(rook, Piece(them_, Role::Rook));
    return is_safe(before);
  }

  const Board& board_;
  Bitboard unmoved_;
  Color us_;
  Color them_;
  Square king_;
  Bitboard occupied_;
  bool may_be_capture_;
};

}  // namespace

bool is_impossible_check(const Board& board, Color turn) {
  const Square king = board.of(turn, Role::King).first();
  if (attackers(board, king, other(turn), board.occupied()).is_empty()) return false;
  return !has_possible_last_move(board, turn, kNoSquares);
}

bool has_possible_last_move(const Board& board, Color turn, Bitboard unmoved) {
  return LastMoves(board, turn, unmoved).any_from_safety();
}

}  // namespace arbiter
