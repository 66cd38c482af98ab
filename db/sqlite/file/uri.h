// Names of files as SQLite's URIs.
#pragma once

#include <string>
#include <string_view>

namespace arbiter::sqlite {

// `query` begins with ?, or is empty. No byte of the path means more than itself.
std::string uri_of(std::string_view path, std::string_view query);

}  // namespace arbiter::sqlite
