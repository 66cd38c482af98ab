#include "lib/patterns/pattern_scan.h"

#include <algorithm>
#include <limits>

namespace arbiter {

PatternScan::PatternScan(const PatternPlan& plan, const Situation& start, int last_ply)
    : plan_(plan),
      now_(start),
      memories_(plan.memories.size()),
      followed_(plan.followings.size()),
      is_single_claim_(plan.root.kind == PlanNode::Kind::Single && !plan.has_leads) {
  now_.last_ply = last_ply;
  ask();
}

bool PatternScan::play_special(Move move, std::uint8_t piece, std::uint8_t captured) {
  now_.move = move;
  now_.mover = piece;
  now_.captured = captured;
  now_.play_special();
  return ask();
}

bool PatternScan::ask() {
  wake_ = std::numeric_limits<int>::max();
  lines_ = {};
  if (is_single_claim_) return holds_ = claim_value(plan_.root);
  if (plan_.has_leads) now_.note_lead();
  if (!followed_.empty()) follow_move();
  // All memories are updated, because each depends on every change of its parts.
  for (std::size_t i = 0; i < memories_.size(); ++i) update(plan_.memories[i], memories_[i]);
  if (!followed_.empty()) note_found();
  return holds_ = value(plan_.root);
}

void PatternScan::update(const PlanMemory& plan, Memory& memory) {
  // A condition that only needs to have held once is not evaluated again.
  const bool is_settled = (plan.kind == Pattern::Kind::Later && memory.first_held &&
                           plan.plies == 0 && !plan.following) ||
                          (plan.kind == Pattern::Kind::Ever && memory.holds);
  const bool first = is_settled || value(plan.first);
  memory.first_holds = first;
  if (plan.kind == Pattern::Kind::Later && plan.plies > 0) {
    return update_window(plan, memory, first);
  }
  switch (plan.kind) {
    case Pattern::Kind::Then:
    case Pattern::Kind::Later: {
      const bool counts = first || (plan.kind == Pattern::Kind::Later && memory.first_held);
      memory.holds = memory.first_held && value(plan.second);
      // A change of the first condition affects the result from the next position on.
      if (counts != memory.first_held) wake_at(now_.ply + 1);
      memory.first_held = counts;
      return;
    }
    case Pattern::Kind::Lasts: {
      if (!first) {
        memory.since = -1;
        memory.holds = false;
        return;
      }
      if (memory.since < 0) memory.since = now_.ply;
      const int reached = memory.since + plan.plies - 1;
      memory.holds = now_.ply >= reached;
      if (!memory.holds) wake_at(reached);
      return;
    }
    default:
      memory.holds = memory.holds || first;
  }
}

// Updates a memory of the kind Later with a limit. Precondition: the first condition has not
// changed since the previous call.
void PatternScan::update_window(const PlanMemory& plan, Memory& memory, bool first) {
  if (memory.first_held) memory.since = now_.ply - 1;
  const bool is_open = memory.since >= 0 && now_.ply - memory.since <= plan.plies;
  memory.holds = is_open && value(plan.second);
  if (first != memory.first_held) wake_at(now_.ply + 1);
  if (!first && is_open) wake_at(memory.since + plan.plies + 1);
  memory.first_held = first;
}

void PatternScan::follow_move() {
  wake_at(now_.ply + 1);
  if (now_.mover == Board::kEmpty) return;
  for (std::vector<Followed>& found : followed_) {
    for (Followed& one : found) one.pieces = moved_along(one.pieces, now_);
  }
}

// Stores the pieces of first conditions that hold now, for the following positions.
void PatternScan::note_found() {
  // All pieces are found first, because claims may refer to each other's pieces.
  for (std::size_t i = 0; i < memories_.size(); ++i) {
    const auto following = plan_.memories[i].following;
    if (!following || !memories_[i].first_holds) continue;
    const PlanFollowing& step = plan_.followings[*following];
    evaluate_followed(step.following);
    memories_[i].found = found_pieces(step.claim, now_);
  }
  for (std::size_t i = 0; i < memories_.size(); ++i) {
    if (plan_.memories[i].following) keep_found(plan_.memories[i], memories_[i]);
  }
}

void PatternScan::keep_found(const PlanMemory& plan, const Memory& memory) {
  std::vector<Followed>& found = followed_[*plan.following];
  const bool has_limit = plan.kind == Pattern::Kind::Then || plan.plies > 0;
  const int limit = plan.kind == Pattern::Kind::Then ? 1 : plan.plies;
  if (has_limit) {
    std::erase_if(found, [&](const Followed& one) { return now_.ply - one.ply >= limit; });
  }
  if (!memory.first_holds) return;
  if (has_limit || found.empty()) {
    found.push_back({now_.ply, memory.found});
  } else {
    found.front().pieces |= memory.found;
  }
}

// Sets the pieces that the next claim refers to.
void PatternScan::evaluate_followed(std::optional<std::size_t> following) {
  now_.followed = {};
  if (!following) return;
  for (const Followed& one : followed_[*following]) now_.followed |= one.pieces;
}

bool PatternScan::value(const PlanNode& node) {
  const auto part_value = [this](const PlanNode& part) { return value(part); };
  switch (node.kind) {
    case PlanNode::Kind::OneMan:
      return (now_.men[node.man] & node.squares).any();
    case PlanNode::Kind::Single:
      return claim_value(node);
    case PlanNode::Kind::All:
      return std::ranges::all_of(node.parts, part_value);
    case PlanNode::Kind::Any:
      return std::ranges::any_of(node.parts, part_value);
    case PlanNode::Kind::Not:
      return !value(node.parts.front());
    case PlanNode::Kind::Remembered:
      return memories_[node.memory].holds;
    case PlanNode::Kind::ShiftedMen: {
      Bitboard places = node.squares;
      for (const PlanNode::Step& step : node.steps) {
        const std::uint64_t men = now_.of(step.men).bits();
        places &= Bitboard(step.distance >= 0 ? men >> step.distance : men << -step.distance);
        if (places.is_empty()) return false;
      }
      return true;
    }
  }
  return false;
}

bool PatternScan::claim_value(const PlanNode& node) {
  if (node.following) evaluate_followed(node.following);
  const bool result = arbiter::holds(*node.claim, now_, lines_);
  switch (node.unrest) {
    case Unrest::None:
      break;
    case Unrest::WhenRead:
      wake_at(now_.ply + 1);
      break;
    case Unrest::WhenTrue:
      if (result) wake_at(now_.ply + 1);
      break;
    case Unrest::AtEnd:
      if (now_.ply < now_.last_ply) wake_at(now_.last_ply);
      break;
    case Unrest::AtChange: {
      const int plies = std::get<BalanceChange>(*node.claim).plies;
      for (const PastLead& past : now_.leads) {
        if (past.ply + plies > now_.ply) {
          wake_at(past.ply + plies);
          break;
        }
      }
      break;
    }
    case Unrest::AtPly: {
      const CountRange range = std::get<PlyIs>(*node.claim).ply;
      if (now_.ply < range.least) {
        wake_at(range.least);
      } else if (result && range.most != CountRange::kNoLimit) {
        wake_at(range.most + 1);
      }
      break;
    }
  }
  return result;
}

}  // namespace arbiter
