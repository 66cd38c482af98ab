#include "lib/laws/forced_win.h"

#include <algorithm>

#include "lib/chess/legal_moves.h"
#include "lib/laws/winnability/material_lemmas.h"

namespace arbiter {
namespace {

constexpr std::uint32_t kMostPositions = 300'000;

class Search {
 public:
  explicit Search(Color winner) : winner_(winner) {}

  ForcedWinAnswer run(const Position& position) {
    for (int moves = 1; moves <= kForcedWinMoves; ++moves) {
      ForcedWinAnswer answer = look(position, 2 * moves);
      if (answer.verdict != ForcedWin::NotFound) {
        std::ranges::reverse(answer.line);
        return answer;
      }
    }
    return {};
  }

 private:
  // The line is built from its end.
  ForcedWinAnswer look(const Position& position, int plies) {
    if (!has_legal_move(position)) {
      const bool is_won = position.is_check() && position.turn() != winner_;
      return {is_won ? ForcedWin::Yes : ForcedWin::No};
    }
    if (!can_win_by_material(PieceSets(position.board()), winner_)) return {ForcedWin::No};
    if (plies == 0 || positions_ == kMostPositions) return {};
    ++positions_;
    return position.turn() == winner_ ? attack(position, plies) : defend(position, plies);
  }

  ForcedWinAnswer attack(const Position& position, int plies) {
    ForcedWin best = ForcedWin::No;
    for (const Move move : legal_moves(position)) {
      ForcedWinAnswer answer = after(position, move, plies);
      if (answer.verdict == ForcedWin::Yes) return answer;
      if (answer.verdict == ForcedWin::NotFound) best = ForcedWin::NotFound;
    }
    return {best};
  }

  ForcedWinAnswer defend(const Position& position, int plies) {
    ForcedWinAnswer worst{ForcedWin::Yes};
    for (const Move move : legal_moves(position)) {
      ForcedWinAnswer answer = after(position, move, plies);
      if (answer.verdict == ForcedWin::No) return {ForcedWin::No};
      if (answer.verdict == ForcedWin::NotFound) worst.verdict = ForcedWin::NotFound;
      if (answer.line.size() > worst.line.size()) worst.line = std::move(answer.line);
    }
    if (worst.verdict != ForcedWin::Yes) worst.line.clear();
    return worst;
  }

  ForcedWinAnswer after(const Position& position, Move move, int plies) {
    Position next = position;
    next.play(move);
    ForcedWinAnswer answer = look(next, plies - 1);
    if (answer.verdict == ForcedWin::Yes) answer.line.push_back(move);
    return answer;
  }

  Color winner_;
  std::uint32_t positions_ = 0;
};

}  // namespace

ForcedWinAnswer find_forced_win(const Position& position, Color winner) {
  return Search(winner).run(position);
}

}  // namespace arbiter
