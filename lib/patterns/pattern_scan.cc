#include "lib/patterns/pattern_scan.h"

#include <algorithm>
#include <limits>

namespace arbiter {

PatternScan::PatternScan(const PatternPlan& plan, const Setup& start)
    : plan_(plan), now_(start), memories_(plan.memories.size()) {
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
  // Updates all of them, because each depends on every change of its parts.
  for (std::size_t i = 0; i < memories_.size(); ++i) update(plan_.memories[i], memories_[i]);
  return holds_ = value(plan_.root);
}

void PatternScan::update(const PlanMemory& plan, Memory& memory) {
  // A condition that must have held once is not evaluated again.
  const bool is_settled = (plan.kind == Pattern::Kind::Later && memory.first_held) ||
                          (plan.kind == Pattern::Kind::Ever && memory.holds);
  const bool first = is_settled || value(plan.first);
  switch (plan.kind) {
    case Pattern::Kind::Then:
    case Pattern::Kind::Later: {
      memory.holds = memory.first_held && value(plan.second);
      // The first condition counts from the next position on.
      if (first != memory.first_held) wake_at(now_.ply + 1);
      memory.first_held = first;
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
  const bool result = arbiter::holds(*node.claim, now_);
  switch (node.unrest) {
    case Unrest::None:
      break;
    case Unrest::WhenRead: {
      // Missing pieces change nothing until they arrive.
      const auto* standing = std::get_if<PiecesStand>(&*node.claim);
      if (standing == nullptr || (now_.of(standing->men) & standing->squares).any()) {
        wake_at(now_.ply + 1);
      }
      break;
    }
    case Unrest::WhenTrue:
      if (result) wake_at(now_.ply + 1);
      break;
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
