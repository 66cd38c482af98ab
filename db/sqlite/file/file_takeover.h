// A database file that takes the place of another.
#pragma once

#include "db/sqlite/file/connection.h"
#include "lib/io/output_file.h"

namespace arbiter::sqlite {

// Writes all of the file to the disk.
void sync_file(const Connection& connection);

// Puts `copy`, which is synced and which nobody has open, in the place of `target`: waits up to ten
// seconds until nobody has that open, keeps all others out, and then lets nobody write to what they
// still find under the old file. Throws IoError where they do not let go, or where the file or the
// copy has changed since `target` and `made` were made; then it stays as it is.
void take_place(UnfinishedFile& copy, const ReplacedFile& made, const ReplacedFile& target);

}  // namespace arbiter::sqlite
