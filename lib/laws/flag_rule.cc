#include "lib/laws/flag_rule.h"

#include <cassert>

#include "lib/laws/winnability/material_lemmas.h"

namespace arbiter {
namespace {

// What stands beside the king.
struct Army {
  bool is_bare = false;
  bool is_one_minor = false;
  bool is_two_knights = false;
};

Army army_of(const Board& board, Color color) {
  const Bitboard men = board.of(color) & ~board.of(Role::King);
  const Bitboard knights = men & board.of(Role::Knight);
  const Bitboard minors = knights | (men & board.of(Role::Bishop));
  return {.is_bare = men.is_empty(),
          .is_one_minor = men.count() == 1 && men == minors,
          .is_two_knights = men.count() == 2 && men == knights};
}

}  // namespace

FlagRule flag_rule_of(RulesProfile profile) {
  switch (profile) {
    case RulesProfile::Lichess:
      return FlagRule::Lichess;
    case RulesProfile::ChessCom:
      return FlagRule::ChessCom;
    case RulesProfile::Uscf:
      return FlagRule::Uscf;
    default:
      return FlagRule::Laws;
  }
}

FlagVerdict verdict_by_material(FlagRule rule, const Board& board, Color winner) {
  assert(rule != FlagRule::Laws);
  const Army army = army_of(board, winner);
  if (army.is_bare) return FlagVerdict::Draw;
  if (rule == FlagRule::Lichess) {
    return can_win_by_material(PieceSets(board), winner) ? FlagVerdict::Loss : FlagVerdict::Draw;
  }
  const bool is_alone = army_of(board, other(winner)).is_bare;
  if (rule == FlagRule::ChessCom) {
    const bool is_little = army.is_one_minor || (army.is_two_knights && is_alone);
    return is_little ? FlagVerdict::Draw : FlagVerdict::Loss;
  }
  const bool has_pawn = board.of(Role::Pawn).any();
  const bool is_little = army.is_one_minor || (army.is_two_knights && !has_pawn);
  return is_little ? FlagVerdict::DependsOnForcedWin : FlagVerdict::Loss;
}

}  // namespace arbiter
