#include "db/sqlite/query/persons.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "db/model/game_draft.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

// The query for changes, which are in `meta`. An example is "person 00000003" with "merge", the
// reason and the moves, each on one line.
constexpr std::string_view kHasChanges =
    "SELECT count(*) FROM meta WHERE name >= 'person ' AND name < 'person!'";
constexpr std::string_view kChanges =
    "SELECT substr(name, 8), value FROM meta WHERE name >= 'person ' AND name < 'person!'"
    " ORDER BY name";
constexpr std::string_view kAddChange = "INSERT INTO meta (name, value) VALUES (?1, ?2)";
constexpr std::string_view kDropChange = "DELETE FROM meta WHERE name = ?1";
constexpr std::string_view kPerson = "SELECT person FROM player WHERE id = ?1";
constexpr std::string_view kSetPerson =
    "UPDATE player SET person = nullif(?2, 0) WHERE id = ?1 AND coalesce(person, 0) = ?3";

std::string name_of(std::uint32_t change) { return fmt::format("person {:08}", change); }

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool take_number(std::string_view& line, std::uint32_t& number) {
  if (line.starts_with(' ')) line.remove_prefix(1);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  return error == std::errc();
}

std::optional<PersonChange> read_change(std::string_view number, std::string_view text) {
  PersonChange change;
  if (!take_number(number, change.number)) return {};
  change.what = take_line(text);
  change.why = take_line(text);
  if (change.what != "merge" && change.what != "split") return {};
  while (!text.empty()) {
    std::string_view line = take_line(text);
    PersonChange::Move move;
    const bool is_move = take_number(line, move.name) && take_number(line, move.before) &&
                         take_number(line, move.after);
    if (!is_move) return {};
    change.moves.push_back(move);
  }
  return change;
}

std::uint32_t person_of(const Connection& connection, std::uint32_t name) {
  return static_cast<std::uint32_t>(connection.prepare(kPerson).find(name).value_or(0));
}

void apply(const Connection& connection, const PersonChange& change) {
  Statement set = connection.prepare(kSetPerson);
  for (const PersonChange::Move& move : change.moves) {
    set.bind_all(move.name, move.after, move.before).run();
  }
}

void keep(const Connection& connection, PersonChange& change) {
  const auto before = person_changes(connection);
  change.number = before.empty() ? 1 : before.back().number + 1;
  std::string text = fmt::format("{}\n{}\n", change.what, change.why);
  for (const PersonChange::Move& move : change.moves) {
    text += fmt::format("{} {} {}\n", move.name, move.before, move.after);
  }
  const std::string name = name_of(change.number);
  connection.prepare(kAddChange).bind_all(std::string_view(name), std::string_view(text)).run();
}

// Changes the person of all names to `after`.
std::optional<PersonChange> change_to(const Connection& connection,
                                      std::span<const std::uint32_t> names, std::uint32_t after,
                                      PersonChange change) {
  std::ranges::replace(change.why, '\n', ' ');
  for (const std::uint32_t name : names) {
    const std::uint32_t before = person_of(connection, name);
    if (before != after) change.moves.push_back({name, before, after});
  }
  if (change.moves.empty()) return {};
  apply(connection, change);
  keep(connection, change);
  return change;
}

constexpr std::string_view kNames = "SELECT id, name, folded FROM player ORDER BY id";
constexpr std::string_view kPlayers =
    "SELECT id, white, black FROM game WHERE flags & 1 = 0 ORDER BY id";

}  // namespace

bool has_person_changes(const Connection& connection) {
  return connection.integer(kHasChanges) > 0;
}

std::vector<PersonChange> person_changes(const Connection& connection) {
  std::vector<PersonChange> changes;
  Statement rows = connection.prepare(kChanges);
  while (rows.step()) {
    if (auto change = read_change(rows.text(0), rows.text(1)))
      changes.push_back(*std::move(change));
  }
  return changes;
}

std::optional<PersonChange> merge_persons(const Connection& connection,
                                          std::span<const std::uint32_t> names,
                                          const std::string& why) {
  if (names.empty()) return {};
  // A person gets the lowest number of its names, which is unique.
  const std::uint32_t person = *std::ranges::min_element(names);
  return change_to(connection, names, person, {.what = "merge", .why = why});
}

std::optional<PersonChange> split_persons(const Connection& connection,
                                          std::span<const std::uint32_t> names,
                                          const std::string& why) {
  return change_to(connection, names, 0, {.what = "split", .why = why});
}

std::optional<PersonChange> undo_person_change(const Connection& connection) {
  std::vector<PersonChange> changes = person_changes(connection);
  if (changes.empty()) return {};
  PersonChange last = std::move(changes.back());
  PersonChange inverse = last;
  for (PersonChange::Move& move : inverse.moves) std::swap(move.before, move.after);
  apply(connection, inverse);
  const std::string name = name_of(last.number);
  connection.prepare(kDropChange).bind(1, std::string_view(name)).run();
  return last;
}

FoldedNames::FoldedNames(const Connection& connection, std::string_view table)
    : connection_(connection), table_(table) {
  std::unordered_map<std::string, std::uint64_t> first;
  Statement rows = connection.prepare(fmt::format("SELECT id, folded FROM {} ORDER BY id", table));
  while (rows.step()) {
    const auto id = static_cast<std::uint64_t>(rows.integer(0));
    const auto [at, is_new] = first.emplace(name_key(rows.text(1)), id);
    if (!is_new) groups_.emplace(id, at->second);
  }
  if (table == "player" && has_person_changes(connection)) join_persons();
}

// Merges the name groups of each person into the first of these groups.
void FoldedNames::join_persons() {
  std::unordered_map<std::uint64_t, std::uint64_t> joined;  // merged group by original group
  const auto root_of = [&joined](std::uint64_t group) {
    for (auto at = joined.find(group); at != joined.end(); at = joined.find(group)) {
      group = at->second;
    }
    return group;
  };
  std::unordered_map<std::int64_t, std::uint64_t> first;  // first group by person
  Statement rows =
      connection_.prepare("SELECT id, person FROM player WHERE person IS NOT NULL ORDER BY id");
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

std::unordered_map<std::uint64_t, std::string> FoldedNames::spellings() const {
  Statement query = connection_.prepare(fmt::format("SELECT name FROM {} WHERE id = ?1", table_));
  std::unordered_map<std::uint64_t, std::string> spellings;
  std::unordered_map<std::uint64_t, std::uint64_t> most;  // highest count by group
  for (const auto& [id, games] : counts_) {
    const std::uint64_t group = group_of(id);
    if (id == 0 || games < most[group]) continue;
    std::string name(query.bind(1, id).step() ? query.text(0) : std::string_view());
    std::string& spelling = spellings[group];
    if (games > most[group] || name < spelling) spelling = std::move(name);
    most[group] = games;
  }
  return spellings;
}

namespace {

// Returns the games by the number of a name. A game between two names counts for both.
std::vector<std::uint64_t> games_by_name(const Connection& connection) {
  std::vector<std::uint64_t> games;
  ColumnReader columns(connection);
  const auto limit = static_cast<std::uint64_t>(max_name(connection));
  const auto count = [&](std::uint32_t name) {
    if (name > limit) return;
    if (name >= games.size()) games.resize(name + name / 2 + 64);
    ++games[name];
  };
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
    const auto white = columns.column<std::uint32_t>(chunk, GameColumn::White);
    const auto black = columns.column<std::uint32_t>(chunk, GameColumn::Black);
    for (std::size_t i = 0; i < std::min({flags.size(), white.size(), black.size()}); ++i) {
      if ((flags[i] & kDeleted) != 0) continue;
      count(white[i]);
      count(black[i]);
    }
  }
  return games;
}

}  // namespace

std::vector<Person> persons_of(const Connection& connection) {
  const std::vector<std::uint64_t> games = games_by_name(connection);
  const FoldedNames groups(connection, "player");
  std::vector<Person> persons;
  std::unordered_map<std::uint64_t, std::size_t> places;  // index by group
  Statement names = connection.prepare(kNames);
  const std::int64_t most = max_name(connection);
  while (names.step()) {
    const std::int64_t id = names.integer(0);
    check_number(connection, "player", id, most);
    const auto [at, is_new] =
        places.try_emplace(groups.group_of(static_cast<std::uint64_t>(id)), persons.size());
    if (is_new) persons.emplace_back();
    Person& person = persons[at->second];
    const auto place = static_cast<std::size_t>(id);
    const std::uint64_t count = place < games.size() ? games[place] : 0;
    person.names.push_back({static_cast<std::uint32_t>(id), std::string(names.text(1)),
                            std::string(names.text(2)), count});
    person.games += count;
  }
  for (Person& person : persons) {
    std::ranges::sort(person.names, [](const PersonName& a, const PersonName& b) {
      return std::tie(b.games, a.name) < std::tie(a.games, b.name);
    });
  }
  std::erase_if(persons, [](const Person& person) { return person.games == 0; });
  std::ranges::sort(persons, [](const Person& a, const Person& b) {
    return std::tie(b.games, a.name()) < std::tie(a.games, b.name());
  });
  return persons;
}

std::vector<std::string> player_names(const Connection& connection,
                                      const Storage::AcceptsName& accepts) {
  std::optional<FoldedNames> persons;
  if (has_person_changes(connection)) persons.emplace(connection, "player");
  std::map<std::string, std::string> names;  // name by person
  Statement rows = connection.prepare(kNames);
  while (rows.step()) {
    if (!accepts(rows.text(2))) continue;
    const auto id = static_cast<std::uint64_t>(rows.integer(0));
    const std::string person =
        persons ? std::to_string(persons->group_of(id)) : name_key(rows.text(2));
    const auto [at, is_new] = names.try_emplace(person, rows.text(1));
    if (!is_new) at->second = std::min(at->second, std::string(rows.text(1)));
  }
  std::vector<std::string> sorted;
  for (auto& [person, name] : names) sorted.push_back(std::move(name));
  std::ranges::sort(sorted);
  return sorted;
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
