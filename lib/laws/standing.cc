#include "lib/laws/standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/laws/draw_tracker.h"
#include "lib/laws/ply.h"
#include "lib/laws/rules_profile.h"

namespace arbiter {
namespace {

// Returns the proof as a clause to follow "cannot mate by any series of legal moves".
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

class Game {
 public:
  Game(const GameHistory& game, RulesProfile rules) : rules_(rules) {
    Position position(game.first);
    positions_.push_back(position);
    tracker_.start(position);
    look();
    for (const Move move : game.moves) {
      position.play(move);
      tracker_.observe(position, move);
      positions_.push_back(position);
      look();
    }
  }

  const DrawTracker& tracker() const { return tracker_; }
  const Position& last() const { return positions_.back(); }

  void look_for_dead(const GameHistory& game, const Chances& chances) {
    if (!counts_dead_positions(rules_) || !chances.are_dead() || is_mate()) return;
    note(EndReason::DeadByStructure, first_dead_ply(game));
  }

  std::optional<GameEnd> end() const {
    if (is_mate()) {
      const std::uint32_t ply = tracker_.ply();
      // Mate takes precedence over other ends by the same move (9.6.2).
      if (!end_ || end_->ply == ply) {
        return GameEnd{EndReason::Checkmate, win_of(other(last().turn())), ply};
      }
    }
    return end_;
  }

 private:
  // Returns the first ply from which all positions are proved dead. Dead positions remain dead.
  std::uint32_t first_dead_ply(const GameHistory& game) const {
    if (quick_dead(last())) return first_dead_moment(positions_.front(), game.moves).ply;
    std::uint32_t ply = tracker_.ply();
    while (ply > 0 && chances_of(positions_[ply - 1]).are_dead()) --ply;
    return ply;
  }

  bool is_mate() const { return is_checkmate(last()); }

  void look() {
    if (end_) return;
    const Position& now = positions_.back();
    if (is_dead_by_material(now.board())) {
      note(EndReason::DeadByMaterial, tracker_.ply());
    } else if (!has_legal_move(now) && !now.is_check()) {
      note(EndReason::Stalemate, tracker_.ply());
    } else if (const auto draw = automatic_draw(tracker_, rules_)) {
      note(*draw, tracker_.ply());
    }
  }

  void note(EndReason reason, std::uint32_t ply) {
    if (end_ && end_->ply <= ply) return;
    end_ = GameEnd{reason, Outcome::Draw, ply};
  }

  RulesProfile rules_;
  DrawTracker tracker_;
  std::vector<Position> positions_;
  std::optional<GameEnd> end_;
};

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

Standing standing_of(const GameHistory& game, const Chances& chances, RulesProfile rules) {
  Game played(game, rules);
  played.look_for_dead(game, chances);
  const DrawTracker& tracker = played.tracker();
  Standing standing;
  standing.end = played.end();
  standing.occurrences = tracker.occurrence_plies();
  standing.moves_to_threefold = tracker.moves_to_threefold(played.last());
  standing.half_moves_to_claim = half_moves_to_claim(played.last().board(), rules);
  standing.moves_to_fifty = tracker.moves_to_fifty(played.last(), standing.half_moves_to_claim);
  const std::uint32_t clock = tracker.halfmove_clock();
  if (clock > tracker.ply()) standing.unknown_half_moves = clock - tracker.ply();
  return standing;
}

namespace {

// The maximum number of positions examined for one game, in addition to the quick proofs.
// Sufficient for real games; beyond it, a later moment is returned.
constexpr std::uint64_t kBudget = 10'000;

template <class Ask>
std::optional<DeadProof> dead(const Position& position, Ask ask) {
  const auto white = ask(position, Color::White);
  if (!white) return std::nullopt;
  const auto black = ask(position, Color::Black);
  if (!black) return std::nullopt;
  return DeadProof{*white, *black};
}

// Returns whether a proof is by a fortress. Other quick proofs already examine a few more moves.
bool is_shut(const DeadProof& proof) {
  return std::ranges::any_of(proof, [](WinnabilityProof one) {
    return one == WinnabilityProof::Fortress || one == WinnabilityProof::Closure;
  });
}

std::vector<Position> positions_of(const Position& first, std::span<const Move> moves) {
  std::vector<Position> positions = {first};
  positions.reserve(moves.size() + 1);
  for (const Move move : moves) {
    positions.push_back(positions.back());
    positions.back().play(move);
  }
  return positions;
}

// A search for the first dead position. Goes backwards from the end in growing steps, because
// positions near the end are the cheapest to prove, and then bisects.
struct DeadSearch {
  DeadMoment run() {
    std::size_t open = find_open();
    while (open < dead_at_) {
      const std::size_t middle = open + (dead_at_ - open) / 2;
      if (!is_dead_from(middle)) open = middle + 1;
    }
    moment_.ply = static_cast<std::uint32_t>(dead_at_);
    return moment_;
  }

  // Returns the ply after the last one without a proof.
  std::size_t find_open() {
    for (std::size_t step = 1; dead_at_ > 0; step *= 2) {
      const std::size_t at = dead_at_ - std::min(step, dead_at_);
      if (!is_dead_from(at)) return at + 1;
    }
    return 0;
  }

  // Returns whether the position at `at` is proved dead, and records the moment.
  bool is_dead_from(std::size_t at) {
    auto proof = quick_dead(positions_[at]);
    if (!proof && is_shut(moment_.proof)) {
      proof = dead(positions_[at], [this](const Position& position, Color winner) {
        return proof_within_budget(position, winner);
      });
    }
    if (!proof) return false;
    moment_.proof = *proof;
    dead_at_ = at;
    return true;
  }

  std::optional<WinnabilityProof> proof_within_budget(const Position& position, Color winner) {
    if (const auto proof = quick_unwinnable(position, winner)) return proof;
    if (budget_ == 0) return std::nullopt;
    const WinnabilityAnswer answer = find_winnability(position, winner, {.positions = budget_});
    budget_ -= std::min(budget_, answer.positions);
    if (answer.verdict == Winnability::Unwinnable) return answer.proof;
    return std::nullopt;
  }

  std::vector<Position> positions_;
  std::size_t dead_at_ = positions_.size() - 1;  // the first position that is proved dead
  DeadMoment moment_ = {.proof = *quick_dead(positions_.back())};
  std::uint64_t budget_ = kBudget;
};

}  // namespace

std::optional<DeadProof> quick_dead(const Position& position) {
  return dead(position, quick_unwinnable);
}

DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves) {
  return DeadSearch(positions_of(first, moves)).run();
}

std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves) {
  Position position = first;
  std::uint32_t free_moves = 0;
  for (std::size_t at = 0; at < moves.size(); ++at) {
    if (at >= ply && legal_moves(position).size() > 1) ++free_moves;
    position.play(moves[at]);
  }
  return free_moves;
}

}  // namespace arbiter
