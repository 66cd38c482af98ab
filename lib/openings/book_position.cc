#include "lib/openings/book_position.h"

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position_key.h"

namespace arbiter {
namespace {

constexpr int kPromotionShift = 12;

int rank_distance(Square a, Square b) {
  const int distance = index_of(rank_of(a)) - index_of(rank_of(b));
  return distance < 0 ? -distance : distance;
}

bool is_double_step(Move move, const Position& before) {
  const auto piece = before.board().at(move.from());
  return piece && piece->role() == Role::Pawn && rank_distance(move.from(), move.to()) == 2;
}

// 1 for a knight to 4 for a queen; 0: none.
unsigned promotion_of(Move move) {
  return move.kind() == MoveKind::Promotion ? static_cast<unsigned>(index_of(move.promotion_role()))
                                            : 0;
}

// The king's two squares for castling.
std::uint16_t with_king_moved(Move castling, const Position& position) {
  const auto side = castling.to() > castling.from() ? CastlingSide::King : CastlingSide::Queen;
  const Square to = castled_king_square(position.turn(), side);
  return static_cast<std::uint16_t>(index_of(to) | index_of(castling.from()) << 6);
}

}  // namespace

void BookPosition::play(Move move) {
  passed_.reset();
  if (is_double_step(move, position_)) {
    passed_ = square_at((index_of(move.from()) + index_of(move.to())) / 2);
  }
  position_.play(move);
}

std::uint64_t BookPosition::key() const {
  using position_keys::kEnPassant;
  PositionKey key = position_.key();
  const auto of_file = [](Square square) {
    return kEnPassant[static_cast<std::size_t>(index_of(file_of(square)))];
  };
  if (const auto legal = position_.en_passant()) key ^= of_file(*legal);
  if (passed_) {
    const Color us = position_.turn();
    const Bitboard beside = pawn_attacks(other(us), *passed_);
    if ((beside & position_.board().of(us, Role::Pawn)).any()) key ^= of_file(*passed_);
  }
  return static_cast<std::uint64_t>(key);
}

bool BookPosition::is_usual() const {
  const CastlingRights& rights = position_.castling();
  for (const Color color : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!rights.has(color, side)) continue;
      const File rook = side == CastlingSide::King ? File::H : File::A;
      if (file_of(position_.king(color)) != File::E || file_of(rights.rook(color, side)) != rook) {
        return false;
      }
    }
  }
  return true;
}

std::uint16_t book_move_of(Move move) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(index_of(move.to())) |
                                    static_cast<unsigned>(index_of(move.from())) << 6 |
                                    promotion_of(move) << kPromotionShift);
}

std::optional<Move> book_move_of(std::uint16_t book_move, const Position& position) {
  std::optional<Move> found;
  for (const Move move : legal_moves(position)) {
    if (book_move_of(move) == book_move) return move;
    const bool is_castling = move.kind() == MoveKind::Castling;
    if (is_castling && with_king_moved(move, position) == book_move) found = move;
  }
  return found;
}

}  // namespace arbiter
