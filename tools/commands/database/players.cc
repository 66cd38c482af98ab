// arbiter players DB [NAME]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/model/name_pattern.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/query/persons.h"
#include "lib/base/text.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/list_checks.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/player_input.h"
#include "tools/commands/database/database.h"

namespace arbiter {

using namespace sqlite;
namespace {

using PersonNumber = std::uint64_t (*)(const Person& person);

// The keys of --sort; null: the name.
constexpr Choice<PersonNumber> kKeys[] = {
    {"name", nullptr},
    {"games", [](const Person& person) { return person.games; }},
    {"names", [](const Person& person) { return std::uint64_t{person.names.size()}; }},
};

struct PlayersCommandOptions {
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
  std::vector<SortWord<PersonNumber>> order;
  std::optional<std::uint64_t> limit;

  bool changes() const { return !merge.empty() || !split.empty() || undo || apply; }
};

// Evidence that two persons of a database are the same.
struct PersonEvidence {
  enum class Kind : std::uint8_t {
    FideId,      // several games give both names the same FIDE id
    List,        // the player list has both names for one player
    Suggestion,  // one name abbreviates the other, and no third name
    Conflict,    // the evidence is contradictory
  };

  Kind kind = Kind::Suggestion;
  std::vector<const Person*> persons = {};
  std::string why = {};

  bool is_certain() const { return kind == Kind::FideId || kind == Kind::List; }
};

using Kind = PersonEvidence::Kind;

std::uint32_t id_in(std::string_view text) {
  std::uint32_t id = 0;
  text = trim(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc() && end == text.data() + text.size() ? id : 0;
}

// The FIDE ids that games give to persons.
class IdsInGames {
 public:
  explicit IdsInGames(std::span<const Person> persons) : persons_(persons) {
    for (std::size_t i = 0; i < persons.size(); ++i) {
      for (const PersonName& name : persons[i].names) places_.emplace(name.name, i);
    }
  }

  void read(const Database& database) {
    GameReader games(database.connection());
    for (std::int64_t number = 1; number <= database.last_game(); ++number) {
      const auto game = games.game(GameId{number});
      if (game) read(*game, games.record(GameId{number}));
    }
  }

  std::vector<PersonEvidence> evidence() const {
    std::vector<PersonEvidence> evidence;
    for (const auto& [person, ids] : ids_of_) {
      if (ids.size() < 2) continue;
      const auto [first, second] = std::pair(*ids.begin(), *std::next(ids.begin()));
      evidence.push_back({Kind::Conflict,
                          {&persons_[person]},
                          fmt::format("the FIDE id is {} in game {} and {} in game {}", first.first,
                                      first.second, second.first, second.second)});
    }
    for (const auto& [id, found] : found_) add_evidence(id, found, evidence);
    return evidence;
  }

 private:
  using FirstGames = std::map<std::size_t, std::int64_t>;  // by person

  void read(const StoredGame& game, const std::string& record) {
    const GameView view = view_of(game);
    RecordReader reader(record, view);
    for (RecordTag tag; reader.next(tag);) {
      const bool is_white = tag.known == KnownTag::WhiteFideId;
      if (!is_white && tag.known != KnownTag::BlackFideId) continue;
      const auto place = places_.find(is_white ? game.white : game.black);
      const std::uint32_t id = id_in(tag.value);
      if (id == 0 || place == places_.end()) continue;
      found_[id].try_emplace(place->second, number_of(game.id));
      ids_of_[place->second].try_emplace(id, number_of(game.id));
    }
  }

  void add_evidence(std::uint32_t id, const FirstGames& found,
                    std::vector<PersonEvidence>& evidence) const {
    PersonEvidence same{.kind = Kind::FideId};
    std::string games;
    for (const auto& [person, game] : found) {
      if (ids_of_.at(person).size() > 1) continue;  // already reported as a conflict
      const Person& other = persons_[person];
      if (!same.persons.empty() && !may_be_one_person(same.persons.front()->names.front().folded,
                                                      other.names.front().folded)) {
        evidence.push_back({Kind::Conflict,
                            {same.persons.front(), &other},
                            fmt::format("FIDE id {} in both, but different names", id)});
        continue;
      }
      same.persons.push_back(&other);
      games += fmt::format("{}{}", games.empty() ? "" : ", ", game);
    }
    if (same.persons.size() < 2) return;
    same.why = fmt::format("FIDE id {} in games {}", id, games);
    evidence.push_back(std::move(same));
  }

  std::span<const Person> persons_;
  std::unordered_map<std::string, std::size_t> places_;
  std::map<std::uint32_t, FirstGames> found_;                            // by FIDE id
  std::map<std::size_t, std::map<std::uint32_t, std::int64_t>> ids_of_;  // by person
};

bool is_in(const Person& one, const Person& other, std::span<const PersonEvidence> evidence) {
  return std::ranges::any_of(evidence, [&](const PersonEvidence& known) {
    const auto has = [&](const Person& person) {
      return std::ranges::find(known.persons, &person) != known.persons.end();
    };
    return has(one) && has(other);
  });
}

// Names of consulting players are separated by colons.
bool is_single(const Person& person) { return person.name().find(':') == std::string::npos; }

// Reads the tags of all games: 10 us per game.
std::vector<PersonEvidence> evidence_of_ids(const Database& database,
                                            std::span<const Person> persons) {
  IdsInGames ids(persons);
  ids.read(database);
  return ids.evidence();
}

std::vector<PersonEvidence> evidence_of_list(const KnownPlayers& list,
                                             std::span<const Person> persons) {
  struct Found {
    std::vector<const Person*> certain, guessed;
  };
  std::map<const ListedPlayer*, Found> found;
  for (const Person& person : persons) {
    std::optional<NamedPlayer> best;
    for (const PersonName& name : person.names) {
      const NamedPlayer named = list.named(name.name);
      const bool is_certain = named.match == NameMatch::Name || named.match == NameMatch::Alias;
      if (is_certain || (named.match == NameMatch::Initials && !best)) best = named;
      if (is_certain) break;
    }
    if (!best) continue;
    Found& of_player = found[best->player];
    (best->match == NameMatch::Initials ? of_player.guessed : of_player.certain).push_back(&person);
  }
  std::vector<PersonEvidence> evidence;
  for (auto& [player, of_player] : found) {
    const std::string where =
        fmt::format("\"{}\" in line {} of the list", player->name, player->line);
    if (of_player.certain.size() > 1) evidence.push_back({Kind::List, of_player.certain, where});
    if (of_player.guessed.empty() || of_player.certain.size() + of_player.guessed.size() < 2)
      continue;
    std::vector<const Person*> all = of_player.guessed;
    if (!of_player.certain.empty()) all.insert(all.begin(), of_player.certain.front());
    evidence.push_back({Kind::Suggestion, std::move(all), "only " + where + " has such a name"});
  }
  std::ranges::sort(evidence, {}, [](const PersonEvidence& one) { return one.persons.front(); });
  return evidence;
}

// Omits pairs that are in `known` evidence.
std::vector<PersonEvidence> evidence_of_names(std::span<const Person> persons,
                                              std::span<const PersonEvidence> known) {
  std::unordered_map<std::string, std::vector<const Person*>> families;
  for (const Person& person : persons) {
    const NameWords words = words_of(person.names.front().folded);
    if (is_single(person) && !words.family.empty())
      families[PersonPattern(words).family_key()].push_back(&person);
  }
  std::vector<PersonEvidence> evidence;
  for (const Person& person : persons) {
    const std::string& folded = person.names.front().folded;
    const NameWords words = words_of(folded);
    if (!is_single(person) || words.family.empty()) continue;
    const PersonPattern pattern(words);
    std::vector<const Person*> longer;
    for (const Person* other : families[pattern.family_key()]) {
      const std::string& name = other->names.front().folded;
      if (name.size() > folded.size() && pattern.matches(words_of(name))) longer.push_back(other);
    }
    if (longer.size() != 1 || is_in(person, *longer.front(), known)) continue;
    evidence.push_back({Kind::Suggestion,
                        {longer.front(), &person},
                        fmt::format("no other name begins with \"{}\"", person.name())});
  }
  return evidence;
}

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
  // Indexed by PersonEvidence::Kind.
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

// Returns the person with that name.
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

// Returns the reason against merging two persons: a game between them.
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
  const auto options = std::make_shared<PlayersCommandOptions>();
  add_database(app, options->database);
  add_text(app, "NAME", options->name,
           "Show the names of these players, and the reasons why they were merged");
  app.add("--merge", EveryValue{[options](const std::vector<std::string>& values) {
                                  options->merge = values;
                                  return std::string();
                                },
                                2})
      ->type_name("NAME OTHER")
      ->description("Group two names as one person; may be repeated");
  add_switch(app, "--force", options->force, "Allow --merge of players who met in a game");
  add_text(app, "--split NAME", options->split, "Split a name from its person");
  add_switch(app, "--undo", options->undo,
             "Set the names back to the state before the last change");
  add_switch(app, "--history", options->history, "Show all changes with their reasons");
  add_switch(app, "--suggest", options->suggest,
             "Show names that belong to one person by FIDE ids in the games, by the player list of "
             "--players, and, as suggestions, by initials");
  add_text(app, "--players FILE", options->players,
           "Use this player list with its aliases for --suggest (as in 'arbiter validate')");
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
