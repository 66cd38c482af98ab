#include "db/query/filter_names.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "db/model/name_pattern.h"

namespace arbiter::db::query {
namespace {

constexpr const char* kPlayers = "SELECT id, folded FROM player";
constexpr const char* kEvents = "SELECT id, folded FROM event";
constexpr const char* kSites = "SELECT id, folded FROM site";
constexpr const char* kSources = "SELECT id, name FROM source";

// A condition, and where its names are collected.
struct Search {
  Search(const std::vector<std::string>& texts, NameKind kind, NameIds& ids) : found(&ids) {
    for (const std::string& text : texts) patterns.emplace_back(text, kind);
    ids.is_any = texts.empty();
  }

  bool matches(std::string_view folded) const {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const NamePattern& pattern) { return pattern.matches(folded); });
  }
  void add(std::size_t id) {
    if (found->wanted.size() <= id) found->wanted.resize(id + id / 2 + 64);
    found->wanted[id] = 1;
  }

  std::vector<NamePattern> patterns;
  NameIds* found;
};

void search(const Connection& connection, const char* sql, std::initializer_list<Search> all) {
  std::vector<Search> searches;
  std::copy_if(all.begin(), all.end(), std::back_inserter(searches),
               [](const Search& one) { return !one.patterns.empty(); });
  if (searches.empty()) return;
  Statement names = connection.prepare(sql);
  const auto look = [&](std::size_t id, std::string_view folded) {
    for (Search& one : searches) {
      if (one.matches(folded)) one.add(id);
    }
  };
  look(0, "");
  while (names.step()) look(static_cast<std::size_t>(names.integer(0)), names.text(1));
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return small;
}

void search_sources(const Connection& connection, const std::vector<std::string>& parts,
                    NameIds& ids) {
  ids.is_any = parts.empty();
  if (parts.empty()) return;
  Statement names = connection.prepare(kSources);
  while (names.step()) {
    const std::string name = in_small_letters(names.text(1));
    const bool is_meant = std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
      return name.find(in_small_letters(part)) != std::string::npos;
    });
    const auto id = static_cast<std::size_t>(names.integer(0));
    if (ids.wanted.size() <= id) ids.wanted.resize(id + 1);
    ids.wanted[id] = is_meant ? 1 : 0;
  }
}

}  // namespace

FilterNames names_meant(const Connection& connection, const GameFilter& filter) {
  FilterNames names;
  search(connection, kPlayers,
         {Search(filter.player, NameKind::Person, names.player),
          Search(filter.white, NameKind::Person, names.white),
          Search(filter.black, NameKind::Person, names.black)});
  search(connection, kEvents, {Search(filter.event, NameKind::Title, names.event)});
  search(connection, kSites, {Search(filter.site, NameKind::Title, names.site)});
  search_sources(connection, filter.source, names.source);
  return names;
}

}  // namespace arbiter::db::query
