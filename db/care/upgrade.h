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
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Precondition: Database::open_to_upgrade(). Does nothing to a file of this schema. Interrupted at
// any moment, the file can be read, and upgraded again. Others can read meanwhile. Throws IoError.
UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options = {});

}  // namespace arbiter::db::care
