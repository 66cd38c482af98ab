#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "lib/base/result.h"
#include "tools/library/api.h"

namespace arbiter::api {
namespace {

// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes)
      : descriptor_(::memfd_create("arbiter", MFD_CLOEXEC)) {
    if (descriptor_ < 0) fail();
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        const int reason = errno;
        ::close(descriptor_);
        errno = reason;
        fail();
      }
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  [[noreturn]] static void fail() {
    throw Error("cannot copy the bytes: " +
                reason_of(std::error_code(errno, std::generic_category())));
  }

  int descriptor_;
};

}  // namespace

Source Source::file(std::string path) {
  Source source;
  source.name_ = path == "-" ? "<stdin>" : path;
  source.path_ = std::move(path);
  return source;
}

Source Source::bytes(std::string_view bytes) {
  const auto memory = std::make_shared<const MemoryFile>(bytes);
  Source source;
  source.path_ = memory->path();
  source.name_ = "<bytes>";
  source.memory_ = memory;
  return source;
}

}  // namespace arbiter::api
