// Duplicate games of a store of any kind.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "db/model/storage.h"
#include "db/sqlite/care/deduplication.h"
#include "db/store/open_storage.h"

namespace arbiter {

// All ids are those of the store. All functions throw IoError if the store fails.
class StoreDuplicates {
 public:
  StoreDuplicates() = default;
  StoreDuplicates(const StoreDuplicates&) = delete;
  StoreDuplicates& operator=(const StoreDuplicates&) = delete;
  virtual ~StoreDuplicates() = default;

  // Calls find_duplicates() of deduplication.h with the matching games. Called once.
  virtual void find(const GameFilter& among, const sqlite::DuplicateVisit& visit,
                    const sqlite::DuplicateProgress& progress) = 0;

  // Returns a game of a group, also while find() runs.
  virtual std::optional<StoredGame> game(GameId id) = 0;

  // Deletes games like Storage::erase(), after find(). Called once.
  virtual bool erase(const ChosenGames& chosen) = 0;
};

// Finds duplicates in an SQLite file. If it was opened for writing, one transaction lasts until
// erase(), so that other programs cannot change the games that were found.
std::unique_ptr<StoreDuplicates> duplicates_in_file(std::unique_ptr<sqlite::Database> database,
                                                    Access access);

// Finds duplicates in a copy of a store's games, which up to `jobs` threads make.
// If another program has deleted one of the games meanwhile, erase() deletes nothing.
std::unique_ptr<StoreDuplicates> duplicates_in_copy(std::unique_ptr<Storage> storage,
                                                    unsigned jobs);

// Opens the store of this name, like open_storage().
Result<std::unique_ptr<StoreDuplicates>> open_duplicates(const std::string& name,
                                                         const StorageOptions& options);

}  // namespace arbiter
