// Exclusive access to a database file: a sole writer, replacing a file, and a lock for creating and
// removing files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "lib/io/output_file.h"
#include "lib/os/file.h"

namespace arbiter::sqlite {

// Syncs the whole file to disk.
void sync_file(const Connection& connection);

// Replaces `target` with `copy`. Waits up to ten seconds until no program has `target` open, locks
// all others out, and prevents them from writing to the old file. Returns the attributes that were
// lost, like ReplacedFile::copy_attributes_to(). Throws IoError, without any change, if another
// program does not close the file. It also throws if the file or the copy has changed since
// `target` and `made` were created. Precondition: `copy` is synced and closed.
std::vector<std::string> take_place(UnfinishedFile& copy, const ReplacedFile& made,
                                    const ReplacedFile& target);

// A transaction that begins with an empty log. During its lifetime, no other program changes the
// file. The destructor rolls it back. Throws IoError if other programs keep using the log.
class SoleWriter {
 public:
  explicit SoleWriter(const Connection& connection);

 private:
  std::optional<Transaction> transaction_;
};

// Returns whether the log of the file at `path` is not empty. Precondition: `path` is not a link.
bool has_log(const std::string& path);

// A lock on the folder of `path`, so that only one program at a time creates tables. A lock on the
// file itself is impossible, because closing it would release SQLite's locks. Has no effect if the
// folder cannot be locked.
class CreationLock {
 public:
  explicit CreationLock(const std::string& path);

 private:
  FolderLock lock_;
};

// Removes a database file with its log. Precondition: the caller has a CreationLock, and no other
// program has the file open.
void remove_database(const std::string& path);

}  // namespace arbiter::sqlite
