// Exclusive access to a database file: a single writer, and the replacement of a file by another.
#pragma once

#include <optional>
#include <string>

#include "db/sqlite/file/connection.h"
#include "lib/io/replaced_file.h"
#include "lib/io/unfinished_files.h"

namespace arbiter::sqlite {

// Writes all of the file to the disk.
void sync_file(const Connection& connection);

// Puts `copy`, which is synced and which nobody has open, in the place of `target`: waits up to ten
// seconds until nobody has that open, keeps all others out, and then lets nobody write to what they
// still find under the old file. Throws IoError where they do not let go, or where the file or the
// copy has changed since `target` and `made` were made; then it stays as it is.
void take_place(UnfinishedFile& copy, const ReplacedFile& made, const ReplacedFile& target);

// A transaction that begins with an empty log: as long as it lives, and writes nothing, nobody
// changes a byte of the file. Rolled back at the end. Throws IoError where others do not let go of
// the log.
class SoleWriter {
 public:
  explicit SoleWriter(const Connection& connection);

 private:
  std::optional<Transaction> transaction_;
};

// Whether there is anything in the log of the file at `path`, which is no link.
bool has_log(const std::string& path);

}  // namespace arbiter::sqlite
