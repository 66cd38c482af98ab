#include "lib/laws/illegal_record.h"

#include <algorithm>

#include "lib/chess/setup.h"

namespace arbiter {
namespace {

// Returns false if the corner has no rook.
bool castle(CastlingSide side, Setup& setup) {
  const Color color = setup.turn;
  const Square king = setup.board.of(color, Role::King).first();
  const Square corner =
      square_of(side == CastlingSide::King ? File::H : File::A, relative_rank(color, Rank::One));
  if (!setup.board.has(corner, Piece(color, Role::Rook))) return false;
  setup.board.clear(king);
  setup.board.clear(corner);
  setup.board.put(castled_king_square(color, side), Piece(color, Role::King));
  setup.board.put(castled_rook_square(color, side), Piece(color, Role::Rook));
  return true;
}

// Returns the pieces that can be meant; only the one that reaches the square, if there is exactly
// one.
Bitboard origins_of(const San& san, const Setup& setup) {
  Bitboard origins = setup.board.of(setup.turn, san.role()) & san.origin_mask();
  if (san.role() == Role::Pawn) {
    if (!san.from_file()) origins &= file_of(san.to());
    return origins;
  }
  const Bitboard reaching = origins & attacks_of(san.role(), san.to(), setup.board.occupied());
  return reaching.has_one() ? reaching : origins;
}

bool carry_piece(const San& san, Setup& setup) {
  const Bitboard origins = origins_of(san, setup);
  if (!origins.has_one()) return false;
  const Color color = setup.turn;
  setup.board.clear(origins.first());
  setup.board.put(san.to(), Piece(color, san.promotion().value_or(san.role())));
  return true;
}

}  // namespace

std::optional<Position> position_after_illegal(const San& san, const Position& before) {
  Setup setup = before.setup();
  if (san.kind() == San::Kind::Null) return std::nullopt;
  const CastlingSide side =
      san.kind() == San::Kind::CastleKingSide ? CastlingSide::King : CastlingSide::Queen;
  const bool is_done =
      san.kind() == San::Kind::Piece ? carry_piece(san, setup) : castle(side, setup);
  if (!is_done) return std::nullopt;
  setup.en_passant.reset();
  setup.halfmove_clock = 0;
  if (setup.turn == Color::Black) ++setup.fullmove_number;
  setup.turn = other(setup.turn);
  const auto is_in_the_way = [](SetupFault fault) {
    return is_hard(fault) && fault != SetupFault::OppositeCheck;
  };
  if (std::ranges::any_of(faults_of(setup), is_in_the_way)) return std::nullopt;
  return Position(setup);
}

bool has_exposed_king(const Position& position) {
  return position.is_attacked(position.king(other(position.turn())), position.turn());
}

}  // namespace arbiter
