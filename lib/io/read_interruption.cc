#include "lib/io/read_interruption.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>

namespace arbiter {
namespace {

// Can be read once it is interrupted; -1: nothing can be.
std::atomic<int> interruption = -1;
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

ReadInterruption::ReadInterruption() { interruption = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

ReadInterruption::~ReadInterruption() {
  if (const int descriptor = interruption.exchange(-1); descriptor >= 0) ::close(descriptor);
}

void ReadInterruption::interrupt() {
  const int before = errno;  // of what the signal has interrupted
  constexpr std::uint64_t kOnce = 1;
  const int descriptor = interruption;
  if (descriptor >= 0 && ::write(descriptor, &kOnce, sizeof kOnce) < 0) {
    // It is interrupted already.
  }
  errno = before;
}

void wait_for_input(int descriptor) {
  if (interruption < 0) return;
  std::array<pollfd, 2> waiting = {{{descriptor, POLLIN, 0}, {interruption, POLLIN, 0}}};
  while (::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) continue;
  if (waiting[0].revents == 0 && waiting[1].revents != 0) throw InterruptedRead();
}

}  // namespace arbiter
