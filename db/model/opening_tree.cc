#include "db/model/opening_tree.h"

#include <algorithm>
#include <cmath>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"

namespace arbiter {
namespace {

constexpr double kMaxDifference = 800;

TreeNode grow_node(const TreeQuery& query, const SumsAt& sums_at, const PositionQuery& at,
                   unsigned depth) {
  TreeNode node;
  const PositionSums all = sums_at(at);
  for (const MoveSums& sums : all.moves()) {
    node.all.add(sums);
    if (sums.all_games() < query.min_games) continue;
    TreeMove& move = node.moves.emplace_back();
    move.sums = sums;
    if (sums.next == 0) continue;
    move.move = Move::from_bits(sums.next);
    if (depth == 1 || !is_legal(at.position(), *move.move)) continue;
    Position position = at.position();
    position.play(*move.move);
    move.next = grow_node(query, sums_at, PositionQuery(position, at.rights()), depth - 1);
  }
  std::ranges::stable_sort(node.moves, [](const TreeMove& a, const TreeMove& b) {
    if (a.move.has_value() != b.move.has_value()) return a.move.has_value();
    return a.sums.all_games() > b.sums.all_games();
  });
  return node;
}

}  // namespace

TreeNode grow_tree(const TreeQuery& query, const SumsAt& sums_at) {
  return grow_node(query, sums_at, query.root, std::max(query.depth, 1U));
}

std::optional<double> score_of(const MoveSums& sums, Color player) {
  const auto games = [&](Outcome outcome) {
    return static_cast<double>(sums.games[static_cast<std::size_t>(outcome)]);
  };
  const double decided =
      games(Outcome::WhiteWins) + games(Outcome::BlackWins) + games(Outcome::Draw);
  if (decided == 0) return std::nullopt;
  return (games(win_of(player)) + games(Outcome::Draw) / 2) / decided;
}

std::optional<double> mean_elo(const MoveSums& sums, Color player) {
  const bool is_white = player == Color::White;
  const std::uint64_t sum = is_white ? sums.white_elo_sum : sums.black_elo_sum;
  const std::uint64_t games = is_white ? sums.white_elo_games : sums.black_elo_games;
  if (games == 0) return std::nullopt;
  return static_cast<double>(sum) / static_cast<double>(games);
}

std::optional<double> performance_of(const MoveSums& sums, Color player) {
  const auto score = score_of(sums, player);
  const auto opponents = mean_elo(sums, other(player));
  if (!score || !opponents) return std::nullopt;
  if (*score == 0) return *opponents - kMaxDifference;
  if (*score == 1) return *opponents + kMaxDifference;
  const double difference = 400 * std::log10(*score / (1 - *score));
  return *opponents + std::clamp(difference, -kMaxDifference, kMaxDifference);
}

}  // namespace arbiter
