#include "db/store/store_duplicates.h"

#include <utility>

#include "db/store/copied_duplicates.h"
#include "db/store/sqlite_duplicates.h"

namespace arbiter {

using namespace sqlite;

Result<std::unique_ptr<StoreDuplicates>> open_duplicates(const std::string& name,
                                                         const StorageOptions& options) {
  using Opened = std::unique_ptr<StoreDuplicates>;
  if (is_cluster(name)) {
    auto storage = open_storage(name, options);
    if (!storage) return Error{storage.error()};
    return Opened(std::make_unique<CopiedDuplicates>(*std::move(storage), options.jobs));
  }
  auto database = Database::open(name, options.access);
  if (!database) return Error{database.error()};
  return Opened(std::make_unique<SqliteDuplicates>(*std::move(database), options.access));
}

}  // namespace arbiter
