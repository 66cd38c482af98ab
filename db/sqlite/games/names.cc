#include "db/sqlite/games/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "db/model/column_values.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/schema.h"
#include "lib/base/result.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

constexpr std::size_t kMaxCachedNames = 1'000'000;

constexpr std::string_view kTableNames[] = {"player", "event", "site", "source", "opening"};

constexpr std::string_view kFindOpening = "SELECT id FROM opening WHERE name = ?1 AND eco = ?2";
constexpr std::string_view kAdd = "INSERT INTO opening (name, eco) VALUES (?1, ?2)";

constexpr std::string_view kOpenings = "SELECT id, eco, name FROM opening";

}  // namespace

std::string_view to_string(NameTable table) { return kTableNames[static_cast<std::size_t>(table)]; }

NameStore::NameStore(const Connection& connection, NameTable table)
    : connection_(connection),
      find_(connection.prepare(fmt::format("SELECT id FROM {} WHERE name = ?1", to_string(table)))),
      add_(connection.prepare(
          fmt::format("INSERT INTO {} (name, folded) VALUES (?1, ?2)", to_string(table)))),
      has_all_(connection.integer(
                   fmt::format("SELECT NOT EXISTS (SELECT 1 FROM {})", to_string(table))) != 0) {}

void NameStore::forget() {
  ids_.clear();
  has_all_ = false;
}

std::uint32_t NameStore::id_of(std::string_view name) {
  if (name.empty()) return 0;
  if (const auto known = ids_.find(name); known != ids_.end()) return known->second;
  if (ids_.size() >= kMaxCachedNames) forget();
  const std::uint32_t id = find_or_add(name);
  ids_.emplace(name, id);
  return id;
}

std::uint32_t NameStore::find_or_add(std::string_view name) {
  if (!has_all_) {
    if (const auto id = find_.find(name)) return static_cast<std::uint32_t>(*id);
  }
  const std::string folded = folded_name(name);
  add_.bind_all(name, folded).run();
  return static_cast<std::uint32_t>(connection_.last_row());
}

std::vector<std::uint32_t> places_of_names(const Connection& connection, NameTable table,
                                           std::span<const std::uint32_t> ids) {
  const std::uint32_t last = ids.empty() ? 0 : std::ranges::max(ids);
  if (last > 0) check_number(connection, "name", last, max_name(connection));
  std::vector<std::uint32_t> places(std::size_t{last} + 1);
  for (const std::uint32_t id : ids) places[id] = 1;  // the name was requested
  std::vector<std::pair<std::string, std::uint32_t>> names;
  Statement query = connection.prepare(fmt::format("SELECT id, folded FROM {}", to_string(table)));
  while (query.step()) {
    const auto id = static_cast<std::size_t>(query.integer(0));
    if (id >= places.size() || places[id] == 0) continue;
    names.emplace_back(query.text(1), static_cast<std::uint32_t>(id));
  }
  std::ranges::sort(names);
  std::ranges::fill(places, 0);
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

OpeningStore::OpeningStore(const Connection& connection)
    : connection_(connection),
      find_(connection.prepare(kFindOpening)),
      add_(connection.prepare(kAdd)) {}

std::uint32_t OpeningStore::number_of(const PlayedOpening& played) {
  if (played.opening == nullptr) return 0;
  auto known = ids_.find(played.opening);
  if (known == ids_.end()) {
    known = ids_.emplace(played.opening, find_or_add(*played.opening)).first;
  }
  const auto ply = std::min<std::size_t>(played.ply, kMaxOpeningPly);
  return known->second << kOpeningPlyBits | static_cast<std::uint32_t>(ply);
}

std::uint32_t OpeningStore::find_or_add(const Opening& opening) {
  const std::uint16_t eco = eco_number(opening.eco);
  if (const auto id = find_.find(opening.name, eco)) return static_cast<std::uint32_t>(*id);
  add_.bind_all(opening.name, eco).run();
  return static_cast<std::uint32_t>(connection_.last_row());
}

void require_openings(const Connection& connection) {
  if (has_openings(connection)) return;
  throw IoError(connection.path() +
                ": the openings of its games are unknown; run `arbiter upgrade`");
}

OpeningList::OpeningList(const Connection& connection) {
  if (!has_openings(connection)) return;
  Statement openings = connection.prepare(kOpenings);
  const std::int64_t most = max_name(connection);
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
