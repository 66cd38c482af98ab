#include "db/clickhouse/cluster_storage.h"

#include <utility>

namespace arbiter::db::clickhouse {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw IoError(std::string("a cluster does not yet ") + what);
}

}  // namespace

ClusterStorage::ClusterStorage(std::unique_ptr<Cluster> cluster, unsigned jobs)
    : cluster_(std::move(cluster)), jobs_(jobs) {}

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

SourceRecords ClusterStorage::sources() { refuse("list its sources"); }
std::vector<SourceContents> ClusterStorage::source_contents() { refuse("list its sources"); }
SourceId ClusterStorage::add_source(const SourceFile&) { refuse("add sources"); }
void ClusterStorage::reopen_source(SourceId, const SourceFile&) { refuse("reopen sources"); }

GameId ClusterStorage::append(DraftBatch&, std::span<const SourceMark>) { refuse("add games"); }
std::unique_ptr<SourceReplacement> ClusterStorage::replace(const ReplacedSource&) {
  refuse("replace a source");
}
std::vector<bool> ClusterStorage::find_duplicates(const DraftBatch&) { refuse("find duplicates"); }
Erasure ClusterStorage::erase(const GameFilter&, EraseLimit) { refuse("delete games"); }
Erasure ClusterStorage::forget(std::span<const SourceId>, EraseLimit) { refuse("forget sources"); }
IntegrityTotals ClusterStorage::check(const IntegrityOptions&, IntegrityListener&) {
  refuse("check itself");
}

}  // namespace arbiter::db::clickhouse
