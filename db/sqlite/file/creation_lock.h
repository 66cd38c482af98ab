// The lock under which database files are created and removed.
#pragma once

#include <string>

namespace arbiter::sqlite {

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
