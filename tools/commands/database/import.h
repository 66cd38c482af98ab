// One import by several workers, each of which reads a part of every file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "db/import/import_options.h"
#include "db/model/storage.h"

namespace arbiter {

// The numbers of the games of parts. OfFiles: all parts are added to a cluster before the import,
// so that the numbers do not depend on which part is read first.
enum class PartOrder { AsRead, OfFiles };

// Imports with one worker for each of `stores`: the same database, opened once for each worker. The
// workers share the threads and the memory of `options`. Each imports a FilePart of every file as a
// source of its own. Throws the IoError of the first worker that fails; the others then stop after
// the current chunk.
ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              PartOrder order, ImportListener& listener);

}  // namespace arbiter
