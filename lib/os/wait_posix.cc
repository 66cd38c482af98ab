#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "lib/os/wait.h"

namespace arbiter {
namespace {

// The event descriptor that interrupts waits; -1 if there is none.
std::atomic<int> interruption = -1;
std::atomic<bool> is_raised = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

}  // namespace

WaitInterruption::WaitInterruption() {
  is_raised = false;
  interruption = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

WaitInterruption::~WaitInterruption() {
  is_raised = false;
  if (const int descriptor = interruption.exchange(-1); descriptor >= 0) ::close(descriptor);
}

void WaitInterruption::interrupt() {
  const int before = errno;  // errno of the interrupted code
  is_raised = true;
  constexpr std::uint64_t kOnce = 1;
  const int descriptor = interruption;
  if (descriptor >= 0 && ::write(descriptor, &kOnce, sizeof kOnce) < 0) {
    // The wait has been interrupted already.
  }
  errno = before;
}

bool WaitInterruption::is_interrupted() { return is_raised; }

void wait_for_input(int descriptor) {
  std::array<pollfd, 2> waiting = {{{descriptor, POLLIN, 0}, {interruption, POLLIN, 0}}};
  while (::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) continue;
  if (waiting[0].revents == 0 && waiting[1].revents != 0) throw Interrupted();
}

bool has_input(int descriptor) {
  pollfd wait{descriptor, POLLIN, 0};
  return ::poll(&wait, 1, 0) > 0;
}

namespace {

// Programs write to the file itself, or rename another file to it.
constexpr std::uint32_t kChanges = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                   IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_ATTRIB;

}  // namespace

ChangeWatch::ChangeWatch(Kind kind) {
  if (kind == Kind::Notified) descriptor_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

ChangeWatch::~ChangeWatch() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ChangeWatch::add_around(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    const std::string parent = fs::path(path).parent_path().string();
    return add_folder(parent.empty() ? "." : parent);
  }
  add_folder(path);
  for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied,
                                           error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (!at->is_symlink(error) && at->is_directory(error)) add_folder(at->path().string());
  }
}

void ChangeWatch::add_folder(const std::string& folder) {
  if (descriptor_ < 0) return;
  const int watch = ::inotify_add_watch(descriptor_, folder.c_str(), kChanges);
  if (watch >= 0 || (errno != ENOSPC && errno != ENOMEM)) return;
  ::close(descriptor_);
  descriptor_ = -1;
}

bool ChangeWatch::wait(std::chrono::milliseconds time) {
  struct pollfd events {
    descriptor_, POLLIN, 0
  };
  const bool has_changes =
      ::poll(&events, descriptor_ < 0 ? 0 : 1, static_cast<int>(time.count())) > 0;
  if (has_changes) drain();
  return has_changes;
}

// Discards the events, because callers check the files themselves.
void ChangeWatch::drain() {
  alignas(struct inotify_event) std::array<char, 1 << 14> bytes;
  while (::read(descriptor_, bytes.data(), bytes.size()) > 0) {
  }
}

}  // namespace arbiter
