// More connections to a file that is open, one for each thread that reads.
#pragma once

#include <memory>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// Up to `count`, for reading. None where the file cannot be opened a second time: a database in
// memory, a private one, somebody else's.
std::vector<std::unique_ptr<Connection>> more_connections(const Connection& connection,
                                                          unsigned count);

}  // namespace arbiter::sqlite
