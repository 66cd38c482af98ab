// What wraps games files on disk, told by the bytes and never by the name.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

enum class Container { None, Gzip, Bzip2, Xz, Zstd, Tar, Zip, SevenZip };

// From the first bytes of a file; 512 are enough.
Container container_of(std::string_view start);
// Of a file that can be read again; None for what cannot be read, and for a pipe.
Container container_of_file(const std::string& path);

// "gzip", "zip", ...; empty for None.
std::string_view to_string(Container container);

// One compressed stream, rather than an archive of named members.
constexpr bool is_compression(Container container) {
  return container >= Container::Gzip && container <= Container::Zstd;
}

// Whether reading it means jumping about in the file.
constexpr bool needs_seeking(Container container) {
  return container == Container::Zip || container == Container::SevenZip;
}

}  // namespace arbiter
