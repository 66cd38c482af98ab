#include "lib/repair/exchange.h"

#include <algorithm>
#include <array>
#include <optional>

namespace arbiter {
namespace {

constexpr std::array<int, 6> kValues = {100, 300, 310, 500, 900, 10'000};

// The least valuable of the pieces that attack `square`.
std::optional<Square> cheapest(Bitboard attackers, const Board& board) {
  for (const Role role :
       {Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King}) {
    const Bitboard men = attackers & board.of(role);
    if (men.any()) return men.first();
  }
  return std::nullopt;
}

// What `side` gains by capturing a piece worth `prize` on `square`, at least 0.
int best_gain(Square square, Color side, int prize, const Board& board, Bitboard occupied) {
  const auto from = cheapest(attackers(board, square, side, occupied) & occupied, board);
  if (!from) return 0;
  const Bitboard left = occupied & ~Bitboard(*from);
  const Role capturer = board.at(*from)->role();
  if (capturer == Role::King && (attackers(board, square, other(side), left) & left).any())
    return 0;
  const int answer = best_gain(square, other(side), value_of(capturer), board, left);
  return std::max(0, prize - answer);
}

}  // namespace

int value_of(Role role) { return kValues[static_cast<std::size_t>(role)]; }

int exchange_value(Move move, const Position& position) {
  if (move.kind() == MoveKind::Castling) return 0;
  const Board& board = position.board();
  const auto captured = board.at(move.to());
  int gain = captured ? value_of(captured->role()) : 0;
  Role role = board.at(move.from())->role();
  Bitboard occupied = (board.occupied() & ~Bitboard(move.from())) | move.to();
  if (move.kind() == MoveKind::EnPassant) {
    gain = value_of(Role::Pawn);
    occupied = occupied & ~Bitboard(backward(position.turn(), move.to()));
  }
  if (move.kind() == MoveKind::Promotion) {
    role = move.promotion_role();
    gain += value_of(role) - value_of(Role::Pawn);
  }
  return gain - best_gain(move.to(), other(position.turn()), value_of(role), board, occupied);
}

int threat_against(Square square, const Position& position) {
  const Piece piece = *position.board().at(square);
  return best_gain(square, other(piece.color()), value_of(piece.role()), position.board(),
                   position.board().occupied());
}

}  // namespace arbiter
