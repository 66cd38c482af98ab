#include "db/sqlite/games/person_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace arbiter::sqlite {
namespace {

// In `meta`: "person 00000003" with "merge", the reason and the moves, each on a line.
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
  Statement query = connection.prepare(kPerson);
  return query.bind(1, name).step() ? static_cast<std::uint32_t>(query.integer(0)) : 0;
}

void apply(const Connection& connection, const PersonChange& change) {
  Statement set = connection.prepare(kSetPerson);
  for (const PersonChange::Move& move : change.moves) {
    set.bind(1, move.name).bind(2, move.after).bind(3, move.before).run();
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
  connection.prepare(kAddChange)
      .bind(1, std::string_view(name))
      .bind(2, std::string_view(text))
      .run();
}

// Gives all names the person `after`.
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
  // The number of a person is that of a name, so that no other person gets it.
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

}  // namespace arbiter::sqlite
