// arbiter filter [FILE...]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "db/stream/file_filter.h"
#include "lib/io/input_files.h"
#include "tools/cli/games_output.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/not_kept.h"
#include "tools/cli/output/progress.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/today.h"
#include "tools/commands/commands.h"
#include "tools/commands/game_sample.h"

namespace arbiter::commands {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::vector<std::string> files;
  GameFilter filter;
  PositionOptions position;
  bool is_anywhere = false;
  std::optional<std::uint64_t> limit;
  std::uint64_t skip = 0;
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 0;
  OutputOption output;
  std::string rest;
  bool count = false;
  bool quiet = false;
  std::uint64_t jobs = 1;
  GameShape shape;
  std::optional<PieceLetters> piece_letters;  // nothing: those of each game
};

// What one run read and wrote.
class FilterRun {
 public:
  FilterRun(const Options& options, FileFilterOptions filter, GamesOutput& output,
            GamesOutput* rest, Console& console)
      : options_(options),
        filter_(std::move(filter)),
        output_(output),
        rest_(rest),
        console_(console),
        progress_(console) {
    if (options.sample) sample_.emplace(*options.sample, options.seed);
  }

  void read(const std::vector<std::string>& paths);
  void fail(std::string_view why) {
    console_.complain(why);
    has_failed_ = true;
  }
  // To be called once, behind the last file.
  void write_sample();
  void report();
  ExitCode exit_code() const;
  bool has_failed() const { return has_failed_; }

 private:
  void read_input(const std::string& path);
  bool receive(const StreamedChunk& chunk);
  void write(std::string_view game, std::uint64_t set_aside);
  void show_progress();
  bool is_enough() const {
    return options_.limit && !options_.sample && rest_ == nullptr && written_ >= *options_.limit;
  }

  const Options& options_;
  FileFilterOptions filter_;
  GamesOutput& output_;
  GamesOutput* rest_;  // null: nobody wants the others
  Console& console_;
  Progress progress_;
  Clock::time_point begin_ = Clock::now();
  std::optional<std::uint64_t> total_bytes_;
  std::uint64_t bytes_before_ = 0;  // of the inputs before
  Input* input_ = nullptr;

  std::optional<GameSample> sample_;
  std::uint64_t games_ = 0;    // read
  std::uint64_t wanted_ = 0;   // of them
  std::uint64_t written_ = 0;  // of those
  std::uint64_t set_aside_ = 0;
  std::uint64_t lines_between_ = 0;
  bool has_failed_ = false;
};

void FilterRun::read(const std::vector<std::string>& paths) {
  total_bytes_ = bytes_of(paths);
  for (const std::string& path : paths) {
    if (is_enough()) return;
    read_input(path);
  }
}

void FilterRun::read_input(const std::string& path) {
  auto input = open_input(path);
  if (!input) return fail(fmt::format("{}: {}", path, input.error()));
  input_ = input->get();
  while (const auto member = input_->next_member()) {
    const auto error = filter_file(member->source, member->name, filter_,
                                   [&](const StreamedChunk& chunk) { return receive(chunk); });
    if (error) fail(fmt::format("{}: {}", member->name, error->message));
    if (is_enough()) return;
    if (const auto damage = member->source.damage()) {
      fail(fmt::format("{}: {}", member->name, *damage));
    }
  }
  if (const auto damage = input_->damage()) fail(fmt::format("{}: {}", path, *damage));
  bytes_before_ += input_->consumed_bytes();
}

bool FilterRun::receive(const StreamedChunk& chunk) {
  games_ += chunk.games;
  lines_between_ += chunk.lines_between;
  if (rest_ != nullptr) rest_->write(chunk.rest.text);
  for (const std::uint64_t pieces : chunk.rest.set_aside) set_aside_ += pieces;
  for (std::size_t i = 0; i < chunk.wanted.count(); ++i) {
    if (wanted_++ < options_.skip) continue;
    if (sample_) {
      sample_->add(chunk.wanted.game(i), chunk.wanted.set_aside[i]);
    } else {
      write(chunk.wanted.game(i), chunk.wanted.set_aside[i]);
    }
  }
  show_progress();
  return !is_enough();
}

// Nothing behind the last game that is asked for.
void FilterRun::write(std::string_view game, std::uint64_t set_aside) {
  if (options_.limit && written_ == *options_.limit) return;
  ++written_;
  set_aside_ += set_aside;
  if (!options_.count) output_.write(game);
}

void FilterRun::write_sample() {
  if (!sample_) return;
  sample_->for_each(
      [&](std::string_view game, std::uint64_t set_aside) { write(game, set_aside); });
}

void FilterRun::show_progress() {
  if (options_.quiet || !console_.shows_status()) return;
  progress_.show({.read_bytes = bytes_before_ + input_->consumed_bytes(),
                  .total_bytes = total_bytes_,
                  .games = games_,
                  .time = Clock::now() - begin_});
}

void FilterRun::report() {
  if (!options_.quiet) console_.clear_status();
  if (options_.count) console_.print("{}\n", written_);
  // Said whatever the options are: the games may look clean now.
  if (set_aside_ > 0) {
    console_.say(set_aside_in_comments_text(set_aside_));
  }
  if (!options_.count && lines_between_ > 0) console_.say(lines_between_text(lines_between_));
  if (options_.quiet || options_.count) return;
  console_.say(fmt::format("{} of {} written in {}", with_commas(written_), counted(games_, "game"),
                           duration_text(Clock::now() - begin_)));
}

ExitCode FilterRun::exit_code() const {
  if (has_failed_) return ExitCode::CouldNotRun;
  const bool is_all_kept = options_.count || set_aside_ + lines_between_ == 0;
  return is_all_kept ? ExitCode::Clean : ExitCode::Findings;
}

// Standard output is a dash.
std::filesystem::path target_of(const std::string& path) {
  if (path.empty() || path == "-") return "-";
  std::error_code failure;
  const auto target = std::filesystem::weakly_canonical(std::filesystem::absolute(path), failure);
  return failure ? std::filesystem::path(path) : target;
}

std::optional<Error> contradiction(const Options& options) {
  if (asks_for(options.filter, GameNumber::Id)) {
    return Error{"games of files have no id; --skip and --limit count them"};
  }
  if (options.count && (options.output.names_file() || !options.rest.empty())) {
    return Error{"--count writes no games; omit --output and --rest"};
  }
  if (!options.rest.empty() && (options.limit || options.skip > 0 || options.sample)) {
    return Error{
        "--rest takes the games that do not match; it cannot be combined with --limit, "
        "--skip or --sample"};
  }
  if (options.is_anywhere && !options.position.is_given()) {
    return Error{"--anywhere needs a position: --fen or --moves"};
  }
  if (!options.rest.empty() && target_of(options.rest) == target_of(options.output.path)) {
    return Error{"--output and --rest name the same file"};
  }
  return std::nullopt;
}

Result<FileFilterOptions> file_filter_of(const Options& options) {
  FileFilterOptions filter;
  filter.query.filter = options.filter;
  filter.query.validator.piece_letters = options.piece_letters;
  filter.query.validator.today = today();
  if (options.position.is_given()) {
    auto position = read_position(options.position);
    if (!position) return Error{position.error()};
    filter.query.position = *position;
  }
  filter.query.is_anywhere = options.is_anywhere;
  filter.text = options.count ? StreamedText::Nothing : StreamedText::Export;
  filter.shape = options.shape;
  filter.has_rest = !options.rest.empty();
  filter.jobs = static_cast<unsigned>(options.jobs);
  return filter;
}

Result<ExitCode> run(const Options& options, Console& console) {
  if (auto error = contradiction(options)) return std::move(*error);
  std::vector<std::string> files = options.files;
  if (files.empty() && ::isatty(STDIN_FILENO) == 1) {
    return Error{
        "no file given; name files or folders, or pipe games in (see 'arbiter filter --help')"};
  }
  if (files.empty()) files.push_back("-");
  auto filter = file_filter_of(options);
  if (!filter) return Error{filter.error()};
  const NamedFiles named = files_named(files);
  auto output = GamesOutput::open(options.output, named.files, console);
  if (!output) return Error{output.error()};
  std::optional<GamesOutput> rest;
  if (!options.rest.empty()) {
    auto opened =
        GamesOutput::open({options.rest, options.output.replaces_databases}, named.files, console);
    if (!opened) return Error{opened.error()};
    rest.emplace(*std::move(opened));
  }

  FilterRun filtering(options, *std::move(filter), *output, rest ? &*rest : nullptr, console);
  for (const NamedFiles::Unread& unread : named.unread) {
    filtering.fail(fmt::format("{}: {}", unread.path, unread.reason));
  }
  filtering.read(named.files);
  filtering.write_sample();
  if (!filtering.has_failed()) {
    if (const auto error = output->finish()) filtering.fail(error->message);
    if (rest) {
      if (const auto error = rest->finish()) filtering.fail(error->message);
    }
  }
  filtering.report();
  return filtering.exit_code();
}

}  // namespace

CommandRun bind_filter(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  options->jobs = std::max(1U, std::thread::hardware_concurrency());
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description("Game files, compressed or not, archives, folders; - is standard input");
  add_output(app, options->output);
  add_text(app, "--rest", options->rest)
      ->type_name("FILE")
      ->description("Write the games that do not match to this file");
  add_switch(app, "--count", options->count, "Print only how many games match");
  add_number(app, "--skip", options->skip, {.min = 0})
      ->description("Skip the first N games that match")
      ->type_name("N");
  add_number(app, "--limit", options->limit, {.min = 1})
      ->description("Stop after N games")
      ->type_name("N");
  add_number(app, "--sample", options->sample, {.min = 1})
      ->description("Write N games chosen at random from those that match, in their order")
      ->type_name("N");
  add_number(app, "--seed", options->seed, {.min = 0})
      ->description("With --sample: another number chooses other games (default: 0)")
      ->type_name("N");
  add_number(app, "-j,--jobs", options->jobs, {.min = 1, .max = 256})
      ->description("Threads (default: one per core)")
      ->type_name("N");
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "-q,--quiet", options->quiet, "Print no report and no progress");
  add_shape(app, options->shape);
  add_position(app, options->position);
  add_switch(app, "--anywhere", options->is_anywhere,
             "Look in variations too, not only in main lines")
      ->group(kPositionGroup);
  add_filters(app, options->filter);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
