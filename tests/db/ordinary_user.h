// A scope without root privileges.
#pragma once

#include <unistd.h>

#include <cstdlib>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Drops root's file permissions while this object exists, if the test runs as root.
class OrdinaryUser {
 public:
  OrdinaryUser() : own_(::geteuid()), is_changed_(own_ == 0 && ::seteuid(kNobody) == 0) {}
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() {
    if (is_changed_ && ::seteuid(own_) != 0) std::abort();
  }

  // Returns false in a sandbox that has no user but root, where no access is denied.
  static bool exists() {
    const OrdinaryUser user;
    return ::geteuid() != 0;
  }

 private:
  static constexpr uid_t kNobody = 65534;

  uid_t own_;
  bool is_changed_;
};

}  // namespace arbiter::testing
