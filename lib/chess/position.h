// A position that can be played.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/chess/move.h"
#include "lib/chess/position_key.h"

namespace arbiter {

// A position without the moves that led to it; 184 bytes, cheap to copy.
// Two positions are equal if they are "the same" by the Laws (9.2.3). They have the same player to
// move, pieces on squares, castling rights (prevented or not) and legal en passant capture.
class Position {
 public:
  // The start position of Laws 2.3.
  Position();

  // Precondition: is_playable(setup). Drops castling rights without king and rook in place, and an
  // en passant square without a legal capture.
  explicit Position(const Setup& setup);

  const Board& board() const { return board_; }
  Color turn() const { return turn_; }
  const CastlingRights& castling() const { return castling_; }
  // Returns the square that a pawn has just passed, if a capture there is legal.
  std::optional<Square> en_passant() const {
    if (en_passant_ == kNoEnPassant) return std::nullopt;
    return square_at(en_passant_);
  }
  // Half-moves since the last capture or pawn move (Laws 9.3, 9.6.2).
  std::uint32_t halfmove_clock() const { return halfmove_clock_; }
  // Returns the move number, which starts at 1 and grows after each move of Black.
  std::uint32_t fullmove_number() const { return fullmove_number_; }
  PositionKey key() const { return key_; }

  Square king(Color color) const { return board_.of(color, Role::King).first(); }

  // The opponent's pieces that give check to the player to move.
  Bitboard checkers() const { return checkers_; }
  bool is_check() const { return checkers_.any(); }

  Bitboard attackers(Square square, Color by, Bitboard occupied) const {
    return arbiter::attackers(board_, square, by, occupied);
  }
  // Returns whether no move of the piece on `from`, en passant excepted, can expose its king to
  // check. The piece is not the king and not pinned (3.9.2), and there is no check.
  bool cannot_expose_king(Square from) const;
  bool is_attacked(Square square, Color by) const {
    return attackers(square, by, board_.occupied()).any();
  }

  // Returns whether the king is safe after `move`, which otherwise obeys the rules of its piece
  // (3.2 to 3.8). Costs two slider lookups; castling a few more.
  bool leaves_king_safe(Move move) const;

  // Precondition: `move` is legal.
  void play(Move move);

  // Passes the turn to the opponent without a move ("--"), for variations that contain null moves.
  // Precondition: !is_check().
  void pass();

  bool operator==(const Position& b) const {
    return turn_ == b.turn_ && en_passant_ == b.en_passant_ && castling_ == b.castling_ &&
           board_ == b.board_;
  }

  // Returns the position as a Setup; en passant only if a capture is legal.
  Setup setup() const;

 private:
  static constexpr std::uint8_t kNoEnPassant = 64;

  void play_normal(Square from, Square to);
  void play_castling(Square king, Square rook);
  void lose_castling_rights(Bitboard touched);
  void offer_en_passant(Square passed);
  void switch_turn();
  void update_checks_and_pins();
  Bitboard aimed_at(Square king) const;
  bool is_pinned(Square from) const;
  void find_castling_squares();
  bool is_castling_safe(Square king, Square rook) const;

  Board board_;
  Bitboard checkers_;
  // The squares that the king of the player to move would attack as a queen. There are none unless
  // one of the opponent's sliders is aimed at it and blocked. Only a piece on these squares can be
  // pinned.
  Bitboard pinnable_;
  Bitboard castling_squares_;  // kings and rooks whose moving costs a right
  PositionKey key_{};
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
  CastlingRights castling_;
  Color turn_ = Color::White;
  std::uint8_t en_passant_ = kNoEnPassant;
};

inline bool Position::cannot_expose_king(Square from) const {
  const Square own_king = king(turn_);
  if (checkers_.any() || from == own_king) return false;
  return !pinnable_.contains(from) || !is_pinned(from);
}

inline bool Position::leaves_king_safe(Move move) const {
  const Square from = move.from();
  const Square to = move.to();
  if (move.kind() == MoveKind::Castling) return is_castling_safe(from, to);
  const Color them = other(turn_);
  Bitboard gone(to);
  if (move.kind() == MoveKind::EnPassant) gone = backward(turn_, to);
  const Square own_king = king(turn_);
  const Square king_after = from == own_king ? to : own_king;
  const Bitboard occupied = (board_.occupied() & ~Bitboard(from) & ~gone) | Bitboard(to);
  return (attackers(king_after, them, occupied) & ~gone).is_empty();
}

inline void Position::switch_turn() {
  turn_ = other(turn_);
  fullmove_number_ += turn_ == Color::White ? 1 : 0;
  key_ ^= position_keys::kWhiteToMove;
  update_checks_and_pins();
}

// Returns the opponent's sliders on the lines and diagonals of the king, blocked or not.
inline Bitboard Position::aimed_at(Square king) const {
  return ((attacks_on_empty_board(Role::Bishop, king) & board_.diagonal_sliders()) |
          (attacks_on_empty_board(Role::Rook, king) & board_.straight_sliders())) &
         board_.of(other(turn_));
}

// Updates both members. A king never gives check, so this is cheaper than attackers().
inline void Position::update_checks_and_pins() {
  const Square square = king(turn_);
  const Bitboard seen = queen_attacks(square, board_.occupied());
  const Bitboard aimed = aimed_at(square);
  const Bitboard leapers = (knight_attacks(square) & board_.of(Role::Knight)) |
                           (pawn_attacks(turn_, square) & board_.of(Role::Pawn));
  checkers_ = (aimed & seen) | (leapers & board_.of(other(turn_)));
  const bool is_aimed_from_behind = (aimed & ~seen).any();
  pinnable_ = Bitboard(seen.bits() & -std::uint64_t{is_aimed_from_behind});
}

inline void Position::play_normal(Square from, Square to) {
  using position_keys::kPieces;
  const std::uint8_t code = board_.code_at(from);
  const std::uint8_t captured = board_.move_piece(from, to);
  const auto at_from = static_cast<std::size_t>(from);
  const auto at_to = static_cast<std::size_t>(to);
  key_ ^= kPieces[code][at_from] ^ kPieces[code][at_to] ^ kPieces[captured][at_to];
  const bool is_pawn = code < 2;
  // Branch-free, because the branches are unpredictable.
  const auto is_reset = static_cast<std::uint32_t>(is_pawn | (captured != Board::kEmpty));
  halfmove_clock_ = (halfmove_clock_ + 1) & (is_reset - 1);
  const Bitboard touched = Bitboard(from) | Bitboard(to);
  if ((castling_squares_ & touched).any()) [[unlikely]]
    lose_castling_rights(touched);
  const bool is_double_step = is_pawn & ((index_of(from) ^ index_of(to)) == 16);
  if (is_double_step) [[unlikely]]
    offer_en_passant(backward(turn_, to));
}

inline void Position::play(Move move) {
  if (en_passant_ != kNoEnPassant) [[unlikely]] {
    key_ ^= position_keys::kEnPassant[en_passant_ & 7];
    en_passant_ = kNoEnPassant;
  }
  const Square from = move.from();
  const Square to = move.to();
  if (move.kind() == MoveKind::Normal) [[likely]] {
    play_normal(from, to);
  } else if (move.kind() == MoveKind::Castling) {
    play_castling(from, to);
  } else {
    play_normal(from, to);
    using position_keys::kPieces;
    const Piece pawn(turn_, Role::Pawn);
    if (move.kind() == MoveKind::EnPassant) {
      const Square captured = backward(turn_, to);
      key_ ^=
          kPieces[static_cast<std::size_t>(pawn.code() ^ 1)][static_cast<std::size_t>(captured)];
      board_.clear(captured);
    } else {
      const Piece piece(turn_, move.promotion_role());
      key_ ^= kPieces[pawn.code()][static_cast<std::size_t>(to)] ^
              kPieces[piece.code()][static_cast<std::size_t>(to)];
      board_.put(to, piece);
    }
  }
  switch_turn();
}

}  // namespace arbiter
