#include "lib/notation/coordinates.h"

#include <cstdlib>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

std::optional<Move> castling_move(const Coordinates& coordinates, const Position& position) {
  const Color us = position.turn();
  for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
    if (!position.castling().has(us, side)) continue;
    const Square rook = position.castling().rook(us, side);
    const int step = std::abs(index_of(coordinates.to) - index_of(coordinates.from));
    const bool king_goes = coordinates.to == castled_king_square(us, side) && step >= 2;
    if (coordinates.to == rook || king_goes) return Move::castling(coordinates.from, rook);
  }
  return std::nullopt;
}

Move move_of(const Coordinates& coordinates, const Position& position) {
  const auto [from, to, promotion] = coordinates;
  if (promotion) return Move::promotion(from, to, *promotion);
  const Role role = position.board().at(from)->role();
  if (role == Role::King) {
    if (const auto castling = castling_move(coordinates, position)) return *castling;
  }
  const bool is_en_passant =
      role == Role::Pawn && file_of(from) != file_of(to) && position.board().is_empty(to);
  return is_en_passant ? Move::en_passant(from, to) : Move::normal(from, to);
}

}  // namespace

std::optional<Move> legal_move(const Coordinates& coordinates, const Position& position) {
  if (!position.board().of(position.turn()).contains(coordinates.from)) return std::nullopt;
  if (coordinates.promotion.has_value() != reaches_promotion(coordinates, position)) {
    return std::nullopt;
  }
  if (coordinates.promotion == Role::Pawn || coordinates.promotion == Role::King) {
    return std::nullopt;
  }
  const Move move = move_of(coordinates, position);
  if (!is_legal(position, move)) return std::nullopt;
  return move;
}

bool reaches_promotion(const Coordinates& coordinates, const Position& position) {
  const Color us = position.turn();
  return position.board().has(coordinates.from, Piece(us, Role::Pawn)) &&
         relative_rank(us, coordinates.from) == Rank::Seven &&
         relative_rank(us, coordinates.to) == Rank::Eight;
}

}  // namespace arbiter
