#include "db/model/pattern_reach.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "db/model/move_code.h"
#include "lib/notation/fen.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/pattern_scan.h"

namespace arbiter {
namespace {

bool reaches(const PatternPlan& plan, const Setup& start, std::span<const std::uint8_t> moves) {
  PatternScan scan(plan, start);
  if (scan.holds()) return true;
  for (MoveUnpacker game(moves, start.board); game.next();) {
    if (scan.play(game.move(), game.piece(), game.captured())) return true;
  }
  return false;
}

void add_patterns(const GameFilter& filter,
                  std::vector<std::shared_ptr<const PatternPlan>>& plans) {
  if (filter.kind == GameFilter::Kind::Not) return;
  for (const GameFilter& part : filter.parts) add_patterns(part, plans);
  const auto* pattern = filter.test ? std::get_if<PatternTest>(&*filter.test) : nullptr;
  if (pattern != nullptr) plans.push_back(pattern->plan);
}

}  // namespace

bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves) {
  if (start.empty()) return reaches(plan, initial_setup(), moves);
  const auto read = parse_fen(start);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  return parsed != nullptr && reaches(plan, parsed->setup, moves);
}

std::vector<PatternHit> pattern_hits(const PatternPlan& plan, const Setup& start,
                                     std::span<const Move> moves) {
  std::vector<PatternHit> hits;
  std::uint16_t ply = 0;
  bool held = false;
  const auto take = [&](bool holds) {
    if (holds && !held) hits.push_back({ply, ply});
    if (holds) hits.back().last = ply;
    held = holds;
    ++ply;
  };
  PatternScan scan(plan, start);
  take(scan.holds());
  std::string packed;
  pack_moves(moves, packed);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(packed.data());
  for (MoveUnpacker game({bytes, packed.size()}, start.board); game.next();) {
    take(scan.play(game.move(), game.piece(), game.captured()));
  }
  return hits;
}

std::vector<std::shared_ptr<const PatternPlan>> patterns_of(const GameFilter& filter) {
  std::vector<std::shared_ptr<const PatternPlan>> plans;
  add_patterns(filter, plans);
  return plans;
}

std::vector<PatternHit> pattern_hits(std::span<const std::shared_ptr<const PatternPlan>> plans,
                                     const Setup& start, std::span<const Move> moves) {
  std::vector<PatternHit> hits;
  for (const auto& plan : plans) {
    std::ranges::copy(pattern_hits(*plan, start, moves), std::back_inserter(hits));
  }
  const auto place = [](const PatternHit& hit) { return std::pair(hit.first, hit.last); };
  std::ranges::sort(hits, {}, place);
  hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
  return hits;
}

}  // namespace arbiter
