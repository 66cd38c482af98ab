// What a hand on the board binds, touch by touch; the words are in touch_move.cc.
#pragma once

#include <optional>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"
#include "lib/laws/touch/touch_move.h"

namespace arbiter {

class TouchWalk {
 public:
  // Precondition: the player to move, whose hand it is, has a legal move.
  explicit TouchWalk(const Position& position);

  void take(const Touch& touch);

  TouchRule rule() const { return rule_; }
  const std::vector<Move>& moves() const { return allowed_; }
  int pieces_touched() const { return touched_.count(); }
  // The piece that must be moved or captured.
  std::optional<Square> bound() const { return bound_; }
  std::optional<Square> first_own() const { return first_own_; }
  std::optional<Square> first_theirs() const { return first_theirs_; }
  // Touched before the king, where castling was possible to think of.
  Bitboard barred_rooks() const { return barred_; }
  // The castling that is bound to, or that was meant and is illegal.
  std::optional<CastlingSide> castling() const { return castling_; }
  // Releases where the piece cannot go, and new pieces where no pawn can, or
  // after the choice was final.
  const std::vector<Touch>& ineffective() const { return ineffective_; }

 private:
  void touch(Square square);
  void touch_own(Square square);
  void touch_theirs(Square square);
  void bar_castling();
  bool stand_for_castling(Square rook) const;
  void castle_with(Square rook);
  void fail_castling(CastlingSide side);
  void bind_own(Square square);
  bool capture_with_own(Square own, Square theirs);
  void release(const ReleasedPiece& release);
  bool completes_castling(const ReleasedPiece& released) const;
  void choose(const NewPiece& piece);
  void settle(TouchRule rule, std::vector<Move> moves);

  bool is_own(Square square) const { return board_.of(player_).contains(square); }
  Bitboard own_rooks() const { return board_.of(player_, Role::Rook); }
  bool is_barred(Move move) const {
    return move.kind() == MoveKind::Castling && barred_.contains(move.to());
  }

  const Position& position_;
  const Board& board_;
  Color player_;
  Square king_;
  std::vector<Move> allowed_;
  TouchRule rule_ = TouchRule::NothingBinds;
  bool is_settled_ = false;  // another piece touched cannot change anything
  Bitboard touched_;
  Bitboard barred_;
  std::optional<Square> bound_;
  std::optional<Square> first_own_;
  std::optional<Square> first_theirs_;
  std::optional<CastlingSide> castling_;
  std::vector<Touch> ineffective_;
};

}  // namespace arbiter
