// The command `arbiter prepare PLAYER FILE...`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/filter_fields.h"
#include "db/query/preparation.h"
#include "lib/base/text.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/player_input.h"
#include "tools/commands/search/search.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

enum class PageFormat : std::uint8_t { Text, Json, Html, Pgn };

struct PrepareCommandOptions {
  GameInput input;
  std::string player;  // value of --player
  PreparationOptions about;
  std::string repertoire;  // file of the opponent's repertoire
  PageFormat format = PageFormat::Text;
  bool has_commands = false;
};

constexpr std::pair<const char*, Outcome> kResults[] = {
    {"Won", Outcome::WhiteWins}, {"Drawn", Outcome::Draw}, {"Lost", Outcome::BlackWins}};

// Returns the text as one word of a shell command, in single quotes if necessary.
std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return is_digit(c) || is_letter(c) || c == '.' || c == '_' || c == '-' || c == '/';
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

// Returns the command that lists the games counted by a number.
std::string find_command(const GameInput& input, const GamesQuestion& question) {
  std::string text = "arbiter find";
  for (const std::string& name : input.names) text += " " + shell_word(name);
  if (!input.openings.path.empty()) text += " --openings " + shell_word(input.openings.path);
  text += " --where " + shell_word(to_string(question.filter));
  if (!question.moves.empty()) text += " --moves " + shell_word(question.moves);
  if (!question.order.empty()) text += fmt::format(" --sort {} --limit 1", question.order);
  return text;
}

std::string indented(const PreparationRow& row) {
  return std::string(2 * row.depth, ' ') + row.label;
}

std::string percent_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f}", 100 * *share) : "";
}

RecordKind<PreparationRow> kind_of(const PreparationPart& part) {
  RecordKind<PreparationRow> kind{"row", {}};
  const auto add = [&kind](Column column, auto show) {
    kind.entries.push_back({std::move(column), show});
  };
  add({.heading = std::string(part.label), .min_width = 24}, indented);
  if (part.kind == PreparationKind::Games) {
    add(number_column("Number"), [](const PreparationRow& row) { return Value::of(*row.game); });
    add({.heading = "Game", .min_width = 24}, [](const PreparationRow& row) { return row.title; });
    return kind;
  }
  add(number_column("Games"), [](const PreparationRow& row) { return row.count.games; });
  for (const auto& [name, outcome] : kResults) {
    add(number_column(name),
        [outcome = outcome](const PreparationRow& row) { return row.count.of(outcome); });
  }
  add(number_column("Score"),
      [](const PreparationRow& row) { return percent_text(row.count.score()); });
  if (part.kind == PreparationKind::Openings) {
    add(number_column("Field"), [](const PreparationRow& row) { return percent_text(row.field); });
  } else if (part.kind == PreparationKind::Lines) {
    add(number_column("Last"), [](const PreparationRow& row) { return year_text(row.last_year); });
    if (part.recent.empty()) return kind;
    add(number_column(part.recent), [](const PreparationRow& row) { return row.recent; });
  }
  return kind;
}

void print_text(const std::vector<PreparationPart>& parts, const PrepareCommandOptions& options,
                Console& console) {
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  for (const PreparationPart& part : parts) {
    console.print("{}{}{}{}\n", &part == &parts.front() ? "" : "\n", colors.strong, part.title,
                  colors.reset);
    print_records(AnswerFormat::Text, kind_of(part), part.rows, console);
    const auto games_of = [](const PreparationRow& row) { return row.count.games; };
    if (part.kind == PreparationKind::Lines && has_transpositions(part.rows, games_of)) {
      console.say(kTranspositions);
    }
    if (!options.has_commands) continue;
    for (const PreparationRow& row : part.rows) {
      console.print("{}\n  {}\n", row.label, find_command(options.input, row.question));
      if (row.other) console.print("  {}\n", find_command(options.input, *row.other));
    }
  }
  if (!options.has_commands && !parts.empty()) {
    console.say("--commands shows the command that lists the games of each row.");
  }
}

void print_json(const std::vector<PreparationPart>& parts, const GameInput& input,
                Console& console) {
  for (const PreparationPart& part : parts) {
    for (const PreparationRow& row : part.rows) {
      JsonLine json;
      json.add("type", "row").add("part", part.id).add("label", row.label);
      json.add("depth", std::uint64_t{row.depth});
      if (row.game) {
        json.add("game", *row.game).add("title", row.title);
      } else {
        if (part.kind == PreparationKind::Lines) json.add("moves", row.question.moves);
        json.add("games", row.count.games).add("wins", row.count.of(Outcome::WhiteWins));
        json.add("draws", row.count.of(Outcome::Draw));
        json.add("losses", row.count.of(Outcome::BlackWins));
        json.add("unfinished", row.count.of(Outcome::Unknown));
      }
      if (part.kind == PreparationKind::Lines) {
        json.add_written("last_year", row.last_year == 0 ? "null" : year_text(row.last_year));
        json.add_or_null("recent_years", part.recent).add("recent_games", row.recent);
      }
      if (row.field) json.add_written("field_score", fmt::format("{:.4f}", *row.field));
      json.add("find", find_command(input, row.question));
      if (row.other) {
        json.add(row.field ? "find_field" : "find_recent", find_command(input, *row.other));
      }
      console.print(json.finish());
    }
  }
}

std::string_view class_of(const Column& column) {
  return column.align == Align::Right ? "num" : "";
}

void write_command(std::string_view name, const std::string& command, HtmlWriter& page) {
  const HtmlElement details(page, "details");
  page.leaf("summary", name);
  page.leaf("code", command);
}

void write_rows(const PreparationPart& part, const GameInput& input, HtmlWriter& page) {
  const RecordKind<PreparationRow> kind = kind_of(part);
  std::vector<TableHeading> headings;
  for (const RecordEntry<PreparationRow>& entry : kind.entries) {
    headings.push_back({entry.column->heading, class_of(*entry.column)});
  }
  headings.push_back({"Command", ""});
  const PageTable table(part.title, headings, page);
  for (const PreparationRow& row : part.rows) {
    const HtmlElement line(page, "tr");
    for (const RecordEntry<PreparationRow>& entry : kind.entries) {
      std::string text = entry.cell(row).text;
      if (&entry == &kind.entries.front()) {
        const std::size_t blanks = 2 * row.depth;
        std::string indent;
        for (std::size_t i = 0; i < blanks; ++i) indent += "\u00a0";
        page.leaf("th", indent + text.substr(blanks), {{"scope", "row"}});
      } else {
        write_cell(text, class_of(*entry.column), page);
      }
    }
    const HtmlElement cell(page, "td");
    write_command("games", find_command(input, row.question), page);
    if (row.other) {
      write_command(row.field ? "field" : part.recent, find_command(input, *row.other), page);
    }
  }
}

std::string page_of(const std::vector<PreparationPart>& parts, const PrepareCommandOptions& options,
                    std::uint64_t games) {
  HtmlWriter page;
  {
    const HtmlElement header(page, "header");
    page.leaf("h1", options.about.player);
    page.leaf("p", counted(games, "game"), {{"class", "lead"}});
    const HtmlElement navigation(page, "nav", {{"aria-label", "On this page"}});
    const HtmlElement list(page, "ul");
    for (const PreparationPart& part : parts) {
      const HtmlElement item(page, "li");
      page.leaf("a", part.title, {{"href", fmt::format("#{}", part.id)}});
    }
  }
  const HtmlElement main(page, "main", {{"id", "main"}});
  for (const PreparationPart& part : parts) {
    const HtmlElement section(page, "section", {{"id", std::string(part.id)}});
    page.leaf("h2", part.title);
    write_rows(part, options.input, page);
  }
  return page.html();
}

Result<GameFilter> player_filter(std::string_view name) {
  return read_condition(*find_field("player"), {.value = name});
}

// Returns the error in a name, if any.
std::optional<Error> fault_of(std::string_view name) {
  const auto filter = player_filter(name);
  if (filter) return std::nullopt;
  return Error{fmt::format("player '{}': {}", name, filter.error())};
}

GameFilter named_players(const PreparationOptions& about) {
  GameFilter names = *player_filter(about.player);
  if (!about.against.empty()) names.require(*player_filter(about.against));
  return names;
}

// Finds the player: the arguments that are not files, the first argument, or the value of --player.
std::optional<Error> find_player(PrepareCommandOptions& options) {
  std::string& player = options.about.player;
  std::vector<std::string>& names = options.input.names;
  player = take_player_name(options.input);
  if (player.empty() && options.player.empty() && names.size() > 1) {
    player = names.front();
    names.erase(names.begin());
  }
  if (player.empty()) std::swap(player, options.player);
  if (player.empty()) {
    return Error{"no player given; example: `arbiter prepare games.db \"Carlsen, M\"`"};
  }
  if (options.player.empty()) return fault_of(player);
  if (auto fault = fault_of(options.player)) return fault;
  options.about.filter.require(*player_filter(options.player));
  return fault_of(player);
}

Result<ExitCode> run(PrepareCommandOptions options, Console& console) {
  const PageFormat format = options.format;
  if (auto fault = find_player(options)) return *std::move(fault);
  PreparationOptions& about = options.about;
  if (auto fault = about.against.empty() ? std::nullopt : fault_of(about.against)) {
    return *std::move(fault);
  }
  const auto games = open_games(options.input, {QueryPositions::All, false, true}, console);
  if (!games) return Error{games.error()};
  Storage& storage = *games->storage;
  std::optional<OpenedLines> repertoire;
  if (!options.repertoire.empty()) {
    auto lines = open_lines({.names = {options.repertoire}, .jobs = options.input.jobs}, console);
    if (!lines) return Error{lines.error()};
    if (!lines->games.is_complete) return ExitCode::CouldNotRun;
    repertoire = *std::move(lines);
    about.repertoire = {repertoire->games.storage.get(), repertoire->starts};
  }
  print_matched_players(named_players(about), storage, console);
  if (format == PageFormat::Pgn) {
    console.write_data(repertoire_pgn(about, options.input.openings.table(), storage));
  } else {
    const std::uint64_t total = storage.count({.filter = games_of(about)});
    const std::vector<PreparationPart> parts = prepare(about, storage);
    switch (format) {
      case PageFormat::Json:
        print_json(parts, options.input, console);
        break;
      case PageFormat::Html:
        console.write_data(static_page(about.player, page_of(parts, options, total)));
        break;
      default:
        if (total == 0) console.say("0 games");
        print_text(parts, options, console);
    }
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

constexpr Choice<PageFormat> kFormats[] = {{"text", PageFormat::Text},
                                           {"json", PageFormat::Json},
                                           {"html", PageFormat::Html},
                                           {"pgn", PageFormat::Pgn}};

}  // namespace

CommandRun bind_prepare(CommandLine& app) {
  const auto options = std::make_shared<PrepareCommandOptions>();
  options->input.opened = &app.games();
  add_text(app, "PLAYER FILE...", options->input.names,
           "The player, as words of the name, and a database or game files, folders, archives or "
           "-, in any order")
      ->type_name("PLAYER FILE...")
      ->required();
  add_text(app, "--player NAME", options->player,
           "The player; if a second player is named without an option, only games between both");
  add_text(app, "--against NAME", options->about.against,
           "A second player: add the games between both players");
  add_text(app, "--repertoire FILE", options->repertoire,
           "PGN file with your repertoire; also list the player's moves to which it has no reply");
  add_number(app, "--depth", options->about.depth, {.min = 1, .max = 40},
             "Depth of the repertoire in half-moves (default: 16)");
  add_number(
      app, "--min-games", options->about.min_games, {.min = 1},
      "Omit lines with fewer than N games (default: 2 % of the player's games with that colour)");
  add_format_of<PageFormat>(
      app, options->format, {std::begin(kFormats), std::end(kFormats)},
      "; html: a standalone page; pgn: the repertoire as a tree with counts (default: by the "
      "name of the output, otherwise text)");
  add_switch(app, "--commands", options->has_commands,
             "With text: print the command that lists the games of each row");
  add_partial(app, options->input);
  add_filters(app, options->about.filter, {.has_player_games = false, .has_player = false});
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
