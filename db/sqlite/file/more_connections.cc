#include "db/sqlite/file/more_connections.h"

#include <utility>

namespace arbiter::sqlite {

std::vector<std::unique_ptr<Connection>> more_connections(const Connection& connection,
                                                          unsigned count) {
  std::vector<std::unique_ptr<Connection>> opened;
  for (unsigned i = 0; connection.is_file() && i < count; ++i) {
    auto one = Connection::open(connection.path(), Access::Read);
    if (!one) break;
    opened.push_back(*std::move(one));
  }
  return opened;
}

}  // namespace arbiter::sqlite
