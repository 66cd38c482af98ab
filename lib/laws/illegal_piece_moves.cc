#include <fmt/format.h>

#include <vector>

#include "lib/laws/illegal_reasons.h"
#include "lib/laws/wording.h"

namespace arbiter::illegal_reasons {

namespace {

std::string origin_text(const San& san) {
  if (san.from_file() && san.from_rank()) {
    return " on " + to_string(square_of(*san.from_file(), *san.from_rank()));
  }
  if (san.from_file()) return fmt::format(" on the {}-file", letter_of(*san.from_file()));
  if (san.from_rank()) return fmt::format(" on rank {}", digit_of(*san.from_rank()));
  return "";
}

Reason no_such_piece(const San& san, const Position& now) {
  const Board& board = now.board();
  std::string message =
      fmt::format("{} has no {}{}", to_string(now.turn()), to_string(san.role()), origin_text(san));
  std::vector<std::string> squares;
  for (const Square square : board.of(now.turn(), san.role())) squares.push_back(to_string(square));
  if (!squares.empty()) message += ", only on " + listed(squares);
  return {DiagnosticCode::NoSuchPiece, std::move(message)};
}

// Which says how the piece moves.
std::string_view article_on(Role role) {
  switch (role) {
    case Role::Bishop:
      return "Laws 3.2";
    case Role::Rook:
      return "Laws 3.3";
    case Role::Queen:
      return "Laws 3.4";
    case Role::Knight:
      return "Laws 3.6";
    case Role::King:
      return "Laws 3.8.1";
    default:
      return "Laws 3.7";
  }
}

Reason unreachable(Bitboard men, const San& san, const Position& now) {
  return {DiagnosticCode::Unreachable,
          fmt::format("{} {} not move to {}", the_pieces_on(men, now.board()),
                      men.has_many() ? "do" : "does", to_string(san.to())),
          article_on(san.role())};
}

Reason path_blocked(Bitboard men, const San& san, const Position& now) {
  std::vector<std::string> clauses;
  for (const Square from : men) {
    const Bitboard in_the_way = between(from, san.to()) & now.board().occupied();
    clauses.push_back(fmt::format("{} {} between {} and {}", the_pieces_on(in_the_way, now.board()),
                                  in_the_way.has_many() ? "stand" : "stands",
                                  the_piece_on(from, now.board()), to_string(san.to())));
  }
  return {DiagnosticCode::PathBlocked, listed(clauses)};
}

}  // namespace

Reason of_piece(const San& san, const Position& now) {
  const Board& board = now.board();
  const Square to = san.to();
  const Bitboard men = board.of(now.turn(), san.role()) & san.origin_mask();
  if (men.is_empty()) return no_such_piece(san, now);
  const Bitboard aimed = men & attacks_on_empty_board(san.role(), to);
  if (aimed.is_empty()) return unreachable(men, san, now);
  if (board.of(now.turn()).contains(to)) {
    return {DiagnosticCode::OwnPiece, fmt::format("{}'s own {} stands on {}", to_string(now.turn()),
                                                  to_string(board.at(to)->role()), to_string(to))};
  }
  const Bitboard reaching = aimed & attacks_of(san.role(), to, board.occupied());
  if (reaching.is_empty()) return path_blocked(aimed, san, now);
  std::vector<Move> moves;
  for (const Square from : reaching) moves.push_back(Move::normal(from, to));
  return of_unsafe_moves(moves, now);
}

}  // namespace arbiter::illegal_reasons
