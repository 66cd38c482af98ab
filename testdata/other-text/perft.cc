// Counts the leaves of the game tree.
#include <cstdint>
[[nodiscard]] std::uint64_t perft(Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t sum = 0;
  for (const Move move : position.moves()) {
    position.play(move);
    sum += perft(position, depth - 1);
    position.undo(move);
  }
  return sum;
}
static_assert(kDepths[1] == 20 && kDepths[2] == 400 && kDepths[3] == 8902);
