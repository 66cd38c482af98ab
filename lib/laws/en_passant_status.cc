#include "lib/laws/en_passant_status.h"

#include <fmt/format.h>

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/illegality.h"
#include "lib/laws/pins.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// The square that the last move passed, or that the initial position tells of.
std::optional<Square> passed_square(const GameHistory& game) {
  if (game.moves.empty()) return game.first.en_passant;
  const Move last = game.moves.back();
  const Board& board = game.now.board();
  const Color them = other(game.now.turn());
  const bool is_double_step = last.kind() == MoveKind::Normal &&
                              board.has(last.to(), Piece(them, Role::Pawn)) &&
                              (index_of(last.from()) ^ index_of(last.to())) == 16;
  if (!is_double_step) return std::nullopt;
  return backward(them, last.to());
}

EnPassantStatus no_double_step(const GameHistory& game) {
  return {.reason = game.moves.empty()
                        ? "nothing shows that the last move was the double step of a pawn"
                        : "the last move was not the double step of a pawn"};
}

std::string no_right(Square square, const GameHistory& game) {
  const Color us = game.now.turn();
  const Board& board = game.now.board();
  if (relative_rank(us, square) != Rank::Six) {
    return fmt::format("{} is not on the rank that {}'s pawns pass", to_string(square),
                       to_string(other(us)));
  }
  if (!board.has(backward(us, square), Piece(other(us), Role::Pawn))) {
    return fmt::format("no pawn of {} stands on {}, where a double step over {} would end",
                       to_string(other(us)), to_string(backward(us, square)), to_string(square));
  }
  const Bitboard way = Bitboard(square) | forward(us, square);
  return fmt::format("{} stands in the way of a double step over {}",
                     the_pieces_on(way & board.occupied(), board), to_string(square));
}

// Why the pawn may not capture, where that is not because it is pinned.
std::string other_reason(Square from, Square to, const GameHistory& game) {
  San san = San::piece(Role::Pawn, to);
  san.set_capture();
  san.set_from(file_of(from));
  return explain(san, game).message;
}

std::string why_not_legal(Square from, Square to, const GameHistory& game) {
  const Board& board = game.now.board();
  for (const Pin& pin : pins_of(board, game.now.turn())) {
    if (pin.man != from || line_through(pin.king, pin.pinner).contains(to)) continue;
    return fmt::format("it is pinned to the king on {} by {}", to_string(pin.king),
                       the_piece_on(pin.pinner, board));
  }
  return other_reason(from, to, game);
}

// The same for all the pawns that stand beside.
std::string why_not_legal(Bitboard pawns, Square square, const GameHistory& game) {
  std::vector<std::string> reasons;
  for (const Square from : pawns) {
    reasons.push_back(fmt::format("{} may not capture on {}: {}",
                                  the_piece_on(from, game.now.board()), to_string(square),
                                  why_not_legal(from, square, game)));
  }
  return listed(reasons);
}

}  // namespace

EnPassantStatus en_passant_status(const GameHistory& game) {
  const std::optional<Square> square = passed_square(game);
  if (!square) return no_double_step(game);
  EnPassantStatus status{.square = square};
  if (game.moves.empty() && !tells_of_double_step(game.first)) {
    status.state = EnPassantState::NoSuchRight;
    status.reason = no_right(*square, game);
    return status;
  }
  const Color us = game.now.turn();
  const Square pawn = backward(us, *square);
  const Bitboard beside = pawn_attacks(other(us), *square) & game.now.board().of(us, Role::Pawn);
  if (beside.is_empty()) {
    status.state = EnPassantState::NobodyBeside;
    status.reason =
        fmt::format("no pawn of {} stands beside the pawn on {}", to_string(us), to_string(pawn));
    return status;
  }
  for (const Move move : legal_moves(game.now)) {
    if (move.kind() == MoveKind::EnPassant) status.captures.push_back(move);
  }
  if (status.captures.empty()) {
    status.state = EnPassantState::NotLegal;
    status.reason = why_not_legal(beside, *square, game);
    return status;
  }
  status.state = EnPassantState::Legal;
  status.reason = fmt::format(
      "the pawn on {} has just made a double step and may be captured on {}, but only on this move",
      to_string(pawn), to_string(*square));
  return status;
}

}  // namespace arbiter
