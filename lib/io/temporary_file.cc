#include "lib/io/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

namespace arbiter {
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
