// Storage of games in an SQLite file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

class SqliteStorage final : public Storage {
 public:
  // Reads nothing before the first query. Rows are read and batches sorted on up to `jobs` threads.
  // `database` must outlive the storage.
  explicit SqliteStorage(const Database& database, unsigned jobs = 1);
  // Owns the database. With Access::Read all queries see one snapshot of the file.
  SqliteStorage(std::unique_ptr<Database> database, Access access, unsigned jobs);

  FoundGames games(const FindQuery& query) override;
  std::vector<std::uint64_t> counts_at(const GameFilter& filter,
                                       std::span<const PositionQuery> positions) override;
  FoundGames stream(const FindQuery& query, const GameStream& stream) override;
  TreeNode tree(const TreeQuery& query) override;
  Totals totals(const GameFilter& filter) override;
  std::vector<StatisticsRow> groups(const GameFilter& filter, GroupBy by) override;
  std::vector<GameCount> counts(const GameFilter& filter,
                                std::span<const GameFilter> conditions) override;
  std::vector<std::string> players(const AcceptsName& accepts) override;
  std::vector<ReadCount> reads() override;
  std::optional<std::uint32_t> index_plies() override;

  SourceRecords sources() override;
  std::vector<SourceContents> source_contents() override;
  SourceId add_source(const SourceFile& file) override;
  void reopen_source(SourceId source, const SourceFile& file) override;

  // Writes games, index and marks in one transaction. Then merges about eight times as many
  // postings as the batch has, in separate transactions between which others can write.
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks) override;
  std::unique_ptr<SourceReplacement> replace(const ReplacedSource& replaced) override;
  void finish_import() override;
  std::vector<bool> find_duplicates(const DraftBatch& batch) override;
  Erasure erase(const GameFilter& filter, EraseLimit limit) override;
  bool erase(const ChosenGames& chosen) override;
  Erasure forget(std::span<const SourceId> sources, EraseLimit limit) override;
  IntegrityTotals check(const IntegrityOptions& options, IntegrityListener& listener) override;

  // Enables page checksum verification. It was disabled at opening because of `fault`, which
  // check() reports.
  void check_from_now_on(std::string fault);

  const Database& database() const { return database_; }
  // Returns the reader of all queries.
  SqliteReader& reader() { return reader_; }

 private:
  GameStore& store();
  PositionIndexWriter& writer();
  GameId add(DraftBatch& batch, std::span<const SourceMark> marks);
  void merge(std::uint64_t brought);
  void forget_numbers();
  // Returns whether replaying this many games is faster than reading all hits of the position.
  bool replay_is_cheaper(const PositionQuery& position, std::uint64_t games);
  // Deletes the games that `choose` returns, and calls `and_then` in the same transaction.
  Erasure erase_chosen(EraseLimit limit, const std::function<GameSet()>& choose,
                       const std::function<void()>& and_then);

  std::string fault_at_opening_;
  std::unique_ptr<Database> owned_;
  const Database& database_;
  std::optional<ReadSnapshot> moment_;
  unsigned jobs_;
  SqliteReader reader_;
  std::optional<GameStore> store_;
  std::optional<PositionIndexWriter> writer_;
  std::int64_t seen_version_ = 0;  // SQLite's data_version at the last update of store_
};

}  // namespace arbiter::sqlite
