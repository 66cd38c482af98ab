#include "tests/laws/winnability/blind_closure.h"

#include <unordered_set>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

struct KeyOf {
  std::size_t operator()(const Position& position) const {
    return static_cast<std::size_t>(position.key());
  }
};

}  // namespace

std::optional<BlindAnswer> blind_closure(const Position& first, std::size_t most) {
  std::unordered_set<Position, KeyOf> met{first};
  std::vector<Position> waiting{first};
  BlindAnswer answer;
  while (!waiting.empty()) {
    const Position position = waiting.back();
    waiting.pop_back();
    const MoveList moves = legal_moves(position);
    if (moves.is_empty() && position.is_check()) {
      (position.turn() == Color::White ? answer.black_can_mate : answer.white_can_mate) = true;
    }
    if (answer.white_can_mate && answer.black_can_mate) break;
    for (const Move move : moves) {
      Position next = position;
      next.play(move);
      if (met.insert(next).second) waiting.push_back(next);
    }
    if (met.size() > most) return std::nullopt;
  }
  answer.positions = met.size();
  return answer;
}

}  // namespace arbiter::testing
