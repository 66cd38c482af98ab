#include "db/query/opening_tree.h"

#include <algorithm>
#include <cmath>

#include "db/games/game_facts.h"
#include "db/query/position_hits.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"

namespace arbiter::db::query {
namespace {

// So few games are replayed: about 2 us each.
constexpr std::size_t kReplayedHits = 256;

constexpr double kGreatestDifference = 800;

PositionSums sums_of_hits(Storage& storage, const PositionQuery& query, const GameSet* among) {
  std::vector<Hit> hits = hits_of(storage, query);
  if (among != nullptr) {
    std::erase_if(hits, [&](const Hit& hit) { return !among->contains(hit.game); });
  }
  const bool is_replayed = hits.size() <= kReplayedHits;
  GameFactsReader facts(storage.columns());
  PositionSums sums;
  for (const Hit& hit : hits) {
    if (facts.is_deleted(hit.game) ||
        (is_replayed && !position_occurs_at(storage.games(), hit, query)))
      continue;
    sums.add(hit.next, facts.facts(hit.game));
  }
  return sums;
}

// Whether games of the position can have gone on so.
bool is_possible(const PositionQuery& query, const MoveSums& sums) {
  if (sums.next == 0) return true;
  const Move move = Move::from_bits(sums.next);
  if (is_legal(query.position(), move)) return true;
  // Without rights, castling and en passant may be legal in some of the positions only.
  return query.rights() == Rights::Ignored &&
         (move.kind() == MoveKind::Castling || move.kind() == MoveKind::EnPassant);
}

class Tree {
 public:
  Tree(Storage& storage, const TreeQuery& query) : storage_(storage), query_(query) {}

  TreeNode node(const PositionQuery& at, unsigned depth) {
    TreeNode node;
    const PositionSums all = sums_at(storage_, at, query_.among);
    for (const MoveSums& sums : all.moves()) {
      node.all.add(sums);
      if (sums.all_games() < query_.least_games) continue;
      TreeMove& move = node.moves.emplace_back();
      move.sums = sums;
      if (sums.next == 0) continue;
      move.move = Move::from_bits(sums.next);
      if (depth > 1) move.next = node_behind(at, *move.move, depth - 1);
    }
    std::ranges::stable_sort(node.moves, [](const TreeMove& a, const TreeMove& b) {
      if (a.move.has_value() != b.move.has_value()) return a.move.has_value();
      return a.sums.all_games() > b.sums.all_games();
    });
    return node;
  }

 private:
  TreeNode node_behind(const PositionQuery& at, Move move, unsigned depth) {
    if (!is_legal(at.position(), move)) return {};
    Position position = at.position();
    position.play(move);
    return node(PositionQuery(position, at.rights()), depth);
  }

  Storage& storage_;
  const TreeQuery& query_;
};

}  // namespace

PositionSums sums_at(Storage& storage, const PositionQuery& query, const GameSet* among) {
  const bool may_be_ready = among == nullptr && query.keys().size() == 1;
  PositionSums sums;
  if (may_be_ready) sums = storage.sums(query.keys().front());
  if (sums.all_games() <= kReplayedHits) sums = sums_of_hits(storage, query, among);
  PositionSums possible;
  for (const MoveSums& move : sums.moves()) {
    if (is_possible(query, move)) possible.add(move);
  }
  return possible;
}

TreeNode opening_tree(Storage& storage, const TreeQuery& query) {
  return Tree(storage, query).node(query.root, query.depth);
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
  if (*score == 0) return *opponents - kGreatestDifference;
  if (*score == 1) return *opponents + kGreatestDifference;
  const double difference = 400 * std::log10(*score / (1 - *score));
  return *opponents + std::clamp(difference, -kGreatestDifference, kGreatestDifference);
}

}  // namespace arbiter::db::query
