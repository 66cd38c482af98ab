// What is in a file beside our tables, or instead of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

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
// from them. That of openings may be missing. About 20 us.
std::vector<SchemaFault> table_faults(const Connection& connection);

// Everything that is not as in a new file of its schema, nor the user's own; the indexes for SQL
// may be missing. About 1 ms.
std::vector<SchemaFault> schema_faults(const Connection& connection);

// A view of Arbiter's that is another in the file: what it shows could be anything, and take
// forever.
std::optional<SchemaFault> changed_view(const Connection& connection);

// Takes the tables and views that are there beside Arbiter's for the user's own, with their indexes
// and triggers: they stay, and keep nobody from writing. Not what is on a table of Arbiter's. Does
// nothing in a transaction that the user has not ended.
void adopt_objects(const Connection& connection);

// "table notes", "view v": the user's own.
std::vector<std::string> own_objects(const Connection& connection);

// Removes what is foreign, inside the caller's transaction. Returns how many objects.
std::size_t remove_foreign(const Connection& connection);

// Makes the views of this schema anew, inside the caller's transaction.
void renew_views(const Connection& connection);

}  // namespace arbiter::sqlite
