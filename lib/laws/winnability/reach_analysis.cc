#include "lib/laws/winnability/reach_analysis.h"

#include <algorithm>

namespace arbiter {
namespace {

constexpr int kMostHomes = 4;  // a man that can stand on more squares guards none for ever
constexpr int kMostCells = 10;

bool is_within(Bitboard squares, Bitboard whole) { return (squares & ~whole).is_empty(); }

}  // namespace

ReachAnalysis::ReachAnalysis(const State& state, std::span<const Assumption> assumptions)
    : has_last_man_(state.winner().count() == 2) {
  for (const Square square : state.men.occupied()) {
    const Color color = state.winner().contains(square) ? kWinner : kLoser;
    const Role role = role_at(state, square);
    if (role == Role::King) kings_[index(color)] = size_;
    Prospect& man = men_[size_++];
    man = {role, color, square, Bitboard(square), kNoSquares};
    for (const Assumption& assumption : assumptions) {
      if (assumption.square == square) man.fate = assumption.fate;
    }
  }
  if (state.men.castling_rooks.any()) add_castling(state);
}

std::optional<ReachAnalysis> ReachAnalysis::of(const State& state,
                                               std::span<const Assumption> assumptions) {
  if (state.men.en_passant.any()) return std::nullopt;
  if (state.men.occupied().count() > static_cast<int>(kMostMen)) return std::nullopt;
  ReachAnalysis analysis(state, assumptions);
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

void ReachAnalysis::add_castling(const State& state) {
  for (const Square rook : state.men.castling_rooks) {
    const Color color = state.winner().contains(rook) ? kWinner : kLoser;
    const Square king = state.king(color);
    const CastlingSide side = rook > king ? CastlingSide::King : CastlingSide::Queen;
    const Square king_to = castled_king_square(color, side);
    const Square rook_to = castled_rook_square(color, side);
    const Bitboard way = between(king, king_to) | Bitboard(king_to) | between(rook, rook_to) |
                         Bitboard(rook_to) | between(king, rook);
    castlings_.push_back({king, rook, king_to, rook_to, way & ~Bitboard(king) & ~Bitboard(rook)});
  }
}

// Castling takes king and rook to squares to which their other moves may not lead.
Bitboard ReachAnalysis::castling_of(const Prospect& man) const {
  Bitboard targets;
  for (const Castling& castling : castlings_) {
    if ((castling.way & steady()).any()) continue;
    if (man.home == castling.king) targets |= castling.king_to;
    if (man.home == castling.rook) targets |= castling.rook_to;
  }
  return targets;
}

// What is true of all men together, as far as is known.
void ReachAnalysis::note_sets() {
  steady_ = steady_kings_ = prey_ = guarded_ = held_ = {};
  ever_occupied_ = kNoSquares;
  for (const Prospect& man : men()) {
    const std::size_t side = index(man.color);
    ever_occupied_ |= man.reach;
    if (man.role != Role::King && !is_last_man(man)) prey_[side] |= man.reach;
    if (!man.is_steady()) continue;
    steady_[side] |= man.home;
    if (man.role == Role::King) steady_kings_[side] |= man.home;
  }
  for (const Prospect& man : men()) {
    const Bitboard attacked = always_attacked_by(man, ever_occupied_);
    guarded_[index(man.color)] |= attacked;
    if (man.role <= Role::Knight) held_[index(man.color)] |= attacked;
  }
  note_packed_bishops();
}

// Without its last man White never mates.
bool ReachAnalysis::is_last_man(const Prospect& man) const {
  return has_last_man_ && man.color == kWinner && man.role != Role::King;
}

void ReachAnalysis::note_packed_bishops() {
  for (const Prospect& man : men()) {
    if (man.role == Role::Bishop) guarded_[index(man.color)] |= always_attacked_by_pack(man);
  }
}

// Some bishops that are never captured share squares where nobody else ever stands,
// at most one more than there are bishops. So all of these but one are always taken,
// whoever stands where; attacked is what is attacked whichever is the free one.
Bitboard ReachAnalysis::always_attacked_by_pack(const Prospect& first) const {
  Bitboard cells = first.reach;
  for (Bitboard before; before != cells;) {
    before = cells;
    for (const Prospect& man : men()) {
      if ((man.reach & cells).any()) cells |= man.reach;
    }
    if (cells.count() > kMostCells) return kNoSquares;
  }
  int bishops = 0;
  for (const Prospect& man : men()) {
    if ((man.reach & cells).is_empty()) continue;
    const bool is_bishop = man.role == Role::Bishop && man.color == first.color;
    if (!is_bishop || man.is_capturable) return kNoSquares;
    ++bishops;
  }
  if (bishops + 1 < cells.count()) return kNoSquares;
  Bitboard attacked = kAllSquares;
  for (const Square free : cells) {
    Bitboard now;
    for (const Square from : cells & ~Bitboard(free)) {
      now |= bishop_attacks(from, ever_occupied_ & ~Bitboard(free));
    }
    attacked &= now;
  }
  return attacked;
}

// What a man that is never captured attacks from each square where it can stand,
// through none that is `occupied`.
Bitboard ReachAnalysis::always_attacked_by(const Prospect& man, Bitboard occupied) const {
  if (man.is_capturable || man.is_promoted || man.reach.count() > kMostHomes) return kNoSquares;
  Bitboard attacked = kAllSquares;
  for (const Square square : man.reach) {
    // No king can go where the other stands, either.
    const Bitboard own = man.role == Role::King ? Bitboard(square) : kNoSquares;
    attacked &= attacks_from(man, square, occupied) | own;
  }
  return attacked;
}

bool ReachAnalysis::widen() {
  bool is_wider = false;
  for (Prospect& man : std::span(men_.data(), size_)) is_wider |= widen(man);
  return is_wider;
}

bool ReachAnalysis::widen(Prospect& man) {
  if (man.fate == Fate::TakenAtHome) return false;
  const Bitboard before = man.reach;
  man.strikes = strikes_of(man);
  man.reach |= man.role == Role::Pawn && !man.is_promoted
                   ? (man.strikes & prey_[index(other(man.color))]) | pushes_of(man)
                   : man.strikes;
  man.reach |= castling_of(man);
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
  if (man.role == Role::King) strikes &= ~guarded_[us ^ 1];
  return without_endings(man, strikes);
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
  return without_endings(man, pushes);
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
    if (is_last_man(man) || (by.strikes & man.reach).is_empty()) continue;
    if (man.fate == Fate::SafeAtHome && man.is_home()) continue;
    man.is_capturable = true;
    is_new = true;
  }
  return is_new;
}

}  // namespace arbiter
