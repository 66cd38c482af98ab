#include "lib/laws/chances.h"

#include <fmt/format.h>

#include "lib/laws/ply.h"

namespace arbiter {
namespace {

// The proof as a clause behind "cannot mate by any series of legal moves".
std::string proof_text(const WinnabilityAnswer& answer, Color color) {
  switch (answer.proof) {
    case WinnabilityProof::GameOver:
      return fmt::format("the game is over, and {} has not mated", to_string(color));
    case WinnabilityProof::Material:
      return "the remaining material does not allow it";
    case WinnabilityProof::ForcedMoves:
      return "every move is forced, and none of them leads to mate";
    case WinnabilityProof::AllLines:
      return "after a few moves, whichever they are, the game is over or the material does not "
             "allow it";
    case WinnabilityProof::Fortress:
      return "the pawns are locked, and no piece can ever reach the squares that it needs";
    case WinnabilityProof::Closure:
      return fmt::format("none of the {} reachable positions is such a mate", answer.positions);
    case WinnabilityProof::Line:
    case WinnabilityProof::LimitHit:
      break;
  }
  return std::string(to_string(answer.proof));
}

}  // namespace

Chances chances_of(const Position& position) {
  return {find_winnability(position, Color::White), find_winnability(position, Color::Black)};
}

std::string to_string(const WinnabilityAnswer& answer, Color color) {
  switch (answer.verdict) {
    case Winnability::Winnable:
      if (answer.line.empty()) return fmt::format("{} has given checkmate", to_string(color));
      return fmt::format("{} can still mate: {} {} to checkmate if both sides help",
                         to_string(color), half_moves(answer.line.size()),
                         answer.line.size() == 1 ? "leads" : "lead");
    case Winnability::Unwinnable:
      return fmt::format("{} cannot mate by any series of legal moves: {}", to_string(color),
                         proof_text(answer, color));
    case Winnability::Undetermined:
      break;
  }
  return fmt::format("it is undecided whether {} can still mate: {} positions were searched",
                     to_string(color), answer.positions);
}

}  // namespace arbiter
