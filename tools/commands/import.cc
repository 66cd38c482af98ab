// arbiter import DB [FILE...]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "db/import/importer.h"
#include "db/store/open_storage.h"
#include "lib/io/input_files.h"
#include "lib/io/output_file.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/memory_size.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/today.h"
#include "tools/commands/commands.h"
#include "tools/commands/import_report.h"

namespace arbiter::commands {
namespace {

constexpr Choice<IllegalGames> kIllegal[] = {
    {"keep", IllegalGames::Keep},
    {"skip", IllegalGames::Skip},
    {"stop", IllegalGames::Stop},
};

constexpr Choice<DuplicateGames> kDuplicates[] = {
    {"keep", DuplicateGames::Keep},
    {"flag", DuplicateGames::Flag},
    {"skip", DuplicateGames::Skip},
};

// Segments number their games with as few bytes as they need.
constexpr std::uint64_t kMostBatchGames = 65'536;

constexpr std::uint64_t kAllPlies = UINT64_MAX;

struct Options {
  std::string database;
  std::vector<std::string> files;

  ImportOptions import;
  std::uint64_t index_plies = kAllPlies;

  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
  bool quiet = false;
  bool no_progress = false;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t batch = kMostBatchGames;
};

bool is_missing(const std::string& path) {
  std::error_code failure;
  return path != "-" && !std::filesystem::exists(path, failure);
}

ExitCode exit_code_of(const ImportEnd& end, const ImportReport& report) {
  if (report.failures() > 0 || end.was_stopped) return ExitCode::CouldNotRun;
  return end.refused ? ExitCode::Findings : ExitCode::Clean;
}

ImportReportPlan report_plan(const Options& options, const NamedFiles& inputs) {
  return {.database = options.database,
          .format = options.format,
          .duplicates = options.import.duplicates,
          .is_quiet = options.quiet,
          .shows_progress = !options.quiet && !options.no_progress,
          .total_bytes = bytes_of(inputs.files)};
}

ImportOptions import_options(const Options& options) {
  ImportOptions import = options.import;
  import.jobs = static_cast<unsigned>(options.jobs);
  import.batch_games = static_cast<std::uint32_t>(options.batch);
  import.validator.today = today();
  return import;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (asks_for(options.import.where, GameNumber::Id)) {
    return Error{"--where: a game has no id before it is imported"};
  }
  std::vector<std::string> files = options.files;
  if (files.empty() && ::isatty(STDIN_FILENO) == 1) {
    return Error{
        "no file given; name files or folders, or pipe games in "
        "('arbiter import --help' says more)"};
  }
  if (files.empty()) files.push_back("-");
  const NamedFiles inputs = files_named(files);
  if (const auto fault = fault_of_target(options.database, inputs.files)) {
    return Error{fmt::format("{}: {}", options.database, *fault)};
  }

  ImportReport report(report_plan(options, inputs), console);
  for (const NamedFiles::Unread& unread : inputs.unread) {
    report.on_failure(unread.path, unread.reason);
  }
  // A file that is not there is no reason to make a database.
  const bool has_input = !std::ranges::all_of(inputs.files, is_missing);
  if (!has_input && is_missing(options.database)) {
    for (const std::string& path : inputs.files)
      report.on_failure(path, "no such file or directory");
    return ExitCode::CouldNotRun;
  }
  StorageOptions storage_options{.access = Access::Create,
                                 .jobs = static_cast<unsigned>(options.jobs)};
  if (options.index_plies != kAllPlies) {
    storage_options.index_plies = static_cast<std::uint32_t>(options.index_plies);
  }
  const auto storage = open_storage(options.database, storage_options);
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  const ImportEnd end = Importer(**storage, import_options(options), report).run(inputs.files);
  report.finish(end);
  return exit_code_of(end, report);
}

void bind_games(CommandLine& app, Options& options) {
  constexpr const char* group = "Which games, and how";
  add_where(app, options.import.where)->group(group);
  add_choice<IllegalGames>(app, "--illegal", options.import.illegal, kIllegal)
      ->description(
          "A game with an illegal or unreadable move is kept as it is written, and indexed up to "
          "there; left out; or ends the import (default: keep)")
      ->group(group);
  add_choice<DuplicateGames>(app, "--duplicates", options.import.duplicates, kDuplicates)
      ->description(
          "A game that is there already, with the same moves and nothing known that differs, is "
          "kept, kept and flagged, or left out (default: keep)")
      ->group(group);
  add_piece_letters(app, options.import.validator.piece_letters)->group(group);
  add_number(app, "--index-plies", options.index_plies, {.min = 1, .max = UINT16_MAX})
      ->description("Of a new database: positions behind ply N are not indexed (default: all are)")
      ->group(group);
}

void bind_run(CommandLine& app, Options& options) {
  constexpr const char* group = "The run";
  add_memory_size(app, "--memory", options.import.memory)
      ->description("The most memory that is used, such as 512M or 2G (default: 512M)")
      ->group(group);
  add_number(app, "-j,--jobs", options.jobs, {.min = 1, .max = 256})
      ->description("Threads that read and check games (default: one for each core)")
      ->group(group);
  add_number(app, "--batch", options.batch, {.min = 1, .max = kMostBatchGames})
      ->description("At most N games in a transaction")
      ->group("");
  add_format(app, options.format, kTextOrJson)->group(group);
  add_color(app, options.color)->group(group);
  add_switch(app, "-q,--quiet", options.quiet, "No report and no progress")->group(group);
  add_switch(app, "--no-progress", options.no_progress, "No progress, even on a terminal")
      ->group(group);
}

}  // namespace

CommandRun bind_import(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database)
      ->description("The database, which is made if it is not there");
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description(
          "Files of games, plain, compressed (.gz .bz2 .xz .zst) or in archives (.zip "
          ".7z); folders, for every .pgn file in them; - or nothing: standard input");
  bind_games(app, *options);
  bind_run(app, *options);
  app.footer(
      "What was imported before is not read again, and an import that was interrupted goes on\n"
      "where it was when it is run again.\n"
      "Exit status: 0 done, 1 --illegal stop has found a game, 2 a file could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
