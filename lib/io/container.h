// What wraps games files on disk, told by the bytes and never by the name.
#pragma once

#include <string_view>

#include "lib/base/namespaces.h"

namespace arbiter::io {

enum class Container { None, Gzip, Bzip2, Xz, Zstd, Tar, Zip, SevenZip };

// From the first bytes of a file; 512 are enough.
Container container_of(std::string_view start);

// One compressed stream, rather than an archive of named members.
constexpr bool is_compression(Container container) {
  return container >= Container::Gzip && container <= Container::Zstd;
}

// Whether reading it means jumping about in the file.
constexpr bool needs_seeking(Container container) {
  return container == Container::Zip || container == Container::SevenZip;
}

}  // namespace arbiter::io
