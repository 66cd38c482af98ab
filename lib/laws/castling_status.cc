#include "lib/laws/castling_status.h"

#include <fmt/format.h>

#include "lib/laws/wording.h"

namespace arbiter {
namespace {

using Hindrance = CastlingHindrance;

std::string_view to_string(CastlingSide side) {
  return side == CastlingSide::King ? "king side" : "queen side";
}

CastlingStatus lost(Hindrance hindrance, std::string reason) {
  return {.state = CastlingState::LostForGood,
          .hindrance = hindrance,
          .reason = "castling is lost for good: " + std::move(reason)};
}

// The move by which the right went.
struct Loss {
  Move move;
  std::uint32_t ply;
  Color mover;
  Square rook;  // the square of the right's rook
};

// Precondition: the initial position has the right. Nothing if the moves known do
// not cost it. The first move from or to the squares of king and rook is the one.
std::optional<Loss> find_loss(const GameHistory& game, Color color, CastlingSide side) {
  const Position first(game.first);
  const Square king = first.king(color);
  const Square rook = first.castling().rook(color, side);
  for (std::uint32_t ply = 1; ply <= game.moves.size(); ++ply) {
    const Move move = game.moves[ply - 1];
    if (move.from() != king && move.from() != rook && move.to() != rook) continue;
    return Loss{move, ply, ply % 2 == 1 ? first.turn() : other(first.turn()), rook};
  }
  return std::nullopt;
}

CastlingStatus explain_loss(const GameHistory& game, Color color, CastlingSide side) {
  const std::optional<Loss> loss = find_loss(game, color, side);
  if (!loss) return lost(Hindrance::KingMoved, "the king or the rook has moved");
  const std::uint32_t number = move_number_of(loss->ply, game.first);
  CastlingStatus status;
  if (loss->mover != color) {
    status = lost(Hindrance::RookCaptured, fmt::format("the rook on {} was captured on move {}",
                                                       to_string(loss->rook), number));
    status.square = loss->rook;
  } else if (loss->move.kind() == MoveKind::Castling) {
    status =
        lost(Hindrance::HasCastled, fmt::format("{} castled on move {}", to_string(color), number));
    status.square = loss->move.from();
  } else {
    const bool is_rook = loss->move.from() == loss->rook;
    status = lost(is_rook ? Hindrance::RookMoved : Hindrance::KingMoved,
                  fmt::format("the {} moved from {} to {} on move {}", is_rook ? "rook" : "king",
                              to_string(loss->move.from()), to_string(loss->move.to()), number));
    status.square = loss->move.from();
  }
  status.ply = loss->ply;
  return status;
}

// No such right in the initial position either.
CastlingStatus explain_absence(const Position& now, Color color, CastlingSide side) {
  const Square king = now.king(color);
  const Rank home = relative_rank(color, Rank::One);
  bool has_rook = false;
  for (const Square rook : now.board().of(color, Role::Rook) & home) {
    has_rook |= (rook > king) == (side == CastlingSide::King);
  }
  if (rank_of(king) == home && has_rook) {
    return lost(Hindrance::NeverGiven,
                fmt::format("the initial position gives {} no right to castle on the {}",
                            to_string(color), to_string(side)));
  }
  const std::string reason =
      rank_of(king) != home
          ? fmt::format("the king on {} does not stand on its first rank", to_string(king))
          : fmt::format("no rook stands on the {} of the king on {}", to_string(side),
                        to_string(king));
  return {.state = CastlingState::NotInPlace,
          .hindrance = Hindrance::NotInPlace,
          .square = king,
          .reason = "castling is not possible: " + reason};
}

CastlingStatus prevented(Hindrance hindrance, Square square, std::string reason) {
  return {.state = CastlingState::PreventedForNow,
          .hindrance = hindrance,
          .square = square,
          .reason = "castling is prevented for now: " + std::move(reason)};
}

// Precondition: the player has the right.
CastlingStatus look_for_hindrance(const Position& now, Color color, CastlingSide side) {
  const Board& board = now.board();
  const Color them = other(color);
  const Square king = now.king(color);
  const Square rook = now.castling().rook(color, side);
  const Square king_to = castled_king_square(color, side);
  const Square rook_to = castled_rook_square(color, side);
  const auto attacked = [&](Hindrance hindrance, Square square, Bitboard attackers,
                            std::string_view clause) {
    const std::string who = the_pieces_on(attackers, board);
    CastlingStatus status =
        prevented(hindrance, square, fmt::format(fmt::runtime(clause), to_string(square), who));
    status.attacker = attackers.first();
    return status;
  };

  const Bitboard checkers = now.attackers(king, them, board.occupied());
  if (checkers.any()) {
    return attacked(Hindrance::InCheck, king, checkers, "the king on {0} is in check from {1}");
  }
  const Bitboard path = between(king, king_to) | between(rook, rook_to) | king_to | rook_to;
  const Bitboard in_the_way = path & board.occupied() & ~Bitboard(king) & ~Bitboard(rook);
  if (in_the_way.any()) {
    return prevented(Hindrance::PieceBetween, in_the_way.first(),
                     fmt::format("{} {} in the way", the_pieces_on(in_the_way, board),
                                 in_the_way.has_many() ? "stand" : "stands"));
  }
  const Bitboard without_king = board.occupied() & ~Bitboard(king);
  for (const Square square : between(king, king_to)) {
    const Bitboard attackers = now.attackers(square, them, without_king);
    if (attackers.any()) {
      return attacked(Hindrance::PassesAttackedSquare, square, attackers,
                      "the king would cross {0}, attacked by {1}");
    }
  }
  const Bitboard after = (without_king & ~Bitboard(rook)) | rook_to | king_to;
  const Bitboard attackers = now.attackers(king_to, them, after);
  if ((attackers & now.attackers(king_to, them, without_king)).any()) {
    return attacked(Hindrance::EndsOnAttackedSquare, king_to, attackers,
                    "{0}, where the king would stand, is attacked by {1}");
  }
  if (attackers.any()) {
    return attacked(
        Hindrance::RookShieldsKing, king_to, attackers,
        "without the rook on " + to_string(rook) + ", the king on {0} would be in check from {1}");
  }
  return {};
}

}  // namespace

CastlingStatus castling_status(const GameHistory& game, Color color, CastlingSide side) {
  if (game.now.castling().has(color, side)) return look_for_hindrance(game.now, color, side);
  if (Position(game.first).castling().has(color, side)) return explain_loss(game, color, side);
  return explain_absence(game.now, color, side);
}

}  // namespace arbiter
