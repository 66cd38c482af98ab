#include "lib/io/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "lib/io/file_kind.h"
#include "lib/io/output_file.h"

namespace arbiter {
namespace {

constexpr std::size_t kSpoolBytes = 256 * 1024;

[[noreturn]] void throw_io_error(const std::string& name, int error_number) {
  throw IoError(fmt::format("{}: {}", name, reason_of_errno(error_number)));
}

// Returns the flags to open a file. Opening a named pipe would wait for its writer.
int opening_flags(const std::string& path) {
  struct stat status {};
  const bool is_pipe = ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  return O_RDONLY | O_CLOEXEC | (is_pipe ? O_NONBLOCK : 0);
}

}  // namespace

std::size_t read_fully(ByteSource& source, std::span<char> into) {
  std::size_t size = 0;
  while (size < into.size()) {
    const std::size_t more = source.read(into.subspan(size));
    if (more == 0) break;
    size += more;
  }
  return size;
}

FileSource::FileSource(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)) {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return;
  total_bytes_ = static_cast<std::uint64_t>(status.st_size);
  const off_t start = ::lseek(descriptor_, 0, SEEK_CUR);
  if (start > 0) position_ = static_cast<std::uint64_t>(start);
  ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

FileSource::~FileSource() { ::close(descriptor_); }

Result<std::unique_ptr<FileSource>> FileSource::open(const std::string& path) {
  const bool is_standard_input = path == "-";
  const int descriptor = is_standard_input ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                           : ::open(path.c_str(), opening_flags(path));
  if (descriptor < 0) return Error{reason_of_errno(errno)};
  std::unique_ptr<FileSource> file(
      new FileSource(descriptor, is_standard_input ? "standard input" : path));
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
    return Error{reason_of_errno(EISDIR)};
  // Reading would never end, because the output is appended to the input.
  if (auto fault = fault_as_standard_output(identity_of_descriptor(descriptor)))
    return Error{*std::move(fault)};
  return file;
}

Result<std::unique_ptr<FileSource>> FileSource::spool(ByteSource& source,
                                                      const FileSource& packed) {
  std::unique_ptr<FileSource> copy(new FileSource(open_temporary_file(), temporary_file_name()));
  std::uint64_t bytes = 0;
  std::vector<char> block(kSpoolBytes);
  while (const std::size_t size = source.read(block)) {
    bytes += size;
    const std::uint64_t packed_bytes = packed.total_bytes().value_or(packed.position());
    if (auto error = check_unpacked_size(bytes, packed_bytes, copy->descriptor_)) return *error;
    write_fully(copy->descriptor_, {block.data(), size}, copy->name_);
  }
  copy->total_bytes_ = bytes;
  copy->seek(0);
  return copy;
}

std::size_t FileSource::read(std::span<char> into) {
  assert(!into.empty());
  for (;;) {
    if (!is_regular()) wait_for_input(descriptor_);
    const ssize_t size = ::read(descriptor_, into.data(), into.size());
    if (size >= 0) {
      position_.fetch_add(static_cast<std::uint64_t>(size), std::memory_order_relaxed);
      return static_cast<std::size_t>(size);
    }
    if (errno != EINTR && errno != EAGAIN) throw_io_error(name_, errno);
  }
}

void FileSource::seek(std::uint64_t position) {
  assert(is_regular());
  if (::lseek(descriptor_, static_cast<off_t>(position), SEEK_SET) < 0) {
    throw_io_error(name_, errno);
  }
  position_.store(position, std::memory_order_relaxed);
}

PeekableSource::PeekableSource(std::shared_ptr<ByteSource> source, std::size_t bytes)
    : source_(std::move(source)), start_(bytes, '\0') {
  start_.resize(read_fully(*source_, start_));
}

std::size_t PeekableSource::read(std::span<char> into) {
  if (start_read_ == start_.size()) return source_->read(into);
  const std::size_t size = std::min(into.size(), start_.size() - start_read_);
  std::memcpy(into.data(), start_.data() + start_read_, size);
  start_read_ += size;
  return size;
}

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

Spool::Spool() : file_(::fdopen(open_temporary_file(), "w+")) {
  if (!file_) throw std::bad_alloc();
}

std::uint64_t Spool::add(std::string_view bytes) {
  const std::uint64_t offset = size_;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    throw_io_error(temporary_file_name(), errno);
  }
  size_ += bytes.size();
  return offset;
}

void Spool::read(std::uint64_t offset, std::size_t size, std::string& into) {
  into.resize(size);
  if (std::fflush(file_.get()) != 0) throw_io_error(temporary_file_name(), errno);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t some = ::pread(::fileno(file_.get()), into.data() + done, size - done,
                                 static_cast<off_t>(offset + done));
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) throw_io_error(temporary_file_name(), some < 0 ? errno : EIO);
    done += static_cast<std::size_t>(some);
  }
}

namespace {

constexpr mode_t kOwnerOnly = 0600;

// The limit from set_max_unpacked(); 0 if there is none.
std::atomic<std::uint64_t> max_unpacked = 0;

// The disk space that copies of more than kMaxUncheckedBytes leave free: 5 % of the disk, at most
// 1 GB.
constexpr std::uint64_t kMaxUncheckedBytes = std::uint64_t{16} << 20;
constexpr std::uint64_t kMaxReserve = std::uint64_t{1} << 30;
constexpr std::uint64_t kReserveShare = 20;

std::string megabytes(std::uint64_t bytes) { return fmt::format("{} MB", bytes >> 20); }

std::optional<Error> check_disk_space(std::uint64_t unpacked_bytes, int descriptor) {
  struct statvfs disk {};
  if (unpacked_bytes <= kMaxUncheckedBytes || ::fstatvfs(descriptor, &disk) != 0)
    return std::nullopt;
  const std::uint64_t block = disk.f_frsize;
  const std::uint64_t reserve = std::min(disk.f_blocks * block / kReserveShare, kMaxReserve);
  const std::uint64_t available = disk.f_bavail * block;
  if (available >= reserve) return std::nullopt;
  return Error{fmt::format(
      "unpacking the archive would leave less than {} of disk space in {}; free some space, or set "
      "TMPDIR to another folder",
      megabytes(reserve), temporary_folder())};
}

}  // namespace

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

std::string temporary_file_name() {
  return fmt::format("temporary file in {}", temporary_folder());
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

void set_max_unpacked(std::uint64_t bytes) { max_unpacked = bytes; }

std::optional<Error> check_unpacked_size(std::uint64_t unpacked_bytes, std::uint64_t packed_bytes,
                                         int descriptor) {
  const std::uint64_t chosen = max_unpacked;
  const std::uint64_t by_ratio = std::max(kMinUnpackedLimit, packed_bytes * kMaxUnpackedRatio);
  if (unpacked_bytes <= (chosen > 0 ? chosen : by_ratio)) {
    return check_disk_space(unpacked_bytes, descriptor);
  }
  if (chosen > 0) {
    return Error{fmt::format("the archive is larger than {} unpacked, the limit of --max-unpacked",
                             megabytes(chosen))};
  }
  return Error{fmt::format(
      "the archive is larger than {} unpacked, and {} times its compressed size; --max-unpacked "
      "SIZE allows more",
      megabytes(by_ratio), kMaxUnpackedRatio)};
}

}  // namespace arbiter
