// The command `arbiter validate [FILE...]`.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/io/input_files.h"
#include "lib/io/text_conversion.h"
#include "lib/laws/date.h"
#include "lib/tournament/event_checks.h"
#include "lib/tournament/list_checks.h"
#include "lib/tournament/player_list.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/text_checks.h"
#include "tools/cli/configuration.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/baseline.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/report.h"
#include "tools/cli/player_input.h"
#include "tools/commands/check/check.h"
#include "tools/commands/tournament/event_input.h"

namespace arbiter {
namespace {

constexpr Choice<std::optional<Severity>> kFailOn[] = {
    {"note", Severity::Note}, {"warning", Severity::Warning}, {"error", Severity::Error},
    {"never", std::nullopt},  {"none", std::nullopt},
};

constexpr Choice<EventScope> kEvents[] = {
    {"file", EventScope::File},
    {"all", EventScope::Everything},
    {"off", EventScope::Never},
};

struct ValidateCommandOptions {
  std::vector<std::string> files;
  SelectionOptions selection;
  std::uint64_t max_findings = UINT64_MAX;
  bool summary = false;
  bool games = false;
  bool board = false;

  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters;  // if missing, detected for each game
  bool allow_illegal = false;
  EventScope event = EventScope::File;
  ConfigurationChoice configuration_choice;
  Configuration configuration;
  std::string baseline;
  std::string written_baseline;
  std::string players;
  std::optional<ListMonth> players_month;  // if missing, the month of the list
  FileChoice choice;
  std::string stdin_name;  // name of standard input in findings; may be empty

  AnswerFormat format = AnswerFormat::Text;
  std::optional<Severity> fail_on = Severity::Error;
  bool quiet = false;
  bool no_progress = false;
  std::uint64_t jobs = default_jobs();
};

struct ValidationPlan {
  const ValidateCommandOptions& options;
  Selection selection;
  ReportContent content;
  KnownFindings known = {};  // findings that are not reported
  // The options of file validation, whose diagnostics are set by Validation.
  FileValidationOptions file = {};
};

// Returns the codes to count. Style findings are counted only on request.
CodeSet wanted_by(const Selection& selection, const ReportContent& content) {
  if (content.findings) return selection.shown();
  CodeSet wanted;
  for (const CatalogueEntry& entry : catalogue()) {
    wanted[index_of(entry.code)] = entry.severity == Severity::Style && selection.is_on(entry.code);
  }
  return wanted;
}

bool seeks_tournament(const Selection& selection) {
  return std::ranges::any_of(catalogue(), [&](const CatalogueEntry& entry) {
    return entry.group == Group::Tournament && selection.is_on(entry.code);
  });
}

class Validation final : private ValidationListener {
 public:
  Validation(ValidationPlan plan, Console& console)
      : plan_(std::move(plan)),
        console_(console),
        report_(make_report(plan_.options.format, plan_.content, console)),
        tally_(plan_.selection),
        event_(seeks_tournament(plan_.selection) ? plan_.options.event : EventScope::Never),
        wants_mentions_(!plan_.options.players.empty()),
        progress_(console),
        start_(std::chrono::steady_clock::now()) {
    plan_.file.wanted = wanted_by(plan_.selection, plan_.content);
    if (plan_.known.has_any()) plan_.file.wanted = plan_.selection.on();
    plan_.file.validator.sought = plan_.selection.on();
    plan_.file.reports_games = plan_.content.games;
    plan_.file.collects_event_games = wants_mentions_ ? &wants_mentions_ : &event_.is_wanted();
    plan_.file.stops_at_archive = event_.checks_each_file() && !wants_mentions_;
  }

  // Validates the files in order; "-" is standard input. Unreadable files are reported and counted,
  // and reading continues. Throws IoError if results cannot be written.
  RunEnd run(const NamedFiles& named) {
    total_bytes_ = total_size_of(named.files);
    report_->begin();
    print_skipped_folders(named, console_);
    for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
    for (const std::string& path : named.files) validate_input(path);
    if (event_.checks_everything()) report_all_as_event();
    report_events(EventParts::Rest::Finish);
    if (wants_mentions_) report_players();
    const RunEnd end{tally_, withheld_, time_so_far(), plan_.known.count(),
                     parts_.separate_files()};
    report_->end(end);
    console_.flush();
    console_.clear_status();
    return end;
  }

 private:
  void on_finding(const LocatedDiagnostic& located) override {
    if (!plan_.known.take(located)) show(located);
  }
  void on_game(const GameSummary& game) override { report_->write(file_, game); }
  void on_event_game(EventGame game) override {
    if (wants_mentions_) mentions_.add(game);
    event_.add(std::move(game));
  }
  bool on_progress(std::uint64_t games, std::uint64_t) override {
    if (plan_.options.quiet || plan_.options.no_progress) return true;
    progress_.show({.read_bytes = bytes_before_ + input_->consumed_bytes(),
                    .total_bytes = total_bytes_,
                    .games = tally_.games() + games,
                    .time = time_so_far()});
    return true;
  }

  void validate_input(const std::string& path) {
    auto input = open_input(path);
    if (!input) return fail(path, input.error());
    input_ = input->get();
    std::uint64_t members = 0;
    for (; const auto member = (*input)->next_member(); ++members) validate_member(*member);
    file_ = path;
    if (const auto damage = (*input)->damage()) {
      if (members == 0 && !is_locked(*damage)) {
        fail(path, *damage);
      } else {
        report_damage(*damage, {});
      }
    }
    const std::uint64_t skipped = (*input)->skipped_members();
    if (skipped > 0) {
      report(DiagnosticCode::ArchiveEntrySkipped,
             fmt::format("{} in the archive {} not PGN and {} skipped", counted(skipped, "file"),
                         skipped == 1 ? "is" : "are", skipped == 1 ? "was" : "were"),
             {});
    }
    bytes_before_ += (*input)->consumed_bytes();
    input_ = nullptr;
  }
  void validate_member(const Member& member) {
    const bool is_stdin = member.name == "<stdin>" && !plan_.options.stdin_name.empty();
    const std::string name = is_stdin ? plan_.options.stdin_name : member.name;
    file_ = name;
    for (LocatedDiagnostic& finding : findings_before_reading(member.form)) {
      report(file_, std::move(finding));
    }
    const std::uint64_t shown_before = shown_;
    event_.begin_file(name);
    if (wants_mentions_) mentions_.begin_file(name);
    const CodeSet ignored = plan_.options.configuration.ignored_in(name);
    FileValidationOptions options = plan_.file;
    options.wanted &= ~ignored;
    plan_.known.begin_file();
    FileTotals totals = validate_file(member.source, options, *this);
    totals.ignore(ignored);
    plan_.known.subtract_from(totals);
    tally_.add_file(totals);
    withheld_ += totals.withheld;
    if (event_.checks_each_file()) {
      if (event_.is_full()) complain_of_size(name + ": ");
      parts_.add(name, event_);
    }
    report_events(EventParts::Rest::Keep);
    file_ = name;
    for (LocatedDiagnostic& finding : findings_after_reading(member.form, totals)) {
      report(file_, std::move(finding));
    }
    const bool is_binary = totals.counts[index_of(DiagnosticCode::BinaryFile)] > 0;
    const bool is_other = is_binary || totals.is_other_text;
    if (is_other && is_report(file_)) {
      fail(file_,
           "it is a tournament report (TRF); use `arbiter standings` to check it, or `arbiter "
           "crosscheck` to compare it with games");
    } else if (is_other) {
      note_unread(is_binary ? "it is not text" : "it is not PGN", shown_before);
    }
    const auto damage = member.source.damage();
    if (!damage) return;
    if (member.form.is_cut || member.form.undecoded.bytes == 0) {
      report_damage(*damage, totals);
    } else if (!is_other) {
      fail(file_, *damage);
    }
  }
  // Reports a finding at the end of the text. `where` contains the size of the text.
  void report(DiagnosticCode code, std::string message, const FileTotals& where) {
    report(file_,
           {.diagnostic = {.code = code, .offset = where.bytes, .message = std::move(message)},
            .line = where.lines + 1});
  }
  void complain_of_size(const std::string& where) {
    console_.complain(fmt::format("{}more than {} games cannot be checked as one tournament", where,
                                  with_commas(EventCollector::kMaxGames)));
  }
  // Checks all games together as one tournament.
  void report_all_as_event() {
    if (event_.is_full()) complain_of_size("");
    report_event(event_);
  }
  void report_events(EventParts::Rest rest) {
    for (const auto& event : parts_.take_finished(rest)) report_event(*event);
  }
  // Reports contradictions between the games of a tournament.
  void report_event(const EventCollector& event) {
    for (EventFinding& finding : event.findings()) {
      const EventGame& game = event.games()[finding.game];
      report(event.file_of(game),
             located_in(game, game.tag(finding.tag),
                        {.code = finding.code, .message = std::move(finding.message)}));
    }
  }
  // Reports contradictions between the games and the player list.
  void report_players() {
    const ListComparison comparison{.path = plan_.options.players,
                                    .month = plan_.options.players_month,
                                    .is_quiet = plan_.options.quiet};
    const auto failure = compare_with_list(
        mentions_, comparison,
        [this](const std::string& file, LocatedDiagnostic finding) {
          report(file, std::move(finding));
        },
        console_);
    if (!failure) return;
    tally_.add_failure();
    console_.complain(failure->message);
  }
  // Reports a finding that no FileTotals contains.
  void report(std::string file, LocatedDiagnostic located) {
    const DiagnosticCode code = located.diagnostic.code;
    file_ = std::move(file);
    if (plan_.options.configuration.ignored_in(file_)[index_of(code)]) return;
    if (plan_.selection.is_on(code) && plan_.known.take(located)) return;
    tally_.add_finding(code);
    if (plan_.file.wanted[index_of(code)]) show(located);
  }
  void show(const LocatedDiagnostic& located) {
    if (!plan_.content.findings || !plan_.selection.shown()[index_of(located.diagnostic.code)])
      return;
    if (shown_ == plan_.options.max_findings) {
      ++withheld_;
      return;
    }
    ++shown_;
    report_->write({file_, plan_.selection.severity_of(located.diagnostic.code), located});
  }
  void report_damage(const std::string& damage, const FileTotals& where) {
    const std::uint64_t shown_before = shown_;
    const std::string message =
        is_locked(damage) ? "a file in the archive is password-protected" : damage;
    report(is_locked(damage) ? DiagnosticCode::ArchiveEncrypted : DiagnosticCode::ArchiveDamaged,
           message, where);
    note_unread(message, shown_before);
  }
  // Reports that the current file could not be read completely, unless a finding already reports
  // this.
  void note_unread(std::string_view why, std::uint64_t shown_before) {
    if (shown_ == shown_before) return fail(file_, why);
    tally_.add_failure();
    report_->write_failure(file_, why);
  }
  void fail(const std::string& path, std::string_view why) {
    tally_.add_failure();
    report_->write_failure(path, why);
    console_.complain(fmt::format("{}: {}", path, why));
  }
  Duration time_so_far() const { return std::chrono::steady_clock::now() - start_; }

  ValidationPlan plan_;
  Console& console_;
  std::unique_ptr<Report> report_;
  Tally tally_;
  EventCollector event_;
  EventParts parts_;
  PlayerMentions mentions_;
  std::atomic<bool> wants_mentions_;
  Progress progress_;
  std::chrono::steady_clock::time_point start_;
  std::string file_;                // name of the game file being read
  const Input* input_ = nullptr;    // input being read
  std::uint64_t bytes_before_ = 0;  // size on disk of the earlier inputs
  std::optional<std::uint64_t> total_bytes_;
  std::uint64_t shown_ = 0;
  std::uint64_t withheld_ = 0;
};

// Returns the contents of the report. Fails if the format does not support them.
Result<ReportContent> content_of(const ValidateCommandOptions& options) {
  const bool is_plain = !options.games && !options.summary;
  const bool findings_only = options.format >= AnswerFormat::Sarif;
  if (findings_only && !is_plain) {
    return Error{fmt::format("{} is not available in this format; use text, json, csv or markdown",
                             options.games ? "--games" : "--summary")};
  }
  if (options.format == AnswerFormat::Csv && options.games && options.summary) {
    return Error{"--games and --summary are two tables; choose one of them for csv"};
  }
  if (options.board && (!is_plain || options.format != AnswerFormat::Text)) {
    return Error{"--board needs findings in text; `arbiter report` writes a page with boards"};
  }
  const bool games_and_findings = options.format == AnswerFormat::Json && !options.summary;
  return ReportContent{.findings = is_plain || games_and_findings,
                       .games = options.games,
                       .table = options.summary,
                       .boards = options.board,
                       .failing = options.fail_on};
}

Result<ValidationPlan> plan_of(const ValidateCommandOptions& options) {
  auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  auto content = content_of(options);
  if (!content) return Error{content.error()};
  ValidationPlan plan{options, *std::move(selection), *content};
  plan.file.validator.rules = options.rules;
  if (options.allow_illegal) plan.file.validator.illegal_moves = IllegalMoves::Follow;
  plan.file.validator.piece_letters = options.piece_letters;
  plan.file.validator.today = today();
  plan.file.jobs = static_cast<unsigned>(options.jobs);
  if (options.baseline.empty() || !options.written_baseline.empty()) return plan;
  auto baseline = Baseline::read(options.baseline);
  if (!baseline) return Error{baseline.error()};
  plan.known = KnownFindings(*std::move(baseline));
  return plan;
}

// Returns the files that a baseline must not overwrite.
std::vector<std::string> inputs_of(const ValidateCommandOptions& options,
                                   std::vector<std::string> inputs) {
  for (const std::string& path : {options.players, options.configuration_choice.path}) {
    if (!path.empty()) inputs.push_back(path);
  }
  const std::string& folder = options.configuration.folder;
  if (!folder.empty()) inputs.push_back(fmt::format("{}/{}", folder, kConfigurationName));
  return inputs;
}

Result<ExitCode> run(const ValidateCommandOptions& options, Console& console) {
  set_guess_listener({});  // a finding reports the detected encoding
  auto plan = plan_of(options);
  if (!plan) return Error{plan.error()};
  const auto named = chosen_files(options.files, options.choice, "validate");
  if (!named) return Error{named.error()};

  Baseline written;
  std::optional<GamesOutput> baseline;
  if (!options.written_baseline.empty()) {
    if (auto fault = fault_of_games_name(options.written_baseline)) return *std::move(fault);
    plan->known = KnownFindings(&written);
    auto output = GamesOutput::open({.path = options.written_baseline},
                                    inputs_of(options, named->files), console);
    if (!output) return Error{output.error()};
    baseline = *std::move(output);
  }
  Validation validation(std::move(*plan), console);
  const RunEnd end = validation.run(*named);
  if (baseline) {
    baseline->write(written.text());
    const bool is_complete = end.tally.failures() == 0;
    auto error = baseline->finish(is_complete ? InputsRead::All : InputsRead::NotAll);
    if (error) return std::move(*error);
    if (!options.quiet) {
      console.say(fmt::format("{}: {}", options.written_baseline,
                              counted(written.size(), "known finding")));
    }
    return is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
  }
  if (!options.quiet) {
    if (end.separate > 0) {
      console.say(fmt::format(
          "{} the Event tag of another file and {} checked separately (--event all merges them)",
          end.separate == 1 ? "1 file has"
                            : fmt::format("{} files have", with_commas(end.separate)),
          end.separate == 1 ? "was" : "were"));
    }
    console.say(summary_line(end));
  }
  if (end.tally.failures() > 0) return ExitCode::CouldNotRun;
  return options.fail_on && end.tally.reaches(*options.fail_on) ? ExitCode::Findings
                                                                : ExitCode::Clean;
}

void bind_selection(CommandLine& app, ValidateCommandOptions& options) {
  const OptionGroup group(app, "Output");
  add_selection(app, options.selection, "Output");
  add_switch(app, "--strict", options.selection.strict,
             "Check the rules of the PGN export format too");
  add_switch(app, "--notes", options.selection.notes, "Show notes too (default: only count them)");
  add_number(app, "--max-findings", options.max_findings, {},
             "Show at most N findings; count the others");
  add_text(app, "--baseline FILE", options.baseline,
           "Ignore findings recorded in FILE (see --write-baseline)");
  add_text(app, "--write-baseline FILE", options.written_baseline,
           "Write all findings to FILE instead of reporting them");
  add_switch(app, "--summary", options.summary, "Print a table of counts instead of the findings");
  add_switch(app, "--games", options.games,
             "Print one line per game instead of the findings: players, length, how it ended, and "
             "when a draw could first be claimed");
  add_switch(app, "--board", options.board,
             "Show a board at each finding in a move, and mark the squares it names");
}

void bind_rules(CommandLine& app, ValidateCommandOptions& options) {
  const OptionGroup group(app, "Rules");
  add_rules(app, options.rules);
  add_piece_letters(app, options.piece_letters);
  add_switch(app, "--allow-illegal", options.allow_illegal,
             "Allow illegal moves to stand, and continue the game after them (Laws A.5.2)");
  add_choice(
      app, "--event", options.event, kEvents,
      "Compare the games of each event with each other; file: within a file, or files of a folder "
      "with different rounds; all: all games of all files; off: no games (default: file)");
  add_text(app, "--players FILE", options.players,
           "Check names, FIDE ids, titles, ratings and federations with this player list: a FIDE "
           "rating list, a table with a \"name\" column, or a tournament report (TRF)");
  add_parsed(app, "--players-month YYYY-MM", options.players_month, parse_players_month,
             "Month of the player list, if it is not in the file");
}

void bind_run(CommandLine& app, ValidateCommandOptions& options) {
  const OptionGroup group(app, "Run");
  add_format(app, options.format, kReportFormats);
  add_choice(app, "--fail-on", options.fail_on, kFailOn,
             "Set exit status 1 if a finding has this severity or a higher one (default: error)");
  add_jobs(app, options.jobs);
  add_reading_options(app);
  add_quiet(app, options.quiet);
  add_switch(app, "--no-progress", options.no_progress, "Do not show progress, even on a terminal");
}

}  // namespace

CommandRun bind_validate(CommandLine& app) {
  const auto options = std::make_shared<ValidateCommandOptions>();
  add_text(app, "FILE...", options->files,
           "Game files, plain, compressed (.gz .bz2 .xz .zst) or in archives (.zip "
           ".7z); folders, searched for .pgn files; - or none: standard input");
  add_file_choice(app, options->choice);
  options->choice.configuration = &options->configuration;
  add_text(
      app, "--stdin-filename NAME", options->stdin_name,
      "File name to use for standard input, in findings and to find .arbiter.toml; for editors");
  bind_selection(app, *options);
  bind_rules(app, *options);
  bind_run(app, *options);
  const auto names = [options]() -> Result<std::vector<std::string>> {
    auto files = names_in(options->files, options->choice);
    if (!files || options->stdin_name.empty()) return files;
    if (files->empty()) files->push_back("-");
    std::ranges::replace(*files, "-", options->stdin_name);
    return files;
  };
  add_configuration(app, names, options->configuration_choice, options->configuration);
  app.footer(
      "Findings go to standard output, the summary and errors to standard error.\n"
      "The comment {[%arbiter ignore=ID]} in a game accepts the game's findings with this ID.\n"
      "Exit status: 0 nothing at or above --fail-on, 1 findings, 2 a file could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
