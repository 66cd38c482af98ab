#include "db/clickhouse/cluster_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/clickhouse/integrity/check.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/clickhouse/writing/compaction.h"

namespace arbiter::clickhouse {
namespace {

// The maximum number of queries that are repeated to measure their cost, which servers of version
// 18 do not report.
constexpr std::size_t kMaxRepeated = 100;
constexpr std::string_view kFormat = "FORMAT RowBinary";

// Returns the statistic `name` at the end of a JSON response; 0 if there is none.
std::uint64_t statistic(std::string_view json, std::string_view name) {
  const std::size_t at = json.rfind(name);
  std::uint64_t number = 0;
  if (at == std::string_view::npos) return number;
  const std::string_view text = json.substr(at + name.size());
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Measures a query by repeating it in JSON format, in which statistics follow the rows.
void measure(Cluster& cluster, unsigned shard, ShardQuery& query) {
  if (!query.text.ends_with(kFormat)) return;
  const std::string sql = query.text.substr(0, query.text.size() - kFormat.size());
  Replica& replica = cluster.replicas(shard).front();
  try {
    const Answer answer =
        replica.endpoint->ask({.sql = sql + "FORMAT JSON", .database = replica.database});
    query.rows = statistic(answer.bytes, "\"rows_read\": ");
    query.bytes = statistic(answer.bytes, "\"bytes_read\": ");
  } catch (const EndpointFailure&) {
    // The cost remains unknown.
  }
}

// The maximum number of attempts while other programs write.
constexpr int kMaxTries = 5;

// Returns the result of `ask(QuerySession&)`, if possible from one snapshot of all shards.
template <class Ask>
auto at_one_moment(Cluster& cluster, Ask ask) {
  for (int tries = 1;; ++tries) {
    QuerySession session(cluster);
    auto answer = ask(session);
    if (tries == kMaxTries || session.is_current()) return answer;
  }
}

}  // namespace

ClusterStorage::ClusterStorage(std::unique_ptr<Cluster> cluster, unsigned jobs)
    : cluster_(std::move(cluster)), jobs_(jobs), writing_(*cluster_, jobs_) {}

ClusterStorage::~ClusterStorage() = default;

FoundGames ClusterStorage::games(const FindQuery& query) {
  return at_one_moment(*cluster_,
                       [&](QuerySession& session) { return find_games(session, query, jobs_); });
}

FoundGames ClusterStorage::stream(const FindQuery& query, const GameStream& stream) {
  QuerySession session(*cluster_);
  return stream_games(session, query, stream);
}

TreeNode ClusterStorage::tree(const TreeQuery& query) {
  return at_one_moment(*cluster_,
                       [&](QuerySession& session) { return tree_of(session, query, jobs_); });
}

Totals ClusterStorage::totals(const GameFilter& filter) {
  return at_one_moment(*cluster_,
                       [&](QuerySession& session) { return totals_of(session, filter, jobs_); });
}

std::vector<StatisticsRow> ClusterStorage::groups(const GameFilter& filter, GroupBy by) {
  return at_one_moment(*cluster_, [&](QuerySession& session) {
    return groups_of(session, filter, {.by = by, .jobs = jobs_});
  });
}

std::vector<StatisticsRow> ClusterStorage::largest_groups(const GameFilter& filter, GroupBy by,
                                                          std::uint64_t limit) {
  return at_one_moment(*cluster_, [&](QuerySession& session) {
    return groups_of(session, filter, {.by = by, .limit = limit, .jobs = jobs_});
  });
}

std::vector<std::string> ClusterStorage::players(const AcceptsName& accepts) {
  return at_one_moment(*cluster_,
                       [&](QuerySession& session) { return player_names(session, accepts); });
}

std::vector<ReadCount> ClusterStorage::reads() {
  ReadCount asked{"question", 0};
  ReadCount rows{"row", 0};
  ReadCount bytes{"byte", 0};
  for (const ShardQuery& question : queries()) {
    ++asked.count;
    rows.count += question.rows;
    bytes.count += question.bytes;
  }
  return {asked, rows, bytes};
}

std::vector<ShardQuery> ClusterStorage::queries() {
  std::vector<ShardQuery> queries;
  std::size_t repeated = 0;
  for (const LoggedQuery& asked : cluster_->asked()) {
    ShardQuery& query = queries.emplace_back(asked.query);
    const bool is_known = query.rows > 0 || query.bytes > 0;
    if (!is_known && repeated++ < kMaxRepeated) measure(*cluster_, asked.shard, query);
  }
  return queries;
}

std::vector<std::string> ClusterStorage::unavailable_shards() {
  read_views(*cluster_);
  return cluster_->missing();
}

std::optional<std::uint32_t> ClusterStorage::index_plies() {
  return cluster_->layout().index_plies;
}

SourceRecords ClusterStorage::sources() { return writing_.sources(); }
std::vector<SourceContents> ClusterStorage::source_contents() {
  QuerySession session(*cluster_);
  return contents_of(session, writing_.source_list());
}
SourceId ClusterStorage::add_source(const SourceFile& file) { return writing_.add_source(file); }
void ClusterStorage::reopen_source(SourceId source, const SourceFile& file) {
  writing_.reopen_source(source, file);
}

GameId ClusterStorage::append(DraftBatch& batch, std::span<const SourceMark> marks) {
  return writing_.append(batch, marks);
}
std::unique_ptr<SourceReplacement> ClusterStorage::replace(const ReplacedSource&) {
  throw IoError(
      "games in a cluster cannot be replaced; forget the source (`arbiter sources --forget FILE "
      "--apply`) and import it again");
}
void ClusterStorage::finish_import() { merge_many_sums(*cluster_, writing_); }
std::vector<bool> ClusterStorage::find_duplicates(const DraftBatch& batch) {
  QuerySession session(*cluster_);
  return clickhouse::find_duplicates(session, batch);
}
Erasure ClusterStorage::erase(const GameFilter& filter, EraseLimit limit) {
  std::vector<GameId> chosen;
  for (const FoundGame& game : games({.filter = filter}).games) chosen.push_back(game.id);
  return erase_chosen(chosen, limit);
}

bool ClusterStorage::erase(const ChosenGames& chosen) {
  writing_.lock_deletions();
  for (const std::vector<GameId>* const games : {&chosen.games, &chosen.kept}) {
    if (count_games(*cluster_, *games) < games->size()) return false;
  }
  delete_games(*cluster_, writing_, chosen.games);
  return true;
}

Erasure ClusterStorage::forget(std::span<const SourceId> sources, EraseLimit limit) {
  writing_.lock(sources);
  const Erasure erasure = erase_chosen(games_of(*cluster_, sources), limit);
  if (erasure.erased < erasure.matching) return erasure;
  for (const SourceId source : sources) writing_.forget_source(source);
  return erasure;
}

Erasure ClusterStorage::erase_chosen(std::span<const GameId> chosen, EraseLimit limit) {
  const std::uint64_t all = count_games(*cluster_);
  Erasure erasure{.matching = chosen.size(), .erased = 0, .left = all};
  if (limit == EraseLimit::HalfOfAll && erasure.matching * 2 > all) return erasure;
  delete_games(*cluster_, writing_, chosen);
  erasure.erased = erasure.matching;
  erasure.left -= erasure.erased;
  return erasure;
}

IntegrityTotals ClusterStorage::check(const IntegrityOptions& options,
                                      IntegrityListener& listener) {
  QuerySession session(*cluster_);
  return check_cluster(session, options, listener).totals;
}

std::vector<SourceFile> ClusterStorage::repair(const IntegrityOptions& options,
                                               IntegrityListener& listener) {
  writing_.lock_deletions();
  writing_.lock_merges();
  QuerySession session(*cluster_);
  const ClusterCheck check = check_cluster(session, options, listener);
  if (check.totals.faults == 0) return {};
  return repair_batches(*cluster_, writing_, check.damaged);
}

MergedSums ClusterStorage::compact() { return merge_sums(*cluster_, writing_); }

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

// Fetches the game and the next games in order_.
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
