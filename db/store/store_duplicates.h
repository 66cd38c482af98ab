// The games that a store has more than once, whatever keeps them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "db/model/game_filter.h"
#include "db/model/storage.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/deduplication.h"
#include "db/store/open_storage.h"
#include "lib/base/result.h"

namespace arbiter {

// All numbers are those of the store. Throws IoError where the store breaks.
class StoreDuplicates {
 public:
  StoreDuplicates() = default;
  StoreDuplicates(const StoreDuplicates&) = delete;
  StoreDuplicates& operator=(const StoreDuplicates&) = delete;
  virtual ~StoreDuplicates() = default;

  // As find_duplicates() of deduplication.h, among the games that fit. Once.
  virtual void find(const GameFilter& among, const sqlite::DuplicateVisit& visit,
                    const sqlite::DuplicateProgress& progress) = 0;

  // A game of a group, also while find() runs. Nothing: it is no game of any.
  virtual std::optional<StoredGame> game(GameId id) = 0;

  // As Storage::erase(), after find(), in a store that was opened for writing. Once.
  virtual bool erase(const ChosenGames& chosen) = 0;
};

// The store that the name names, as open_storage() opens it.
Result<std::unique_ptr<StoreDuplicates>> open_duplicates(const std::string& name,
                                                         const StorageOptions& options);

}  // namespace arbiter
