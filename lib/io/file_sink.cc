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
#include "lib/io/byte_sink.h"
#include "lib/io/file_names.h"

namespace arbiter::io {
namespace {

namespace fs = std::filesystem;

// Compressed files and archives of other kinds, which a plain file must not pass for.
constexpr std::string_view kReadOnlyEndings[] = {".bz2", ".xz",  ".lz4", ".zip",
                                                 ".7z",  ".tar", ".tgz"};

constexpr std::size_t kBufferSize = std::size_t{1} << 16;

// What a FileSink's descriptor belongs to.
enum class Target {
  Itself,     // the file at the path
  Temporary,  // one beside it, to be renamed
  Nameless,   // one that vanishes with us, to be given that name and renamed
};

class FileSink final : public ByteSink {
 public:
  FileSink(int descriptor, std::string path, Target target)
      : descriptor_(descriptor), path_(std::move(path)), target_(target) {
    if (target == Target::Temporary) temporary_ = name_beside(path_);
  }

  // The name of a temporary file in the same folder.
  static std::string name_beside(const std::string& path) {
    return fmt::format("{}.{}.tmp", path, ::getpid());
  }

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
    if (target_ == Target::Nameless) give_name();
    if (::close(std::exchange(descriptor_, -1)) != 0) fail();
    if (!temporary_) return;
    if (std::rename(temporary_->c_str(), path_.c_str()) != 0) fail();
    temporary_.reset();
  }

 private:
  // So that it can be renamed, which no file without a name can.
  void give_name() {
    const std::string own = fmt::format("/proc/self/fd/{}", descriptor_);
    const std::string name = name_beside(path_);
    ::unlink(name.c_str());
    if (::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) fail();
    temporary_ = name;
  }

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
  Target target_;
  std::optional<std::string> temporary_;  // has to go, unless it is renamed
  std::string buffer_;
};

Result<std::unique_ptr<ByteSink>> open_directly(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return Error{reason_of_errno(errno)};
  return {std::make_unique<FileSink>(descriptor, path, Target::Itself)};
}

// Where links lead, so that the file is replaced and not the link.
std::string real_path(const std::string& path) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  return failure ? path : real.string();
}

// A file without a name leaves nothing behind, even where we are killed; not
// every file system has them.
int open_nameless(const std::string& path) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  const fs::path folder = fs::path(path).parent_path();
  return ::open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
}

Result<std::unique_ptr<ByteSink>> open_beside(const std::string& path, mode_t permissions) {
  int descriptor = open_nameless(path);
  const Target target = descriptor < 0 ? Target::Temporary : Target::Nameless;
  if (target == Target::Temporary) {
    descriptor = ::open(FileSink::name_beside(path).c_str(),
                        O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  }
  if (descriptor < 0) return Error{reason_of_errno(errno)};
  if (permissions != 0) ::fchmod(descriptor, permissions);
  return {std::make_unique<FileSink>(descriptor, path, target)};
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
  for (const std::string_view ending : kReadOnlyEndings) {
    if (!has_ending(path, ending)) continue;
    return Error{
        fmt::format("files ending in {} cannot be written; those in .gz and .zst can", ending)};
  }
  auto file = create_plain_file(path);
  if (!file) return file;
  if (has_ending(path, ".gz")) return gzip_sink(std::move(*file));
  if (has_ending(path, ".zst")) return zstd_sink(std::move(*file));
  return file;
}

}  // namespace arbiter::io
