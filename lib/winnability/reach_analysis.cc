#include "lib/winnability/reach_analysis.h"

#include <algorithm>

namespace arbiter {

namespace {

constexpr int kMostHomes = 4;  // a man that can stand on more squares guards none for ever

Role role_at(const State& state, Square square) {
  const PieceSets& men = state.men;
  if (men.pawns.contains(square)) return Role::Pawn;
  if (men.knights.contains(square)) return Role::Knight;
  if (men.kings.contains(square)) return Role::King;
  if (!men.straight.contains(square)) return Role::Bishop;
  return men.diagonal.contains(square) ? Role::Queen : Role::Rook;
}

Bitboard attacks_from(const Prospect& man, Square square, Bitboard occupied) {
  if (man.role == Role::Pawn) return pawn_attacks(man.color, square);
  return attacks_of(man.role, square, occupied);
}

bool is_within(Bitboard squares, Bitboard whole) { return (squares & ~whole).is_empty(); }

}  // namespace

ReachAnalysis::ReachAnalysis(const State& state) {
  for (const Square square : state.men.occupied()) {
    const Color color = state.winner().contains(square) ? kWinner : kLoser;
    const Role role = role_at(state, square);
    if (role == Role::King) kings_[index(color)] = size_;
    men_[size_++] = {role, color, square, Bitboard(square), kNoSquares};
  }
  if (state.men.castling_rooks.any()) add_castling(state);
}

std::optional<ReachAnalysis> ReachAnalysis::of(const State& state) {
  if (state.men.en_passant.any()) return std::nullopt;
  if (state.men.occupied().count() > static_cast<int>(kMostMen)) return std::nullopt;
  ReachAnalysis analysis(state);
  bool is_wider = true;
  while (is_wider) {
    analysis.note_sets();
    is_wider = analysis.widen();
    for (const Prospect& man : analysis.men()) {
      if (man.is_promoted && man.color == kWinner) return std::nullopt;
    }
  }
  return analysis;
}

// Castling takes king and rook to squares to which their other moves may not lead.
void ReachAnalysis::add_castling(const State& state) {
  for (const Square rook : state.men.castling_rooks) {
    const Color color = state.winner().contains(rook) ? kWinner : kLoser;
    const Square king = state.king(color);
    const CastlingSide side = rook > king ? CastlingSide::King : CastlingSide::Queen;
    for (Prospect& man : std::span(men_.data(), size_)) {
      if (man.home == king) man.reach |= castled_king_square(color, side);
      if (man.home == rook) man.reach |= castled_rook_square(color, side);
    }
  }
}

// What is true of all men together, as far as is known.
void ReachAnalysis::note_sets() {
  steady_ = steady_kings_ = prey_ = guarded_ = held_ = {};
  ever_occupied_ = kNoSquares;
  for (const Prospect& man : men()) {
    const std::size_t side = index(man.color);
    ever_occupied_ |= man.reach;
    if (man.role != Role::King) prey_[side] |= man.reach;
    if (!man.is_steady()) continue;
    steady_[side] |= man.home;
    if (man.role == Role::King) steady_kings_[side] |= man.home;
  }
  for (const Prospect& man : men()) {
    const Bitboard attacked = always_attacked_by(man);
    guarded_[index(man.color)] |= attacked;
    if (man.role <= Role::Knight) held_[index(man.color)] |= attacked;
  }
}

// What a man that is never captured attacks from each square where it can stand,
// over squares that no man can ever stand on.
Bitboard ReachAnalysis::always_attacked_by(const Prospect& man) const {
  if (man.is_capturable || man.is_promoted || man.reach.count() > kMostHomes) return kNoSquares;
  Bitboard attacked = kAllSquares;
  for (const Square square : man.reach) {
    // No king can go where the other stands, either.
    const Bitboard own = man.role == Role::King ? Bitboard(square) : kNoSquares;
    attacked &= attacks_from(man, square, ever_occupied_) | own;
  }
  return attacked;
}

bool ReachAnalysis::widen() {
  bool is_wider = false;
  for (Prospect& man : std::span(men_.data(), size_)) is_wider |= widen(man);
  return is_wider;
}

bool ReachAnalysis::widen(Prospect& man) {
  const Bitboard before = man.reach;
  man.strikes = strikes_of(man);
  man.reach |= man.role == Role::Pawn && !man.is_promoted
                   ? (man.strikes & prey_[index(other(man.color))]) | pushes_of(man)
                   : man.strikes;
  const Bitboard last_rank(relative_rank(man.color, Rank::Eight));
  if (man.role == Role::Pawn && (man.reach & last_rank).any()) man.is_promoted = true;
  const bool is_wider = mark_captures(man);
  return is_wider || man.reach != before;
}

// Where the man can come by capturing, or, if it is no pawn, by any move: as far as
// men go that never leave; not where such a man of its own stands, nor on a king; and
// a king not to squares that are always attacked.
Bitboard ReachAnalysis::strikes_of(const Prospect& man) const {
  const std::size_t us = index(man.color);
  Bitboard strikes;
  if (man.is_promoted) {
    strikes = kAllSquares;
  } else {
    for (const Square square : man.reach) strikes |= attacks_from(man, square, steady());
  }
  strikes &= ~steady_[us] & ~steady_kings_[us ^ 1];
  if (man.role != Role::King) return strikes;
  strikes &= ~guarded_[us ^ 1];
  for (const Square target : strikes & ~man.reach) {
    if (ends_game(man, target)) strikes &= ~Bitboard(target);
  }
  return strikes;
}

// Whether the other side has no legal move once the king has gone to `target`, and is
// not mated by White. That ends the game, so no line goes on from there. Nothing here
// may rest on where this king can stand, as the move would be the first to break that.
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
// and left the square on which it stood.
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

Bitboard ReachAnalysis::pushes_of(const Prospect& man) const {
  Bitboard pushes;
  for (const Square square : man.reach & ~Bitboard(relative_rank(man.color, Rank::Eight))) {
    const Square once = forward(man.color, square);
    if (steady().contains(once) || is_faced(man, once)) continue;
    pushes |= once;
    if (relative_rank(man.color, square) != Rank::Two) continue;
    const Square twice = forward(man.color, once);
    if (!steady().contains(twice) && !is_faced(man, twice)) pushes |= twice;
  }
  return pushes;
}

// Whether an enemy pawn bars the way for ever. Two pawns that face each other on one
// file never pass as long as neither leaves it nor is captured; so the one stays in
// front of the other's home.
bool ReachAnalysis::is_faced(const Prospect& pawn, Square target) const {
  const Bitboard file(file_of(pawn.home));
  if (!is_within(pawn.reach, file)) return false;
  const Bitboard way = between(pawn.home, target) | Bitboard(target);
  for (const Prospect& man : men()) {
    if (man.role == Role::Pawn && man.color != pawn.color && !man.is_capturable &&
        way.contains(man.home) && is_within(man.reach, file)) {
      return true;
    }
  }
  return false;
}

// A man is captured on a square that it can reach; en passant on one that it passes,
// which it could have reached by a single step.
bool ReachAnalysis::mark_captures(const Prospect& by) {
  bool is_new = false;
  for (Prospect& man : std::span(men_.data(), size_)) {
    if (man.color == by.color || man.is_capturable || man.role == Role::King) continue;
    if ((by.strikes & man.reach).is_empty()) continue;
    man.is_capturable = true;
    is_new = true;
  }
  return is_new;
}

}  // namespace arbiter
