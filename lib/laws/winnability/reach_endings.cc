// Moves after which no line goes on to a mate by White. Nothing here may rest on where
// the man that moves can stand, as the move would be the first to break that.
#include "lib/laws/winnability/reach_analysis.h"

namespace arbiter {

Bitboard ReachAnalysis::without_endings(const Prospect& man, Bitboard targets) const {
  for (const Square target : targets & ~man.reach) {
    const bool is_end = man.role == Role::King ? ends_game(man, target)
                        : man.color == kLoser  ? mates_winner(man, target)
                        : is_last_man(man)     ? is_lost(man, target)
                                               : false;
    if (is_end) targets &= ~Bitboard(target);
  }
  return targets;
}

// Whether the other side has no legal move once the king has gone to `target`, and is
// not mated by White. That ends the game, so no line goes on from there.
bool ReachAnalysis::ends_game(const Prospect& king, Square target) const {
  const std::size_t them = index(other(king.color));
  for (const Prospect& man : men()) {
    if (man.color == king.color || man.role == Role::King) continue;
    if (man.reach != Bitboard(man.home)) return false;
    if (man.home != target && has_room(man, king, target)) return false;
  }
  const Bitboard taken = king_attacks(target) | steady_[them] | held_[them ^ 1];
  for (const Square other : men_[kings_[them]].reach & ~king_attacks(target)) {
    if (other == target) continue;
    if ((king_attacks(other) & ~taken).any()) return false;
    if (king.color == kWinner && may_discover(king, target, other)) return false;
  }
  return true;
}

// Whether a man at home can move at all, the other side's king having gone to `target`
// and left the square that he stood on.
bool ReachAnalysis::has_room(const Prospect& man, const Prospect& king, Square target) const {
  const std::size_t us = index(man.color);
  if (man.role != Role::Pawn) {
    return (attacks_of(man.role, man.home, steady()) & ~steady_[us]).any();
  }
  if ((pawn_attacks(man.color, man.home) & prey_[us ^ 1]).any()) return true;
  return !((steady() & ~king.reach) | Bitboard(target)).contains(forward(man.color, man.home));
}

// Whether the king, on its way to `target`, may open a line to the king on `checked`.
bool ReachAnalysis::may_discover(const Prospect& king, Square target, Square checked) const {
  for (const Square from : king.reach& king_attacks(target)) {
    if ((between(from, checked) & steady()).any()) continue;
    const Bitboard line = line_through(from, checked);
    const Role line_role = file_of(from) == file_of(checked) || rank_of(from) == rank_of(checked)
                               ? Role::Rook
                               : Role::Bishop;
    for (const Prospect& man : men()) {
      const bool can_check = man.role == Role::Queen || man.role == line_role;
      if (can_check && man.color == king.color && (man.reach & line).any()) return true;
    }
  }
  return false;
}

// Whether the loser's man mates from `target` where White's king has never moved from
// home: each square beside him is taken by a man of his own, or attacked by another
// man for ever or by the checker; and no other man can capture or come between. The
// squares that count as free lines are those that nobody else ever stands on.
bool ReachAnalysis::mates_winner(const Prospect& man, Square target) const {
  const Prospect& king = this->king(kWinner);
  const Bitboard last_rank(relative_rank(kLoser, Rank::Eight));
  if (!king.is_home() || man.is_promoted) return false;
  if (man.role == Role::Pawn && last_rank.contains(target)) return false;
  const Bitboard checked = attacks_from(man, target, ever_occupied_ & ~Bitboard(king.home));
  if (!checked.contains(king.home)) return false;
  const Bitboard taken = steady_[index(kWinner)] & ~Bitboard(target);
  Bitboard flights = king_attacks(king.home) & ~taken & ~checked;
  for (const Prospect& guard : men()) {
    if (flights.is_empty()) break;
    if (guard.color == kWinner || &guard == &man) continue;
    flights &= ~always_attacked_by(guard, ever_occupied_ | Bitboard(target));
  }
  return flights.is_empty() && !can_answer(man, target);
}

// Whether one of White's men, but the king, might capture on `target` or come between
// it and the king, the loser's man having gone there.
bool ReachAnalysis::can_answer(const Prospect& man, Square target) const {
  const Bitboard way = between(target, king(kWinner).home);
  Bitboard capture(target);
  if (man.role == Role::Pawn) capture |= backward(kLoser, target);
  const Bitboard blockers = steady() & ~Bitboard(man.home);
  for (const Prospect& helper : men()) {
    if (helper.color == kLoser || helper.role == Role::King) continue;
    for (const Square from : helper.reach) {
      const Bitboard strikes = attacks_from(helper, from, blockers);
      if ((strikes & (capture | way)).any()) return true;
      if (helper.role == Role::Pawn && (Bitboard(file_of(from)) & way).any()) return true;
    }
  }
  return false;
}

// Whether White's last man gives a check from `target` that is answered by taking it,
// and in no other way: the loser's king has never moved from home and cannot now.
bool ReachAnalysis::is_lost(const Prospect& man, Square target) const {
  const Prospect& king = this->king(kLoser);
  const Prospect& helper = this->king(kWinner);
  if (!king.is_home() || !attacks_from(man, target, kAllSquares).contains(king.home)) return false;
  const Bitboard beside = king_attacks(king.home);
  if (man.role != Role::Knight && !beside.contains(target)) return false;
  const Bitboard flights = beside & ~steady_[index(kLoser)] & ~Bitboard(target);
  if ((flights & ~always_attacked_by(helper, ever_occupied_)).any()) return false;
  if (beside.contains(target) && (king_attacks(target) & helper.reach).is_empty()) return true;
  for (const Prospect& guard : men()) {
    if (guard.color == kWinner || guard.role == Role::King) continue;
    if (always_attacked_by(guard, ever_occupied_).contains(target)) return true;
  }
  return false;
}

}  // namespace arbiter
