#include "db/sqlite/games/name_order.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "db/sqlite/games/file_limits.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kNames[] = {
    "SELECT id, folded FROM player", "SELECT id, folded FROM event", "SELECT id, folded FROM site"};

}  // namespace

std::vector<std::uint32_t> places_of_names(const Connection& connection, NameTable table,
                                           std::span<const std::uint32_t> ids) {
  const std::uint32_t most = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
  if (most > 0) check_number(connection, "name", most, most_names(connection));
  std::vector<std::uint32_t> places(std::size_t{most} + 1);
  for (const std::uint32_t id : ids) places[id] = 1;  // wanted
  std::vector<std::pair<std::string, std::uint32_t>> names;
  Statement query = connection.prepare(kNames[static_cast<std::size_t>(table)]);
  while (query.step()) {
    const auto id = static_cast<std::size_t>(query.integer(0));
    if (id >= places.size() || places[id] == 0) continue;
    names.emplace_back(query.text(1), static_cast<std::uint32_t>(id));
  }
  std::sort(names.begin(), names.end());
  std::fill(places.begin(), places.end(), 0);
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 0 || names[i].first != names[i - 1].first) ++place;
    if (!names[i].first.empty()) places[names[i].second] = place;
  }
  std::vector<std::uint32_t> result;
  result.reserve(ids.size());
  for (const std::uint32_t id : ids) result.push_back(places[id]);
  return result;
}

}  // namespace arbiter::sqlite
