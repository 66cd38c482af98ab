// Games in an SQLite file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/games/database.h"
#include "db/games/game_store.h"
#include "db/query/storage.h"

namespace arbiter::db::query {

class SqliteStorage final : public Storage {
 public:
  // `database` stays the caller's. Batches are sorted on up to `jobs` threads. Cheap: what is
  // not asked for is not read.
  explicit SqliteStorage(const Database& database, unsigned jobs = 1);

  GameSet select(const GameFilter& filter) override;
  std::vector<Hit> hits(PositionKey key) override;
  PositionSums sums(PositionKey key) override;
  std::uint64_t count(PositionKey key) override;

  std::int64_t last_game() override;
  ColumnReader& columns() override;
  GameReader& games() override;
  std::vector<std::uint32_t> places_of_names(NameTable table,
                                             std::span<const std::uint32_t> ids) override;
  std::optional<std::uint32_t> index_plies() override;
  const LookupCost& cost() override;

  // Games, index and marks are one transaction. Segments that wait for it are merged afterwards,
  // each merge in a transaction of its own.
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks) override;

 private:
  PositionIndex& index();
  GameStore& store();
  PositionIndexWriter& writer();
  GameId add(DraftBatch& batch, std::span<const SourceMark> marks);
  void merge();

  const Database& database_;
  unsigned jobs_;
  std::optional<ColumnReader> columns_;
  std::optional<GameReader> games_;
  std::optional<PositionIndex> index_;
  std::optional<GameStore> store_;
  std::optional<PositionIndexWriter> writer_;
  std::int64_t seen_version_ = 0;  // SQLite's data_version when store_ was up to date
};

}  // namespace arbiter::db::query
