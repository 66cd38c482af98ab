#include "db/clickhouse/cluster_storage.h"

#include <utility>

#include "db/clickhouse/deletion.h"
#include "db/clickhouse/source_contents.h"

namespace arbiter::db::clickhouse {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw IoError(std::string("a cluster does not yet ") + what);
}

}  // namespace

ClusterStorage::ClusterStorage(std::unique_ptr<Cluster> cluster, unsigned jobs)
    : cluster_(std::move(cluster)), jobs_(jobs), writing_(*cluster_, jobs_) {}

ClusterStorage::~ClusterStorage() = default;

FoundGames ClusterStorage::games(const FindQuery&) { refuse("find games"); }
FoundGames ClusterStorage::stream(const FindQuery&, const GameStream&) { refuse("stream games"); }
TreeNode ClusterStorage::tree(const TreeQuery&) { refuse("answer trees"); }
Totals ClusterStorage::totals(const GameFilter&) { refuse("count games"); }
std::vector<StatisticsRow> ClusterStorage::groups(const GameFilter&, GroupBy) {
  refuse("count games in groups");
}
std::vector<ReadCount> ClusterStorage::reads() { return {}; }
std::optional<std::uint32_t> ClusterStorage::index_plies() {
  return cluster_->layout().index_plies;
}

SourceRecords ClusterStorage::sources() { return writing_.sources(); }
std::vector<SourceContents> ClusterStorage::source_contents() {
  return contents_of(*cluster_, writing_.source_list());
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
      "games in a cluster cannot be replaced; forget the source (`arbiter sources --forget`) and "
      "import it again");
}
std::vector<bool> ClusterStorage::find_duplicates(const DraftBatch&) { refuse("find duplicates"); }
Erasure ClusterStorage::erase(const GameFilter& filter, EraseLimit limit) {
  std::vector<GameId> chosen;
  for (const FoundGame& game : games({.filter = filter}).games) chosen.push_back(game.id);
  return erase_chosen(chosen, limit);
}

Erasure ClusterStorage::forget(std::span<const SourceId> sources, EraseLimit limit) {
  const Erasure erasure = erase_chosen(games_of(*cluster_, sources), limit);
  if (erasure.erased < erasure.fitting) return erasure;
  for (const SourceId source : sources) writing_.forget_source(source);
  return erasure;
}

Erasure ClusterStorage::erase_chosen(std::span<const GameId> chosen, EraseLimit limit) {
  const std::uint64_t all = count_games(*cluster_);
  Erasure erasure{.fitting = chosen.size(), .erased = 0, .left = all};
  if (limit == EraseLimit::HalfOfAll && erasure.fitting * 2 > all) return erasure;
  delete_games(*cluster_, writing_, chosen);
  erasure.erased = erasure.fitting;
  erasure.left -= erasure.erased;
  return erasure;
}

IntegrityTotals ClusterStorage::check(const IntegrityOptions&, IntegrityListener&) {
  refuse("check itself");
}

}  // namespace arbiter::db::clickhouse
