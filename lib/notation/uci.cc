#include "lib/notation/uci.h"

#include <fmt/format.h>

#include <cstdlib>

#include "lib/base/encoding.h"
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

// Reads text such as "e2e4" or "e7e8q". Returns nothing for any other text.
std::optional<Coordinates> coordinates_in(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = parse_square(text.substr(0, 2));
  const auto to = parse_square(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  Coordinates coordinates{*from, *to, std::nullopt};
  if (text.size() == 5) {
    const std::size_t role = std::string_view("nbrq").find(text[4]);
    if (role == std::string_view::npos) return std::nullopt;
    coordinates.promotion = static_cast<Role>(role + 1);
  }
  return coordinates;
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

bool needs_chess960(const Position& position) {
  constexpr File kRookFiles[] = {File::H, File::A};
  for (const Color color : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!position.castling().has(color, side)) continue;
      const File rook = file_of(position.castling().rook(color, side));
      if (file_of(position.king(color)) != File::E || rook != kRookFiles[static_cast<int>(side)]) {
        return true;
      }
    }
  }
  return false;
}

std::string uci_of(Move move, const Position& position, UciCastling castling) {
  if (move.kind() == MoveKind::Castling && castling == UciCastling::AsNeeded) {
    castling = needs_chess960(position) ? UciCastling::KingTakesRook : UciCastling::KingsSquare;
  }
  return uci_of(move, position.turn(), castling);
}

std::string uci_of(Move move, Color turn, UciCastling castling) {
  Square to = move.to();
  if (move.kind() == MoveKind::Castling && castling != UciCastling::KingTakesRook) {
    const CastlingSide side = to > move.from() ? CastlingSide::King : CastlingSide::Queen;
    to = castled_king_square(turn, side);
  }
  std::string text = to_string(move.from()) + to_string(to);
  if (move.kind() == MoveKind::Promotion) text += "pnbrqk"[index_of(move.promotion_role())];
  return text;
}

Result<Move> parse_uci(std::string_view text, const Position& position) {
  if (text == "0000") return Error{"the null move 0000 cannot be played"};
  const auto coordinates = coordinates_in(text);
  if (!coordinates) {
    return Error{fmt::format("{} is not a move such as e2e4 or e7e8q", shown_text(text))};
  }
  if (const auto move = legal_move(*coordinates, position)) return *move;
  if (!coordinates->promotion && reaches_promotion(*coordinates, position)) {
    return Error{fmt::format("{} does not name the promotion piece, as in {}q", text, text)};
  }
  return Error{fmt::format("{} is not legal here", text)};
}

}  // namespace arbiter
