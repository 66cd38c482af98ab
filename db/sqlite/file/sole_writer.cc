#include "db/sqlite/file/sole_writer.h"

#include <sqlite3.h>

#include <filesystem>
#include <system_error>

#include "lib/base/result.h"

namespace arbiter::sqlite {
namespace {

[[noreturn]] void fail_in_use(const Connection& connection) {
  throw IoError(connection.path() +
                ": another program is using it; try again when it has finished");
}

}  // namespace

SoleWriter::SoleWriter(const Connection& connection) {
  if (connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0) fail_in_use(connection);
  transaction_.emplace(connection);
  if (has_log(sqlite3_db_filename(connection.handle(), "main"))) fail_in_use(connection);
}

bool has_log(const std::string& path) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(path + "-wal", failure);
  return !failure && size > 0;
}

}  // namespace arbiter::sqlite
