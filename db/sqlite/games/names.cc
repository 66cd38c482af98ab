#include "db/sqlite/games/names.h"

#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

constexpr std::size_t kMostNames = 1'000'000;

// One of the tables; all have the same columns.
struct NameSql {
  std::string_view find, add, is_empty;
};

constexpr NameSql kSql[] = {
    {"SELECT id FROM player WHERE name = ?1", "INSERT INTO player (name, folded) VALUES (?1, ?2)",
     "SELECT NOT EXISTS (SELECT 1 FROM player)"},
    {"SELECT id FROM event WHERE name = ?1", "INSERT INTO event (name, folded) VALUES (?1, ?2)",
     "SELECT NOT EXISTS (SELECT 1 FROM event)"},
    {"SELECT id FROM site WHERE name = ?1", "INSERT INTO site (name, folded) VALUES (?1, ?2)",
     "SELECT NOT EXISTS (SELECT 1 FROM site)"},
};

const NameSql& sql_of(NameTable table) { return kSql[static_cast<std::size_t>(table)]; }

}  // namespace

NameStore::NameStore(const Connection& connection, NameTable table)
    : connection_(connection),
      find_(connection.prepare(sql_of(table).find)),
      add_(connection.prepare(sql_of(table).add)),
      has_all_(connection.integer(sql_of(table).is_empty) != 0) {}

void NameStore::forget() {
  ids_.clear();
  has_all_ = false;
}

std::uint32_t NameStore::id_of(std::string_view name) {
  if (name.empty()) return 0;
  if (const auto known = ids_.find(name); known != ids_.end()) return known->second;
  if (ids_.size() >= kMostNames) forget();
  const std::uint32_t id = find_or_add(name);
  ids_.emplace(name, id);
  return id;
}

std::uint32_t NameStore::find_or_add(std::string_view name) {
  if (!has_all_ && find_.bind(1, name).step()) {
    const auto id = static_cast<std::uint32_t>(find_.integer(0));
    find_.reset();
    return id;
  }
  const std::string folded = folded_name(name);
  add_.bind(1, name).bind(2, folded).run();
  return static_cast<std::uint32_t>(connection_.last_row());
}

}  // namespace arbiter::sqlite
