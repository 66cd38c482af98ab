// The command `arbiter dedup FILE...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/model/column_values.h"
#include "db/sqlite/care/deduplication.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/text.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"
#include "tools/commands/database/database.h"

namespace arbiter {

using namespace sqlite;
namespace {

using SoughtKind = std::optional<DuplicateKind>;  // nothing means all kinds

constexpr Choice<SoughtKind> kSoughtKinds[] = {{"all", std::nullopt},
                                               {"same-moves", DuplicateKind::SameMoves},
                                               {"prefix", DuplicateKind::Prefix},
                                               {"other-names", DuplicateKind::OtherNames}};

constexpr AnswerFormat kDedupFormats[] = {AnswerFormat::Text, AnswerFormat::Json, AnswerFormat::Csv,
                                          AnswerFormat::Markdown, AnswerFormat::Pgn};

struct DedupCommandOptions {
  GameInput input;
  bool apply = false;
  SoughtKind kind;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
};

// Sentences indexed by DuplicateKind.
constexpr const char* kSentences[] = {"the same moves", "a prefix",
                                      "the same moves under other names"};

// A game of a group.
struct DuplicateRow {
  std::uint64_t group;
  const StoredGame& game;
  const DuplicateGame* other;  // null for the kept game
};

std::uint64_t id_of(const DuplicateRow& row) {
  return static_cast<std::uint64_t>(number_of(row.game.id));
}

std::string_view action_of(const DuplicateRow& row) {
  return row.other == nullptr || row.other->is_held() ? "keep" : "delete";
}

std::string why_of(const DuplicateRow& row) {
  if (row.other == nullptr) return {};
  const ContentDifference& difference = row.other->difference;
  if (row.other->is_held()) {
    return fmt::format("{}, but this copy has {} of its own", row.other->why, difference.missing);
  }
  if (difference.other.empty()) return row.other->why;
  return fmt::format("{}; not kept: {}", row.other->why, difference.other);
}

std::string reason_text(const DuplicateRow& row) {
  if (row.other == nullptr) return {};
  return shown_name(
      fmt::format("{}; {}", kSentences[static_cast<std::size_t>(row.other->kind)], why_of(row)));
}

RecordKind<DuplicateRow> game_kind() {
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

bool is_of_files(const DedupCommandOptions& options) {
  return options.input.names.size() > 1 || !names_storage(options.input.names.front());
}

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
  line += options.apply                         ? " deleted"
          : options.format == AnswerFormat::Pgn ? " omitted"
          : is_of_files(options)                ? " would be omitted by -o NAME.pgn"
                                                : " would be deleted by --apply";
  if (counts.differing != 0) {
    line += fmt::format(" ({} with different tag values)", with_commas(counts.differing));
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
  std::optional<RecordTable<DuplicateRow>> table;
  if (options.format != AnswerFormat::Pgn) table.emplace(options.format, game_kind(), console);
  const auto print = [&](GameId id, const DuplicateGame* other) {
    if (!table) return;
    if (const auto game = duplicates.heading(id)) {
      table->add({proposal.counts.groups, *game, other});
    }
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
  if (table) table->finish();
  return proposal;
}

// Prints the games that remain without the proposed ones, as PGN.
ExitCode print_remaining(const DedupCommandOptions& options, std::vector<GameId> omitted,
                         const OpenedGames& games, Console& console) {
  std::uint64_t set_aside = 0;
  std::ranges::sort(omitted, {}, [](GameId id) { return number_of(id); });
  export_games(*games.storage, {.jobs = static_cast<unsigned>(options.input.jobs),
                                .excluded = omitted,
                                .receive = [&](const ExportedGames& some) {
                                  console.write_data(some.pgn);
                                  set_aside += some.set_aside;
                                }});
  if (set_aside > 0) console.say(set_aside_in_comments_text(set_aside));
  if (games.lines_between > 0) console.say(lines_between_text(games.lines_between));
  return set_aside + games.lines_between == 0 ? ExitCode::Clean : ExitCode::Findings;
}

Result<ExitCode> run(const DedupCommandOptions& options, Console& console) {
  const std::string& name = options.input.names.front();
  const bool is_of_games = options.format == AnswerFormat::Pgn;
  if (options.apply && (is_of_files(options) || is_of_games)) {
    return Error{fmt::format(
        "--apply is for a database without --format pgn; use `arbiter dedup {} -o NAME.pgn`",
        fmt::join(options.input.names, " "))};
  }
  OpenedGames games;
  if (is_of_files(options) || is_of_games) {
    auto opened = open_games(options.input, {.positions = QueryPositions::First}, console);
    if (!opened) return Error{opened.error()};
    games = *std::move(opened);
  }
  using Search = Result<std::unique_ptr<StoreDuplicates>>;
  const Search duplicates =
      is_of_files(options)
          ? Search(duplicates_in_copy(games.storage, static_cast<unsigned>(options.input.jobs)))
          : open_duplicates(name, {.access = options.apply ? Access::Write : Access::Read,
                                   .jobs = static_cast<unsigned>(options.input.jobs)});
  if (!duplicates) return Error{fmt::format("{}: {}", name, duplicates.error())};
  const Proposal proposal = print_groups(options, **duplicates, console);
  if (options.apply && !(*duplicates)->erase(proposal.games)) {
    return Error{fmt::format(
        "{}: another program has deleted some of these games; nothing was deleted (repeat the "
        "command)",
        name)};
  }
  const ExitCode status = is_of_games
                              ? print_remaining(options, proposal.games.games, games, console)
                              : ExitCode::Clean;
  print_summary(options, proposal.counts, console);
  return games.is_complete ? status : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_dedup(CommandLine& app) {
  const auto options = std::make_shared<DedupCommandOptions>();
  add_game_files(app, options->input);
  add_switch(app, "--apply", options->apply, "Delete the proposed games from the database");
  add_choice<SoughtKind>(
      app, "--kind", options->kind, kSoughtKinds,
      "Include only games with the same moves, games that are a prefix of another, or games "
      "with the same moves under other names (default: all)");
  add_format(app, options->format, kDedupFormats);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  app.footer(
      "Without --apply, nothing is changed; --format pgn, or -o NAME.pgn, writes the games without "
      "the duplicates.\n"
      "Exit status: 0 success, 1 some text of the games could not be kept, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
