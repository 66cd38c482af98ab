#include "tests/db/ranked_storage.h"

#include <algorithm>
#include <utility>

namespace arbiter::testing {

GameId RankedStorage::ranked(GameId game) const {
  if (game == GameId{}) return game;
  return GameId{std::ranges::lower_bound(games_, game) - games_.begin() + 1};
}

FoundGames RankedStorage::ranked(FoundGames found) const {
  for (FoundGame& game : found.games) game.id = ranked(game.id);
  return found;
}

std::uint64_t RankedStorage::own(std::uint64_t rank) const {
  if (rank == 0) return 0;
  if (rank > games_.size()) return static_cast<std::uint64_t>(INT64_MAX);
  return static_cast<std::uint64_t>(number_of(games_[rank - 1]));
}

GameFilter RankedStorage::own(GameFilter filter) const {
  for (GameFilter& part : filter.parts) part = own(std::move(part));
  auto* number = filter.test ? std::get_if<NumberTest>(&*filter.test) : nullptr;
  if (number == nullptr || number->of != GameNumber::Id) return filter;
  if (number->range.min) number->range.min = own(*number->range.min);
  if (number->range.max) number->range.max = own(*number->range.max);
  return filter;
}

FoundGames RankedStorage::games(const FindQuery& query) {
  FindQuery own_query = query;
  own_query.filter = own(query.filter);
  return ranked(below_->games(own_query));
}

FoundGames RankedStorage::stream(const FindQuery& query, const GameStream& stream) {
  FindQuery own_query = query;
  own_query.filter = own(query.filter);
  const auto renumber = [&](StreamedBatch& batch) {
    for (StreamedGame& game : batch.games) game.game.id = ranked(game.game.id);
    if (stream.prepare) stream.prepare(batch);
  };
  GameStream renumbered = stream;
  renumbered.prepare = renumber;
  return ranked(below_->stream(own_query, renumbered));
}

TreeNode RankedStorage::tree(const TreeQuery& query) {
  TreeQuery own_query = query;
  own_query.filter = own(query.filter);
  return below_->tree(own_query);
}

Totals RankedStorage::totals(const GameFilter& filter) { return below_->totals(own(filter)); }

std::vector<StatisticsRow> RankedStorage::groups(const GameFilter& filter, GroupBy by) {
  return below_->groups(own(filter), by);
}

std::vector<StatisticsRow> RankedStorage::largest_groups(const GameFilter& filter, GroupBy by,
                                                         std::uint64_t limit) {
  return below_->largest_groups(own(filter), by, limit);
}

std::vector<SourceContents> RankedStorage::source_contents() {
  std::vector<SourceContents> all = below_->source_contents();
  for (SourceContents& contents : all) {
    contents.first = ranked(contents.first);
    contents.last = ranked(contents.last);
  }
  return all;
}

GameId RankedStorage::append(DraftBatch& batch, std::span<const SourceMark> marks) {
  const std::size_t before = games_.size();
  below_->append(batch, marks);
  const GameId last = games_.empty() ? GameId{} : games_.back();
  const auto number = static_cast<std::uint64_t>(number_of(last)) + 1;
  const FindQuery news{.filter =
                           filter_of(NumberTest{.of = GameNumber::Id, .range = {number, {}}})};
  for (const FoundGame& game : below_->games(news).games) games_.push_back(game.id);
  return GameId{static_cast<std::int64_t>(before + 1)};
}

Erasure RankedStorage::erase(const GameFilter& filter, EraseLimit limit) {
  return below_->erase(own(filter), limit);
}

bool RankedStorage::erase(const ChosenGames& chosen) {
  ChosenGames own_games = chosen;
  for (std::vector<GameId>* const games : {&own_games.games, &own_games.kept}) {
    for (GameId& game : *games) {
      game = GameId{static_cast<std::int64_t>(own(static_cast<std::uint64_t>(number_of(game))))};
    }
  }
  return below_->erase(own_games);
}

}  // namespace arbiter::testing
