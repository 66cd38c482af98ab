#include "db/sqlite/query/folded_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "db/sqlite/games/person_changes.h"

namespace arbiter::sqlite {

FoldedNames::FoldedNames(const Connection& connection, std::string_view table) {
  std::unordered_map<std::string, std::uint64_t> first;
  Statement rows = connection.prepare(fmt::format("SELECT id, folded FROM {} ORDER BY id", table));
  while (rows.step()) {
    const auto id = static_cast<std::uint64_t>(rows.integer(0));
    const auto [at, is_new] = first.emplace(rows.text(1), id);
    if (!is_new) groups_.emplace(id, at->second);
  }
  if (table == "player" && has_person_changes(connection)) join_persons(connection);
}

// Names of one person join the group of the first of them, with all that are folded the same.
void FoldedNames::join_persons(const Connection& connection) {
  std::unordered_map<std::uint64_t, std::uint64_t> joined;  // groups to groups
  const auto root_of = [&joined](std::uint64_t group) {
    for (auto at = joined.find(group); at != joined.end(); at = joined.find(group)) {
      group = at->second;
    }
    return group;
  };
  std::unordered_map<std::int64_t, std::uint64_t> first;  // group by person
  Statement rows =
      connection.prepare("SELECT id, person FROM player WHERE person IS NOT NULL ORDER BY id");
  while (rows.step()) {
    const std::uint64_t group = root_of(group_of(static_cast<std::uint64_t>(rows.integer(0))));
    const std::uint64_t known = root_of(first.try_emplace(rows.integer(1), group).first->second);
    if (known != group) joined.emplace(std::max(known, group), std::min(known, group));
  }
  for (auto& [id, group] : groups_) group = root_of(group);
  for (const auto& [group, other] : joined) groups_.emplace(group, root_of(other));
}

std::uint64_t FoldedNames::group_of(std::uint64_t id) const {
  const auto at = groups_.find(id);
  return at == groups_.end() ? id : at->second;
}

void FoldedNames::count(std::uint64_t id) {
  const std::uint64_t games = ++counts_[id];
  Spelling& most = most_[group_of(id)];
  if (games > most.games || (games == most.games && id < most.id)) most = {id, games};
}

std::uint64_t FoldedNames::spelling_of(std::uint64_t group) const {
  const auto at = most_.find(group);
  return at == most_.end() ? group : at->second.id;
}

}  // namespace arbiter::sqlite
