// Files of an older schema made those of this one.
#pragma once

#include <cstdint>

#include "db/games/database.h"

namespace arbiter::db::care {

struct UpgradeOptions {
  bool removes_foreign = false;  // tables, views, indexes and triggers that are not Arbiter's
};

struct UpgradeResult {
  std::size_t removed = 0;
  std::int64_t version_before = 0;
  // Of squares, for patterns: the file was of this schema, but lacked them.
  bool has_new_bitmaps = false;
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Precondition: Database::open_to_upgrade(). A file of this schema only gets the bitmaps
// of squares that it lacks. Interrupted at
// any moment, the file can be read, and upgraded again. Others can read meanwhile. Throws IoError.
UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options = {});

}  // namespace arbiter::db::care
