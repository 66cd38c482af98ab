#include "lib/laws/standing.h"

#include <algorithm>

#include "lib/rules/dead_position.h"
#include "lib/rules/draw_tracker.h"

namespace arbiter {

namespace {

bool counts_proofs(RulesProfile rules) {
  return rules != RulesProfile::Lichess && rules != RulesProfile::ChessCom;
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

  // Once dead, a position stays dead: what it leads to was reachable before.
  void look_for_dead(const Chances& chances) {
    if (!counts_proofs(rules_) || !chances.are_dead() || is_mate()) return;
    const auto is_alive = [](const Position& position) { return !chances_of(position).are_dead(); };
    const auto first = std::partition_point(positions_.begin(), positions_.end() - 1, is_alive);
    note(EndReason::DeadByStructure, static_cast<std::uint32_t>(first - positions_.begin()));
  }

  std::optional<GameEnd> end() const {
    if (is_mate()) {
      const std::uint32_t ply = tracker_.ply();
      // Nothing else that the same move brought about counts (9.6.2).
      if (!end_ || end_->ply == ply) {
        return GameEnd{EndReason::Checkmate, win_of(other(last().turn())), ply};
      }
    }
    return end_;
  }

 private:
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

Standing standing_of(const GameHistory& game, const Chances& chances, RulesProfile rules) {
  Game played(game, rules);
  played.look_for_dead(chances);
  const DrawTracker& tracker = played.tracker();
  Standing standing;
  standing.end = played.end();
  standing.occurrences = tracker.occurrence_plies();
  standing.moves_to_threefold = tracker.moves_to_threefold(played.last());
  standing.moves_to_fifty = tracker.moves_to_fifty(played.last());
  const std::uint32_t clock = tracker.halfmove_clock();
  if (clock > tracker.ply()) standing.unknown_half_moves = clock - tracker.ply();
  return standing;
}

}  // namespace arbiter
