// An import by several workers, each of which reads a part of every file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "db/import/import_options.h"
#include "db/model/storage.h"

namespace arbiter {

// The order of game numbers in split files. With OfFiles, all parts are added to a cluster before
// the import, so that the numbers do not depend on the order of reading.
enum class PartOrder { AsRead, OfFiles };

// Imports files with one worker for each of `stores`, which are the same database opened several
// times. The workers share the threads and the memory of `options`. Each imports a FilePart of
// every file as a separate source. Throws the IoError of the first worker that fails; the others
// then stop after their current chunk.
ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              PartOrder order, ImportListener& listener);

}  // namespace arbiter
