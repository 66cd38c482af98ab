#include "lib/laws/touch/touch_walk.h"

#include <algorithm>
#include <utility>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

using Moves = std::vector<Move>;

template <class Predicate>
Moves those_of(const Moves& moves, Predicate holds) {
  Moves chosen;
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(chosen), holds);
  return chosen;
}

bool captures(Move move, Square square, const Position& position) {
  if (move.kind() == MoveKind::Castling) return false;
  if (move.kind() == MoveKind::EnPassant) return backward(position.turn(), move.to()) == square;
  return move.to() == square;
}

CastlingSide side_of(Square king, Square rook) {
  return rook > king ? CastlingSide::King : CastlingSide::Queen;
}

// Where the moved piece is let go first: in castling that is the king.
Square landing_of(Move move, Color player) {
  if (move.kind() != MoveKind::Castling) return move.to();
  return castled_king_square(player, side_of(move.from(), move.to()));
}

}  // namespace

TouchWalk::TouchWalk(const Position& position)
    : position_(position),
      board_(position.board()),
      player_(position.turn()),
      king_(position.king(position.turn())) {
  const MoveList legal = legal_moves(position);
  allowed_.assign(legal.begin(), legal.end());
}

void TouchWalk::take(const Touch& touched) {
  if (const auto* piece = std::get_if<TouchedPiece>(&touched)) {
    touch(piece->square);
  } else if (const auto* pair = std::get_if<TouchedTogether>(&touched)) {
    touch(pair->first);
    if (pair->first == king_ && own_rooks().contains(pair->second)) {
      castle_with(pair->second);
    } else {
      touch(pair->second);
    }
  } else if (const auto* released = std::get_if<ReleasedPiece>(&touched)) {
    release(*released);
  } else if (const auto* piece_put = std::get_if<NewPiece>(&touched)) {
    choose(*piece_put);
  }
}

// A piece touched again says nothing new.
void TouchWalk::touch(Square square) {
  if (touched_.contains(square)) return;
  if (is_own(square)) {
    touch_own(square);
  } else {
    touch_theirs(square);
  }
  touched_ |= square;
}

void TouchWalk::touch_own(Square square) {
  const bool is_first = !first_own_;
  if (is_first) first_own_ = square;
  if (touched_.contains(king_) && own_rooks().contains(square) && stand_for_castling(square)) {
    return castle_with(square);
  }
  if (is_settled_) return;
  if (square == king_) bar_castling();
  if (!bound_) {
    bind_own(square);
  } else if (is_first && !capture_with_own(square, *first_theirs_)) {
    rule_ = TouchRule::FirstOfBoth;
  }
}

void TouchWalk::touch_theirs(Square square) {
  const bool is_first = !first_theirs_;
  if (is_first) first_theirs_ = square;
  if (is_settled_) return;
  if (is_first && first_own_ && capture_with_own(*first_own_, square)) return;
  if (bound_) {
    if (is_first && rule_ == TouchRule::MoveOwn) rule_ = TouchRule::FirstOfBoth;
    return;
  }
  Moves moves = those_of(allowed_, [&](Move move) { return captures(move, square, position_); });
  if (moves.empty()) return;
  bound_ = square;
  allowed_ = std::move(moves);
  rule_ = first_own_ ? TouchRule::FirstOfBoth : TouchRule::CaptureTheirs;
}

// The king is touched after a rook (4.4.2).
void TouchWalk::bar_castling() {
  for (const Square rook : touched_& own_rooks()) {
    if (stand_for_castling(rook)) barred_ |= rook;
  }
  Moves others = those_of(allowed_, [&](Move move) { return !is_barred(move); });
  // In Chess960 castling can be the only legal move; then it may be made (4.5).
  if (!others.empty()) allowed_ = std::move(others);
  if (bound_ && barred_.contains(*bound_)) rule_ = TouchRule::RookBeforeKing;
}

bool TouchWalk::stand_for_castling(Square rook) const {
  if (position_.castling().rooks().contains(rook)) return true;
  const auto is_home = [&](Square square, File file) {
    return square == square_of(file, relative_rank(player_, Rank::One));
  };
  return is_home(king_, File::E) && (is_home(rook, File::A) || is_home(rook, File::H));
}

// The king was touched, and then this rook or both together.
void TouchWalk::castle_with(Square rook) {
  touched_ |= rook;
  if (barred_.contains(rook)) return;
  const Move castling = Move::castling(king_, rook);
  if (std::find(allowed_.begin(), allowed_.end(), castling) != allowed_.end()) {
    castling_ = side_of(king_, rook);
    settle(TouchRule::Castle, {castling});
  } else if (!is_settled_ && (!bound_ || *bound_ == king_)) {
    fail_castling(side_of(king_, rook));
  }
}

// Castling was meant and is illegal (4.4.3).
void TouchWalk::fail_castling(CastlingSide side) {
  castling_ = side;
  rule_ = bound_ ? TouchRule::OtherKingMove : TouchRule::NoKingMove;
}

void TouchWalk::bind_own(Square square) {
  Moves moves =
      those_of(allowed_, [&](Move move) { return move.from() == square && !is_barred(move); });
  if (moves.empty()) return;
  bound_ = square;
  allowed_ = std::move(moves);
  const bool is_after_rook = square == king_ && barred_.any();
  rule_ = is_after_rook   ? TouchRule::RookBeforeKing
          : first_theirs_ ? TouchRule::FirstOfBoth
                          : TouchRule::MoveOwn;
}

bool TouchWalk::capture_with_own(Square own, Square theirs) {
  Moves moves = those_of(
      allowed_, [&](Move move) { return move.from() == own && captures(move, theirs, position_); });
  if (moves.empty()) return false;
  bound_ = own;
  settle(TouchRule::CaptureWithOwn, std::move(moves));
  return true;
}

void TouchWalk::release(const ReleasedPiece& released) {
  touch(released.from);
  Moves moves = those_of(allowed_, [&](Move move) {
    return move.from() == released.from && landing_of(move, player_) == released.on;
  });
  if (!moves.empty()) {
    bound_ = released.from;
    return settle(TouchRule::Released, std::move(moves));
  }
  if (completes_castling(released)) return;
  ineffective_.push_back(released);
  if (released.from != king_ || is_settled_ || (bound_ && *bound_ != king_)) return;
  const Rank home = relative_rank(player_, Rank::One);
  const bool is_step = king_attacks(king_).contains(released.on);
  for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
    if (released.on == castled_king_square(player_, side) && rank_of(king_) == home && !is_step) {
      fail_castling(side);
    }
  }
}

// The second half of the only move that is left.
bool TouchWalk::completes_castling(const ReleasedPiece& released) const {
  if (allowed_.size() != 1 || allowed_.front().kind() != MoveKind::Castling) return false;
  const Move castling = allowed_.front();
  return released.from == castling.to() &&
         released.on == castled_rook_square(player_, side_of(castling.from(), castling.to()));
}

void TouchWalk::choose(const NewPiece& piece) {
  Moves moves = those_of(allowed_, [&](Move move) {
    return move.kind() == MoveKind::Promotion && move.to() == piece.square &&
           move.promotion_role() == piece.role;
  });
  if (moves.empty()) {
    ineffective_.push_back(piece);
  } else {
    settle(TouchRule::NewPieceChosen, std::move(moves));
  }
}

void TouchWalk::settle(TouchRule rule, Moves moves) {
  rule_ = rule;
  allowed_ = std::move(moves);
  is_settled_ = true;
}

}  // namespace arbiter
