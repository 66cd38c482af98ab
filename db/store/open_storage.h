// Functions that open stores of all kinds, and the search for their duplicate games.
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
  unsigned jobs = 1;  // maximum number of threads
  // The maximum ply of the index of a new store. An existing store must have the same
  // maximum ply.
  std::optional<std::uint32_t> index_plies = {};
  // True if queries skip parts of a store that do not respond (Storage::unavailable_shards).
  bool is_partial = false;
};

// Opens a store, which is an SQLite file or a cluster "clickhouse://host/database" (endpoint.h).
// Other names such as "kind://place" are reserved. The error message does not contain the name.
Result<std::unique_ptr<Storage>> open_storage(const std::string& name,
                                              const StorageOptions& options);

// Opens a private store, which disappears with the program. Data that exceed its cache are in an
// unnamed temporary file.
Result<std::unique_ptr<Storage>> open_private_storage(const StorageOptions& options);

// Returns the opener of SQLite files and clusters for imports.
DatabaseOpener database_opener();

// Returns whether the name has the form of a cluster address, valid or not.
bool is_cluster(const std::string& name);

// Returns whether the name is that of a cluster, or of an SQLite file according to its first bytes.
// False for folders, pipes, and unreadable or missing files.
bool is_storage(const std::string& path);

// The search for duplicates in a store. All ids are those of the store. All functions throw IoError
// if the store fails.
class StoreDuplicates {
 public:
  StoreDuplicates() = default;
  StoreDuplicates(const StoreDuplicates&) = delete;
  StoreDuplicates& operator=(const StoreDuplicates&) = delete;
  virtual ~StoreDuplicates() = default;

  // Calls find_duplicates() of deduplication.h with the matching games. Must be called once.
  virtual void find(const GameFilter& among, const sqlite::DuplicateVisit& visit,
                    const sqlite::DuplicateProgress& progress) = 0;

  // Returns a game of a group without its moves. May also be called while find() runs.
  virtual std::optional<StoredGame> heading(GameId id) = 0;

  // Deletes games like Storage::erase(). Must be called once, after find().
  virtual bool erase(const ChosenGames& chosen) = 0;
};

// Prepares the search in an SQLite file. If the file was opened for writing, one transaction lasts
// until erase(), so that other programs cannot change the games that were found.
std::unique_ptr<StoreDuplicates> duplicates_in_file(std::unique_ptr<sqlite::Database> database,
                                                    Access access);

// Prepares the search in a copy of a store's games, made on up to `jobs` threads. If another
// program has deleted one of the games meanwhile, erase() deletes nothing.
std::unique_ptr<StoreDuplicates> duplicates_in_copy(std::shared_ptr<Storage> storage,
                                                    unsigned jobs);

// Opens a store by its name, like open_storage(), and prepares the search.
Result<std::unique_ptr<StoreDuplicates>> open_duplicates(const std::string& name,
                                                         const StorageOptions& options);

}  // namespace arbiter
