#include "lib/io/spool.h"

#include <unistd.h>

#include <cerrno>

#include "lib/base/io_error.h"

namespace arbiter {
namespace {

[[noreturn]] void fail(int error_number) {
  throw IoError("temporary file: " + reason_of_errno(error_number));
}

}  // namespace

Spool::Spool() : file_(std::tmpfile()) {
  if (!file_) fail(errno);
}

std::uint64_t Spool::add(std::string_view bytes) {
  const std::uint64_t offset = size_;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    fail(errno);
  }
  size_ += bytes.size();
  return offset;
}

void Spool::read(std::uint64_t offset, std::size_t size, std::string& into) {
  into.resize(size);
  if (std::fflush(file_.get()) != 0) fail(errno);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t some = ::pread(::fileno(file_.get()), into.data() + done, size - done,
                                 static_cast<off_t>(offset + done));
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) fail(some < 0 ? errno : EIO);
    done += static_cast<std::size_t>(some);
  }
}

}  // namespace arbiter
