#include "tools/cli/game_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "db/import/importer.h"
#include "db/model/stored_game.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/io/output_file.h"
#include "lib/io/text_conversion.h"
#include "lib/laws/date.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

// A listener that prints progress and failures while files are read.
class ReadingReport final : public ImportListener {
 public:
  ReadingReport(const std::vector<std::string>& files, GamesNeeded needed, Console& console)
      : total_bytes_(total_size_of(files)),
        is_quiet_(needed.is_quiet),
        console_(console),
        progress_(console) {}

  void on_source_status(SourceStatus status, const std::string& name,
                        const SourceRecord& before) override {
    if (is_quiet_ || status != SourceStatus::IsCopy) return;
    console_.say(fmt::format("{}: same text as {}; read once", shown_path(name),
                             shown_path(before.file.name)));
  }
  void on_failure(const std::string& name, const std::string& why) override {
    has_failed_ = true;
    console_.complain(fmt::format(
        "{}: {}", name, is_locked(why) ? "a file in the archive is password-protected" : why));
  }
  void on_file_finding(DiagnosticCode) override {}
  bool on_progress(const ImportProgress& progress) override {
    if (is_quiet_) return true;
    progress_.show({.read_bytes = progress.bytes,
                    .total_bytes = total_bytes_,
                    .games = progress.games,
                    .time = std::chrono::steady_clock::now() - begin_});
    return true;
  }

  void finish(const ImportEnd& end) {
    if (is_quiet_) return;
    console_.clear_status();
    console_.say(
        fmt::format("{} read from {}", counted(end.games, "game"), counted(end.sources, "file")));
  }

  bool has_failed() const { return has_failed_; }

 private:
  std::optional<std::uint64_t> total_bytes_;
  bool is_quiet_;
  Console& console_;
  Progress progress_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool has_failed_ = false;
};

Result<OpenedGames> read_files(const GameInput& input, GamesNeeded needed, Console& console) {
  StorageOptions options{.jobs = static_cast<unsigned>(input.jobs)};
  if (needed.positions == QueryPositions::First) options.index_plies = 0;
  auto storage = open_private_storage(options);
  if (!storage) {
    return Error{fmt::format("cannot open the temporary database in {}: {}; TMPDIR sets the folder",
                             temporary_folder(), storage.error())};
  }
  const NamedFiles inputs = files_named(input.names);
  print_skipped_folders(inputs, console);
  ReadingReport report(inputs.files, needed, console);
  for (const NamedFiles::Unread& unread : inputs.unread) {
    report.on_failure(unread.path, unread.reason);
  }
  ImportOptions import;
  import.jobs = options.jobs;
  import.memory = input.memory;
  import.validator.today = today();
  import.openings = &input.openings.table();
  const ImportEnd end = Importer(**storage, import, report).run(inputs.files);
  // Stops the query, because its result would lack some games.
  if (is_ending()) throw Interrupted();
  report.finish(end);
  return OpenedGames{*std::move(storage), !report.has_failed(), end.lines_between,
                     report.has_failed() ? InputsRead::NotAll : InputsRead::All};
}

// Prints which shards do not respond. Returns whether all shards respond.
bool has_all_shards(Storage& storage, Console& console) {
  const std::vector<std::string> missing = storage.unavailable_shards();
  for (const std::string& why : missing) {
    console.complain(fmt::format("the results are partial, without the games of {}", why));
  }
  return missing.empty();
}

}  // namespace

bool names_storage(const std::string& name) {
  std::error_code failure;
  return is_storage(name) || (name != "-" && !std::filesystem::exists(name, failure));
}

void add_game_files(CommandLine& app, GameInput& input) {
  input.opened = &app.games();
  add_text(app, "FILE...", input.names,
           "A database; or game files, plain, compressed (.gz .bz2 .xz .zst) or in archives (.zip "
           ".7z); folders, searched for .pgn files; or - for standard input")
      ->required();
}

void add_reading(CommandLine& app, GameInput& input) {
  const OptionGroup group(app, "Run");
  add_memory_size(app, "--memory", input.memory)
      ->description("Memory limit while game files are read (default: 512M)");
  add_jobs(app, input.jobs);
  add_reading_options(app);
  add_openings(app, input.openings);
  app.footer(
      "Exit status: 0 success, 1 an encoding is uncertain, 2 a file, or a shard of a cluster, "
      "could not be read.");
}

std::string take_player_name(GameInput& input) {
  std::string name;
  std::vector<std::string> rest;
  for (const std::string& word : input.names) {
    const std::size_t dot = word.rfind('.');
    const bool is_file_name = word.find_first_of("/0123456789") != word.npos ||
                              (dot != word.npos && dot + 2 < word.size() && word[dot + 1] != ' ');
    std::error_code failure;
    if (is_file_name || word == "-" || is_storage(word) || std::filesystem::exists(word, failure)) {
      rest.push_back(word);
    } else {
      name += (name.empty() ? "" : " ") + word;
    }
  }
  if (rest.empty()) return {};
  input.names = std::move(rest);
  return name;
}

Option* add_partial(CommandLine& app, GameInput& input) {
  return add_switch(app, "--partial", input.is_partial,
                    "Cluster only: ignore shards that do not respond, and list them");
}

Result<OpenedGames> open_games(const GameInput& input, GamesNeeded needed, Console& console) {
  if (input.opened != nullptr && *input.opened) return OpenedGames{*input.opened};
  const std::vector<std::string>& names = input.names;
  if (names.size() > 1 && std::ranges::any_of(names, is_storage)) {
    const auto other = std::ranges::find_if_not(names, is_storage);
    if (other == names.end()) return Error{"only one database can be queried at a time"};
    return Error{
        std::filesystem::exists(*other)
            ? "give either one database or game files, not both"
            : fmt::format("unexpected argument '{}' (moves go in --moves, names in --player)",
                          *other)};
  }
  if (names.size() > 1 || !names_storage(names.front())) {
    return read_files(input, needed, console);
  }
  if (input.openings.file && !needed.names_positions) {
    return Error{"--openings is for game files; `arbiter upgrade --openings` is for databases"};
  }
  if (keeps_undecoded_bytes()) return Error{"--encoding is for game files; a database is in UTF-8"};
  auto storage = open_storage(
      names.front(), {.jobs = static_cast<unsigned>(input.jobs), .is_partial = input.is_partial});
  if (!storage) return Error{fmt::format("{}: {}", names.front(), storage.error())};
  OpenedGames opened{*std::move(storage)};
  if (input.is_partial) opened.is_complete = has_all_shards(*opened.storage, console);
  return opened;
}

Result<OpenedLines> open_lines(const GameInput& input, Console& console) {
  auto opened = open_games(input, {.is_quiet = true}, console);
  if (!opened) return Error{opened.error()};
  const bool is_lent = input.opened != nullptr && *input.opened;
  const GameFilter has_variations = filter_of(ContentTest{MovetextPart::Variations});
  if (is_lent || is_storage(input.names.front()) ||
      opened->storage->count({.filter = has_variations}) == 0) {
    return OpenedLines{*std::move(opened)};
  }
  GameShape shape;
  shape.splits_variations = true;
  StoredPgn writer(shape);
  const int file = open_temporary_file();
  const std::shared_ptr<void> closing(nullptr, [file](void*) { close_file(file); });
  std::vector<std::uint64_t> starts;
  std::uint64_t size = 0;
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& one : batch.games) {
      std::string text;
      writer.append(one.game, one.record, text);
      write_fully(file, text, temporary_file_name());
      starts.push_back(size);
      size += text.size();
    }
  };
  opened->storage->stream({}, {.receive = receive});
  GameInput lines = input;
  lines.names = {name_of_descriptor(file)};
  auto split = read_files(lines, {.is_quiet = true}, console);
  if (!split) return Error{split.error()};
  split->is_complete = split->is_complete && opened->is_complete;
  return OpenedLines{*std::move(split), std::move(starts)};
}

void print_queries(Storage& storage, Console& console) {
  for (const ShardQuery& asked : storage.queries()) {
    console.say(fmt::format("{}, {}: {}, {}\n  {}", asked.shard,
                            duration_text(Duration(asked.seconds)), counted(asked.rows, "row"),
                            size_text(asked.bytes), asked.text));
  }
}

std::string reads_text(const std::vector<ReadCount>& reads) {
  std::vector<std::string> parts;
  for (const ReadCount& read : reads) {
    parts.push_back(read.unit == "byte"        ? size_text(read.count)
                    : read.unit == "file byte" ? size_text(read.count) + " of the file"
                                               : counted(read.count, read.unit));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::optional<std::uint64_t> total_size_of(const std::vector<std::string>& paths) {
  std::uint64_t total = 0;
  for (const std::string& path : paths) {
    std::error_code failure;
    const std::uint64_t size = std::filesystem::file_size(path, failure);
    if (path == "-" || failure) return std::nullopt;
    total += size;
  }
  return total;
}

void print_skipped_folders(const NamedFiles& named, Console& console) {
  const std::vector<std::string>& links = named.skipped_folders;
  if (links.empty()) return;
  console.say(fmt::format(
      "{}: the link leads out of the folder; skipped{}", shown_path(links.front()),
      links.size() == 1 ? "" : fmt::format(", like {}", counted(links.size() - 1, "other link"))));
}

// Returns whether the message contains the words that all libarchive messages about passwords
// share.
bool is_locked(std::string_view damage) {
  return damage.find("ncrypted") != std::string_view::npos ||
         damage.find("assphrase") != std::string_view::npos;
}

Result<std::vector<std::string>> files_given(std::vector<std::string> files,
                                             std::string_view command) {
  if (!files.empty()) return files;
  if (is_terminal(kStandardInput)) {
    return Error{fmt::format(
        "no file given; name files or folders, or pipe games in (see `arbiter {} --help`)",
        command)};
  }
  return std::vector<std::string>{"-"};
}

}  // namespace arbiter
