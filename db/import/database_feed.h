// Reads the games of another database as batches of an import.
#pragma once

#include <memory>
#include <string>

#include "db/import/import_batch.h"
#include "db/model/storage.h"

namespace arbiter {

// `path` is the name of the database. `plan` and `listener` must outlive the feed.
std::unique_ptr<BatchFeed> read_database(const std::string& path,
                                         std::unique_ptr<GameArchive> archive,
                                         const ImportPlan& plan, ImportListener& listener);

}  // namespace arbiter
