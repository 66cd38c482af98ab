// arbiter dedup DB
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "db/model/column_values.h"
#include "db/sqlite/care/deduplication.h"
#include "db/store/store_duplicates.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/game_text.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"
#include "tools/commands/database/database.h"

namespace arbiter {

using namespace sqlite;
namespace {

enum class Kinds { All, SameMoves, Prefix, OtherNames };

constexpr Choice<Kinds> kKinds[] = {{"all", Kinds::All},
                                    {"same-moves", Kinds::SameMoves},
                                    {"prefix", Kinds::Prefix},
                                    {"other-names", Kinds::OtherNames}};

struct Options {
  std::string database;
  bool apply = false;
  Kinds kinds = Kinds::All;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
};

bool is_wanted(Kinds kinds, DuplicateKind kind) {
  switch (kinds) {
    case Kinds::All:
      return true;
    case Kinds::SameMoves:
      return kind == DuplicateKind::SameMoves;
    case Kinds::Prefix:
      return kind == DuplicateKind::Prefix;
    case Kinds::OtherNames:
      return kind == DuplicateKind::OtherNames;
  }
  return false;
}

DuplicateGroup only(Kinds kinds, DuplicateGroup group) {
  std::erase_if(group.others,
                [kinds](const DuplicateGame& game) { return !is_wanted(kinds, game.kind); });
  return group;
}

std::string_view sentence_of(DuplicateKind kind) {
  switch (kind) {
    case DuplicateKind::SameMoves:
      return "the same moves";
    case DuplicateKind::Prefix:
      return "a prefix";
    case DuplicateKind::OtherNames:
      return "the same moves under other names";
  }
  return {};
}

// A game of a group, and what becomes of it.
struct Row {
  std::uint64_t group;
  const StoredGame& game;
  const DuplicateGame* other;  // null for the game that is kept
};

std::uint64_t id_of(const Row& row) { return static_cast<std::uint64_t>(number_of(row.game.id)); }

std::string_view action_of(const Row& row) {
  return row.other == nullptr || row.other->is_held() ? "keep" : "delete";
}

std::string why_of(const Row& row) {
  if (row.other == nullptr) return {};
  const ContentDifference& difference = row.other->difference;
  if (row.other->is_held()) {
    return fmt::format("{}, but this copy has {} of its own", row.other->why, difference.missing);
  }
  if (difference.other.empty()) return row.other->why;
  return fmt::format("{}; not kept: {}", row.other->why, difference.other);
}

std::string reason_text(const Row& row) {
  if (row.other == nullptr) return {};
  return shown_name(fmt::format("{}; {}", sentence_of(row.other->kind), why_of(row)));
}

std::vector<RecordDesign<Row>::ShownColumn> columns() {
  return {
      {number_column("Group"), [](const Row& row) { return Cell{fmt::format("{}", row.group)}; }},
      {{.heading = "Action"}, [](const Row& row) { return Cell{std::string(action_of(row))}; }},
      {number_column("Game"), [](const Row& row) { return Cell{fmt::format("{}", id_of(row))}; }},
      {name_column("White"), [](const Row& row) { return Cell{shown_name(row.game.white)}; }},
      {name_column("Black"), [](const Row& row) { return Cell{shown_name(row.game.black)}; }},
      {{.heading = "Event", .importance = 1, .min_width = 10, .max_width = 26},
       [](const Row& row) { return Cell{shown_name(row.game.event)}; }},
      {{.heading = "Date", .importance = 4},
       [](const Row& row) { return Cell{date_text(row.game.date)}; }},
      {{.heading = "Result", .importance = 3},
       [](const Row& row) { return Cell{std::string(to_string(row.game.result))}; }},
      {number_column("Plies", 2),
       [](const Row& row) { return Cell{fmt::format("{}", row.game.plies)}; }},
      {{.heading = "Reason", .importance = 5, .min_width = 20},
       [](const Row& row) { return Cell{reason_text(row)}; }},
  };
}

std::vector<RecordDesign<Row>::NamedField> fields() {
  return {
      {{"group"}, [](const Row& row) { return Value::of(row.group); }},
      {{"game"}, [](const Row& row) { return Value::of(id_of(row)); }},
      {{"action"}, [](const Row& row) { return Value::of(action_of(row)); }},
      {{"kind"},
       [](const Row& row) {
         return row.other == nullptr ? Value() : Value::of(to_string(row.other->kind));
       }},
      {{"why"}, [](const Row& row) { return Value::of_known(why_of(row)); }},
      {{"white"}, [](const Row& row) { return Value::of_known(row.game.white); }},
      {{"black"}, [](const Row& row) { return Value::of_known(row.game.black); }},
      {{"date"}, [](const Row& row) { return Value::of(date_text(row.game.date)); }},
      {{"event"}, [](const Row& row) { return Value::of_known(row.game.event); }},
      {{"result"}, [](const Row& row) { return Value::of(to_string(row.game.result)); }},
      {{"plies"}, [](const Row& row) { return Value::of(row.game.plies); }},
      {{"source"}, [](const Row& row) { return Value::of_known(row.game.source); }},
      {{"line"}, [](const Row& row) { return Value::of(row.game.line); }},
  };
}

// Groups one by one, in one of the formats.
class GroupPrinter {
 public:
  GroupPrinter(AnswerFormat format, StoreDuplicates& duplicates, Console& console)
      : duplicates_(duplicates),
        records_(format, {.type = "game", .columns = columns(), .fields = fields()}, console) {}

  void print(const DuplicateGroup& group) {
    ++groups_;
    add(group.kept, nullptr);
    for (const DuplicateGame& other : group.others) {
      ++(other.is_held() ? held_ : deleted_);
      if (!other.is_held() && !other.difference.other.empty()) ++differing_;
      add(other.game, &other);
    }
  }

  void finish() { records_.finish(); }

  std::uint64_t groups() const { return groups_; }
  std::uint64_t deleted() const { return deleted_; }
  std::uint64_t held() const { return held_; }
  // How many of the deleted ones have values of tags that the kept copy gives otherwise.
  std::uint64_t differing() const { return differing_; }

 private:
  // `other`: null for the game that is kept.
  void add(GameId id, const DuplicateGame* other) {
    if (const auto game = duplicates_.game(id)) records_.add({groups_, *game, other});
  }

  StoreDuplicates& duplicates_;
  Records<Row> records_;
  std::uint64_t groups_ = 0;
  std::uint64_t deleted_ = 0;
  std::uint64_t held_ = 0;
  std::uint64_t differing_ = 0;
};

void finish(const Options& options, const GroupPrinter& printer, Console& console) {
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("groups", printer.groups());
    json.add("deleted", options.apply ? printer.deleted() : std::uint64_t{0});
    json.add("proposed", printer.deleted()).add("held", printer.held());
    console.print(json.finish());
    return;
  }
  std::string line = counted(printer.groups(), "group") + ", " + counted(printer.deleted(), "game");
  line += options.apply ? " deleted" : " would be deleted by --apply";
  if (printer.differing() != 0) {
    line += fmt::format(" ({} with other tag values)", with_commas(printer.differing()));
  }
  if (printer.held() != 0) {
    line += fmt::format("; {} kept for unique information", counted(printer.held(), "game"));
  }
  console.say(line);
}

// What a group adds to the games that are to be deleted.
void propose(const DuplicateGroup& group, ChosenGames& proposed) {
  const std::size_t before = proposed.games.size();
  for (const DuplicateGame& other : group.others) {
    if (!other.is_held()) proposed.games.push_back(other.game);
  }
  if (proposed.games.size() > before) proposed.kept.push_back(group.kept);
}

// Prints the groups; with --apply, the games that are to be deleted.
ChosenGames print_groups(const Options& options, StoreDuplicates& duplicates, GroupPrinter& printer,
                         Console& console) {
  ChosenGames proposed;
  const auto visit = [&](const DuplicateGroup& found) {
    const DuplicateGroup group = only(options.kinds, found);
    if (group.others.empty()) return;
    console.clear_status();
    printer.print(group);
    if (options.apply) propose(group, proposed);
  };
  const auto show = [&](std::string_view step, double share) {
    if (console.shows_status()) console.show_status(fmt::format("{}: {:.0f} %", step, share * 100));
  };
  duplicates.find(options.filter, visit, show);
  console.clear_status();
  printer.finish();
  return proposed;
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto duplicates = open_duplicates(
      options.database, {.access = options.apply ? Access::Write : Access::Read,
                         .jobs = std::max(1U, std::thread::hardware_concurrency())});
  if (!duplicates) return Error{fmt::format("{}: {}", options.database, duplicates.error())};
  GroupPrinter printer(options.format, **duplicates, console);
  const ChosenGames proposed = print_groups(options, **duplicates, printer, console);
  if (options.apply && !(*duplicates)->erase(proposed)) {
    return Error{fmt::format(
        "{}: another program has deleted some of these games meanwhile; nothing was deleted (run "
        "the command again)",
        options.database)};
  }
  finish(options, printer, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_dedup(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_switch(app, "--apply", options->apply, "Delete the proposed games");
  add_choice<Kinds>(app, "--kind", options->kinds, kKinds)
      ->description(
          "Only games with the same moves, games that are a prefix of another, or games with the "
          "same moves under other names (default: all)");
  add_format(app, options->format, kTableFormats);
  add_filters(app, options->filter);
  app.footer("Nothing is changed without --apply.\nExit status: 0 success, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
