#include "db/sqlite/query/opening_list.h"

#include <string_view>

#include "db/sqlite/games/file_limits.h"
#include "db/sqlite/games/opening_names.h"
#include "db/sqlite/games/schema.h"
#include "lib/base/result.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kOpenings = "SELECT id, eco, name FROM opening";

}  // namespace

void require_openings(const Connection& connection) {
  if (has_openings(connection)) return;
  throw IoError(connection.path() +
                ": the openings of its games are unknown; run `arbiter upgrade`");
}

OpeningList::OpeningList(const Connection& connection) {
  if (!has_openings(connection)) return;
  Statement openings = connection.prepare(kOpenings);
  const std::int64_t most = most_names(connection);
  while (openings.step()) {
    const std::int64_t id = openings.integer(0);
    check_number(connection, "opening", id, most);
    rows_[static_cast<std::uint32_t>(id)] = {static_cast<std::uint16_t>(openings.integer(1)),
                                             std::string(openings.text(2))};
  }
}

const OpeningList::Row& OpeningList::operator[](std::uint64_t number) const {
  const auto row = rows_.find(opening_id_of(number));
  return row == rows_.end() ? none_ : row->second;
}

}  // namespace arbiter::sqlite
