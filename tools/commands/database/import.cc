// The command `arbiter import DB [FILE...]`.
#include "tools/commands/database/import.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "db/import/file_part.h"
#include "db/import/importer.h"
#include "db/store/open_storage.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/io/input_files.h"
#include "lib/io/output_file.h"
#include "lib/laws/date.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/database/database.h"

namespace arbiter {
namespace {

std::string rate_of(std::uint64_t count, Duration time) {
  return rate_text(static_cast<double>(count) / std::max(time.count(), 1e-6));
}

}  // namespace

ImportReport::ImportReport(ImportReportPlan plan, Console& console)
    : plan_(std::move(plan)),
      console_(console),
      progress_(console),
      start_(std::chrono::steady_clock::now()) {}

void ImportReport::on_source_status(SourceStatus status, const std::string& name,
                                    const SourceRecord& before) {
  const auto say = [&](std::string_view text) {
    if (!plan_.is_quiet) console_.say(fmt::format("{}: {}", shown_path(name), text));
  };
  const auto complain = [&](std::string_view text) {
    console_.complain(fmt::format("{}: {}", shown_path(name), text));
  };
  switch (status) {
    case SourceStatus::AlreadyImported:
    case SourceStatus::UnderOtherDate:
      ++imported_before_;
      last_imported_before_ = name;
      return;
    case SourceStatus::IsCopy:
      ++copies_;
      return say(
          fmt::format("skipped: same text as {}, already imported (use --again to import it)",
                      nearest_path(before.file.name)));
    case SourceStatus::Resumed:
      return say(fmt::format("resuming at line {}, where the last import was interrupted",
                             with_commas(before.mark.lines + 1)));
    case SourceStatus::HasGrown:
      return say(fmt::format("reading the text after line {}, added since the last import",
                             with_commas(before.mark.lines)));
    case SourceStatus::HasChanged:
      ++not_read_;
      return complain(
          fmt::format("the file has changed since it was imported, so it was skipped; use --again "
                      "to keep both, "
                      "or {} to replace the {} imported from it earlier",
                      plan_.is_cluster ? "`arbiter sources --forget` first" : "--replace",
                      counted(before.mark.games, "game")));
    case SourceStatus::NothingLeft:
      ++not_read_;
      return complain(
          fmt::format("the file no longer has games; the {} imported from it earlier stay in the "
                      "database (`arbiter sources --forget --apply` deletes them)",
                      counted(before.mark.games, "game")));
    case SourceStatus::NotReplaced:
      return complain(fmt::format(
          "the file could not be read to its end; the {} imported from it earlier stay in the "
          "database, unchanged",
          counted(before.mark.games, "game")));
  }
}

void ImportReport::on_failure(const std::string& name, const std::string& reason) {
  ++failures_;
  console_.complain(fmt::format(
      "{}: {}", name, is_locked(reason) ? "a file in the archive is password-protected" : reason));
}

void ImportReport::on_file_finding(DiagnosticCode code) { ++file_findings_[index_of(code)]; }

bool ImportReport::on_progress(const ImportProgress& progress) {
  if (plan_.shows_progress) {
    progress_.show({.read_bytes = progress.bytes,
                    .total_bytes = plan_.total_bytes,
                    .games = progress.games,
                    .time = time_so_far()});
  }
  return !interrupt_.was_interrupted();
}

void ImportReport::finish(const ImportEnd& end) {
  console_.clear_status();
  ImportEnd all = end;
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) all.findings[i] += file_findings_[i];
  if (plan_.format == AnswerFormat::Json) {
    print_json(all);
  } else if (!plan_.is_quiet) {
    print_text(end);
  } else {
    // The reason for exit status 1.
    if (end.set_aside > 0) console_.say(set_aside_text(end.set_aside));
    if (end.lines_between > 0) console_.say(lines_between_text(end.lines_between));
  }
  print_stop(end);
}

void ImportReport::print_text(const ImportEnd& end) {
  const Duration time = time_so_far();
  print_findings(end);
  if (imported_before_ == 1) {
    console_.print("{}: already imported; nothing new\n", shown_path(last_imported_before_));
  }
  print_count(copies_, "file", "skipped: the same text was already imported");
  if (imported_before_ > 1) {
    print_count(imported_before_, "file", "already imported; nothing new");
  }
  if (end.sources > 0) print_added(end, time);
  print_count(failures_, "file", "could not be read");
}

// Prints the number of findings. `arbiter stats` lists their kinds, because most of them are notes
// about spelling.
void ImportReport::print_findings(const ImportEnd& end) {
  std::vector<std::string> parts;
  for (const std::string_view severity : {"error", "warning", "note"}) {
    std::uint64_t count = 0;
    for (const CatalogueEntry& entry : catalogue()) {
      if (to_string(entry.severity) == severity) count += end.findings[index_of(entry.code)];
    }
    if (count > 0) parts.push_back(counted(count, severity));
  }
  if (!parts.empty()) {
    console_.print("{} (`arbiter stats {}` lists them)\n", fmt::join(parts, ", "),
                   shown_path(plan_.database));
  }
  // Only findings in games are stored in a database.
  print_count(std::accumulate(file_findings_.begin(), file_findings_.end(), std::uint64_t{0}),
              "file-level finding", "(`arbiter validate` lists them)");
}

void ImportReport::print_added(const ImportEnd& end, Duration time) {
  print_skipped(end);
  console_.print("{} with {} added to {} from {} in {} ({} games/s, {}/s)\n",
                 counted(end.games, "game"), counted(end.plies, "ply", "plies"),
                 shown_path(plan_.database), counted(end.sources, "file"), duration_text(time),
                 rate_of(end.games, time),
                 size_text(static_cast<std::uint64_t>(static_cast<double>(end.bytes) /
                                                      std::max(time.count(), 1e-6))));
}

void ImportReport::print_skipped(const ImportEnd& end) {
  if (end.replaced > 0) {
    console_.print("{} replaced: {} unchanged, {} deleted\n", counted(end.replaced, "file"),
                   counted(end.kept, "game"), with_commas(end.removed));
  }
  print_count(end.unwanted, "game", "skipped by --where");
  print_count(end.illegal, "game", "skipped for an illegal or unreadable move");
  print_count(end.duplicates, "duplicate",
              plan_.duplicates == DuplicateGames::Flag ? "flagged" : "skipped");
  if (end.set_aside > 0) {
    console_.print("{}; exports keep them in comments {{unreadable...}}, {{after-result...}}\n",
                   set_aside_text(end.set_aside));
  }
  if (end.lines_between > 0) console_.print("{}\n", lines_between_text(end.lines_between));
}

void ImportReport::print_count(std::uint64_t count, std::string_view thing,
                               std::string_view status) {
  if (count > 0) console_.print("{} {}\n", counted(count, thing), status);
}

void ImportReport::print_json(const ImportEnd& end) {
  JsonLine findings;
  for (const CatalogueEntry& entry : catalogue()) {
    if (const std::uint64_t count = end.findings[index_of(entry.code)]; count > 0) {
      findings.add(entry.id, count);
    }
  }
  JsonLine line;
  line.add("type", "import").add("database", plan_.database).add("files", end.sources);
  line.add("imported_before", imported_before_).add("copies", copies_).add("not_read", not_read_);
  line.add("failed", failures_);
  line.add("replaced", end.replaced).add("kept", end.kept).add("removed", end.removed);
  line.add("games", end.games).add("plies", end.plies);
  line.add("unwanted", end.unwanted).add("illegal", end.illegal);
  line.add("duplicates", end.duplicates).add("bytes", end.bytes).add("batches", end.batches);
  line.add("set_aside", end.set_aside).add("lines_between", end.lines_between);
  line.add("stopped", end.was_stopped || end.refused.has_value());
  line.add_written("findings", findings.object());
  line.add_written("seconds", fmt::format("{:.6f}", time_so_far().count()));
  console_.print(line.finish());
}

void ImportReport::print_stop(const ImportEnd& end) {
  if (const auto& game = end.refused) {
    console_.complain(fmt::format(
        "{}:{}: stopped before {} - {}: {}[{}]; the games before it are in {}; repeat the command "
        "to continue once the game is repaired",
        game->source, game->line, game->white.empty() ? "?" : game->white,
        game->black.empty() ? "?" : game->black, game->message, entry_of(game->code).id,
        plan_.database));
  }
  if (end.was_stopped) {
    console_.complain(
        fmt::format("import: interrupted; {} in {}; repeat the command to continue",
                    end.games == 1 ? "1 new game is" : with_commas(end.games) + " new games are",
                    plan_.database));
  }
}

Duration ImportReport::time_so_far() const { return std::chrono::steady_clock::now() - start_; }

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

// The maximum number of games in a batch, because an index segment numbers its games with two
// bytes.
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

ExitCode exit_code_of(const ImportEnd& end, const ImportReport& report) {
  if (report.failures() > 0 || end.was_stopped) return ExitCode::CouldNotRun;
  const bool is_all_kept =
      !end.refused && end.set_aside == 0 && end.lines_between == 0 && report.files_not_read() == 0;
  return is_all_kept ? ExitCode::Clean : ExitCode::Findings;
}

// Returns a message if the options cannot be combined.
std::optional<std::string> contradiction(const ImportCommandOptions& options) {
  if (!options.part.empty() && !parse_file_part(options.part)) {
    return fmt::format("--part: invalid value '{}' (expected K/N, such as 2/8)", options.part);
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
      {has_workers && has_part, "--workers cannot be combined with --part"},
      {has_workers && options.replace, "--workers cannot be combined with --replace"},
      {options.replace && has_part, "--replace cannot be combined with --part"},
      {options.replace && options.again, "--replace cannot be combined with --again"},
      {options.replace && options.import.duplicates != DuplicateGames::Keep,
       "--replace cannot be combined with --duplicates flag or skip"},
      {options.replace && (options.files.empty() || std::ranges::count(options.files, "-") > 0),
       "--replace needs files: standard input has no earlier games"}};
  for (const auto& [is_given, message] : contradictions) {
    if (is_given) return message;
  }
  return std::nullopt;
}

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
  const bool has_input = !std::ranges::all_of(inputs.files, NewDatabase::is_missing);
  if (!has_input && NewDatabase::is_missing(options.database)) {
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
  add_choice<IllegalGames>(app, "--illegal", options.import.illegal, kIllegal,
                           "For a game with an illegal or unreadable move: keep it as written and "
                           "index it up to that move, skip it, or stop the import (default: keep)");
  add_choice<DuplicateGames>(
      app, "--duplicates", options.import.duplicates, kDuplicates,
      "Keep a game that is already in the database (same moves, no contradicting tags), keep "
      "and flag it, or skip it (default: keep)");
  add_switch(app, "--replace", options.replace,
             "Replace the games of a file that has changed since it was imported; unchanged games "
             "keep their numbers");
  add_switch(app, "--again", options.again, "Import files again that were imported before");
  add_text(app, "--part K/N", options.part,
           "Read only part K of N of each file, if other machines import the other parts; files "
           "that cannot be split, such as compressed ones, are read entirely by part 1");
  add_piece_letters(app, options.import.validator.piece_letters);
  add_openings(app, options.openings);
  add_number(app, "--index-plies", options.index_plies, {.min = 1, .max = UINT16_MAX},
             "Limit the position index of a new database to the first N half-moves (default: all)");
}

void bind_run(CommandLine& app, ImportCommandOptions& options) {
  const OptionGroup group(app, "Run");
  add_memory_size(app, "--memory", options.import.memory)
      ->description("Memory limit, such as 512M or 2G (default: 512M)");
  add_jobs(app, options.jobs);
  add_reading_options(app);
  add_number(app, "--workers", options.workers, {.min = 1, .max = 64},
             "Number of parallel workers, each of which reads a part of every file; clusters only "
             "(default: 1)");
  add_number(app, "--batch", options.batch, {.min = 1, .max = kMaxBatchGames},
             "Maximum number of games in a transaction")
      ->group("");
  add_format(app, options.format, kTextOrJson);
  add_quiet(app, options.quiet);
  add_switch(app, "--no-progress", options.no_progress, "Do not show progress, even on a terminal");
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

namespace {

struct Workers {
  std::mutex mutex;
  ImportListener& listener;
  std::vector<ImportProgress> progress;  // indexed by worker
  std::exception_ptr first_failure = nullptr;
};

// A listener that forwards the reports of the workers, one call at a time, and adds up their
// progress.
class WorkerListener final : public ImportListener {
 public:
  WorkerListener(Workers& workers, std::size_t number) : workers_(workers), number_(number) {}

  void on_source_status(SourceStatus status, const std::string& name,
                        const SourceRecord& before) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.listener.on_source_status(status, name, before);
  }
  void on_failure(const std::string& name, const std::string& reason) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.listener.on_failure(name, reason);
  }
  void on_file_finding(DiagnosticCode code) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.listener.on_file_finding(code);
  }
  bool on_progress(const ImportProgress& progress) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.progress[number_] = progress;
    ImportProgress all;
    for (const ImportProgress& one : workers_.progress) {
      all.games += one.games;
      all.bytes = std::max(all.bytes, one.bytes);  // each worker reads up to the end of its part
    }
    return workers_.listener.on_progress(all) && !workers_.first_failure;
  }

 private:
  Workers& workers_;
  std::size_t number_;
};

// Adds the parts of all files in order, so that game numbers do not depend on the workers. The
// first worker later adds the files that cannot be split.
void add_parts(Storage& storage, const std::vector<std::string>& paths, std::uint32_t of) {
  std::set<std::string, std::less<>> known;
  for (const auto& [name, record] : storage.sources()) {
    const auto part = read_name_of_part(name);
    known.emplace(part ? part->file : name);
  }
  std::vector<SourceFile> files;
  for (const std::string& path : paths) {
    const SourceFile file = source_file(path);
    const bool is_split =
        known.insert(file.name).second && bounds_of_part(path, {.number = 1, .of = of}).has_value();
    if (is_split) files.push_back(file);
  }
  for (SourceFile file : files) {
    const std::string name = file.name;
    for (std::uint32_t number = 1; number <= of; ++number) {
      file.name = name_of_part(name, {.number = number, .of = of});
      storage.add_source(file);
    }
  }
  storage.sources();
}

}  // namespace

ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              PartOrder order, ImportListener& listener) {
  Workers workers{
      .mutex = {}, .listener = listener, .progress = std::vector<ImportProgress>(stores.size())};
  std::vector<ImportEnd> ends(stores.size());
  const auto parts =
      stores.size() > 1 ? static_cast<std::uint32_t>(stores.size()) : options.part.of;
  if (order == PartOrder::OfFiles && parts > 1) add_parts(*stores.front(), paths, parts);
  const auto work = [&](std::size_t number) {
    ImportOptions own = options;
    if (stores.size() > 1) {
      own.part = {.number = static_cast<std::uint32_t>(number + 1),
                  .of = static_cast<std::uint32_t>(stores.size())};
    }
    own.jobs = std::max(1U, options.jobs / static_cast<unsigned>(stores.size()));
    own.memory = options.memory / stores.size();
    WorkerListener own_listener(workers, number);
    try {
      ends[number] = Importer(*stores[number], own, own_listener).run(paths);
    } catch (...) {
      const std::lock_guard lock(workers.mutex);
      if (!workers.first_failure) workers.first_failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t number = 1; number < stores.size(); ++number) {
      threads.emplace_back(work, number);
    }
    work(0);
  }
  if (workers.first_failure) std::rethrow_exception(workers.first_failure);
  ImportEnd all;
  for (const ImportEnd& end : ends) all.add(end);
  return all;
}

}  // namespace arbiter
