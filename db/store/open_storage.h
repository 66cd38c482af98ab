// Opens stores of all kinds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/import/import_options.h"
#include "db/model/ids.h"
#include "db/model/storage.h"
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

}  // namespace arbiter
