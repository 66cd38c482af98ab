#include "db/sqlite/care/renewal.h"

#include "db/sqlite/care/integrity.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/file/sole_writer.h"

namespace arbiter::sqlite {
Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener) {
  const Connection& connection = database.connection();
  const SoleWriter writer(connection);
  const IntegrityOptions options{.foreign = ForeignCheck::Ignore, .jobs = jobs};
  const std::uint64_t faults = check_integrity(database, options, listener).faults;
  if (faults > 0) return {.faults = faults};
  return {.pages = renew_checksums(connection)};
}

}  // namespace arbiter::sqlite
