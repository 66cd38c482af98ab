// Exclusive access to a database file: a single writer, and the replacement of a file by another.
// The lock under which database files are created and removed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "lib/io/output_file.h"

namespace arbiter::sqlite {

// Syncs the whole file to the disk.
void sync_file(const Connection& connection);

// Replaces `target` by `copy`, which is synced and not open. Waits up to ten seconds until no
// program has `target` open, locks all others out, and keeps them from writing to the old file.
// Throws IoError if another program does not close it. Also throws if the file or the copy has
// changed since `target` and `made` were created; then nothing is changed. Returns the properties
// that were lost, as ReplacedFile::copy_attributes_to() does.
std::vector<std::string> take_place(UnfinishedFile& copy, const ReplacedFile& made,
                                    const ReplacedFile& target);

// A transaction that begins with an empty log. As long as it lives and writes nothing, no program
// changes a byte of the file. It is rolled back at the end. Throws IoError if other programs keep
// the log in use.
class SoleWriter {
 public:
  explicit SoleWriter(const Connection& connection);

 private:
  std::optional<Transaction> transaction_;
};

// Returns whether the log of the file at `path`, which is not a link, has contents.
bool has_log(const std::string& path);

// A lock of the folder of `path`, so that only one program at a time creates tables. The file
// itself is not locked, because closing it would release SQLite's locks. Does nothing if the folder
// cannot be locked.
class CreationLock {
 public:
  explicit CreationLock(const std::string& path);
  CreationLock(const CreationLock&) = delete;
  CreationLock& operator=(const CreationLock&) = delete;
  ~CreationLock();

 private:
  int folder_;  // a descriptor, or -1
};

// Removes a database file with its log. Precondition: a CreationLock, and no other program has it
// open.
void remove_database(const std::string& path);

}  // namespace arbiter::sqlite
