#include "db/clickhouse/cluster_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/writing/cluster_writing.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kGamesAtOnce = 4000;

}  // namespace

ClusterArchive::ClusterArchive(std::string name, std::unique_ptr<Cluster> cluster)
    : name_(std::move(name)), cluster_(std::move(cluster)) {}

std::vector<SourceRecord> ClusterArchive::sources() {
  return ClusterWriting(*cluster_, 1).source_list();
}

std::vector<PlacedGame> ClusterArchive::places() {
  std::vector<PlacedGame> places;
  names_.emplace(session_.emplace(*cluster_));
  for_each_row(session_->ask_all(
                   fmt::format("SELECT source, offset, game FROM games WHERE 1{}", kSeenGames)),
               [&](RowReader& rows) {
                 PlacedGame& place = places.emplace_back();
                 place.source = SourceId{rows.u32()};
                 place.offset = rows.u64();
                 place.game = GameId{rows.i64()};
               });
  std::ranges::sort(places, {}, [](const PlacedGame& place) {
    return std::tuple(place.source, place.offset, place.game);
  });
  order_.clear();
  for (const PlacedGame& place : places) order_.push_back(place.game);
  return places;
}

bool ClusterArchive::add(GameId game, DraftBatch& batch) {
  if (!places_in_page_.contains(game)) fetch_from(game);
  const auto place = places_in_page_.find(game);
  if (place == places_in_page_.end()) return false;
  append_games(batch, page_, {place->second, 1});
  return true;
}

// Fetches the game and the next ones.
void ClusterArchive::fetch_from(GameId game) {
  const auto first =
      std::find(order_.begin() + static_cast<std::ptrdiff_t>(next_), order_.end(), game);
  next_ = static_cast<std::size_t>(first - order_.begin());
  const std::size_t end = std::min(next_ + kGamesAtOnce, order_.size());
  std::vector<std::uint64_t> numbers;
  for (; next_ < end; ++next_) {
    numbers.push_back(static_cast<std::uint64_t>(number_of(order_[next_])));
  }
  page_.clear();
  places_in_page_.clear();
  if (numbers.empty()) return;
  const RowParts all{.moves = true, .record = true, .findings = true};
  const std::string sql =
      fmt::format("SELECT {} FROM games WHERE {}", row_columns(all), in_list("game", numbers));
  for (const ShardAnswer& one : session_->ask_all(sql)) {
    const std::vector<GameRow> rows = read_rows(one.answer);
    names_->learn(one.shard, rows);
    for (const GameRow& row : rows) {
      places_in_page_.emplace(row.id, page_.games.size());
      add_draft(row, *names_, page_);
    }
  }
}

Result<std::unique_ptr<GameArchive>> open_archive(const std::string& name) {
  const auto address = parse_address(name);
  if (!address) return Error{address.error()};
  auto cluster = connect(*address, Access::Read);
  if (!cluster) return Error{cluster.error()};
  return std::unique_ptr<GameArchive>(std::make_unique<ClusterArchive>(name, *std::move(cluster)));
}

}  // namespace arbiter::clickhouse
