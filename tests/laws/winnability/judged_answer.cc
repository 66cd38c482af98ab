#include "tests/laws/winnability/judged_answer.h"

#include <catch2/catch.hpp>

#include "lib/chess/legal_moves.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

bool is_mating_line(const Position& position, Color winner, const std::vector<Move>& line) {
  Position reached = position;
  for (const Move move : line) {
    if (!is_legal(reached, move)) return false;
    reached.play(move);
  }
  return is_checkmate(reached) && reached.turn() != winner;
}

Winnability checked_verdict(const Position& position, Color winner,
                            const WinnabilityLimits& limits) {
  const WinnabilityAnswer answer = find_winnability(position, winner, limits);
  if (answer.verdict == Winnability::Winnable) {
    CHECK(is_mating_line(position, winner, answer.line));
    CHECK_FALSE(quick_unwinnable(position, winner).has_value());
  } else {
    CHECK(answer.line.empty());
  }
  return answer.verdict;
}

std::string label_of(const Position& position) {
  std::string label;
  for (const Color winner : {Color::White, Color::Black}) {
    const Winnability verdict = checked_verdict(position, winner);
    const char yes = winner == Color::White ? 'W' : 'B';
    label += verdict == Winnability::Winnable     ? yes
             : verdict == Winnability::Unwinnable ? '-'
                                                  : '?';
  }
  return label;
}

}  // namespace arbiter::testing
