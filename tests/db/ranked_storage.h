// A store that returns consecutive game ids like the other stores, even if the store below has
// gaps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "db/model/storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The first game that was added is 1, the next one 2. Precondition: the ids of the store below
// ascend.
class RankedStorage final : public Storage {
 public:
  // `place` is the resource that contains the store; it is destroyed after the store.
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
  // The filter with the store's own ids.
  GameFilter own(GameFilter filter) const;
  std::uint64_t own(std::uint64_t rank) const;

  std::shared_ptr<void> place_;
  std::unique_ptr<Storage> below_;
  std::vector<GameId> games_;  // of all games that were ever added, ascending
};

}  // namespace arbiter::testing
