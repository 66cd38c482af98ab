// The command `arbiter dedup DB`.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/model/column_values.h"
#include "db/sqlite/care/deduplication.h"
#include "db/store/open_storage.h"
#include "lib/base/quantities.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/record_table.h"
#include "tools/commands/database/database.h"

namespace arbiter {

using namespace sqlite;
namespace {

using Kind = std::optional<DuplicateKind>;  // nothing means all kinds

constexpr Choice<Kind> kKinds[] = {{"all", std::nullopt},
                                   {"same-moves", DuplicateKind::SameMoves},
                                   {"prefix", DuplicateKind::Prefix},
                                   {"other-names", DuplicateKind::OtherNames}};

struct DedupCommandOptions {
  std::string database;
  bool apply = false;
  Kind kind;
  GameFilter filter;
  std::uint64_t jobs = default_jobs();
  AnswerFormat format = AnswerFormat::Text;
};

// Sentences indexed by DuplicateKind.
constexpr const char* kSentences[] = {"the same moves", "a prefix",
                                      "the same moves under other names"};

// A game of a group.
struct Row {
  std::uint64_t group;
  const StoredGame& game;
  const DuplicateGame* other;  // null for the kept game
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
  return shown_name(
      fmt::format("{}; {}", kSentences[static_cast<std::size_t>(row.other->kind)], why_of(row)));
}

RecordKind<Row> game_kind() {
  return {
      "game",
      {{number_column("Group"), "group", [](auto& row) { return Value::of(row.group); }},
       {{.heading = "Action"}, action_of},
       {number_column("Game"), "game", [](auto& row) { return Value::of(id_of(row)); }},
       {"action", action_of},
       {"kind", [](auto& row) { return row.other == nullptr ? "" : to_string(row.other->kind); }},
       {"why", why_of},
       {name_column("White"), [](auto& row) { return shown_name(row.game.white); }},
       {"white", [](auto& row) { return row.game.white; }},
       {name_column("Black"), [](auto& row) { return shown_name(row.game.black); }},
       {"black", [](auto& row) { return row.game.black; }},
       {{.heading = "Event", .importance = 1, .min_width = 10, .max_width = 26},
        [](auto& row) { return shown_name(row.game.event); }},
       {{.heading = "Date", .importance = 4},
        "date",
        [](auto& row) { return date_text(row.game.date); }},
       {"event", [](auto& row) { return row.game.event; }},
       {{.heading = "Result", .importance = 3},
        "result",
        [](auto& row) { return to_string(row.game.result); }},
       {number_column("Plies", 2), "plies", [](auto& row) { return Value::of(row.game.plies); }},
       {{.heading = "Reason", .importance = 5, .min_width = 20}, reason_text},
       {"source", [](auto& row) { return row.game.source; }},
       {"line", [](auto& row) { return row.game.line; }}}};
}

struct Counts {
  std::uint64_t groups = 0;
  std::uint64_t deleted = 0;
  std::uint64_t held = 0;  // number of copies kept because they contain unique information
  // Number of deleted copies with tag values that differ from the kept copy.
  std::uint64_t differing = 0;
};

void print_summary(const DedupCommandOptions& options, const Counts& counts, Console& console) {
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("groups", counts.groups);
    json.add("deleted", options.apply ? counts.deleted : std::uint64_t{0});
    json.add("proposed", counts.deleted).add("held", counts.held);
    console.print(json.finish());
    return;
  }
  std::string line = counted(counts.groups, "group") + ", " + counted(counts.deleted, "game");
  line += options.apply ? " deleted" : " would be deleted by --apply";
  if (counts.differing != 0) {
    line += fmt::format(" ({} with other tag values)", with_commas(counts.differing));
  }
  if (counts.held != 0) {
    line += fmt::format("; {} kept because {} unique information", counted(counts.held, "game"),
                        counts.held == 1 ? "it contains" : "they contain");
  }
  console.say(line);
}

// The games that --apply deletes.
struct Proposal {
  ChosenGames games;
  Counts counts;

  void add(const DuplicateGroup& group) {
    const std::size_t before = games.games.size();
    ++counts.groups;
    for (const DuplicateGame& other : group.others) {
      ++(other.is_held() ? counts.held : counts.deleted);
      if (other.is_held()) continue;
      if (!other.difference.other.empty()) ++counts.differing;
      games.games.push_back(other.game);
    }
    if (games.games.size() > before) games.kept.push_back(group.kept);
  }
};

// Prints each group as it is found. Returns the games that --apply deletes.
Proposal print_groups(const DedupCommandOptions& options, StoreDuplicates& duplicates,
                      Console& console) {
  Proposal proposal;
  RecordTable<Row> table(options.format, game_kind(), console);
  const auto print = [&](GameId id, const DuplicateGame* other) {
    if (const auto game = duplicates.game(id)) table.add({proposal.counts.groups, *game, other});
  };
  const auto visit = [&](const DuplicateGroup& found) {
    DuplicateGroup group = found;
    std::erase_if(group.others, [&](const DuplicateGame& game) {
      return options.kind && *options.kind != game.kind;
    });
    if (group.others.empty()) return;
    console.clear_status();
    proposal.add(group);
    print(group.kept, nullptr);
    for (const DuplicateGame& other : group.others) print(other.game, &other);
  };
  const auto show = [&](std::string_view step, double share) {
    if (console.shows_status()) console.show_status(fmt::format("{}: {:.0f} %", step, share * 100));
  };
  duplicates.find(options.filter, visit, show);
  console.clear_status();
  table.finish();
  return proposal;
}

Result<ExitCode> run(const DedupCommandOptions& options, Console& console) {
  const auto duplicates =
      open_duplicates(options.database, {.access = options.apply ? Access::Write : Access::Read,
                                         .jobs = static_cast<unsigned>(options.jobs)});
  if (!duplicates) return Error{fmt::format("{}: {}", options.database, duplicates.error())};
  const Proposal proposal = print_groups(options, **duplicates, console);
  if (options.apply && !(*duplicates)->erase(proposal.games)) {
    return Error{fmt::format(
        "{}: another program has deleted some of these games; nothing was deleted (run the command "
        "again)",
        options.database)};
  }
  print_summary(options, proposal.counts, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_dedup(CommandLine& app) {
  const auto options = std::make_shared<DedupCommandOptions>();
  add_database(app, options->database);
  add_switch(app, "--apply", options->apply, "Delete the proposed games");
  add_choice<Kind>(
      app, "--kind", options->kind, kKinds,
      "Include only games with the same moves, games that are a prefix of another, or games "
      "with the same moves under other names (default: all)");
  add_jobs(app, options->jobs);
  add_format(app, options->format, kTableFormats);
  add_filters(app, options->filter);
  app.footer("Without --apply, nothing is changed.\nExit status: 0 success, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
