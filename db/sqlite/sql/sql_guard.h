// What SQL from outside may do to a database.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "db/sqlite/file/connection.h"

struct sqlite3;

namespace arbiter::sqlite {

enum class SqlRights : std::uint8_t {
  Read,           // changes nothing: no file, no setting
  Write,          // changes what is not Arbiter's own: other tables and views in the file
  WriteInternals  // changes everything
};

// Why a statement was refused.
struct SqlRefusal {
  enum class Reason : std::uint8_t { OnlyReading, Internal, Harmful };

  std::string act;  // what it would do: "delete from game"; empty: none was refused
  Reason reason = Reason::OnlyReading;
};

// Watches over all that is prepared on a connection, for as long as it lives.
class SqlGuard {
 public:
  SqlGuard(const Connection& connection, SqlRights rights);
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;
  ~SqlGuard();

  // The last one.
  const SqlRefusal& refusal() const { return refusal_; }

 private:
  static int authorize(void* guard, int action, const char* first, const char* second, const char*,
                       const char*);
  bool allows(int action, const std::string& first, const char* argument) const;

  sqlite3* handle_;
  SqlRights rights_;
  std::set<std::string> ours_;  // tables, views and indexes
  SqlRefusal refusal_;
};

}  // namespace arbiter::sqlite
