// New checksums for pages that another program has written.
#pragma once

#include <cstdint>

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

struct Renewal {
  std::uint64_t faults = 0;  // that are in the file; then no page was changed
  std::uint64_t pages = 0;   // that did not match and have a new checksum
};

// Looks at everything without comparing pages, as check_integrity() does, and if nothing is wrong
// gives the pages that do not match new checksums. Interrupted at any moment, the rest can be given
// theirs later. Nobody else writes meanwhile. Precondition: Database::open_unchecked() for writing.
// Throws IoError.
Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener);

}  // namespace arbiter::sqlite
