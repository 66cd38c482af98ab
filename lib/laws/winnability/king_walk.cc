#include "lib/laws/winnability/king_walk.h"

#include <array>
#include <cstddef>
#include <optional>

#include "lib/chess/move_generator.h"

namespace arbiter {
namespace {

using move_generator::AnyProcessor;
using move_generator::attacked;

constexpr std::size_t kGoalCount = 40;

constexpr std::array<KingGoals, kGoalCount> all_goals() {
  std::array<KingGoals, kGoalCount> all{};
  std::size_t count = 0;
  for (int i = 1; i < 7; ++i) {
    all[count++] = {square_at(i), square_at(i + 16)};
    all[count++] = {square_at(56 + i), square_at(40 + i)};
    all[count++] = {square_at(8 * i), square_at(8 * i + 2)};
    all[count++] = {square_at(8 * i + 7), square_at(8 * i + 5)};
  }
  for (const int flip : {0, 7, 56, 63}) {
    for (const Square helper : {Square::G6, Square::H6, Square::F7, Square::F8}) {
      all[count++] = {square_at(index_of(Square::H8) ^ flip), square_at(index_of(helper) ^ flip)};
    }
  }
  return all;
}
constexpr auto kGoals = all_goals();

constexpr Bitboard kCorners = Bitboard(Square::A1) | Square::H1 | Square::A8 | Square::H8;

Bitboard squares_like(Square square) {
  return kDarkSquares.contains(square) ? kDarkSquares : ~kDarkSquares;
}

// The squares and those next to them.
Bitboard grown(Bitboard squares) {
  using move_generator::shifted;
  squares |= (shifted<1>(squares) & move_generator::kNotFileA) |
             (shifted<-1>(squares) & move_generator::kNotFileH);
  return squares | shifted<8>(squares) | shifted<-8>(squares);
}

Bitboard attacked_among(const State& state, Color color, Bitboard occupied) {
  return color == Color::White ? attacked<Color::White, AnyProcessor>(state.men, occupied)
                               : attacked<Color::Black, AnyProcessor>(state.men, occupied);
}

// The men that the winner's king has to take before a pawn can promote: none where it
// has a rook or queen, or a pawn that no other faces.
Bitboard blockers_of_pawns(const State& state) {
  if ((state.winner() & state.men.straight).any()) return kNoSquares;
  const Bitboard pawns = state.winner() & state.men.pawns;
  const Bitboard others = state.loser() & state.men.pawns;
  Bitboard blockers;
  for (const Square pawn : pawns) {
    const Square goal = square_of(file_of(pawn), Rank::Eight);
    const Bitboard faced = (between(pawn, goal) | Bitboard(goal)) & others;
    if (faced.is_empty()) return kNoSquares;
    blockers |= faced;
  }
  return blockers;
}

// One that the king reaches soonest; nothing where it reaches none.
std::optional<Square> nearest(Bitboard targets, Square king, Bitboard open) {
  Bitboard reached(king);
  while ((reached & targets).is_empty()) {
    const Bitboard wider = reached | (grown(reached) & open);
    if (wider == reached) return std::nullopt;
    reached = wider;
  }
  return (reached & targets).first();
}

// Whether the winner has what it takes to mate there.
bool is_possible(const State& state, const KingGoals& goals) {
  if (!is_light(state)) return true;
  if (!kCorners.contains(goals.king)) return false;
  const Bitboard minors = state.winner() & ~state.men.kings;
  return ((minors & state.men.knights) | (minors & squares_like(goals.king))).any();
}

// The picture that takes the least moves, the first `skipped` left out.
KingGoals picture_of_kings(const State& state, std::uint64_t skipped) {
  constexpr int kMostMoves = 12;
  const Bitboard helper_open = open_to_king(state, kWinner) | king_attacks(state.king(kLoser));
  const Bitboard king_open = open_to_king(state, kLoser) & ~state.winner();
  Bitboard helper(state.king(kWinner));
  Bitboard king(state.king(kLoser));
  KingGoals last = kGoals[0];
  for (int moves = 0; moves < kMostMoves; ++moves) {
    for (const KingGoals& goals : kGoals) {
      if (!king.contains(goals.king) || !helper.contains(goals.helper)) continue;
      if (!is_possible(state, goals)) continue;
      last = goals;
      if (skipped-- == 0) return last;
    }
    helper |= grown(helper) & helper_open;
    king |= grown(king) & king_open;
  }
  return last;
}

}  // namespace

Bitboard attacked_by(const State& state, Color color) {
  return attacked_among(state, color, state.men.occupied());
}

Bitboard open_to_king(const State& state, Color color) {
  const Bitboard occupied = state.men.occupied() & ~Bitboard(state.king(color));
  return ~attacked_among(state, other(color), occupied) & ~state.men.of(color);
}

bool is_light(const State& state) {
  return (state.winner() & (state.men.straight | state.men.pawns)).is_empty();
}

KingGoals goals_of_kings(const State& state, std::uint64_t skipped) {
  KingGoals goals = picture_of_kings(state, skipped);
  const Bitboard blockers = blockers_of_pawns(state);
  if (blockers.any()) {
    const auto target = nearest(blockers, state.king(kWinner), open_to_king(state, kWinner));
    if (target) goals.helper = *target;
  }
  return goals;
}

Bitboard steps_towards(Square goal, Square from, Bitboard open) {
  if (goal == from || !open.contains(goal)) return kNoSquares;
  const Bitboard around = king_attacks(from);
  Bitboard near(goal);
  while ((near & around).is_empty()) {
    const Bitboard wider = near | (grown(near) & open);
    if (wider == near) return kNoSquares;
    near = wider;
  }
  return near & around;
}

Bitboard way_of_pawns(const State& state) {
  if ((state.winner() & state.men.straight).any()) return kNoSquares;
  std::uint64_t way = (state.men.pawns & state.winner()).bits() << 8;
  for (const int step : {8, 16, 32}) way |= way << step;
  return Bitboard(way);
}

}  // namespace arbiter
