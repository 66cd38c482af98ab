// arbiter players DB [NAME]
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/name_pattern.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/query/persons.h"
#include "lib/base/text.h"
#include "lib/tags/name_folding.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/player_input.h"
#include "tools/commands/database/database.h"
#include "tools/commands/database/person_evidence.h"
#include "tools/commands/database/players_report.h"

namespace arbiter {

using namespace sqlite;
namespace {

struct Options {
  std::string database;
  std::optional<std::string> name;
  std::vector<std::string> merge;  // pairs
  std::vector<std::string> split;
  bool undo = false;
  bool history = false;
  bool suggest = false;
  std::string players;
  bool apply = false;
  bool force = false;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;

  bool changes() const { return !merge.empty() || !split.empty() || undo || apply; }
};

std::string without_comma(std::string folded) {
  std::erase(folded, ',');
  return folded;
}

// Those who have that name; `fold` is applied to what is folded already.
template <class Fold>
std::vector<const Person*> persons_named(const std::string& name,
                                         const std::vector<Person>& persons, Fold fold) {
  std::vector<const Person*> found;
  const std::string folded = fold(folded_name(name));
  for (const Person& person : persons) {
    const bool has_name = std::ranges::any_of(
        person.names, [&](const PersonName& one) { return fold(one.folded) == folded; });
    if (has_name) found.push_back(&person);
  }
  return found;
}

// The person whose name is folded as this one; a comma counts only where it tells two apart.
Result<const Person*> person_named(const std::string& name, const std::vector<Person>& persons) {
  const auto exact = persons_named(name, persons, [](std::string folded) { return folded; });
  if (!exact.empty()) return exact.front();
  const auto loose = persons_named(name, persons, without_comma);
  if (loose.size() == 1) return loose.front();
  std::vector<std::string_view> known;
  for (const Person& person : persons) known.push_back(person.name());
  const auto near = nearest_words(name, known, 1);
  return Error{fmt::format("no player is named '{}'{}", name,
                           near.empty() ? "" : fmt::format("; did you mean '{}'?", near.front()))};
}

void add_names(const Person& person, std::vector<std::uint32_t>& names) {
  for (const PersonName& name : person.names) names.push_back(name.id);
}

// Nobody plays against himself.
std::optional<std::string> fault_of_merge(const Connection& connection, const Person& one,
                                          const Person& other) {
  std::vector<std::uint32_t> names;
  std::vector<std::uint32_t> others;
  add_names(one, names);
  add_names(other, others);
  const auto game = game_between(connection, names, others);
  if (!game) return {};
  return fmt::format("'{}' and '{}' play each other in game {}", one.name(), other.name(), *game);
}

// What was done, in one line or one object.
void print(const PersonChange& change, std::string_view done, const Options& options,
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

Result<ExitCode> merge(const Options& options, const Connection& connection, Console& console) {
  for (std::size_t i = 0; i + 1 < options.merge.size(); i += 2) {
    const std::vector<Person> persons = persons_of(connection);
    const auto one = person_named(options.merge[i], persons);
    if (!one) return Error{one.error()};
    const auto other = person_named(options.merge[i + 1], persons);
    if (!other) return Error{other.error()};
    if (*one == *other) {
      return Error{fmt::format("'{}' and '{}' are one person already", options.merge[i],
                               options.merge[i + 1])};
    }
    if (const auto fault = fault_of_merge(connection, **one, **other); fault && !options.force) {
      return Error{*fault + "; --force merges them"};
    }
    std::vector<std::uint32_t> names;
    add_names(**one, names);
    add_names(**other, names);
    const auto change =
        merge_persons(connection, names,
                      fmt::format("\"{}\" and \"{}\", by hand", (*one)->name(), (*other)->name()));
    if (change) print(*change, "merged", options, console);
  }
  return ExitCode::Clean;
}

Result<ExitCode> split(const Options& options, const Connection& connection, Console& console) {
  for (const std::string& name : options.split) {
    const std::vector<Person> persons = persons_of(connection);
    const auto person = person_named(name, persons);
    if (!person) return Error{person.error()};
    const std::string folded = folded_name(name);
    std::vector<std::uint32_t> names;
    for (const PersonName& one : (*person)->names) {
      if (one.folded == folded) names.push_back(one.id);
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

Result<ExitCode> undo(const Options& options, const Connection& connection, Console& console) {
  const auto change = undo_person_change(connection);
  if (!change) return Error{"no change is left to undo"};
  print(*change, "undone", options, console);
  return ExitCode::Clean;
}

Result<ExitCode> suggest(const Options& options, const Database& database, Console& console) {
  const Connection& connection = database.connection();
  const std::vector<Person> persons = persons_of(connection);
  std::vector<PersonEvidence> evidence = evidence_of_ids(database, persons);
  KnownPlayers list;
  if (!options.players.empty()) {
    for (const Person& person : persons) {
      for (const PersonName& name : person.names) list.want(std::string_view(name.name));
    }
    const auto read = read_players(options.players, list, [&](const LocatedDiagnostic& fault) {
      console.complain(
          fmt::format("{}:{}: {}", options.players, fault.line, fault.diagnostic.message));
    });
    if (!read) return Error{read.error()};
    std::ranges::move(evidence_of_list(list, persons), std::back_inserter(evidence));
  }
  std::ranges::move(evidence_of_names(persons, evidence), std::back_inserter(evidence));
  print_evidence(evidence, options.format, console);
  std::size_t merged = 0;
  for (const PersonEvidence& one : evidence) {
    if (!options.apply || !one.is_certain()) continue;
    std::vector<std::uint32_t> names;
    std::optional<std::string> fault;
    for (const Person* person : one.persons) {
      if (!fault) fault = fault_of_merge(connection, *one.persons.front(), *person);
      add_names(*person, names);
    }
    if (fault) {
      console.complain(fmt::format("{}; they are not merged", *fault));
      continue;
    }
    merged += merge_persons(connection, names, one.why).has_value();
  }
  const auto certain = std::ranges::count_if(evidence, &PersonEvidence::is_certain);
  console.say(options.apply ? fmt::format("{} made; suggestions are never applied: use --merge",
                                          counted(merged, "merge"))
                            : fmt::format("{} would be made by --apply; suggestions need --merge",
                                          counted(static_cast<std::uint64_t>(certain), "merge")));
  return ExitCode::Clean;
}

Result<ExitCode> show(const Options& options, const Connection& connection, Console& console) {
  std::vector<Person> persons = persons_of(connection);
  if (!options.name) {
    print_persons(persons, options.format, console);
    return ExitCode::Clean;
  }
  const NamePattern pattern(*options.name, NameKind::Person);
  std::erase_if(persons, [&](const Person& person) {
    return std::ranges::none_of(
        person.names, [&](const PersonName& name) { return pattern.matches(name.folded); });
  });
  if (persons.empty()) return Error{fmt::format("no player is named '{}'", *options.name)};
  print_names(persons, person_changes(connection), options.format, console);
  return ExitCode::Clean;
}

Result<ExitCode> run_in(const Options& options, const Database& database, Console& console) {
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

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const int modes = !options.merge.empty() + !options.split.empty() + options.undo +
                    options.history + options.suggest;
  if (modes > 1) return Error{"choose one of --merge, --split, --undo, --history and --suggest"};
  if (options.force && options.merge.empty()) return Error{"--force needs --merge"};
  if (options.apply && !options.suggest) return Error{"--apply needs --suggest"};
  if (!options.players.empty() && !options.suggest) return Error{"--players needs --suggest"};
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
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_text(app, "NAME", options->name)
      ->type_name("NAME")
      ->description("Show the names of these players, and why they are one person");
  app.add("--merge", EveryValue{[options](const std::vector<std::string>& values) {
                                  options->merge = values;
                                  return std::string();
                                },
                                2})
      ->type_name("NAME OTHER")
      ->description("Make two names one person; may be repeated");
  add_switch(app, "--force", options->force, "With --merge: even if the two play each other");
  add_words(app, "--split", options->split)
      ->type_name("NAME")
      ->description("Take a name out of its person");
  add_switch(app, "--undo", options->undo, "Take the last change back");
  add_switch(app, "--history", options->history, "List the changes with their reasons");
  add_switch(app, "--suggest", options->suggest,
             "List names that are one person: by FIDE ids in the games, by the list of --players, "
             "and, as suggestions, by initials");
  add_text(app, "--players", options->players)
      ->type_name("FILE")
      ->description(
          "With --suggest: use this list of players with its aliases (as for 'arbiter validate')");
  add_switch(app, "--apply", options->apply,
             "With --suggest: merge what FIDE ids and the list prove; never what is a suggestion");
  add_format(app, options->format, kTableFormats);
  add_color(app, options->color);
  app.footer(
      "The text of the games never changes.\n"
      "Exit status: 0 success, 2 failure (nothing was changed).");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
