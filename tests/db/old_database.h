// A database with an older schema.
#pragma once

#include <string>

#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Unpacks testdata/version-1.db.zst (15 games) into the folder. Returns the path of the database.
std::string make_old_database(const TemporaryFolder& folder);

}  // namespace arbiter::testing
