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

// Returns the square on which the moved piece is released first: the king's square in castling.
Square landing_of(Move move, Color player) {
  if (move.kind() != MoveKind::Castling) return move.to();
  return castled_king_square(player, side_of(move.from(), move.to()));
}

struct TouchWalk {
  void take(const Touch& touched) {
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

  // Ignores a piece that was touched before.
  void touch(Square square) {
    if (effect_.touched.contains(square)) return;
    if (is_own(square)) {
      touch_own(square);
    } else {
      touch_theirs(square);
    }
    effect_.touched |= square;
  }

  void touch_own(Square square) {
    const bool is_first = !effect_.first_own;
    if (is_first) effect_.first_own = square;
    if (effect_.touched.contains(king_) && own_rooks().contains(square) &&
        stand_for_castling(square)) {
      return castle_with(square);
    }
    if (is_settled_) return;
    if (square == king_) bar_castling();
    if (!effect_.bound) {
      bind_own(square);
    } else if (is_first && !capture_with_own(square, *effect_.first_theirs)) {
      effect_.rule = TouchRule::FirstOfBoth;
    }
  }

  void touch_theirs(Square square) {
    const bool is_first = !effect_.first_theirs;
    if (is_first) effect_.first_theirs = square;
    if (is_settled_) return;
    if (is_first && effect_.first_own && capture_with_own(*effect_.first_own, square)) return;
    if (effect_.bound) {
      if (is_first && effect_.rule == TouchRule::MoveOwn) effect_.rule = TouchRule::FirstOfBoth;
      return;
    }
    Moves moves =
        those_of(effect_.moves, [&](Move move) { return captures(move, square, position_); });
    if (moves.empty()) return;
    effect_.bound = square;
    effect_.moves = std::move(moves);
    effect_.rule = effect_.first_own ? TouchRule::FirstOfBoth : TouchRule::CaptureTheirs;
  }

  // The king is touched after a rook (4.4.2).
  void bar_castling() {
    for (const Square rook : effect_.touched& own_rooks()) {
      if (stand_for_castling(rook)) effect_.barred_rooks |= rook;
    }
    Moves others = those_of(effect_.moves, [&](Move move) { return !is_barred(move); });
    // In Chess960 castling can be the only legal move; then it may be made (4.5).
    if (!others.empty()) effect_.moves = std::move(others);
    if (effect_.bound && effect_.barred_rooks.contains(*effect_.bound))
      effect_.rule = TouchRule::RookBeforeKing;
  }

  bool stand_for_castling(Square rook) const {
    if (position_.castling().rooks().contains(rook)) return true;
    const auto is_home = [&](Square square, File file) {
      return square == square_of(file, relative_rank(player_, Rank::One));
    };
    return is_home(king_, File::E) && (is_home(rook, File::A) || is_home(rook, File::H));
  }

  // The king was touched, and then this rook or both together.
  void castle_with(Square rook) {
    effect_.touched |= rook;
    if (effect_.barred_rooks.contains(rook)) return;
    const Move castling = Move::castling(king_, rook);
    if (std::find(effect_.moves.begin(), effect_.moves.end(), castling) != effect_.moves.end()) {
      effect_.castling = side_of(king_, rook);
      settle(TouchRule::Castle, {castling});
    } else if (!is_settled_ && (!effect_.bound || *effect_.bound == king_)) {
      fail_castling(side_of(king_, rook));
    }
  }

  // Castling was meant and is illegal (4.4.3).
  void fail_castling(CastlingSide side) {
    effect_.castling = side;
    effect_.rule = effect_.bound ? TouchRule::OtherKingMove : TouchRule::NoKingMove;
  }

  // The king was released to castle, which is illegal (4.7.2).
  void fail_released_castling(CastlingSide side) {
    effect_.castling = side;
    effect_.rule = effect_.bound ? TouchRule::ReleasedToCastle : TouchRule::ReleasedAndStuck;
  }

  void bind_own(Square square) {
    Moves moves = those_of(effect_.moves,
                           [&](Move move) { return move.from() == square && !is_barred(move); });
    if (moves.empty()) return;
    effect_.bound = square;
    effect_.moves = std::move(moves);
    const bool is_after_rook = square == king_ && effect_.barred_rooks.any();
    effect_.rule = is_after_rook          ? TouchRule::RookBeforeKing
                   : effect_.first_theirs ? TouchRule::FirstOfBoth
                                          : TouchRule::MoveOwn;
  }

  bool capture_with_own(Square own, Square theirs) {
    Moves moves = those_of(effect_.moves, [&](Move move) {
      return move.from() == own && captures(move, theirs, position_);
    });
    if (moves.empty()) return false;
    effect_.bound = own;
    settle(TouchRule::CaptureWithOwn, std::move(moves));
    return true;
  }

  void release(const ReleasedPiece& released) {
    touch(released.from);
    Moves moves = those_of(effect_.moves, [&](Move move) {
      return move.from() == released.from && landing_of(move, player_) == released.on;
    });
    if (!moves.empty()) {
      effect_.bound = released.from;
      return settle(TouchRule::Released, std::move(moves));
    }
    if (completes_castling(released)) return;
    effect_.ineffective.push_back(released);
    if (released.from != king_ || is_settled_ || (effect_.bound && *effect_.bound != king_)) return;
    const Rank home = relative_rank(player_, Rank::One);
    const bool is_step = king_attacks(king_).contains(released.on);
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (released.on == castled_king_square(player_, side) && rank_of(king_) == home && !is_step) {
        fail_released_castling(side);
      }
    }
  }

  // The second half of the only move that is left.
  bool completes_castling(const ReleasedPiece& released) const {
    if (effect_.moves.size() != 1 || effect_.moves.front().kind() != MoveKind::Castling)
      return false;
    const Move castling = effect_.moves.front();
    return released.from == castling.to() &&
           released.on == castled_rook_square(player_, side_of(castling.from(), castling.to()));
  }

  void choose(const NewPiece& piece) {
    Moves moves = those_of(effect_.moves, [&](Move move) {
      return move.kind() == MoveKind::Promotion && move.to() == piece.square &&
             move.promotion_role() == piece.role;
    });
    if (moves.empty()) {
      effect_.ineffective.push_back(piece);
    } else {
      settle(TouchRule::NewPieceChosen, std::move(moves));
    }
  }

  void settle(TouchRule rule, Moves moves) {
    effect_.rule = rule;
    effect_.moves = std::move(moves);
    is_settled_ = true;
  }

  bool is_own(Square square) const { return board_.of(player_).contains(square); }
  Bitboard own_rooks() const { return board_.of(player_, Role::Rook); }
  bool is_barred(Move move) const {
    return move.kind() == MoveKind::Castling && effect_.barred_rooks.contains(move.to());
  }

  const Position& position_;
  TouchEffect effect_;
  const Board& board_ = position_.board();
  Color player_ = position_.turn();
  Square king_ = position_.king(player_);
  bool is_settled_ = false;  // another piece touched cannot change anything
};

}  // namespace

TouchEffect effect_of(std::span<const Touch> touches, const Position& position) {
  const MoveList legal = legal_moves(position);
  TouchWalk walk(position, TouchEffect{.moves = {legal.begin(), legal.end()}});
  for (const Touch& touch : touches) walk.take(touch);
  return walk.effect_;
}

}  // namespace arbiter
