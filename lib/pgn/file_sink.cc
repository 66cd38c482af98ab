#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "lib/base/io_error.h"
#include "lib/pgn/byte_sink.h"
#include "lib/pgn/file_names.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferSize = std::size_t{1} << 16;

class FileSink final : public ByteSink {
 public:
  // `temporary` is what the descriptor belongs to, if it is to be renamed to `path`.
  FileSink(int descriptor, std::string path, std::optional<std::string> temporary)
      : descriptor_(descriptor), path_(std::move(path)), temporary_(std::move(temporary)) {}

  ~FileSink() override {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (temporary_) ::unlink(temporary_->c_str());
  }

  void write(std::string_view bytes) override {
    if (buffer_.size() + bytes.size() > kBufferSize) write_out(std::exchange(buffer_, {}));
    if (bytes.size() > kBufferSize) return write_out(bytes);
    buffer_ += bytes;
  }

  void finish() override {
    write_out(std::exchange(buffer_, {}));
    if (::close(std::exchange(descriptor_, -1)) != 0) fail();
    if (!temporary_) return;
    if (std::rename(temporary_->c_str(), path_.c_str()) != 0) fail();
    temporary_.reset();
  }

 private:
  [[noreturn]] void fail() const {
    throw IoError(fmt::format("{}: {}", path_, reason_of_errno(errno)));
  }

  void write_out(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR) {
        fail();
      }
    }
  }

  int descriptor_;
  std::string path_;
  std::optional<std::string> temporary_;
  std::string buffer_;
};

Result<std::unique_ptr<ByteSink>> open_directly(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return Error{reason_of_errno(errno)};
  return {std::make_unique<FileSink>(descriptor, path, std::nullopt)};
}

// Where links lead, so that the file is replaced and not the link.
std::string real_path(const std::string& path) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  return failure ? path : real.string();
}

Result<std::unique_ptr<ByteSink>> open_beside(const std::string& path, mode_t permissions) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  const int descriptor =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) return Error{reason_of_errno(errno)};
  if (permissions != 0) ::fchmod(descriptor, permissions);
  return {std::make_unique<FileSink>(descriptor, path, temporary)};
}

Result<std::unique_ptr<ByteSink>> create_plain_file(const std::string& path) {
  struct stat present {};
  const bool is_there = ::stat(path.c_str(), &present) == 0;
  if (is_there && S_ISDIR(present.st_mode)) return Error{reason_of_errno(EISDIR)};
  if (is_there && !S_ISREG(present.st_mode)) return open_directly(path);
  return open_beside(real_path(path), is_there ? present.st_mode & 07777 : 0);
}

}  // namespace

Result<std::unique_ptr<ByteSink>> create_file(const std::string& path) {
  auto file = create_plain_file(path);
  if (!file) return file;
  if (has_ending(path, ".gz")) return gzip_sink(std::move(*file));
  if (has_ending(path, ".zst")) return zstd_sink(std::move(*file));
  return file;
}

}  // namespace arbiter
