// What queries and the importer need from wherever the games are kept. SQLite
// stands behind it today (SqliteStorage); something larger may one day.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "db/games/names.h"
#include "db/games/source_mark.h"
#include "db/games/stored_game.h"
#include "db/index/position_index.h"
#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/game_set.h"

namespace arbiter::db::query {

class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  // Games that are not deleted and fit.
  virtual GameSet select(const GameFilter& filter) = 0;
  virtual std::vector<Hit> hits(PositionKey key) = 0;
  virtual PositionSums sums(PositionKey key) = 0;
  virtual std::uint64_t count(PositionKey key) = 0;

  virtual std::int64_t last_game() = 0;
  virtual ColumnReader& columns() = 0;
  virtual GameReader& games() = 0;
  // For each of `ids` the place of its name in alphabetical order; see name_order.h.
  virtual std::vector<std::uint32_t> places_of_names(NameTable table,
                                                     std::span<const std::uint32_t> ids) = 0;
  // The deepest ply that is indexed; nothing: all are.
  virtual std::optional<std::uint32_t> index_plies() = 0;
  virtual const LookupCost& cost() = 0;

  // All of the batch and the marks, or nothing. The batch's games are from the sources of
  // `marks` in that order; it may have no games, where a source has none. Returns the number
  // of the batch's first game.
  virtual GameId append(DraftBatch& batch, std::span<const SourceMark> marks) = 0;
};

}  // namespace arbiter::db::query
