// Upgrade of files with an older schema, and renewal of checksums for pages written by another
// program.
#pragma once

#include <cstdint>

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

struct UpgradeOptions {
  // True to remove tables, views, indexes and triggers that do not belong to Arbiter.
  bool removes_foreign = false;
  // The table for classifying all games again. If null, only games without openings are classified,
  // with known_openings().
  const OpeningTable* openings = nullptr;
  unsigned jobs = 1;
};

struct UpgradeResult {
  std::size_t removed = 0;
  std::int64_t version_before = 0;
  // True if indexes of squares and material were added that the file lacked.
  bool has_new_indexes = false;
  bool was_classified = false;  // true if the games were given their openings
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Upgrades a file. A file of the current schema gets only missing indexes and openings, and what
// the options request. After an interruption the file can be read, and upgraded again. Other
// programs can read it meanwhile. Throws IoError. Precondition: `database` was opened with
// Database::open_to_upgrade().
UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options = {});

struct Renewal {
  std::uint64_t faults = 0;  // number of problems in the file; if it is not 0, no page was changed
  std::uint64_t pages = 0;   // number of pages with a new checksum
};

// Checks the file without comparing page checksums. If there are no problems, writes new checksums
// to mismatched pages. Can be repeated after an interruption. No other program may write meanwhile.
// Throws IoError. Precondition: Database::open_unchecked() for writing.
Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener);

}  // namespace arbiter::sqlite
