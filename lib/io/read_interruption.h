// Ending reads that wait for input which may never come.
#pragma once

#include "lib/base/io_error.h"

namespace arbiter {

// Thrown by such a read.
class InterruptedRead : public IoError {
 public:
  InterruptedRead() : IoError("interrupted while waiting for input") {}
};

// While this lives, reads of pipes and terminals can be interrupted. One at a time.
class ReadInterruption {
 public:
  ReadInterruption();
  ReadInterruption(const ReadInterruption&) = delete;
  ReadInterruption& operator=(const ReadInterruption&) = delete;
  ~ReadInterruption();

  // From now on a read that would have to wait throws. May be called by a handler of signals.
  static void interrupt();
};

// Waits until something can be read. Throws InterruptedRead.
void wait_for_input(int descriptor);

}  // namespace arbiter
