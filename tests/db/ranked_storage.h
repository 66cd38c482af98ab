// A storage that numbers games consecutively, like other storages, even if the underlying storage
// has gaps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "db/model/storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Numbers games from 1 in insertion order. Precondition: the ids of the underlying storage ascend.
class RankedStorage final : public Storage {
 public:
  // `place` is the resource that contains the underlying storage, and is destroyed after it.
  RankedStorage(std::unique_ptr<Storage> below, std::shared_ptr<void> place)
      : place_(std::move(place)), below_(std::move(below)) {}

  FoundGames games(const FindQuery& query) override;
  FoundGames stream(const FindQuery& query, const GameStream& stream) override;
  TreeNode tree(const TreeQuery& query) override;
  Totals totals(const GameFilter& filter) override;
  std::vector<StatisticsRow> groups(const GameFilter& filter, GroupBy by) override;
  std::vector<StatisticsRow> largest_groups(const GameFilter& filter, GroupBy by,
                                            std::uint64_t limit) override;
  std::vector<std::string> players(const AcceptsName& accepts) override {
    return below_->players(accepts);
  }
  std::vector<ReadCount> reads() override { return below_->reads(); }
  std::optional<std::uint32_t> index_plies() override { return below_->index_plies(); }

  SourceRecords sources() override { return below_->sources(); }
  std::vector<SourceContents> source_contents() override;
  SourceId add_source(const SourceFile& file) override { return below_->add_source(file); }
  void reopen_source(SourceId source, const SourceFile& file) override {
    below_->reopen_source(source, file);
  }
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks) override;
  std::unique_ptr<SourceReplacement> replace(const ReplacedSource& replaced) override {
    return below_->replace(replaced);
  }
  std::vector<bool> find_duplicates(const DraftBatch& batch) override {
    return below_->find_duplicates(batch);
  }
  Erasure erase(const GameFilter& filter, EraseLimit limit) override;
  bool erase(const ChosenGames& chosen) override;
  Erasure forget(std::span<const SourceId> sources, EraseLimit limit) override {
    return below_->forget(sources, limit);
  }
  IntegrityTotals check(const IntegrityOptions& options, IntegrityListener& listener) override {
    return below_->check(options, listener);
  }

 private:
  GameId ranked(GameId game) const;
  FoundGames ranked(FoundGames found) const;
  // Returns the filter with ids of the underlying storage.
  GameFilter own(GameFilter filter) const;
  std::uint64_t own(std::uint64_t rank) const;

  std::shared_ptr<void> place_;
  std::unique_ptr<Storage> below_;
  std::vector<GameId> games_;  // ids of all games ever added, ascending
};

}  // namespace arbiter::testing
