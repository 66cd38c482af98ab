// What is in a file beside our tables, or instead of them.
#pragma once

#include <string>
#include <vector>

#include "db/sqlite/connection.h"

namespace arbiter::db::games {

// One table, view, index or trigger.
struct SchemaFault {
  enum class Kind { Foreign, Changed, Missing };

  Kind kind{};
  std::string type;
  std::string name;
};

// "the trigger 'x' is not Arbiter's"
std::string to_string(const SchemaFault& fault);

// Tables that are missing, or are not what they are in a file of its schema: nothing can be read
// from them. About 20 us.
std::vector<SchemaFault> table_faults(const Connection& connection);

// Everything that is not as in a new file, of this schema; the indexes for SQL may be missing.
// About 1 ms.
std::vector<SchemaFault> schema_faults(const Connection& connection);

// Removes what is foreign, and makes the views anew, inside the caller's transaction. Returns how
// many objects were foreign.
std::size_t clean_schema(const Connection& connection);

}  // namespace arbiter::db::games
