#include "db/sqlite/games/opening_names.h"

#include <algorithm>
#include <string_view>

#include "db/model/column_values.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFind = "SELECT id FROM opening WHERE name = ?1 AND eco = ?2";
constexpr std::string_view kAdd = "INSERT INTO opening (name, eco) VALUES (?1, ?2)";

}  // namespace

OpeningStore::OpeningStore(const Connection& connection)
    : connection_(connection), find_(connection.prepare(kFind)), add_(connection.prepare(kAdd)) {}

std::uint32_t OpeningStore::number_of(const PlayedOpening& played) {
  if (played.opening == nullptr) return 0;
  auto known = ids_.find(played.opening);
  if (known == ids_.end()) {
    known = ids_.emplace(played.opening, find_or_add(*played.opening)).first;
  }
  const auto ply = std::min<std::size_t>(played.ply, kMostOpeningPly);
  return known->second << kOpeningPlyBits | static_cast<std::uint32_t>(ply);
}

std::uint32_t OpeningStore::find_or_add(const Opening& opening) {
  const std::uint16_t eco = eco_number(opening.eco);
  if (find_.bind(1, opening.name).bind(2, eco).step()) {
    const auto id = static_cast<std::uint32_t>(find_.integer(0));
    find_.reset();
    return id;
  }
  add_.bind(1, opening.name).bind(2, eco).run();
  return static_cast<std::uint32_t>(connection_.last_row());
}

}  // namespace arbiter::sqlite
