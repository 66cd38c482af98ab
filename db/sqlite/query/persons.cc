#include "db/sqlite/query/persons.h"

#include <algorithm>
#include <unordered_map>

#include "db/sqlite/games/file_limits.h"
#include "db/sqlite/query/folded_names.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kNames = "SELECT id, name, folded FROM player ORDER BY id";
constexpr std::string_view kGames =
    "SELECT white AS player, count(*) FROM game WHERE flags & 1 = 0 GROUP BY white"
    " UNION ALL SELECT black, count(*) FROM game WHERE flags & 1 = 0 GROUP BY black";
constexpr std::string_view kPlayers =
    "SELECT id, white, black FROM game WHERE flags & 1 = 0 ORDER BY id";

}  // namespace

std::vector<Person> persons_of(const Connection& connection) {
  std::unordered_map<std::int64_t, std::uint64_t> games;
  Statement counts = connection.prepare(kGames);
  while (counts.step()) games[counts.integer(0)] += static_cast<std::uint64_t>(counts.integer(1));
  const FoldedNames groups(connection, "player");
  std::vector<Person> persons;
  std::unordered_map<std::uint64_t, std::size_t> places;  // by group
  Statement names = connection.prepare(kNames);
  const std::int64_t most = most_names(connection);
  while (names.step()) {
    const std::int64_t id = names.integer(0);
    check_number(connection, "player", id, most);
    const auto [at, is_new] =
        places.try_emplace(groups.group_of(static_cast<std::uint64_t>(id)), persons.size());
    if (is_new) persons.emplace_back();
    Person& person = persons[at->second];
    const std::uint64_t count = games.contains(id) ? games[id] : 0;
    person.names.push_back({static_cast<std::uint32_t>(id), std::string(names.text(1)),
                            std::string(names.text(2)), count});
    person.games += count;
  }
  for (Person& person : persons) {
    std::ranges::stable_sort(person.names, std::ranges::greater(), &PersonName::games);
  }
  std::erase_if(persons, [](const Person& person) { return person.games == 0; });
  std::ranges::stable_sort(persons, std::ranges::greater(), &Person::games);
  return persons;
}

std::optional<std::int64_t> game_between(const Connection& connection,
                                         std::span<const std::uint32_t> names,
                                         std::span<const std::uint32_t> others) {
  const auto is_of = [](std::span<const std::uint32_t> person, std::int64_t name) {
    return std::ranges::find(person, name) != person.end();
  };
  Statement games = connection.prepare(kPlayers);
  while (games.step()) {
    const std::int64_t white = games.integer(1);
    const std::int64_t black = games.integer(2);
    if ((is_of(names, white) && is_of(others, black)) ||
        (is_of(names, black) && is_of(others, white))) {
      return games.integer(0);
    }
  }
  return {};
}

}  // namespace arbiter::sqlite
