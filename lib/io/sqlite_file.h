// SQLite files, recognized by their first bytes.
#pragma once

#include <optional>
#include <string>

namespace arbiter {

// What SQLite keeps beside a database, by the endings of their names.
inline constexpr const char* kSqliteCompanions[] = {"-wal", "-shm", "-journal"};

// Nothing where there are no bytes to tell by: in an empty file, a folder, a pipe, and in what is
// not there or cannot be read.
std::optional<bool> starts_as_sqlite(const std::string& path);

bool is_sqlite_file(const std::string& path);

// The database that a file of this name belongs to, by its ending, whether the file is there or
// not.
std::optional<std::string> database_of_companion(const std::string& path);

}  // namespace arbiter
