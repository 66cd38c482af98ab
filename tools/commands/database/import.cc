// arbiter import DB [FILE...]
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "db/import/importer.h"
#include "db/sqlite/care/empty_database.h"
#include "db/store/open_storage.h"
#include "lib/base/today.h"
#include "lib/io/input_files.h"
#include "lib/io/output_file.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/database/database.h"
#include "tools/commands/database/import_report.h"
#include "tools/commands/database/import_workers.h"

namespace arbiter {
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

// An index segment numbers its games with two bytes.
constexpr std::uint64_t kMaxBatchGames = 65'536;

constexpr std::uint64_t kAllPlies = UINT64_MAX;

struct ImportCommandOptions {
  std::string database;
  std::vector<std::string> files;

  ImportOptions import;
  OpeningsOption openings;
  std::uint64_t index_plies = kAllPlies;
  bool replace = false;
  bool again = false;
  std::string part;
  std::uint64_t workers = 1;

  AnswerFormat format = AnswerFormat::Text;
  bool quiet = false;
  bool no_progress = false;
  std::uint64_t jobs = default_jobs();
  std::uint64_t batch = kMaxBatchGames;
};

bool is_missing(const std::string& path) {
  std::error_code failure;
  return path != "-" && !is_cluster(path) && !std::filesystem::exists(path, failure);
}

ExitCode exit_code_of(const ImportEnd& end, const ImportReport& report) {
  if (report.failures() > 0 || end.was_stopped) return ExitCode::CouldNotRun;
  const bool is_all_kept =
      !end.refused && end.set_aside == 0 && end.lines_between == 0 && report.files_not_read() == 0;
  return is_all_kept ? ExitCode::Clean : ExitCode::Findings;
}

// Returns a message if the options exclude each other.
std::optional<std::string> contradiction(const ImportCommandOptions& options) {
  if (!options.part.empty() && !parse_file_part(options.part)) {
    return fmt::format("--part: '{}' is not a part, such as 2/8", options.part);
  }
  const bool has_workers = options.workers > 1;
  const bool has_part = !options.part.empty();
  const std::pair<bool, const char*> contradictions[] = {
      {uses_number(options.import.where, GameNumber::Id),
       "--where: games have no number before they are imported"},
      {options.import.illegal == IllegalGames::Stop &&
           std::ranges::any_of(options.files, is_storage),
       "--illegal stop is for game files: a database has no text to correct"},
      {has_workers && !is_cluster(options.database),
       "--workers needs a cluster: a database file has one writer"},
      {has_workers && has_part, "--workers and --part exclude each other"},
      {has_workers && options.replace, "--workers and --replace exclude each other"},
      {options.replace && has_part, "--replace and --part exclude each other"},
      {options.replace && options.again, "--replace and --again exclude each other"},
      {options.replace && options.import.duplicates != DuplicateGames::Keep,
       "--replace cannot be combined with --duplicates flag or skip"},
      {options.replace && (options.files.empty() || std::ranges::count(options.files, "-") > 0),
       "--replace needs files: standard input has no earlier games"}};
  for (const auto& [is_given, message] : contradictions) {
    if (is_given) return message;
  }
  return std::nullopt;
}

// Removes a new database at its end if the import failed before it stored any games.
class NewDatabase {
 public:
  explicit NewDatabase(const std::string& path) : path_(path), is_failed_(is_missing(path)) {}
  NewDatabase(const NewDatabase&) = delete;
  NewDatabase& operator=(const NewDatabase&) = delete;
  ~NewDatabase() {
    if (is_failed_) sqlite::remove_if_empty(path_);
  }

  void keep() { is_failed_ = false; }

 private:
  const std::string& path_;
  bool is_failed_;
};

ImportOptions import_options(const ImportCommandOptions& options) {
  ImportOptions import = options.import;
  import.jobs = static_cast<unsigned>(options.jobs);
  import.batch_games = static_cast<std::uint32_t>(options.batch);
  import.validator.today = today();
  import.known_files = options.replace ? KnownFiles::Replace
                       : options.again ? KnownFiles::Again
                                       : KnownFiles::Skip;
  if (!options.part.empty()) import.part = *parse_file_part(options.part);
  import.openings = &options.openings.table();
  import.databases = database_opener();
  return import;
}

std::string reason_not_opened(const std::string& database, std::string_view reason) {
  const bool is_game_file = database.find(".pgn") != std::string::npos;
  return fmt::format("{0}: {1}{2}", database, reason,
                     is_game_file ? fmt::format("; name the database first, as in `arbiter import "
                                                "games.db {}`",
                                                database)
                                  : "");
}

Result<ExitCode> run(const ImportCommandOptions& options, Console& console) {
  if (const auto message = contradiction(options)) return Error{*message};
  const auto files = files_given(options.files, "import");
  if (!files) return Error{files.error()};
  const NamedFiles inputs = files_named(*files);
  if (const auto error = fault_of_target(options.database, inputs.files)) {
    return Error{fmt::format("{}: {}", options.database, *error)};
  }

  ImportReport report({.database = options.database,
                       .format = options.format,
                       .duplicates = options.import.duplicates,
                       .is_cluster = is_cluster(options.database),
                       .is_quiet = options.quiet,
                       .shows_progress = !options.quiet && !options.no_progress,
                       .total_bytes = total_size_of(inputs.files)},
                      console);
  print_skipped_folders(inputs, console);
  for (const NamedFiles::Unread& unread : inputs.unread) {
    report.on_failure(unread.path, unread.reason);
  }
  // Missing files do not create a database.
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
  NewDatabase database(options.database);
  std::vector<std::unique_ptr<Storage>> stores;
  for (std::uint64_t i = 0; i < options.workers; ++i) {
    auto storage = open_storage(options.database, storage_options);
    if (!storage) return Error{reason_not_opened(options.database, storage.error())};
    stores.push_back(*std::move(storage));
  }
  const ImportEnd end = import_with_workers(
      stores, inputs.files, import_options(options),
      is_cluster(options.database) ? PartOrder::OfFiles : PartOrder::AsRead, report);
  database.keep();
  report.finish(end);
  return exit_code_of(end, report);
}

void bind_games(CommandLine& app, ImportCommandOptions& options) {
  const OptionGroup group(app, "Games");
  add_where(app, options.import.where);
  add_choice<IllegalGames>(
      app, "--illegal", options.import.illegal, kIllegal,
      "Keep a game with an illegal or unreadable move as written and index it up to that move, "
      "skip it, or stop the import (default: keep)");
  add_choice<DuplicateGames>(
      app, "--duplicates", options.import.duplicates, kDuplicates,
      "Keep a game that is already in the database (same moves, no contradicting tags), keep "
      "and flag it, or skip it (default: keep)");
  add_switch(app, "--replace", options.replace,
             "Replace the games of a file that has changed since it was imported; unchanged games "
             "keep their numbers");
  add_switch(app, "--again", options.again,
             "Ignore earlier imports of the same files: import their games once more");
  add_text(app, "--part K/N", options.part,
           "Read only part K of N of each file; other machines import the other parts. Files that "
           "cannot be split, such as compressed ones, belong to part 1");
  add_piece_letters(app, options.import.validator.piece_letters);
  add_openings(app, options.openings);
  add_number(app, "--index-plies", options.index_plies, {.min = 1, .max = UINT16_MAX},
             "Limit of the position index of a new database, in half-moves (default: all)");
}

void bind_run(CommandLine& app, ImportCommandOptions& options) {
  const OptionGroup group(app, "Run");
  add_memory_size(app, "--memory", options.import.memory)
      ->description("Memory limit, such as 512M or 2G (default: 512M)");
  add_jobs(app, options.jobs);
  add_reading_options(app);
  add_number(
      app, "--workers", options.workers, {.min = 1, .max = 64},
      "Number of parallel workers, each with a part of every file; clusters only (default: 1)");
  add_number(app, "--batch", options.batch, {.min = 1, .max = kMaxBatchGames},
             "Maximum number of games in a transaction")
      ->group("");
  add_format(app, options.format, kTextOrJson);
  add_quiet(app, options.quiet);
  add_switch(app, "--no-progress", options.no_progress, "Show no progress, even on a terminal");
}

}  // namespace

CommandRun bind_import(CommandLine& app) {
  const auto options = std::make_shared<ImportCommandOptions>();
  add_database(app, options->database)->description("Database; created if it does not exist");
  add_text(app, "FILE...", options->files,
           "Game files, plain, compressed (.gz .bz2 .xz .zst) or in archives (.zip .7z); folders, "
           "searched for .pgn files; other databases; - or none: standard input");
  bind_games(app, *options);
  bind_run(app, *options);
  app.footer(
      "Imported files are not read again. To resume an interrupted import, repeat the command.\n"
      "Exit status: 0 success; 1 some text could not be parsed as moves or is outside of games, a "
      "file has changed since it was imported, or --illegal stop stopped the import; 2 a file "
      "could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
