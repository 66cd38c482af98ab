// One import by several workers, each of which takes a part of every file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "db/import/import_options.h"
#include "db/model/storage.h"

namespace arbiter {

// A worker for each of the stores, which are all the same one, opened once for each; they share the
// threads of `options`. Its parts are those of FilePart, and so are their sources. Throws IoError
// of the first worker that cannot go on; the others then stop after what they have read.
ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              ImportListener& listener);

}  // namespace arbiter
