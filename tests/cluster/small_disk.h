// A small file system used by a single test.
#pragma once

#include <cstdint>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns whether this process may mount a file system: as root, or with user namespaces.
// Afterwards it has its own mount namespace, so that nothing remains when it dies.
bool may_mount();

// A file system of `bytes` in memory, mounted on `folder` while this object exists. Precondition:
// may_mount().
class SmallDisk {
 public:
  SmallDisk(std::string folder, std::uint64_t bytes);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();

  // Changes the size, and keeps the contents.
  void resize(std::uint64_t bytes) const;
  std::uint64_t free_bytes() const;

 private:
  std::string folder_;
};

}  // namespace arbiter::testing
