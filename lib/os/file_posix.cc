#include <fcntl.h>
#include <fmt/format.h>
#include <linux/limits.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <new>
#include <thread>

#include "lib/base/result.h"
#include "lib/os/file.h"
#include "lib/os/process.h"

namespace arbiter {
namespace {

constexpr mode_t kForAll = 0666;  // reduced by the umask
constexpr mode_t kOwnerOnly = 0600;

FileState state_from(const struct stat& state) {
  using Kind = FileState::Kind;
  return {.kind = S_ISREG(state.st_mode)    ? Kind::Regular
                  : S_ISDIR(state.st_mode)  ? Kind::Folder
                  : S_ISFIFO(state.st_mode) ? Kind::Pipe
                                            : Kind::Other,
          .identity = {state.st_dev, state.st_ino},
          .links = state.st_nlink,
          .bytes = static_cast<std::uint64_t>(state.st_size),
          .modified = std::int64_t{state.st_mtim.tv_sec} * 1'000'000'000 + state.st_mtim.tv_nsec,
          .owner = state.st_uid,
          .group = state.st_gid,
          .permissions = state.st_mode & 07777};
}

// Returns whether a failed write can be retried: after a signal, or on a full non-blocking pipe,
// after waiting for space.
bool can_write_again(int descriptor, int reason) {
  if (reason == EINTR) return true;
  if (reason != EAGAIN && reason != EWOULDBLOCK) return false;
  pollfd wait{descriptor, POLLOUT, 0};
  return ::poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

bool is_about_space() { return errno == ENOSPC || errno == EDQUOT; }

}  // namespace

std::optional<FileState> state_of_file(const std::string& path) {
  struct stat state {};
  return ::stat(path.c_str(), &state) == 0 ? std::optional(state_from(state)) : std::nullopt;
}

std::optional<FileState> state_of_file(int descriptor) {
  struct stat state {};
  return ::fstat(descriptor, &state) == 0 ? std::optional(state_from(state)) : std::nullopt;
}

bool is_own_file(const FileState& file) { return ::geteuid() == 0 || ::geteuid() == file.owner; }

bool has_right(const std::string& path, FileRight right) {
  constexpr int kModes[] = {F_OK, R_OK, W_OK, W_OK | X_OK};
  return ::faccessat(AT_FDCWD, path.c_str(), kModes[static_cast<int>(right)], AT_EACCESS) == 0;
}

int open_file(const std::string& path, OpenMode how) {
  switch (how) {
    case OpenMode::Read: {
      const auto state = state_of_file(path);
      const bool is_pipe = state && state->kind == FileState::Kind::Pipe;
      return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_pipe ? O_NONBLOCK : 0));
    }
    case OpenMode::Write:
      return ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    case OpenMode::ReadAndWrite:
      return ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    case OpenMode::Create:
    case OpenMode::CreatePrivate:
      break;
  }
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                how == OpenMode::Create ? kForAll : kOwnerOnly);
}

int create_nameless_file(const std::string& folder, OpenMode how) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC,
                how == OpenMode::Create ? kForAll : kOwnerOnly);
}

bool link_file(int descriptor, const std::string& path) {
  const std::string own = fmt::format("/proc/self/fd/{}", descriptor);
  return ::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

std::string name_of_descriptor(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

int duplicate_descriptor(int descriptor) { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

// After EINTR the descriptor is closed on Linux.
bool close_file(int descriptor) { return ::close(descriptor) == 0 || errno == EINTR; }

void expect_sequential_reading(int descriptor) {
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::ptrdiff_t read_file(int descriptor, std::span<char> into) {
  return ::read(descriptor, into.data(), into.size());
}

std::ptrdiff_t read_file_at(int descriptor, std::uint64_t offset, std::span<char> into) {
  return ::pread(descriptor, into.data(), into.size(), static_cast<off_t>(offset));
}

std::optional<std::uint64_t> offset_in_file(int descriptor) {
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  return at < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(at));
}

bool seek_in_file(int descriptor, std::uint64_t offset) {
  return ::lseek(descriptor, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

// Peeks into a pipe, or reads the start of a file.
std::string preview_of(int descriptor, std::size_t enough) {
  constexpr int kTries = 500;
  std::array<char, 1024> start;
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  if (at >= 0) {
    const ssize_t size = ::pread(descriptor, start.data(), start.size(), at);
    return {start.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }
  std::string bytes;
  for (int i = 0; i < kTries && bytes.size() < enough; ++i) {
    std::array<int, 2> copy{};
    if (::pipe2(copy.data(), O_CLOEXEC) != 0) return {};
    const ssize_t size = ::tee(descriptor, copy[1], start.size(), 0);
    const ssize_t got = size > 0 ? ::read(copy[0], start.data(), start.size()) : 0;
    for (const int end : copy) ::close(end);
    if (got <= 0) break;  // the end of the pipe, or not a pipe
    if (i > 0 && bytes.size() == static_cast<std::size_t>(got)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    bytes.assign(start.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && !can_write_again(descriptor, errno)) return errno;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  return 0;
}

bool sync_to_disk(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno != EINTR) return errno == EINVAL || errno == EROFS || errno == ENOTSUP;
  }
  return true;
}

bool sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return true;
  const bool is_synced = sync_to_disk(descriptor);
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  return is_synced;
}

bool replace_file(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool remove_file(const char* path) { return ::unlink(path) == 0; }

std::optional<DiskSpace> disk_space(int descriptor) {
  struct statvfs disk {};
  if (::fstatvfs(descriptor, &disk) != 0) return std::nullopt;
  const std::uint64_t block = disk.f_frsize;
  return DiskSpace{disk.f_blocks * block, disk.f_bavail * block};
}

// Checks whether the disk is full by writing the bytes to an unnamed file.
bool is_full(const std::string& folder, std::size_t bytes) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kOwnerOnly);
  if (file < 0) return is_about_space();
  const std::string text(bytes, '\0');
  const ssize_t written = ::pwrite(file, text.data(), text.size(), 0);
  const bool is_full = written < 0 ? is_about_space() : static_cast<std::size_t>(written) < bytes;
  ::close(file);
  return is_full;
}

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

int open_temporary_file() {
  const std::string folder = temporary_folder();
  const int nameless = ::open(folder.c_str(), O_RDWR | O_TMPFILE | O_EXCL | O_CLOEXEC, kOwnerOnly);
  if (nameless >= 0) return nameless;
  std::string path = folder + "/arbiter-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named < 0) {
    throw IoError(fmt::format("cannot create a temporary file in {}: {}; TMPDIR sets the folder",
                              folder, reason_of_errno(errno)));
  }
  ::unlink(path.c_str());
  return named;
}

MemoryFile::MemoryFile(std::string_view content)
    : descriptor_(::memfd_create("arbiter", MFD_CLOEXEC)) {
  const int reason = descriptor_ < 0 ? errno : write_all(descriptor_, content);
  if (reason == 0) return;
  if (descriptor_ >= 0) ::close(descriptor_);
  throw IoError(fmt::format("cannot write a file in memory: {}", reason_of_errno(reason)));
}

FolderLock::FolderLock(const std::string& folder)
    : lock_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr std::chrono::milliseconds kPollInterval{1};
  const int descriptor = static_cast<int>(lock_);
  while (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (WaitInterruption::is_interrupted()) break;  // the next wait throws
    std::this_thread::sleep_for(kPollInterval);
  }
}

FolderLock::~FolderLock() {
  if (lock_ >= 0) ::close(static_cast<int>(lock_));
}

namespace {

constexpr mode_t kRunAsOwner = S_ISUID | S_ISGID;
constexpr unsigned kGroupShift = 3;  // bits between the permissions of the group and of others

constexpr std::string_view kAccessList = "system.posix_acl_access";
// Checksum attributes of the old contents, written only by the kernel.
constexpr std::string_view kChecksums[] = {"security.evm", "security.ima"};

// Sets the owner and the group as far as possible. Returns the new state of the file.
FileState set_owner(int descriptor, const FileState& owned) {
  constexpr auto kSameUser = static_cast<uid_t>(-1);
  if (::fchown(descriptor, owned.owner, owned.group) != 0 &&
      ::fchown(descriptor, kSameUser, owned.group) != 0) {
    // Owner and group remain unchanged. Only root can set the owner, and only members of a group
    // can set that group.
  }
  return state_of_file(descriptor).value_or(FileState());
}

std::vector<std::string> attribute_names(const std::string& path) {
  std::string list(XATTR_LIST_MAX, '\0');
  const ssize_t size = ::listxattr(path.c_str(), list.data(), list.size());
  std::vector<std::string> names;
  for (std::string_view rest(list.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
       !rest.empty(); rest.remove_prefix(std::min(rest.size(), names.back().size() + 1))) {
    names.emplace_back(rest.substr(0, rest.find('\0')));
  }
  return names;
}

// Returns the attribute that `read` writes into a buffer, or nothing on failure.
template <class Read>
std::optional<std::string> attribute_value(Read read) {
  std::string value(XATTR_SIZE_MAX, '\0');
  const ssize_t size = read(value.data(), value.size());
  if (size < 0) return std::nullopt;
  value.resize(static_cast<std::size_t>(size));
  return value;
}

// Copies an extended attribute. Returns false on failure, with errno set.
bool copy_attribute(const std::string& path, const std::string& name, int descriptor) {
  const auto value = attribute_value([&](char* bytes, std::size_t size) {
    return ::getxattr(path.c_str(), name.c_str(), bytes, size);
  });
  if (!value) return errno == ENODATA;
  const auto present = attribute_value([&](char* bytes, std::size_t size) {
    return ::fgetxattr(descriptor, name.c_str(), bytes, size);
  });
  return present == value ||
         ::fsetxattr(descriptor, name.c_str(), value->data(), value->size(), 0) == 0;
}

std::string title_of(const std::string& attribute) {
  if (attribute == kAccessList) return "access control list";
  return fmt::format("extended attribute {}", attribute);
}

}  // namespace

std::vector<std::string> copy_attributes(const std::string& path, const FileState& before,
                                         int descriptor) {
  std::vector<std::string> losses;
  mode_t permissions = before.permissions;
  const FileState now = set_owner(descriptor, before);
  if (now.owner != before.owner || now.group != before.group) {
    permissions &= ~kRunAsOwner;
    losses.emplace_back("its owner or group has changed, because only root can set them");
  }
  if (now.group != before.group) {
    permissions &= ~S_IRWXG | (permissions & S_IRWXO) << kGroupShift;
  }
  const std::vector<std::string> names = attribute_names(path);
  if (std::ranges::find(names, kAccessList) == names.end()) {
    ::fremovexattr(descriptor, kAccessList.data());  // inherited from the folder
  }
  for (const std::string& name : names) {
    const bool is_checksum = std::ranges::find(kChecksums, name) != std::end(kChecksums);
    if (is_checksum || copy_attribute(path, name, descriptor)) continue;
    losses.push_back(
        fmt::format("its {} was not kept ({})", title_of(name), reason_of_errno(errno)));
    // If the access control list is not copied, its mask would become the permissions of the group.
    if (name == kAccessList) permissions &= ~S_IRWXG;
  }
  if (::fchmod(descriptor, permissions) != 0) {
    losses.push_back(fmt::format("its permissions have changed ({})", reason_of_errno(errno)));
  }
  return losses;
}

}  // namespace arbiter
