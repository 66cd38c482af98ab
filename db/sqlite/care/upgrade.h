// Files of an older schema made those of this one.
#pragma once

#include <cstdint>

#include "db/model/integrity_report.h"
#include "db/sqlite/games/database.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

struct UpgradeOptions {
  bool removes_foreign = false;  // tables, views, indexes and triggers that are not Arbiter's
  // Gives all games their openings by this table. Without it, games that have none yet are given
  // those of known_openings().
  const OpeningTable* openings = nullptr;
  unsigned jobs = 1;
};

struct UpgradeResult {
  std::size_t removed = 0;
  std::int64_t version_before = 0;
  // Of squares, for patterns: the file was of this schema, but lacked them.
  bool has_new_bitmaps = false;
  bool was_classified = false;  // the games have been given their openings
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Precondition: Database::open_to_upgrade(). A file of this schema only gets the bitmaps of squares
// and the openings that it lacks, and what the options ask for. Interrupted at
// any moment, the file can be read, and upgraded again. Others can read meanwhile. Throws IoError.
UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options = {});

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
