// Files of an older schema made those of this one.
#pragma once

#include <cstdint>

#include "db/games/database.h"

namespace arbiter::db::care {

struct UpgradeResult {
  std::int64_t version_before = 0;
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Precondition: Database::open_to_upgrade(). Does nothing to a file of this schema. Interrupted at
// any moment, the file can be read, and upgraded again. Others can read meanwhile. Throws IoError.
UpgradeResult upgrade_database(const Database& database);

}  // namespace arbiter::db::care
