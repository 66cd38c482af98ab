// The only one who writes to a file, all of which is in the file itself.
#pragma once

#include <optional>
#include <string>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// A transaction that begins with an empty log: as long as it lives, and writes nothing, nobody
// changes a byte of the file. Rolled back at the end. Throws IoError where others do not let go of
// the log.
class SoleWriter {
 public:
  explicit SoleWriter(const Connection& connection);

 private:
  std::optional<Transaction> transaction_;
};

// Whether there is anything in the log of the file at `path`, which is no link.
bool has_log(const std::string& path);

}  // namespace arbiter::sqlite
