#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lib/laws/illegal_reasons.h"
#include "lib/laws/wording.h"

namespace arbiter::illegal_reasons {

namespace {

Reason king_into_check(Move move, const Position& now) {
  const Board& board = now.board();
  const Bitboard attackers =
      now.attackers(move.to(), other(now.turn()), board.occupied() & ~Bitboard(move.from()));
  const std::string who = the_pieces_on(attackers, board);
  if (!board.is_empty(move.to())) {
    return {DiagnosticCode::LeavesKingInCheck,
            fmt::format("{} is protected by {}", the_piece_on(move.to(), board), who)};
  }
  return {DiagnosticCode::LeavesKingInCheck,
          fmt::format("on {} the king would be in check from {}", to_string(move.to()), who)};
}

// Precondition: check by one piece.
Reason check_not_answered(const Position& now) {
  const Square king = now.king(now.turn());
  const Square checker = now.checkers().first();
  const bool has_line = between(king, checker).any();
  return {
      DiagnosticCode::MustAnswerCheck,
      fmt::format("the king on {} is in check from {}, and the move {}", to_string(king),
                  the_piece_on(checker, now.board()),
                  has_line ? "neither captures it nor blocks its line" : "does not capture it")};
}

// Whether the move captures the only checker or stands in its line.
bool answers_check(Move move, const Position& now) {
  const Square checker = now.checkers().first();
  if (move.kind() == MoveKind::EnPassant && backward(now.turn(), move.to()) == checker) return true;
  return move.to() == checker || between(now.king(now.turn()), checker).contains(move.to());
}

// The piece whose line to the king opens when `from` is left.
Bitboard pinners(Move move, const Position& now) {
  const Square king = now.king(now.turn());
  const Bitboard after = (now.board().occupied() & ~Bitboard(move.from())) | Bitboard(move.to());
  Bitboard opened;
  for (const Square attacker :
       now.attackers(king, other(now.turn()), after) & ~Bitboard(move.to())) {
    if (between(attacker, king).contains(move.from())) opened |= attacker;
  }
  return opened;
}

}  // namespace

Reason of_unsafe_move(Move move, const Position& now) {
  const Board& board = now.board();
  const Square king = now.king(now.turn());
  if (move.from() == king) return king_into_check(move, now);
  if (now.checkers().has_many()) {
    return {DiagnosticCode::MustAnswerCheck,
            fmt::format("the king on {} is in check from {}, so the king itself must move",
                        to_string(king), the_pieces_on(now.checkers(), board))};
  }
  if (now.is_check() && !answers_check(move, now)) return check_not_answered(now);
  const Bitboard by = pinners(move, now);
  if (by.any()) {
    return {DiagnosticCode::Pinned,
            fmt::format("{} is pinned to the king on {} by {}", the_piece_on(move.from(), board),
                        to_string(king), the_pieces_on(by, board))};
  }
  return {DiagnosticCode::LeavesKingInCheck,
          fmt::format("the king on {} would be in check", to_string(king))};
}

Reason of_unsafe_moves(std::span<const Move> moves, const Position& now) {
  Reason reason = of_unsafe_move(moves.front(), now);
  std::vector<std::string> sentences{reason.message};
  for (const Move move : moves.subspan(1)) {
    std::string sentence = of_unsafe_move(move, now).message;
    if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end()) {
      sentences.push_back(std::move(sentence));
    }
  }
  reason.message = listed(sentences);
  return reason;
}

}  // namespace arbiter::illegal_reasons
