// A small file system that only one test uses.
#pragma once

#include <cstdint>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns whether this process may have one: as root, or with user namespaces. Afterwards the
// process has its own list of mounts, so that nothing stays when it dies.
bool may_mount();

// A file system of `bytes` in `folder`, in memory, from its construction on. Precondition:
// may_mount().
class SmallDisk {
 public:
  SmallDisk(std::string folder, std::uint64_t bytes);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();

  // Changes its size; its contents stay.
  void resize(std::uint64_t bytes) const;
  std::uint64_t free_bytes() const;

 private:
  std::string folder_;
};

}  // namespace arbiter::testing
