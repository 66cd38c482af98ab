#include "lib/laws/winnability/case_split.h"

#include <vector>

#include "lib/laws/winnability/fortress.h"
#include "lib/laws/winnability/reach_analysis.h"

namespace arbiter {
namespace {

// The men that matter: those that might be captured, and have no move for now.
std::vector<Square> men_to_split(const State& state, Bitboard capturable) {
  std::vector<Square> squares;
  const Bitboard occupied = state.men.occupied();
  for (const Square square : capturable & ~state.men.kings) {
    const Color color = state.winner().contains(square) ? kWinner : kLoser;
    const Bitboard own = state.men.of(color);
    const Bitboard lines = state.men.knights.contains(square) ? knight_attacks(square)
                           : state.men.pawns.contains(square) ? Bitboard(forward(color, square))
                                                              : kNoSquares;
    Bitboard free = lines & ~(state.men.pawns.contains(square) ? occupied : own);
    if (state.men.diagonal.contains(square)) free |= bishop_attacks(square, occupied) & ~own;
    if (state.men.straight.contains(square)) free |= rook_attacks(square, occupied) & ~own;
    if (free.is_empty()) squares.push_back(square);
  }
  return squares;
}

class CaseSplit {
 public:
  CaseSplit(const State& state, Bitboard capturable)
      : state_(state), squares_(men_to_split(state, capturable)) {}

  // One case alone has to be proved at once: most men are not worth two more.
  bool is_proved(int splits) {
    for (const Square square : squares_) {
      const bool is_safe_case = holds({square, Fate::SafeAtHome}, 0);
      if (!is_safe_case && splits == 1) continue;
      const bool is_taken_case = holds({square, Fate::TakenAtHome}, 0);
      if (is_safe_case && is_taken_case) return true;
      if (is_safe_case == is_taken_case || splits == 1) continue;
      const Fate open = is_safe_case ? Fate::TakenAtHome : Fate::SafeAtHome;
      if (holds({square, open}, splits - 1)) return true;
    }
    return false;
  }

 private:
  bool holds(Assumption assumption, int splits) {
    assumptions_.push_back(assumption);
    const bool is_shut = splits == 0 ? is_fortress(state_, assumptions_) : is_proved(splits);
    assumptions_.pop_back();
    return is_shut;
  }

  const State& state_;
  const std::vector<Square> squares_;
  std::vector<Assumption> assumptions_;
};

}  // namespace

bool is_fortress_in_all_cases(const State& state) {
  const auto analysis = ReachAnalysis::of(state);
  Bitboard capturable = analysis ? kNoSquares : state.men.occupied();
  if (analysis) {
    for (const Prospect& man : analysis->men()) {
      if (man.is_capturable) capturable |= man.home;
    }
  }
  CaseSplit cases(state, capturable);
  return cases.is_proved(1) || cases.is_proved(2);
}

}  // namespace arbiter
