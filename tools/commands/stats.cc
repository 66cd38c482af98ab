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
#include "tools/cli/today.h"
#include "tools/commands/commands.h"
#include "tools/commands/stats_order.h"
#include "tools/commands/stats_report.h"

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
  GroupOrder order;  // empty: that of groups_of()
  std::uint64_t limit = kAllRows;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
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

// Who wants only some of the groups wants the largest ones.
GroupOrder order_of(const Options& options) {
  if (options.order.empty() && options.limit != kAllRows) {
    return {{GroupKey::Games, GroupDirection::Falling}};
  }
  return options.order;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (!options.by && !options.order.empty()) return Error{"--sort needs --by"};
  const auto games = games_of(options, console);
  if (!games) return Error{games.error()};
  const Database& database = *games->database;
  const ReadSnapshot snapshot(database.connection());
  SqliteStorage storage(database);
  const GameSet among = storage.select(options.filter);
  if (options.by) {
    std::vector<StatisticsRow> groups = groups_of(database, storage, among, *options.by);
    sort_groups(groups, *options.by, order_of(options));
    if (groups.size() > options.limit) groups.resize(static_cast<std::size_t>(options.limit));
    print_groups(groups, *options.by, options.format, console);
  } else {
    print_totals(totals_of(database, storage, among), options.format, console);
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
  add_parsed(app, "--sort", options->order, parse_group_order)
      ->type_name("KEYS")
      ->description(
          "Sort the rows of --by: name, games, white-wins, draws, black-wins, score or plies; -KEY "
          "for descending order; several with commas (default: -games with --limit, otherwise by "
          "name where it is a year, a code or a number)");
  add_number(app, "--limit", options->limit, {.least = 1})
      ->description("Print only the first N rows of --by (default: all)");
  add_format(app, options->format, kTableFormats);
  add_color(app, options->color);
  add_filters(app, options->filter);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
