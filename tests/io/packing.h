// Archives and compressed streams for tests, written independently of the reader.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

using Files =
    std::vector<std::pair<std::string, std::string>>;  // name and content; folders end in '/'

// `compression` is "gzip", "bzip2", "xz" or "zstd".
std::string compress(const std::string& compression, const std::string& content);

// `format` is "zip" (deflated), "7zip" or "tar".
std::string pack(const std::string& format, const Files& files);

}  // namespace arbiter::testing
