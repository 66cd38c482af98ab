#include "lib/chess/position.h"

#include <cassert>

namespace arbiter {
namespace {

using position_keys::kCastling;
using position_keys::kEnPassant;
using position_keys::kPieces;
using position_keys::kWhiteToMove;

constexpr CastlingSide kSides[] = {CastlingSide::King, CastlingSide::Queen};
constexpr Color kColors[] = {Color::White, Color::Black};

CastlingSide side_of(Square king, Square rook) {
  return rook > king ? CastlingSide::King : CastlingSide::Queen;
}

}  // namespace

Position::Position() {
  static const Position initial(initial_setup());
  *this = initial;
}

Position::Position(const Setup& setup)
    : board_(setup.board),
      halfmove_clock_(setup.halfmove_clock),
      fullmove_number_(setup.fullmove_number),
      turn_(setup.turn) {
  for (const Color color : kColors) {
    assert(board_.of(color, Role::King).has_one());
    for (const CastlingSide side : kSides) {
      if (has_king_and_rook(setup, color, side)) {
        castling_.grant(color, side, setup.castling.rook(color, side));
      }
    }
  }
  find_castling_squares();
  for (const Square square : board_.occupied()) {
    key_ ^= kPieces[board_.code_at(square)][static_cast<std::size_t>(square)];
  }
  key_ ^= kCastling[castling_.mask()];
  if (turn_ == Color::White) key_ ^= kWhiteToMove;
  find_checkers();
  is_exposed_ = is_attacked(king(other(turn_)), turn_);
  if (is_after_double_step(setup)) {
    turn_ = other(turn_);  // the player who made the double step
    offer_en_passant(*setup.en_passant);
    turn_ = other(turn_);
  }
}

Setup Position::setup() const {
  return {board_, turn_, castling_, en_passant(), halfmove_clock_, fullmove_number_};
}

void Position::find_castling_squares() {
  castling_squares_ = castling_.rooks();
  for (const Color color : kColors) {
    if (castling_.has_any(color)) castling_squares_ |= king(color);
  }
}

// Computes the checkers. Cheaper than attackers(), because it ignores kings, which never give
// check.
void Position::find_checkers() {
  const Square square = king(turn_);
  const Bitboard occupied = board_.occupied();
  checkers_ = ((bishop_attacks(square, occupied) & board_.diagonal_sliders()) |
               (rook_attacks(square, occupied) & board_.straight_sliders()) |
               (knight_attacks(square) & board_.of(Role::Knight)) |
               (pawn_attacks(turn_, square) & board_.of(Role::Pawn))) &
              board_.of(other(turn_));
  is_exposed_ = false;
}

bool Position::is_king_safe_after(Move move) const {
  const Square from = move.from();
  const Square to = move.to();
  if (move.kind() == MoveKind::Castling) return is_castling_safe(from, to);
  const Color them = other(turn_);
  const Square own_king = king(turn_);
  const Bitboard rest = board_.occupied() & ~Bitboard(from);
  if (from == own_king) return attackers(to, them, rest).is_empty();
  const Bitboard gone(move.kind() == MoveKind::EnPassant ? backward(turn_, to) : to);
  return (attackers(own_king, them, (rest & ~gone) | Bitboard(to)) & ~gone).is_empty();
}

// Returns whether the piece on `from` is the only one between its king and an enemy slider (3.9.2).
bool Position::is_pinned(Square from) const {
  const Square own_king = king(turn_);
  const Bitboard aimed =
      (attacks_on_empty_board(Role::Bishop, own_king) & board_.diagonal_sliders()) |
      (attacks_on_empty_board(Role::Rook, own_king) & board_.straight_sliders());
  for (const Square slider : aimed& board_.of(other(turn_))) {
    if ((between(own_king, slider) & board_.occupied()) == Bitboard(from)) return true;
  }
  return false;
}

// Removes the castling rights of a king or rook that moved, and of a captured rook (3.8.2.1).
// `touched` contains the squares changed by the move.
void Position::lose_castling_rights(Bitboard touched) {
  key_ ^= kCastling[castling_.mask()];
  for (const Color color : kColors) {
    const bool king_moved =
        castling_.has_any(color) &&
        (castling_squares_ & touched & ~castling_.rooks() & relative_rank(color, Rank::One)).any();
    for (const CastlingSide side : kSides) {
      if (!castling_.has(color, side)) continue;
      if (king_moved || touched.contains(castling_.rook(color, side))) {
        castling_.revoke(color, side);
      }
    }
  }
  key_ ^= kCastling[castling_.mask()];
  find_castling_squares();
}

// Sets the en passant square if one of the opponent's pawns can capture legally (9.2.3.1).
// Precondition: turn_ is the player who made the double step.
void Position::offer_en_passant(Square passed) {
  const Color them = other(turn_);
  const Bitboard candidates = pawn_attacks(turn_, passed) & board_.of(them, Role::Pawn);
  if (candidates.is_empty()) return;
  const Square captured = forward(turn_, passed);
  const Square their_king = king(them);
  for (const Square from : candidates) {
    const Bitboard occupied =
        (board_.occupied() & ~Bitboard(from) & ~Bitboard(captured)) | Bitboard(passed);
    if ((attackers(their_king, turn_, occupied) & ~Bitboard(captured)).is_empty()) {
      en_passant_ = static_cast<std::uint8_t>(passed);
      key_ ^= kEnPassant[en_passant_ & 7];
      return;
    }
  }
}

void Position::play_special(Move move) {
  if (en_passant_ != kNoEnPassant) drop_en_passant();
  const Square from = move.from();
  const Square to = move.to();
  const Piece pawn(turn_, Role::Pawn);
  if (move.kind() == MoveKind::Castling) {
    play_castling(from, to);
  } else if (move.kind() == MoveKind::EnPassant) {
    move_piece(pawn, from, to);
    const Square captured = backward(turn_, to);
    key_ ^= kPieces[static_cast<std::size_t>(pawn.code() ^ 1)][static_cast<std::size_t>(captured)];
    board_.clear(captured);
  } else {
    move_piece(pawn, from, to);
    const Piece piece(turn_, move.promotion_role());
    key_ ^= kPieces[pawn.code()][static_cast<std::size_t>(to)] ^
            kPieces[piece.code()][static_cast<std::size_t>(to)];
    board_.put(to, piece);
  }
  switch_turn(turn_);
  find_checkers();
}

void Position::play_castling(Square king_from, Square rook_from) {
  const CastlingSide side = side_of(king_from, rook_from);
  const Piece king_piece(turn_, Role::King);
  const Piece rook_piece(turn_, Role::Rook);
  const Square king_to = castled_king_square(turn_, side);
  const Square rook_to = castled_rook_square(turn_, side);
  board_.clear(king_from);
  board_.clear(rook_from);
  board_.put(king_to, king_piece);
  board_.put(rook_to, rook_piece);
  const auto key_of = [](Piece piece, Square square) {
    return kPieces[piece.code()][static_cast<std::size_t>(square)];
  };
  key_ ^= key_of(king_piece, king_from) ^ key_of(king_piece, king_to) ^
          key_of(rook_piece, rook_from) ^ key_of(rook_piece, rook_to) ^ kCastling[castling_.mask()];
  castling_.revoke(turn_);
  key_ ^= kCastling[castling_.mask()];
  find_castling_squares();
  ++halfmove_clock_;
}

// Returns whether no square from the king's square to its destination is attacked. The king must
// also be safe after the rook has left its square (3.8.2.2; Guideline II).
bool Position::is_castling_safe(Square king_from, Square rook_from) const {
  if (is_check()) return false;
  const CastlingSide side = side_of(king_from, rook_from);
  const Square king_to = castled_king_square(turn_, side);
  const Color them = other(turn_);
  const Bitboard without_king = board_.occupied() & ~Bitboard(king_from);
  for (const Square square : between(king_from, king_to)) {
    if (attackers(square, them, without_king).any()) return false;
  }
  const Bitboard after = (without_king & ~Bitboard(rook_from)) | Bitboard(king_to) |
                         Bitboard(castled_rook_square(turn_, side));
  return attackers(king_to, them, after).is_empty();
}

void Position::pass() {
  assert(!is_check());
  if (en_passant_ != kNoEnPassant) drop_en_passant();
  ++halfmove_clock_;
  switch_turn(turn_);
  find_checkers();
}

}  // namespace arbiter
