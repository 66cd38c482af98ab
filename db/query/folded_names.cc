#include "db/query/folded_names.h"

#include <fmt/format.h>

#include <string>

namespace arbiter::db::query {

FoldedNames::FoldedNames(const Connection& connection, std::string_view table) {
  std::unordered_map<std::string, std::uint64_t> first;
  Statement rows = connection.prepare(fmt::format("SELECT id, folded FROM {} ORDER BY id", table));
  while (rows.step()) {
    const auto id = static_cast<std::uint64_t>(rows.integer(0));
    const auto [at, is_new] = first.emplace(rows.text(1), id);
    if (!is_new) groups_.emplace(id, at->second);
  }
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

}  // namespace arbiter::db::query
