// Ctrl-C, answered at a moment that suits.
#pragma once

#include <csignal>

#include "tools/cli/output/namespaces.h"

namespace arbiter::cli {

// While this lives, the first SIGINT or SIGTERM is only noted; a second one ends the program as
// usual. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  // May be asked from any thread.
  bool was_interrupted() const;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace arbiter::cli
