// A small file system of the test's own.
#pragma once

#include <cstdint>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Whether this process may have one: as root, or where users have namespaces. Afterwards the
// process has its own list of mounts, so that nothing stays when it dies.
bool may_mount();

// Room for `bytes` in `folder`, in memory, from its construction on. Only where may_mount().
class SmallDisk {
 public:
  SmallDisk(std::string folder, std::uint64_t bytes);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();

  // Gives it this size; what it has stays.
  void resize(std::uint64_t bytes) const;
  std::uint64_t free_bytes() const;

 private:
  std::string folder_;
};

}  // namespace arbiter::testing
