// Opens stores of all kinds.
// Duplicate games of a store of any kind.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/import/import_options.h"
#include "db/model/ids.h"
#include "db/model/storage.h"
#include "db/sqlite/care/deduplication.h"
#include "lib/base/result.h"

namespace arbiter {

// The treatment of a store whose first pages are damaged.
enum class DamageAtOpening { Refuse, LeaveToCheck };

struct StorageOptions {
  Access access = Access::Read;
  DamageAtOpening damage = DamageAtOpening::Refuse;
  unsigned jobs = 1;  // the maximum number of threads
  // The maximum ply of the index of a new store. It must equal that of an existing store.
  std::optional<std::uint32_t> index_plies = {};
  // True if queries skip parts of a store that do not respond (Storage::unavailable_shards).
  bool is_partial = false;
};

// Opens a store: an SQLite file, or a cluster "clickhouse://host/database" (address.h). Other names
// like "kind://place" are reserved. The error message does not contain the name.
Result<std::unique_ptr<Storage>> open_storage(const std::string& name,
                                              const StorageOptions& options);

// Opens a private store that disappears with the program. If it exceeds its cache, it uses an
// unnamed temporary file.
Result<std::unique_ptr<Storage>> open_private_storage(const StorageOptions& options);

// Returns the opener of SQLite files and clusters, for imports from them.
DatabaseOpener database_opener();

// Returns whether the name is that of a cluster, valid or not.
bool is_cluster(const std::string& name);

// Returns whether the name is that of a cluster or an SQLite file, by its first bytes. False for
// folders, pipes, and unreadable or missing files.
bool is_storage(const std::string& path);

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
