#include "lib/laws/position_facts.h"

#include <algorithm>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

constexpr Color kColors[] = {Color::White, Color::Black};
constexpr Role kRoles[] = {Role::King,   Role::Queen,  Role::Rook,
                           Role::Bishop, Role::Knight, Role::Pawn};

std::vector<PieceMoves> moves_by_piece(const Position& position) {
  std::vector<PieceMoves> pieces;
  for (const Role role : kRoles) {
    for (const Square from : position.board().of(position.turn(), role)) {
      const MoveList list = legal_moves_from(position, from);
      if (list.is_empty()) continue;
      PieceMoves piece{from, {list.begin(), list.end()}};
      std::sort(piece.moves.begin(), piece.moves.end(),
                [](Move a, Move b) { return a.bits() < b.bits(); });
      pieces.push_back(std::move(piece));
    }
  }
  return pieces;
}

}  // namespace

PositionFacts position_facts(const GameHistory& game) {
  const Position& now = game.now;
  PositionFacts facts;
  facts.chances = chances_of(now);
  facts.standing = standing_of(game, facts.chances, RulesProfile::Fide);
  facts.moves = moves_by_piece(now);
  if (now.is_check()) facts.check = check_answers(now);
  facts.opponent_captures = opponent_captures(now);
  facts.en_passant = en_passant_status(game);
  for (const Color color : kColors) {
    const auto at = static_cast<std::size_t>(color);
    facts.pins[at] = pins_of(now.board(), color);
    facts.attacked[at] = attacked_pieces(now, color);
    facts.material[at] = material_of(now.board(), color);
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      facts.castling[at][static_cast<std::size_t>(side)] = castling_status(game, color, side);
    }
  }
  return facts;
}

}  // namespace arbiter
