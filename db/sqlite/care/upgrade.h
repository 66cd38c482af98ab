// The upgrade of files of an older schema, and new checksums for pages that another program wrote.
#pragma once

#include <cstdint>

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

struct UpgradeOptions {
  bool removes_foreign = false;  // tables, views, indexes and triggers that are not Arbiter's
  // The table that sets the openings of all games. Without it, games without openings get those of
  // known_openings().
  const OpeningTable* openings = nullptr;
  unsigned jobs = 1;
};

struct UpgradeResult {
  std::size_t removed = 0;
  std::int64_t version_before = 0;
  // Indexes of squares and material were added, which the file of this schema lacked.
  bool has_new_indexes = false;
  bool was_classified = false;  // the games have been given their openings
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Upgrades a file. A file of this schema gets only the missing indexes and openings, and what the
// options request. After an interruption the file can be read, and upgraded again. Others can read
// meanwhile. Throws IoError. Precondition: Database::open_to_upgrade().
UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options = {});

struct Renewal {
  std::uint64_t faults = 0;  // faults in the file; if there are any, no page was changed
  std::uint64_t pages = 0;   // pages that did not match and have a new checksum
};

// Checks everything without comparing pages, and if there are no faults, writes new checksums to
// the pages that do not match. It can be repeated after an interruption. No other program may write
// meanwhile. Throws IoError. Precondition: Database::open_unchecked() for writing.
Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener);

}  // namespace arbiter::sqlite
