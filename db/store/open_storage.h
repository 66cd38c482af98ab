// Which stores there are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/import/import_options.h"
#include "db/model/access.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter {

// Whether a store is opened whose first pages are damaged.
enum class DamageAtOpening { Refuse, LeaveToCheck };

struct StorageOptions {
  Access access = Access::Read;
  DamageAtOpening damage = DamageAtOpening::Refuse;
  unsigned jobs = 1;  // threads that it may use
  // The deepest ply whose positions can be found, in a store that is new; a store that has games
  // has to have been made so. Nothing: all in a new one, whatever it is in another.
  std::optional<std::uint32_t> index_plies = {};
  // Whether the parts of a store that answer are asked without those that do not
  // (Storage::missing_parts).
  bool is_partial = false;
};

// Opens the store that the name names: an SQLite file, or "clickhouse://host/database" (address.h).
// Other names like "kind://place" are kept for stores of other kinds. Fails with a reason that does
// not name the store.
Result<std::unique_ptr<Storage>> open_storage(const std::string& name,
                                              const StorageOptions& options);

// A store that nobody else sees, and that is gone with the program, however it ends. What memory
// has no room for is in a file without a name, where the system keeps temporary files.
Result<std::unique_ptr<Storage>> open_private_storage(const StorageOptions& options);

// Opens SQLite files and clusters, for imports from them.
DatabaseOpener database_opener();

// Whether it is the name of a cluster, right or wrong.
bool is_cluster(const std::string& name);

// Whether it is the name of a cluster, or the file begins as a database does, whatever its name. A
// folder, a pipe, what cannot be read and what is not there does not.
bool is_storage(const std::string& path);

}  // namespace arbiter
