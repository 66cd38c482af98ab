// The effect of each touch on the allowed moves; touch_move.cc describes it in words.
#pragma once

#include <optional>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"
#include "lib/laws/touch/touch_move.h"

namespace arbiter {

class TouchWalk {
 public:
  // Precondition: the player to move, who touched the pieces, has a legal move.
  explicit TouchWalk(const Position& position);

  void take(const Touch& touch);

  TouchRule rule() const { return rule_; }
  const std::vector<Move>& moves() const { return allowed_; }
  int pieces_touched() const { return touched_.count(); }
  // The piece that must be moved or captured.
  std::optional<Square> bound() const { return bound_; }
  std::optional<Square> first_own() const { return first_own_; }
  std::optional<Square> first_theirs() const { return first_theirs_; }
  // Rooks touched before the king that stood for castling.
  Bitboard barred_rooks() const { return barred_; }
  // The castling that must be made, or that was intended and is illegal.
  std::optional<CastlingSide> castling() const { return castling_; }
  // Releases on impossible squares, and new pieces without a promoting pawn or after the final
  // choice.
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
