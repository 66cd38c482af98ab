#include "lib/io/sqlite_file.h"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace arbiter {

std::optional<bool> starts_as_sqlite(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return std::nullopt;
  constexpr std::string_view kMagic{"SQLite format 3\0", 16};
  std::ifstream file(path, std::ios::binary);
  std::string start(kMagic.size(), ' ');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (file.gcount() <= 0) return std::nullopt;
  return start == kMagic;
}

bool is_sqlite_file(const std::string& path) { return starts_as_sqlite(path).value_or(false); }

std::optional<std::string> database_of_companion(const std::string& path) {
  for (const std::string_view ending : kSqliteCompanions) {
    if (!path.ends_with(ending)) continue;
    std::string database = path.substr(0, path.size() - ending.size());
    if (is_sqlite_file(database)) return database;
  }
  return std::nullopt;
}

}  // namespace arbiter
