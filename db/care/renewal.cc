#include "db/care/renewal.h"

#include <filesystem>
#include <system_error>

#include "db/care/integrity.h"
#include "db/sqlite/page_checksums.h"
#include "lib/base/io_error.h"

namespace arbiter::db::care {
namespace {

bool has_log(const std::string& path) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(path + "-wal", failure);
  return !failure && size > 0;
}

[[noreturn]] void fail_in_use(const Connection& connection) {
  throw IoError(connection.path() +
                ": another program is using it; try again when it has finished");
}

}  // namespace

Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener) {
  const Connection& connection = database.connection();
  if (connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0) fail_in_use(connection);
  const Transaction transaction(connection);  // keeps others from writing; is rolled back
  if (has_log(connection.path())) fail_in_use(connection);
  const IntegrityOptions options{.foreign = ForeignCheck::Ignore, .jobs = jobs};
  const std::uint64_t faults = check_integrity(database, options, listener).faults;
  if (faults > 0) return {.faults = faults};
  return {.pages = renew_checksums(connection)};
}

}  // namespace arbiter::db::care
