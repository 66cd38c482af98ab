// One at a time makes the tables of a new file.
#pragma once

#include <string>

namespace arbiter::sqlite {

// Waits until nobody else in the folder of `path` holds one. On the folder, because closing a
// database's own file would give up SQLite's locks on it. Where a folder cannot be locked, does
// nothing.
class CreationLock {
 public:
  explicit CreationLock(const std::string& path);
  CreationLock(const CreationLock&) = delete;
  CreationLock& operator=(const CreationLock&) = delete;
  ~CreationLock();

 private:
  int folder_;  // a descriptor, or -1
};

}  // namespace arbiter::sqlite
