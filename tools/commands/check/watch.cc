// The command `arbiter watch FILE...`.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/neutral_text.h"
#include "lib/io/input_files.h"
#include "lib/io/text_conversion.h"
#include "lib/laws/date.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/tournament/crosscheck.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/configuration.h"
#include "tools/cli/game_input.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/report.h"
#include "tools/commands/check/check.h"
#include "tools/commands/check/watched_file.h"
#include "tools/commands/tournament/event_input.h"

namespace arbiter {
namespace {

// Runs a shell command and waits for it. Its environment contains the first finding and the number
// of errors. Its exit status is ignored.
void run_command(const std::string& command, const FileLook::Found& found, std::size_t errors) {
  const Diagnostic& diagnostic = found.located.diagnostic;
  run_shell(command, {fmt::format("ARBITER_FILE={}", found.member),
                      fmt::format("ARBITER_LINE={}", found.located.line),
                      fmt::format("ARBITER_GAME={}", diagnostic.game),
                      fmt::format("ARBITER_ID={}", entry_of(diagnostic.code).id),
                      fmt::format("ARBITER_MESSAGE={}", diagnostic.message),
                      fmt::format("ARBITER_ERRORS={}", errors)});
}

using Clock = WatchedFile::Clock;
using std::chrono::milliseconds;

constexpr Choice<EventScope> kWatchedEvents[] = {
    {"file", EventScope::File}, {"all", EventScope::Everything}, {"off", EventScope::Never}};

// The output formats. Findings are printed immediately, which other formats do not allow.
constexpr AnswerFormat kWatchFormats[] = {AnswerFormat::Text, AnswerFormat::Json};

struct WatchCommandOptions {
  std::vector<std::string> files;
  SelectionOptions selection;
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters;
  EventScope event = EventScope::File;
  std::string trf;
  bool bell = false;
  std::string command;
  std::optional<milliseconds> poll;
  milliseconds settle{5000};
  bool once = false;
  AnswerFormat format = AnswerFormat::Text;
  bool quiet = false;
  ConfigurationChoice configuration_choice;
  Configuration configuration;
};

class Watch {
 public:
  Watch(const WatchCommandOptions& options, const Selection& selection, Console& console)
      : options_(options),
        selection_(selection),
        console_(console),
        report_(make_report(options.format, {}, console)),
        changes_(options.poll ? ChangeWatch::Kind::Polling : ChangeWatch::Kind::Notified) {
    file_options_.wanted = selection.shown();
    file_options_.validator.sought = selection.shown();
    file_options_.validator.rules = options.rules;
    file_options_.validator.piece_letters = options.piece_letters;
  }

  ExitCode run() {
    report_->begin();
    InterruptWatch interrupts;
    look_once();
    if (!options_.once) print_start();
    while (!options_.once && !interrupts.was_interrupted()) {
      wait(interrupts);
      if (!interrupts.was_interrupted()) look_once();
    }
    interrupts.accept();
    if (!options_.quiet) {
      console_.say(fmt::format("{} watched: {}, {}", counted(files_.size(), "file"),
                               counted(errors_, "error"), counted(others_, "other finding")));
    }
    if (options_.once && has_failed_) return ExitCode::CouldNotRun;
    return errors_ > 0 ? ExitCode::Findings : ExitCode::Clean;
  }

 private:
  static constexpr std::size_t kMaxRemovedFiles =
      1000;  // maximum number of remembered removed files

  void print_start() {
    if (options_.quiet) return;
    console_.say(fmt::format("watching {}{}; press Ctrl-C to stop", counted(files_.size(), "file"),
                             changes_.kind() == ChangeWatch::Kind::Polling ? " by polling" : ""));
  }

  // Waits until something may have changed, or a signal has arrived.
  void wait(const InterruptWatch& interrupts) {
    constexpr milliseconds kAtLeast{5000};  // needed for file systems that do not report changes
    auto until = Clock::now() + options_.poll.value_or(kAtLeast);
    const auto wait_for = [&](const WatchedFile& file) {
      if (const auto settled = file.next_settled(options_.settle)) {
        until = std::min(until, *settled);
      }
    };
    for (const auto& [path, file] : files_) wait_for(file);
    wait_for(comparison_);
    rest_until(until, Wait::ForChange, interrupts);
    // A pause after a change, because programs write in several steps, and large files should not
    // be read continuously.
    constexpr milliseconds kPause{100};
    constexpr int kShare = 4;
    const auto pause =
        std::max<Clock::duration>(options_.poll ? milliseconds(0) : kPause, look_time_ * kShare);
    rest_until(Clock::now() + pause, Wait::ForTime, interrupts);
  }

  enum class Wait { ForChange, ForTime };
  void rest_until(Clock::time_point until, Wait wait, const InterruptWatch& interrupts) {
    constexpr milliseconds kStep{500};  // short enough to react to signals
    while (!interrupts.was_interrupted()) {
      const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
      if (left.count() <= 0) return;
      if (changes_.wait(std::min(left, kStep)) && wait == Wait::ForChange) return;
    }
  }

  void watch_folders() {
    for (const std::string& path : options_.files) changes_.add_around(path);
    if (!options_.trf.empty()) changes_.add_around(options_.trf);
  }

  void look_once() {
    const auto start = Clock::now();
    watch_folders();
    std::set<std::string> present;
    bool has_changed = false;
    const NamedFiles named = files_named(options_.files);
    if (!std::exchange(has_printed_links_, true)) print_skipped_folders(named, console_);
    for (const NamedFiles::Unread& unread : named.unread) report_unread(unread);
    for (const std::string& path : named.files) {
      present.insert(path);
      if (path != options_.trf) has_changed = look(path) || has_changed;
    }
    if (!options_.trf.empty()) has_changed = report_file_.has_changed(options_.trf) || has_changed;
    for (auto& [path, file] : files_) {
      if (!present.contains(path) && file.has_changed(path) && !file.is_there()) {
        report_missing(path);
        has_changed = true;
      }
    }
    const auto settled = comparison_.next_settled(options_.settle);
    if (has_changed || (settled && *settled <= Clock::now())) compare_games();
    forget_missing();
    look_time_ = Clock::now() - start;
  }

  // Prints once that a file in a folder cannot be read. A named folder without games is not
  // reported, because games may be added.
  void report_unread(const NamedFiles::Unread& unread) {
    if (std::ranges::find(options_.files, unread.path) != options_.files.end()) return;
    if (!unread_.insert(unread.path).second) return;
    has_failed_ = true;
    console_.complain(fmt::format("{}: {}", unread.path, unread.reason));
  }

  // Checks a file if necessary. Returns whether its games may have changed.
  bool look(const std::string& path) {
    WatchedFile& file = files_[path];
    const auto settled = file.next_settled(options_.settle);
    const bool has_changed = file.has_changed(path);
    if (!has_changed && !(settled && *settled <= Clock::now())) return false;
    if (!file.is_there()) {
      report_missing(path);
      return true;
    }
    file_options_.validator.today = today();
    FileValidationOptions options = file_options_;
    options.wanted &= ~options_.configuration.ignored_in(path);
    // The comparison with a tournament report needs the games, even if they are not checked
    // themselves.
    const bool only_collects = options_.event == EventScope::Never && !options_.trf.empty();
    FileLook look =
        file.look(path, options, only_collects ? EventScope::Everything : options_.event);
    if (file.is_new_failure(look.failure)) {
      has_failed_ = true;
      console_.complain(fmt::format("{}: {}", path, look.failure));
    }
    if (compares_games()) games_[path] = look.event->games();
    report(file, std::move(look));
    return true;
  }

  bool compares_games() const {
    return options_.event == EventScope::Everything || !options_.trf.empty();
  }

  // Compares the games of all files with each other, and with the tournament report.
  void compare_games() {
    if (!compares_games()) return;
    EventCollector event(EventScope::Everything);
    std::vector<std::string> names;
    for (const auto& [path, games] : games_) {
      names.push_back(path);
      event.begin_file(path);
      for (const EventGame& game : games) event.add(game);
    }
    FileLook look;
    if (options_.event == EventScope::Everything && event.is_one_event()) {
      for (EventFinding& finding : event.findings()) {
        const EventGame& game = event.games()[finding.game];
        add(event.file_of(game),
            located_in(game, game.tag(finding.tag),
                       {.code = finding.code, .message = std::move(finding.message)}),
            look);
      }
    }
    if (!options_.trf.empty() && !compare_with_report(event.games(), names, look)) return;
    report(comparison_, std::move(look));
  }

  // Compares the games with the tournament report. Returns whether the report could be read. Games
  // missing from the files may still be played, so they are not reported.
  bool compare_with_report(const std::vector<EventGame>& games,
                           const std::vector<std::string>& names, FileLook& look) {
    const auto trf = read_report(options_.trf);
    if (comparison_.is_new_failure(trf ? "" : trf.error())) {
      has_failed_ = true;
      console_.complain(trf.error());
    }
    if (!trf || games.empty()) return trf.has_value();
    FindingPlaces places({options_.trf, *trf, games, names});
    for (const CrosscheckFinding& finding :
         crosscheck(games, tournament_of_games(games), *trf, names).findings) {
      if (!finding.game) continue;
      FileFinding found = places.in_file(finding);
      add(found.file, std::move(found.located), look);
    }
    return true;
  }

  // Adds a finding. The game may be unfinished, or its tags incomplete.
  void add(const std::string& file, LocatedDiagnostic located, FileLook& look) const {
    const DiagnosticCode code = located.diagnostic.code;
    if (!selection_.is_shown(code) || options_.configuration.ignored_in(file)[index_of(code)]) {
      return;
    }
    look.findings.push_back(
        {.member = file, .located = std::move(located), .is_passing = true, .is_of_event = true});
  }

  void report(WatchedFile& file, FileLook look) {
    const auto news = file.news(std::move(look), options_.once ? milliseconds(0) : options_.settle);
    const std::vector<ResolvedFinding> resolved = file.take_resolved();
    if (!options_.once && !(news.empty() && resolved.empty())) print_time();
    for (const ResolvedFinding& finding : resolved) print_resolved(finding);
    report(news);
  }

  // Prints the time of the following findings, if the second has changed.
  void print_time() {
    const std::time_t now = std::time(nullptr);
    if (now == printed_time_) return;
    printed_time_ = now;
    if (options_.format == AnswerFormat::Json) {
      console_.print("{{\"type\":\"time\",\"time\":\"{}\"}}\n",
                     local_time_text(now, "{:%Y-%m-%dT%H:%M:%S%z}"));
    } else {
      console_.print("[{}]\n", local_time_text(now, "{:%H:%M:%S}"));
    }
  }

  void print_resolved(const ResolvedFinding& finding) {
    const std::string_view id = entry_of(finding.code).id;
    if (options_.format != AnswerFormat::Json) {
      const std::string game = finding.game == 0 ? "" : fmt::format(" game {}:", finding.game);
      console_.print("{}:{} resolved[{}]: {}\n", neutral(finding.member), game, id,
                     neutral(finding.message));
      return;
    }
    std::string file;
    append_json_string(finding.member, file);
    std::string message;
    append_json_string(finding.message, message);
    console_.print(
        "{{\"type\":\"resolved\",\"file\":{},\"game\":{},\"id\":\"{}\",\"message\":{}}}\n", file,
        finding.game == 0 ? "null" : std::to_string(finding.game), id, message);
  }

  void report(const std::vector<FileLook::Found>& news) {
    const FileLook::Found* first = nullptr;
    std::size_t errors = 0;
    for (const FileLook::Found& found : news) {
      const Severity severity = selection_.severity_of(found.located.diagnostic.code);
      report_->write(Finding{found.member, severity, found.located});
      if (severity < Severity::Error) {
        ++others_;
        continue;
      }
      ++errors;
      if (first == nullptr) first = &found;
    }
    console_.flush();
    errors_ += errors;
    if (first == nullptr) return;
    if (options_.bell) write_all(kStandardError, "\a");
    if (!options_.command.empty()) run_command(options_.command, *first, errors);
  }

  void report_missing(const std::string& path) {
    games_.erase(path);
    if (options_.once) {
      has_failed_ = true;
      console_.complain(fmt::format("{}: the file does not exist", path));
    } else if (!options_.quiet) {
      console_.say(fmt::format("{}: waiting for the file", path));
    }
  }

  void forget_missing() {
    std::size_t gone = 0;
    std::erase_if(files_, [&gone](const auto& entry) {
      return !entry.second.is_there() && ++gone > kMaxRemovedFiles;
    });
  }

  const WatchCommandOptions& options_;
  const Selection& selection_;
  Console& console_;
  std::unique_ptr<Report> report_;
  ChangeWatch changes_;
  FileValidationOptions file_options_;
  std::map<std::string, WatchedFile> files_;
  std::map<std::string, std::vector<EventGame>> games_;  // games by file, if they are compared
  std::set<std::string> unread_;  // files in folders that were reported as unreadable
  WatchedFile comparison_;        // findings of the comparison, treated as those of a file
  WatchedFile report_file_;       // the tournament report, to detect changes
  std::time_t printed_time_ = 0;
  Clock::duration look_time_{};  // duration of the last check of all files
  std::uint64_t errors_ = 0;
  std::uint64_t others_ = 0;
  bool has_failed_ = false;
  bool has_printed_links_ = false;  // true if links to folders were printed
};

Result<ExitCode> run(const WatchCommandOptions& options, Console& console) {
  set_guess_listener({});  // a finding reports the detected encoding
  if (std::ranges::find(options.files, "-") != options.files.end()) {
    return Error{"standard input cannot be watched; use `arbiter validate`"};
  }
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  return Watch(options, *selection, console).run();
}

}  // namespace

CommandRun bind_watch(CommandLine& app) {
  const auto options = std::make_shared<WatchCommandOptions>();
  add_text(app, "FILE...", options->files,
           "Game files, which need not exist yet, or folders of .pgn files")
      ->required();
  add_switch(app, "--bell", options->bell, "Ring the terminal bell on new errors");
  add_text(app, "--exec COMMAND", options->command,
           "Run COMMAND in a shell on new errors; ARBITER_FILE, ARBITER_LINE, ARBITER_GAME, "
           "ARBITER_ID and ARBITER_MESSAGE describe the first one, ARBITER_ERRORS is the count");
  add_parsed(app, "--poll SECONDS", options->poll, parse_seconds,
             "Check the files at this interval (default: when the system reports a change)");
  add_parsed(app, "--settle SECONDS", options->settle, parse_seconds,
             "Show a finding in an unfinished game only after it has persisted for this many "
             "seconds (default: 5)");
  add_switch(app, "--once", options->once, "Check the files once and exit");
  add_selection(app, options->selection, "Options");
  add_rules(app, options->rules);
  add_piece_letters(app, options->piece_letters);
  add_choice(app, "--event", options->event, kWatchedEvents,
             "Check each file as a tournament (file), all files as one tournament (all), or none "
             "(off) (default: file)");
  add_text(app, "--trf FILE", options->trf,
           "Check the games against this tournament report (TRF), as `arbiter crosscheck` does");
  add_format(app, options->format, kWatchFormats);
  add_reading_options(app);
  add_quiet(app, options->quiet);
  add_configuration(
      app, [options] { return options->files; }, options->configuration_choice,
      options->configuration);
  app.footer(
      "Press Ctrl-C to stop.\n"
      "Exit status: 0 no errors, 1 errors were found, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
