// Storage of games in a ClickHouse cluster, and access to its games for imports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/clickhouse/writing/compaction.h"
#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

class ClusterStorage final : public Storage {
 public:
  // Opens the storage. Batches are sorted on up to `jobs` threads.
  ClusterStorage(std::unique_ptr<Cluster> cluster, unsigned jobs);
  ~ClusterStorage() override;

  FoundGames games(const FindQuery& query) override;
  FoundGames stream(const FindQuery& query, const GameStream& stream) override;
  TreeNode tree(const TreeQuery& query) override;
  Totals totals(const GameFilter& filter) override;
  std::vector<StatisticsRow> groups(const GameFilter& filter, GroupBy by) override;
  std::vector<StatisticsRow> largest_groups(const GameFilter& filter, GroupBy by,
                                            std::uint64_t limit) override;
  std::vector<std::string> players(const AcceptsName& accepts) override;
  std::vector<ReadCount> reads() override;
  std::vector<ShardQuery> queries() override;
  std::vector<std::string> unavailable_shards() override;
  std::optional<std::uint32_t> index_plies() override;

  SourceRecords sources() override;
  std::vector<SourceContents> source_contents() override;
  SourceId add_source(const SourceFile& file) override;
  void reopen_source(SourceId source, const SourceFile& file) override;

  GameId append(DraftBatch& batch, std::span<const SourceMark> marks) override;
  std::unique_ptr<SourceReplacement> replace(const ReplacedSource& replaced) override;
  void finish_import() override;
  std::vector<bool> find_duplicates(const DraftBatch& batch) override;
  Erasure erase(const GameFilter& filter, EraseLimit limit) override;
  bool erase(const ChosenGames& chosen) override;
  Erasure forget(std::span<const SourceId> sources, EraseLimit limit) override;
  IntegrityTotals check(const IntegrityOptions& options, IntegrityListener& listener) override;

  // Checks the cluster, and removes the games of all sources with damaged batches, so that these
  // sources can be imported again. Corrects sums. Returns the removed sources. An interrupted
  // repair can be repeated.
  std::vector<SourceFile> repair(const IntegrityOptions& options, IntegrityListener& listener);

  // Merges the sums of batches, so that tree queries read fewer rows.
  MergedSums compact();

  Cluster& cluster() { return *cluster_; }

 private:
  Erasure erase_chosen(std::span<const GameId> chosen, EraseLimit limit);

  std::unique_ptr<Cluster> cluster_;
  unsigned jobs_;
  ClusterWriting writing_;
};

// The archive of a cluster. It fetches many games at once in the order of places(), which takes 24
// bytes per game. Games that are deleted meanwhile are omitted.
class ClusterArchive final : public GameArchive {
 public:
  ClusterArchive(std::string name, std::unique_ptr<Cluster> cluster);

  const std::string& name() const override { return name_; }
  std::vector<SourceRecord> sources() override;
  std::vector<PlacedGame> places() override;
  bool add(GameId game, DraftBatch& batch) override;

 private:
  void fetch_from(GameId game);

  std::string name_;
  std::unique_ptr<Cluster> cluster_;
  std::optional<QuerySession> session_;  // session started by places()
  std::optional<NameTexts> names_;
  std::vector<GameId> order_;
  std::size_t next_ = 0;  // index in order_ of the next game to fetch
  DraftBatch page_;
  std::unordered_map<GameId, std::size_t> places_in_page_;
};

// Opens the cluster with this name.
Result<std::unique_ptr<GameArchive>> open_archive(const std::string& name);

}  // namespace arbiter::clickhouse
