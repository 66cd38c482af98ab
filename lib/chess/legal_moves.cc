#include "lib/chess/legal_moves.h"

#include "lib/chess/move_generator.h"

namespace arbiter {
namespace {

using namespace move_generator;

template <class Sink>
void generate_for(const Position& position, Bitboard movers, Sink& sink) {
  generate_for(PieceSets(position), position.turn(), movers, sink);
}

// Returns whether a pawn that cannot be pinned may step forward: true in most positions, and the
// cheapest check. Precondition: no check.
bool has_free_pawn_step(const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Bitboard pawns =
      board.of(us, Role::Pawn) & ~attacks_on_empty_board(Role::Queen, position.king(us));
  const std::uint64_t stepped = us == Color::White ? pawns.bits() << 8 : pawns.bits() >> 8;
  return (Bitboard(stepped) & ~board.occupied()).any();
}

// Returns whether the king can step to a square that is not attacked. This decides most cases, and
// is cheaper than generating all moves.
bool has_safe_king_step(const Position& position) {
  const Color us = position.turn();
  const Square king = position.king(us);
  for (const Square to : king_attacks(king) & ~position.board().of(us)) {
    if (position.leaves_king_safe(Move::normal(king, to))) return true;
  }
  return false;
}

}  // namespace

MoveList legal_moves(const Position& position) {
  MoveList moves;
  ListSink sink(moves);
  generate_for(position, kAllSquares, sink);
  return moves;
}

MoveList legal_moves_from(const Position& position, Square from) {
  MoveList moves;
  ListSink sink(moves);
  generate_for(position, from, sink);
  return moves;
}

std::size_t count_legal_moves(const Position& position) {
  CountSink sink;
  generate_for(position, kAllSquares, sink);
  return sink.count;
}

bool has_legal_move(const Position& position) {
  if (position.is_check() ? has_safe_king_step(position) : has_free_pawn_step(position)) {
    return true;
  }
  AnySink sink;
  generate_for(position, kAllSquares, sink);
  return sink.found.any();
}

bool is_legal(const Position& position, Move move) {
  for (const Move legal : legal_moves_from(position, move.from())) {
    if (legal == move) return true;
  }
  return false;
}

}  // namespace arbiter
