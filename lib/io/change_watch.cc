#include "lib/io/change_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>

namespace arbiter {
namespace {

// Programs write to the file itself, or to another file that they rename.
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

// Discards the events: callers check the files themselves.
void ChangeWatch::drain() {
  alignas(struct inotify_event) std::array<char, 1 << 14> bytes;
  while (::read(descriptor_, bytes.data(), bytes.size()) > 0) {
  }
}

}  // namespace arbiter
