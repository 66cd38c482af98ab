// arbiter stats DB|PGN...
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "db/games/database.h"
#include "db/import/importer.h"
#include "db/model/tag_columns.h"
#include "db/query/sqlite_storage.h"
#include "db/query/statistics.h"
#include "lib/io/input_files.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/csv_row.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/palette.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/table_format.h"
#include "tools/cli/today.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

constexpr Choice<std::optional<GroupBy>> kGroupings[] = {
    {"year", GroupBy::Year},     {"eco", GroupBy::Eco},
    {"player", GroupBy::Player}, {"event", GroupBy::Event},
    {"site", GroupBy::Site},     {"elo", GroupBy::Elo},
    {"result", GroupBy::Result}, {"ending", GroupBy::Ending},
    {"plies", GroupBy::Plies},   {"first-move", GroupBy::FirstMove},
};

constexpr std::uint64_t kAllRows = UINT64_MAX;

struct Options {
  std::vector<std::string> files;
  std::optional<GroupBy> by;
  std::uint64_t limit = kAllRows;
  GameFilter filter;
  TableFormat format = TableFormat::Text;
  ColorMode color = ColorMode::Auto;
};

// Says which files could not be read; all else is of no interest here.
class Complaints final : public ImportListener {
 public:
  explicit Complaints(Console& console) : console_(console) {}

  void on_source_status(SourceStatus, const std::string&, const SourceRecord&) override {}
  void on_failure(const std::string& name, const std::string& why) override {
    has_failed_ = true;
    console_.complain(fmt::format("{}: {}", name, why));
  }
  void on_file_finding(DiagnosticCode) override {}
  bool on_progress(const ImportProgress&) override { return true; }

  bool has_failed() const { return has_failed_; }

 private:
  Console& console_;
  bool has_failed_ = false;
};

// Games in question, from a database or from files read into one in memory.
struct Games {
  std::unique_ptr<Database> database;
  bool is_complete = true;  // all files could be read
};

bool is_database(const std::string& path) {
  if (path == "-") return false;
  auto file = FileSource::open(path);
  if (!file) return false;
  constexpr std::string_view magic = "SQLite format 3";
  std::string start(magic.size(), ' ');
  return read_fully(**file, start) == start.size() && start == magic;
}

Result<Games> games_in_files(const std::vector<std::string>& arguments, Console& console) {
  auto database = Database::open(":memory:", Access::Create);
  if (!database) return Error{database.error()};
  const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  (*database)->set_index_plies(0);
  SqliteStorage storage(**database, jobs);
  const SourceStore sources((*database)->connection());
  Complaints complaints(console);
  ImportOptions import;
  import.jobs = jobs;
  import.validator.today = today();
  const NamedFiles inputs = files_named(arguments);
  for (const NamedFiles::Unread& unread : inputs.unread) {
    complaints.on_failure(unread.path, unread.reason);
  }
  Importer({storage, sources}, import, complaints).run(inputs.files);
  return Games{std::move(*database), !complaints.has_failed()};
}

Result<Games> games_of(const Options& options, Console& console) {
  const auto is_file_database = [](const std::string& path) { return is_database(path); };
  if (!std::ranges::any_of(options.files, is_file_database)) {
    return games_in_files(options.files, console);
  }
  if (options.files.size() > 1) return Error{"a database is counted alone, without other files"};
  auto database = Database::open(options.files.front(), Access::Read);
  if (!database) return Error{database.error()};
  return Games{std::move(*database)};
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "";
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

// Cells in proportion to the greatest count of the table.
std::string bar(std::uint64_t count, std::uint64_t greatest) {
  constexpr std::uint64_t kCells = 30;
  std::string cells;
  const std::uint64_t length = greatest == 0 ? 0 : (count * kCells + greatest - 1) / greatest;
  for (std::uint64_t i = 0; i < length; ++i) cells += "▇";
  return cells;
}

std::string shown_date(std::uint32_t date) { return date == 0 ? "?" : date_text(date); }

void print_line(std::string_view name, const std::string& value, Console& console) {
  if (!value.empty()) console.print("{:<10} {}\n", name, value);
}

void print_totals(const Totals& totals, Console& console) {
  const GameCount& all = totals.all;
  const std::uint64_t games = all.games;
  print_line("Games", with_commas(games), console);
  if (games == 0) return;
  print_line("Results",
             fmt::format(
                 "1-0 {} ({}), 1/2-1/2 {} ({}), 0-1 {} ({}), * {}",
                 with_commas(all.of(Outcome::WhiteWins)),
                 percent(all.of(Outcome::WhiteWins), games), with_commas(all.of(Outcome::Draw)),
                 percent(all.of(Outcome::Draw), games), with_commas(all.of(Outcome::BlackWins)),
                 percent(all.of(Outcome::BlackWins), games), with_commas(all.of(Outcome::Unknown))),
             console);
  print_line("Plies",
             fmt::format("{}; {:.1f} a game, from {} to {}", with_commas(all.plies),
                         *all.mean_plies(), totals.shortest, totals.longest),
             console);
  print_line("Dates",
             fmt::format("{} to {}", shown_date(totals.first_date), shown_date(totals.last_date)),
             console);
  print_line("Names",
             fmt::format("{}, {}, {}", counted(totals.players, "player"),
                         counted(totals.events, "event"), counted(totals.sites, "site")),
             console);
  if (totals.rated > 0) {
    print_line("Ratings",
               fmt::format("{} of {} known, {:.0f} on average", with_commas(totals.rated),
                           with_commas(2 * games), totals.mean_elo),
               console);
  }
  console.print("\nHow they ended\n");
  for (const EndingCount& ending : totals.endings) {
    console.print("  {:<18} {:>11}  {:>7}\n", word_of(ending.ending), with_commas(ending.games),
                  percent(ending.games, games));
  }
  if (totals.findings.empty()) return;
  console.print("\nFindings{:>46}{:>12}\n", "findings", "games");
  for (const FindingCount& finding : totals.findings) {
    console.print("  {:<8} {:<33}{:>10}{:>12}\n", finding.severity, finding.id,
                  with_commas(finding.findings), with_commas(finding.games));
  }
}

// "2.5/4": what a player scored.
std::string points(const StatisticsRow& group) {
  return fmt::format("{}{}/{}", group.points_twice / 2, group.points_twice % 2 == 1 ? ".5" : "",
                     group.count.games - group.count.of(Outcome::Unknown));
}

std::string score(const GameCount& count) {
  const auto value = count.white_score();
  return value ? fmt::format("{:.1f}", 100 * *value) : "";
}

void print_groups(const std::vector<StatisticsRow>& groups, GroupBy by, Console& console) {
  const bool is_player = by == GroupBy::Player;
  std::uint64_t greatest = 0;
  std::size_t width = 12;
  for (const StatisticsRow& group : groups) {
    greatest = std::max(greatest, group.count.games);
    width = std::max(width, std::min<std::size_t>(count_code_points(group.name), 40));
  }
  console.print("{:<{}} {:>10} {:>9} {:>9} {:>9} {:>7} {:>10} {:>6}\n", "", width, "games", "1-0",
                "draws", "0-1", "*", is_player ? "points" : "White %", "plies");
  for (const StatisticsRow& group : groups) {
    const std::string name = group.name.empty() ? "(not known)" : group.name;
    const std::string padding(width - std::min(width, count_code_points(name)), ' ');
    const GameCount& count = group.count;
    console.print("{}{} {:>10} {:>9} {:>9} {:>9} {:>7} {:>10} {:>6.1f} {}\n", name, padding,
                  with_commas(count.games), with_commas(count.of(Outcome::WhiteWins)),
                  with_commas(count.of(Outcome::Draw)), with_commas(count.of(Outcome::BlackWins)),
                  with_commas(count.of(Outcome::Unknown)), is_player ? points(group) : score(count),
                  *count.mean_plies(), bar(count.games, greatest));
  }
}

void add_count(JsonLine& json, const GameCount& count) {
  json.add("games", count.games)
      .add("white_wins", count.of(Outcome::WhiteWins))
      .add("draws", count.of(Outcome::Draw))
      .add("black_wins", count.of(Outcome::BlackWins))
      .add("unfinished", count.of(Outcome::Unknown))
      .add("plies", count.plies);
}

void print_json(const Totals& totals, Console& console) {
  JsonLine json;
  json.add("type", "totals");
  add_count(json, totals.all);
  json.add("shortest", totals.shortest)
      .add("longest", totals.longest)
      .add("players", totals.players)
      .add("events", totals.events)
      .add("sites", totals.sites)
      .add("ratings", totals.rated)
      .add_written("mean_elo", totals.rated == 0 ? "null" : fmt::format("{:.1f}", totals.mean_elo))
      .add_or_null("first_date", totals.first_date == 0 ? "" : date_text(totals.first_date))
      .add_or_null("last_date", totals.last_date == 0 ? "" : date_text(totals.last_date));
  console.print("{}", json.finish());
  for (const EndingCount& ending : totals.endings) {
    json.add("type", "ending").add("ending", word_of(ending.ending)).add("games", ending.games);
    console.print("{}", json.finish());
  }
  for (const FindingCount& finding : totals.findings) {
    json.add("type", "finding").add("id", finding.id).add("severity", finding.severity);
    json.add("findings", finding.findings).add("games", finding.games);
    console.print("{}", json.finish());
  }
}

void print_json(const std::vector<StatisticsRow>& groups, GroupBy by, Console& console) {
  JsonLine json;
  for (const StatisticsRow& group : groups) {
    json.add("type", "group").add_or_null("name", group.name);
    add_count(json, group.count);
    if (by == GroupBy::Player) {
      json.add_written("points", fmt::format("{}", static_cast<double>(group.points_twice) / 2));
      json.add("as_white", group.as_white);
    }
    console.print("{}", json.finish());
  }
}

void print_csv(const Totals& totals, Console& console) {
  CsvRow row;
  console.print(row.add("kind").add("name").add("count").add("games").finish());
  row.add("games").add("").add(totals.all.games).add(totals.all.games);
  console.print(row.finish());
  for (const Outcome outcome :
       {Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::Unknown}) {
    row.add("result").add(to_string(outcome)).add(totals.all.of(outcome));
    console.print(row.add(totals.all.of(outcome)).finish());
  }
  for (const EndingCount& ending : totals.endings) {
    row.add("ending").add(word_of(ending.ending)).add(ending.games).add(ending.games);
    console.print(row.finish());
  }
  for (const FindingCount& finding : totals.findings) {
    row.add("finding").add(finding.id).add(finding.findings).add(finding.games);
    console.print(row.finish());
  }
}

void print_csv(const std::vector<StatisticsRow>& groups, Console& console) {
  CsvRow row;
  row.add("name").add("games").add("white_wins").add("draws").add("black_wins").add("unfinished");
  console.print(row.add("plies").finish());
  for (const StatisticsRow& group : groups) {
    const GameCount& count = group.count;
    row.add(group.name).add(count.games).add(count.of(Outcome::WhiteWins));
    row.add(count.of(Outcome::Draw)).add(count.of(Outcome::BlackWins));
    console.print(row.add(count.of(Outcome::Unknown)).add(count.plies).finish());
  }
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const auto games = games_of(options, console);
  if (!games) return Error{games.error()};
  const Database& database = *games->database;
  const ReadSnapshot snapshot(database.connection());
  SqliteStorage storage(database);
  const GameSet among = storage.select(options.filter);
  if (options.by) {
    std::vector<StatisticsRow> groups = groups_of(database, storage, among, *options.by);
    if (groups.size() > options.limit) groups.resize(static_cast<std::size_t>(options.limit));
    if (options.format == TableFormat::Text) print_groups(groups, *options.by, console);
    if (options.format == TableFormat::Json) print_json(groups, *options.by, console);
    if (options.format == TableFormat::Csv) print_csv(groups, console);
  } else {
    const Totals totals = totals_of(database, storage, among);
    if (options.format == TableFormat::Text) print_totals(totals, console);
    if (options.format == TableFormat::Json) print_json(totals, console);
    if (options.format == TableFormat::Csv) print_csv(totals, console);
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_stats(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE", options->files)
      ->required()
      ->type_name("FILE")
      ->description("A database, or games files and folders, or - for standard input");
  add_choice<std::optional<GroupBy>>(app, "--by", options->by, kGroupings)
      ->description("Count games that have this in common, rather than all together");
  add_number(app, "--limit", options->limit, {.least = 1})
      ->description("Only so many rows of --by (default: all)");
  add_choice<TableFormat>(app, "--format", options->format, kTableFormats)
      ->description("How to write it (default: text)");
  add_color(app, options->color);
  add_filters(app, options->filter);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
