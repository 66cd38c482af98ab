// A position on which moves can be played; it need not be legal.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/chess/bitboard.h"
#include "lib/chess/position_key.h"

namespace arbiter {

// A position without the moves that led to it; 184 bytes, cheap to copy. Two positions are equal if
// they are "the same" by the Laws (9.2.3). Equal positions have the same player to move, pieces,
// castling rights (even if castling is temporarily prevented) and legal en passant captures.
class Position {
 public:
  Position();

  // Creates the position of a setup. Drops castling rights without king and rook in place, and an
  // en passant square without a legal capture. Precondition: is_playable(setup).
  explicit Position(const Setup& setup);

  const Board& board() const { return board_; }
  Color turn() const { return turn_; }
  const CastlingRights& castling() const { return castling_; }
  std::optional<Square> en_passant() const {
    if (en_passant_ == kNoEnPassant) return std::nullopt;
    return square_at(en_passant_);
  }
  // Returns the number of half-moves since the last capture or pawn move (Laws 9.3, 9.6.2).
  std::uint32_t halfmove_clock() const { return halfmove_clock_; }
  // Returns the move number, which starts at 1 and grows after each move of Black.
  std::uint32_t fullmove_number() const { return fullmove_number_; }
  PositionKey key() const { return key_; }

  Square king(Color color) const { return board_.of(color, Role::King).first(); }

  // Returns the opponent's pieces that give check to the player to move.
  Bitboard checkers() const { return checkers_; }
  bool is_check() const { return checkers_.any(); }

  Bitboard attackers(Square square, Color by, Bitboard occupied) const {
    return arbiter::attackers(board_, square, by, occupied);
  }
  // Returns whether no move from this square, except en passant, can expose the king of `us`, who
  // is to move (3.9.2). True if the king is not in check and the piece is neither the king nor
  // pinned.
  [[gnu::always_inline]] bool cannot_expose_king(Color us, Square from) const;
  bool is_attacked(Square square, Color by) const {
    return attackers(square, by, board_.occupied()).any();
  }

  // Returns whether the king is safe after `move`. Cost: two slider lookups, more for castling.
  // Precondition: `move` obeys the movement rules of its piece (3.2 to 3.8).
  bool is_king_safe_after(Move move) const;
  // Like is_king_safe_after(), but inline and faster for most moves.
  bool leaves_king_safe(Move move) const {
    const bool may_be_quick = move.kind() < MoveKind::EnPassant &&
                              (king_attacks(king(turn_)) & board_.of(Role::King)).is_empty();
    return (may_be_quick && cannot_expose_king(turn_, move.from())) || is_king_safe_after(move);
  }

  // Plays `move`. Precondition: `move` is legal.
  void play(Move move);
  // Plays a legal move of MoveKind::Normal with `piece`. With a constant colour it needs 10 % fewer
  // instructions.
  [[gnu::always_inline]] void play_normal(Piece piece, Square from, Square to);

  // Passes the turn to the opponent without a move ("--"), for variations that contain null moves.
  // Precondition: !is_check().
  void pass();

  bool operator==(const Position& b) const {
    return turn_ == b.turn_ && en_passant_ == b.en_passant_ && castling_ == b.castling_ &&
           board_ == b.board_;
  }

  // Returns the position as a Setup, with an en passant square only if a capture is legal.
  Setup setup() const;

 private:
  static constexpr std::uint8_t kNoEnPassant = 64;

  [[gnu::always_inline]] void move_piece(Piece piece, Square from, Square to);
  void play_special(Move move);
  void play_castling(Square king, Square rook);
  void lose_castling_rights(Bitboard touched);
  void offer_en_passant(Square passed);
  void drop_en_passant();
  void switch_turn(Color us);
  void find_checkers();
  [[gnu::always_inline]] bool may_give_check(Piece piece, Square from, Square to) const;
  bool is_pinned(Square from) const;
  void find_castling_squares();
  bool is_castling_safe(Square king, Square rook) const;

  Board board_;
  Bitboard checkers_;
  Bitboard castling_squares_;  // squares of kings and rooks that have a castling right
  PositionKey key_{};
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
  CastlingRights castling_;
  Color turn_ = Color::White;
  std::uint8_t en_passant_ = kNoEnPassant;
  bool is_exposed_ = false;  // true if the opponent's king is attacked, as after an illegal move
};

inline bool Position::cannot_expose_king(Color us, Square from) const {
  if (checkers_.any()) return false;
  const Square own_king = king(us);
  const Bitboard sliders = board_.diagonal_sliders() | board_.straight_sliders();
  const Bitboard aligned = line_through(own_king, from) & sliders & board_.of(other(us));
  return aligned.is_empty() ? from != own_king : !is_pinned(from);
}

inline void Position::switch_turn(Color us) {
  fullmove_number_ += static_cast<std::uint32_t>(index_of(us));
  turn_ = other(us);
  key_ ^= position_keys::kWhiteToMove;
}

// Returns whether a normal move that has not been played yet may give check. True if the piece then
// attacks the king, or if a slider is on the line through the king and the origin square.
inline bool Position::may_give_check(Piece piece, Square from, Square to) const {
  const Color them = other(piece.color());
  const auto place = static_cast<std::size_t>(to) * 16 + 8 + static_cast<std::size_t>(piece.role());
  const Bitboard aims = attack_tables::kOrigins[static_cast<std::size_t>(them)][place];
  const Bitboard sliders = board_.diagonal_sliders() | board_.straight_sliders();
  const Bitboard others = sliders & board_.of(piece.color()) & ~Bitboard(from);
  return ((aims & board_.of(them, Role::King)) | (line_through(king(them), from) & others)).any();
}

inline void Position::drop_en_passant() {
  key_ ^= position_keys::kEnPassant[en_passant_ & 7];
  en_passant_ = kNoEnPassant;
}

inline void Position::move_piece(Piece piece, Square from, Square to) {
  using position_keys::kPieces;
  const std::uint8_t code = piece.code();
  const std::uint8_t captured = board_.move_piece(piece, from, to);
  const auto at_from = static_cast<std::size_t>(from);
  const auto at_to = static_cast<std::size_t>(to);
  key_ ^= kPieces[code][at_from] ^ kPieces[code][at_to] ^ kPieces[captured][at_to];
  const bool is_pawn = piece.role() == Role::Pawn;
  // Branch-free, because the branches are unpredictable.
  const auto is_reset = static_cast<std::uint32_t>(is_pawn | (captured != Board::kEmpty));
  halfmove_clock_ = (halfmove_clock_ + 1) & (is_reset - 1);
  const Bitboard touched = Bitboard(from) | Bitboard(to);
  if ((castling_squares_ & touched).any()) [[unlikely]]
    lose_castling_rights(touched);
  const bool is_double_step = is_pawn & ((index_of(from) ^ index_of(to)) == 16);
  if (is_double_step) [[unlikely]]
    offer_en_passant(backward(piece.color(), to));
}

inline void Position::play_normal(Piece piece, Square from, Square to) {
  if (en_passant_ != kNoEnPassant) [[unlikely]]
    drop_en_passant();
  const bool may_check = may_give_check(piece, from, to);
  move_piece(piece, from, to);
  switch_turn(piece.color());
  checkers_ = kNoSquares;
  if (may_check || is_exposed_) find_checkers();
}

inline void Position::play(Move move) {
  if (move.kind() != MoveKind::Normal) [[unlikely]]
    return play_special(move);
  play_normal(Piece::from_code(board_.code_at(move.from())), move.from(), move.to());
}

}  // namespace arbiter
