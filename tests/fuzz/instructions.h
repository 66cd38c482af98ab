// The amount of work, measured in instructions instead of time.
#pragma once

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <optional>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Counts the instructions of this thread, if the kernel and processor support it.
class InstructionCounter {
 public:
  InstructionCounter() {
    perf_event_attr wanted{};
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.disabled = 1;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    file_ = static_cast<int>(::syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  }
  ~InstructionCounter() {
    if (file_ >= 0) ::close(file_);
  }
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  bool is_there() const { return file_ >= 0; }

  // Returns the number of instructions of one call.
  template <class Work>
  std::uint64_t of(Work work) {
    ::ioctl(file_, PERF_EVENT_IOC_RESET, 0);
    ::ioctl(file_, PERF_EVENT_IOC_ENABLE, 0);
    work();
    ::ioctl(file_, PERF_EVENT_IOC_DISABLE, 0);
    std::uint64_t count = 0;
    return ::read(file_, &count, sizeof count) == sizeof count ? count : 0;
  }

 private:
  int file_;
};

}  // namespace arbiter::testing
