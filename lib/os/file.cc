#include "lib/os/file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <new>

namespace arbiter {

std::string temporary_file_name() {
  return fmt::format("temporary file in {}", temporary_folder());
}

std::unique_ptr<std::FILE, FileCloser> open_temporary_stream() {
  std::unique_ptr<std::FILE, FileCloser> file(::fdopen(open_temporary_file(), "w+b"));
  if (!file) throw std::bad_alloc();
  return file;
}

bool read_at(std::FILE* file, std::uint64_t offset, std::span<char> into) {
  while (!into.empty()) {
    const std::ptrdiff_t some = read_file_at(::fileno(file), offset, into);
    if (some < 0 && errno == EINTR) continue;
    if (some == 0) errno = EIO;
    if (some <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(some));
    offset += static_cast<std::uint64_t>(some);
  }
  return true;
}

MemoryFile::~MemoryFile() { close_file(descriptor_); }

std::string MemoryFile::content() const {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const std::ptrdiff_t got = read_file_at(descriptor_, text.size(), part);
    if (got <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace arbiter
