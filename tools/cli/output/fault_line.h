// Faults of a database as lines for people.
#pragma once

#include <string>
#include <string_view>

#include "db/model/storage.h"

namespace arbiter {

// "games.db: error[index]: game 3: its first position is not indexed"
std::string fault_line(std::string_view database, const IntegrityFault& fault);

}  // namespace arbiter
