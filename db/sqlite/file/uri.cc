#include "db/sqlite/file/uri.h"

#include <fmt/format.h>

namespace arbiter::sqlite {

std::string uri_of(std::string_view path, std::string_view query) {
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02x}", static_cast<unsigned>(c));
    } else {
      uri += c;
    }
  }
  return uri.append(query);
}

}  // namespace arbiter::sqlite
