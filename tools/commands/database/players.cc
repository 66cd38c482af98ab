// The command `arbiter players DB [NAME]`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <compare>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/name_pattern.h"
#include "db/query/person_evidence.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/query/persons.h"
#include "db/sqlite/sqlite_storage.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/list_checks.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/database/database.h"

namespace arbiter {

using namespace sqlite;
namespace {

using PersonNumber = std::uint64_t (*)(const Person& person);

// The keys of --sort. Null means the name.
constexpr Choice<PersonNumber> kKeys[] = {
    {"name", nullptr},
    {"games", [](const Person& person) { return person.games; }},
    {"names", [](const Person& person) { return std::uint64_t{person.names.size()}; }},
};

struct PlayersCommandOptions {
  std::string database;
  std::optional<std::string> name;
  std::vector<std::string> merge;  // pairs of names
  std::vector<std::string> split;
  bool undo = false;
  bool history = false;
  bool suggest = false;
  std::string players;
  bool apply = false;
  bool force = false;
  AnswerFormat format = AnswerFormat::Text;
  std::vector<SortWord<PersonNumber>> order;
  std::optional<std::uint64_t> limit;

  bool changes() const { return !merge.empty() || !split.empty() || undo || apply; }
};

using Kind = PersonEvidence::Kind;

std::vector<std::string> other_names(const Person& person) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < person.names.size(); ++i) names.push_back(person.names[i].name);
  return names;
}

void print_persons(std::span<const Person> persons, AnswerFormat format, Console& console) {
  const auto joined = [](auto& one) {
    return fmt::format("{}", fmt::join(other_names(one), "; "));
  };
  const RecordKind<Person> kind{
      "player",
      {{name_column("Player"), "player", [](auto& one) { return Value::of(one.name()); }},
       {number_column("Games"), "games", [](auto& one) { return one.games; }},
       {number_column("Names"), [](auto& one) { return one.names.size(); }},
       {{.heading = "Other names", .importance = 1, .min_width = 12}, joined},
       {{"other_names", FieldOf::Json}, [](auto& one) { return Value::of_list(other_names(one)); }},
       {{"other_names", FieldOf::Csv}, joined}}};
  print_records(format, kind, persons, console);
}

// Returns the reason why a name belongs to its person: the last change that assigned it.
std::string why_of(const Person& person, const PersonName& name,
                   std::span<const PersonChange> changes) {
  const PersonName& first = person.names.front();
  if (name.id == first.id) return "most frequent";
  if (name_key(name.folded) == name_key(first.folded)) {
    return "differs only in case, accents or punctuation";
  }
  for (std::size_t i = changes.size(); i > 0; --i) {
    const PersonChange& change = changes[i - 1];
    const auto holds = [](const PersonName& one) {
      return [&one](const PersonChange::Move& move) { return move.name == one.id; };
    };
    const bool is_meant = std::ranges::any_of(change.moves, holds(name)) ||
                          std::ranges::any_of(change.moves, holds(first));
    if (change.what == "merge" && is_meant) {
      return fmt::format("change {}: {}", change.number, change.why);
    }
  }
  return "merged";
}

void print_names(std::span<const Person> persons, const Connection& connection,
                 const PlayersCommandOptions& options, Console& console) {
  struct Row {
    const Person& person;
    const PersonName& name;
  };
  const std::vector<PersonChange> changes = person_changes(connection);
  const RecordKind<Row> kind{
      "name",
      {{name_column("Player"), "player", [](auto& row) { return Value::of(row.person.name()); }},
       {name_column("Name"), "name", [](auto& row) { return Value::of(row.name.name); }},
       {number_column("Games"), "games", [](auto& row) { return row.name.games; }},
       {{.heading = "Why", .importance = 1, .min_width = 20}, "why", [&](auto& row) {
          return Value::of(why_of(row.person, row.name, changes));
        }}}};
  std::vector<Row> rows;
  for (const Person& person : persons) {
    for (const PersonName& name : person.names) rows.push_back({person, name});
  }
  print_records(options.format, kind, rows, console);
}

void print_evidence(std::span<const PersonEvidence> evidence, AnswerFormat format,
                    Console& console) {
  // Names indexed by PersonEvidence::Kind.
  static constexpr const char* kKinds[] = {"fide-id", "list", "suggestion", "conflict"};
  const RecordKind<PersonEvidence> kind{
      "evidence",
      {{{.heading = "Evidence"},
        "evidence",
        [](auto& one) { return kKinds[static_cast<std::size_t>(one.kind)]; }},
       {name_column("Player"), "player",
        [](auto& one) { return Value::of(one.persons.front()->name()); }},
       {name_column("Also"), "also",
        [](auto& one) {
          std::vector<std::string> others;
          for (const Person* other : std::span(one.persons).subspan(1)) {
            others.push_back(other->name());
          }
          return fmt::format("{}", fmt::join(others, "; "));
        }},
       {{.heading = "Why", .importance = 1, .min_width = 20}, "why", [](auto& one) {
          return Value::of(one.why);
        }}}};
  print_records(format, kind, evidence, console);
}

void print_changes(std::span<const PersonChange> changes, AnswerFormat format, Console& console) {
  const RecordKind<PersonChange> kind{
      "change",
      {{number_column("Change"), "change", [](auto& one) { return Value::of(one.number); }},
       {{.heading = "What"}, "what", [](auto& one) { return Value::of(one.what); }},
       {number_column("Names"), "names", [](auto& one) { return one.moves.size(); }},
       {{.heading = "Why", .min_width = 20}, "why", [](auto& one) { return Value::of(one.why); }}}};
  print_records(format, kind, changes, console);
}

// Returns the person with this name.
Result<const Person*> person_named(const std::string& name, const std::vector<Person>& persons) {
  const std::string key = name_key(folded_name(name));
  std::vector<std::string_view> known;
  for (const Person& person : persons) {
    known.push_back(person.name());
    const bool has_name = std::ranges::any_of(
        person.names, [&](const PersonName& one) { return name_key(one.folded) == key; });
    if (has_name) return &person;
  }
  const auto near = nearest_words(name, known, 1);
  return Error{fmt::format("no player is named '{}'{}", name,
                           near.empty() ? "" : fmt::format("; did you mean '{}'?", near.front()))};
}

std::vector<std::uint32_t> name_ids(std::span<const Person* const> persons) {
  std::vector<std::uint32_t> ids;
  for (const Person* person : persons) {
    for (const PersonName& name : person->names) ids.push_back(name.id);
  }
  return ids;
}

// Returns the reason against merging two persons, which is a game between them, or nothing.
std::optional<std::string> merge_conflict(const Connection& connection, const Person& one,
                                          const Person& other) {
  const auto game =
      game_between(connection, name_ids(std::array{&one}), name_ids(std::array{&other}));
  if (!game) return {};
  return fmt::format("'{}' and '{}' play each other in game {}", one.name(), other.name(), *game);
}

// Prints a change as a line or a JSON object.
void print(const PersonChange& change, std::string_view done, const PlayersCommandOptions& options,
           Console& console) {
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "change").add("done", done).add("change", std::uint64_t{change.number});
    json.add("names", std::uint64_t{change.moves.size()}).add("why", change.why);
    console.print(json.finish());
    return;
  }
  console.print("{}: change {}, {}: {}\n", done, change.number,
                counted(change.moves.size(), "name"), change.why);
}

Result<ExitCode> merge(const PlayersCommandOptions& options, const Connection& connection,
                       Console& console) {
  for (std::size_t i = 0; i + 1 < options.merge.size(); i += 2) {
    const std::vector<Person> persons = persons_of(connection);
    const auto one = person_named(options.merge[i], persons);
    if (!one) return Error{one.error()};
    const auto other = person_named(options.merge[i + 1], persons);
    if (!other) return Error{other.error()};
    if (*one == *other) {
      return Error{fmt::format("'{}' and '{}' are already one person", options.merge[i],
                               options.merge[i + 1])};
    }
    if (const auto conflict = merge_conflict(connection, **one, **other);
        conflict && !options.force) {
      return Error{*conflict + "; use --force to merge them"};
    }
    const auto change =
        merge_persons(connection, name_ids(std::array{*one, *other}),
                      fmt::format("\"{}\" and \"{}\", by hand", (*one)->name(), (*other)->name()));
    if (change) print(*change, "merged", options, console);
  }
  return ExitCode::Clean;
}

Result<ExitCode> split(const PlayersCommandOptions& options, const Connection& connection,
                       Console& console) {
  for (const std::string& name : options.split) {
    const std::vector<Person> persons = persons_of(connection);
    const auto person = person_named(name, persons);
    if (!person) return Error{person.error()};
    const std::string key = name_key(folded_name(name));
    std::vector<std::uint32_t> names;
    for (const PersonName& one : (*person)->names) {
      if (name_key(one.folded) == key) names.push_back(one.id);
    }
    if (names.size() == (*person)->names.size()) {
      return Error{fmt::format("'{}' is not merged with another name", name)};
    }
    const auto change = split_persons(
        connection, names, fmt::format("\"{}\" from \"{}\", by hand", name, (*person)->name()));
    if (change) print(*change, "split", options, console);
  }
  return ExitCode::Clean;
}

Result<ExitCode> undo(const PlayersCommandOptions& options, const Connection& connection,
                      Console& console) {
  const auto change = undo_person_change(connection);
  if (!change) return Error{"no change to undo"};
  print(*change, "undone", options, console);
  return ExitCode::Clean;
}

Result<ExitCode> suggest(const PlayersCommandOptions& options, const Database& database,
                         Console& console) {
  const Connection& connection = database.connection();
  const std::vector<Person> persons = persons_of(connection);
  std::vector<PersonEvidence> evidence = evidence_of_ids(database, persons);
  KnownPlayers list;
  if (!options.players.empty()) {
    for (const Person& person : persons) {
      for (const PersonName& name : person.names) list.request(std::string_view(name.name));
    }
    const auto read = read_players(
        options.players, list,
        [&](const LocatedDiagnostic& fault) {
          console.complain(
              fmt::format("{}:{}: {}", options.players, fault.line, fault.diagnostic.message));
        },
        &console);
    if (!read) return Error{read.error()};
    std::ranges::move(evidence_of_list(list, persons), std::back_inserter(evidence));
  }
  std::ranges::move(evidence_of_names(persons, evidence), std::back_inserter(evidence));
  print_evidence(evidence, options.format, console);
  std::size_t merged = 0;
  for (const PersonEvidence& one : evidence) {
    if (!options.apply || !one.is_certain()) continue;
    std::optional<std::string> conflict;
    for (const Person* person : one.persons) {
      if (!conflict) conflict = merge_conflict(connection, *one.persons.front(), *person);
    }
    if (conflict) {
      console.complain(fmt::format("{}; they are not merged", *conflict));
    } else {
      merged += merge_persons(connection, name_ids(one.persons), one.why).has_value();
    }
  }
  const auto certain = std::ranges::count_if(evidence, &PersonEvidence::is_certain);
  console.say(options.apply
                  ? fmt::format("{} made; use --merge for suggestions", counted(merged, "merge"))
                  : fmt::format("{} would be made by --apply; use --merge for suggestions",
                                counted(static_cast<std::uint64_t>(certain), "merge")));
  return ExitCode::Clean;
}

std::strong_ordering compare(const Person& a, const Person& b, PersonNumber number) {
  return number == nullptr ? a.name() <=> b.name() : number(a) <=> number(b);
}

void sort_persons(std::vector<Person>& persons, const PlayersCommandOptions& options) {
  std::ranges::stable_sort(persons, [&](const Person& a, const Person& b) {
    for (const auto& [number, is_descending] : options.order) {
      const auto result = compare(a, b, number);
      if (result != 0) return is_descending ? result > 0 : result < 0;
    }
    return false;
  });
  if (options.limit && persons.size() > *options.limit) {
    persons.resize(static_cast<std::size_t>(*options.limit));
  }
}

Result<ExitCode> show(const PlayersCommandOptions& options, const Connection& connection,
                      Console& console) {
  std::vector<Person> persons = persons_of(connection);
  if (!options.name) {
    sort_persons(persons, options);
    print_persons(persons, options.format, console);
    return ExitCode::Clean;
  }
  const NamePattern pattern(*options.name, NameKind::Person);
  std::erase_if(persons, [&](const Person& person) {
    return std::ranges::none_of(
        person.names, [&](const PersonName& name) { return pattern.matches(name.folded); });
  });
  if (persons.empty()) return Error{fmt::format("no player is named '{}'", *options.name)};
  sort_persons(persons, options);
  print_names(persons, connection, options, console);
  return ExitCode::Clean;
}

Result<ExitCode> run_in(const PlayersCommandOptions& options, const Database& database,
                        Console& console) {
  const Connection& connection = database.connection();
  if (!options.merge.empty()) return merge(options, connection, console);
  if (!options.split.empty()) return split(options, connection, console);
  if (options.undo) return undo(options, connection, console);
  if (options.suggest) return suggest(options, database, console);
  if (options.history) {
    print_changes(person_changes(connection), options.format, console);
    return ExitCode::Clean;
  }
  return show(options, connection, console);
}

// Runs the command with the games of a file, or of the files in a folder.
Result<ExitCode> run_with_file(const PlayersCommandOptions& options, Console& console) {
  if (options.changes()) {
    return Error{
        fmt::format("{0} is not a database; `arbiter filter -i --rename-player \"OLD=NEW\" {0}` "
                    "renames players in files",
                    shown_path(options.database))};
  }
  const auto games =
      open_games({.names = {options.database}}, {.positions = QueryPositions::First}, console);
  if (!games) return Error{games.error()};
  const auto* const storage = dynamic_cast<const SqliteStorage*>(games->storage.get());
  const auto done = run_in(options, storage->database(), console);
  if (!done || games->is_complete) return done;
  return ExitCode::CouldNotRun;
}

Result<ExitCode> run(const PlayersCommandOptions& options, Console& console) {
  const int modes = !options.merge.empty() + !options.split.empty() + options.undo +
                    options.history + options.suggest;
  if (modes > 1)
    return Error{"only one of --merge, --split, --undo, --history and --suggest can be used"};
  if (modes > 0 && (options.limit || !options.order.empty())) {
    return Error{
        "--limit and --sort cannot be combined with --merge, --split, --undo, --history or "
        "--suggest"};
  }
  if (modes > 0 && options.name) {
    return Error{
        fmt::format("unexpected '{}' (for several files, give their folder)", *options.name)};
  }
  if (options.force && options.merge.empty()) return Error{"--force needs --merge"};
  if (options.apply && !options.suggest) return Error{"--apply needs --suggest"};
  if (!options.players.empty() && !options.suggest) return Error{"--players needs --suggest"};
  if (!names_storage(options.database)) return run_with_file(options, console);
  const Access access = options.changes() ? Access::Write : Access::Read;
  const auto database = Database::open(options.database, access);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  std::optional<Transaction> transaction;
  if (options.changes()) transaction.emplace((*database)->connection());
  const ReadSnapshot snapshot((*database)->connection());
  const auto done = run_in(options, **database, console);
  if (done && transaction) transaction->commit();
  return done;
}

}  // namespace

CommandRun bind_players(CommandLine& app) {
  const auto options = std::make_shared<PlayersCommandOptions>();
  add_text(app, "DB", options->database, "The database, or a game file or folder (read-only)")
      ->type_name("FILE")
      ->required();
  add_text(app, "NAME", options->name,
           "Show the names of these players, and the reasons why they were merged");
  app.add("--merge", EveryValue{[options](const std::vector<std::string>& values) {
                                  options->merge = values;
                                  return std::string();
                                },
                                2})
      ->type_name("NAME OTHER")
      ->description("Merge two names of one person; may be repeated");
  add_switch(app, "--force", options->force, "Allow --merge of players who played each other");
  add_text(app, "--split NAME", options->split, "Detach a name from its person");
  add_switch(app, "--undo", options->undo, "Undo the last change");
  add_switch(app, "--history", options->history, "Show all changes with their reasons");
  add_switch(app, "--suggest", options->suggest,
             "Show names that FIDE ids or the player list assign to one person; initials give "
             "suggestions only");
  add_text(app, "--players FILE", options->players,
           "Use this player list with its aliases for --suggest (as in `arbiter validate`)");
  add_switch(
      app, "--apply", options->apply,
      "Merge the names that --suggest finds by FIDE ids and the player list; suggestions need "
      "--merge");
  add_sort(app, options->order, kKeys, " (default: -games)");
  add_limit(app, options->limit, "players (default: all)");
  add_reading_options(app);
  add_format(app, options->format, kTableFormats);
  app.footer(
      "The games themselves are never changed.\n"
      "Exit status: 0 success, 2 failure (nothing was changed).");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
