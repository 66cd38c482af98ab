// arbiter validate [FILE...]
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "lib/io/input_files.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/files_given.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/rules_option.h"
#include "tools/cli/options/selection_options.h"
#include "tools/cli/output/summary.h"
#include "tools/cli/today.h"
#include "tools/commands/check/check.h"
#include "tools/commands/check/validation.h"

namespace arbiter {
namespace {

enum class FailOn { Note, Warning, Error, Never };

constexpr Choice<FailOn> kFailOn[] = {
    {"note", FailOn::Note},   {"warning", FailOn::Warning}, {"error", FailOn::Error},
    {"never", FailOn::Never}, {"none", FailOn::Never},
};

constexpr Choice<EventScope> kEvents[] = {
    {"file", EventScope::File},
    {"all", EventScope::Everything},
    {"off", EventScope::Never},
};

struct Options {
  std::vector<std::string> files;
  SelectionOptions selection;
  std::uint64_t max_findings = UINT64_MAX;
  bool summary = false;
  bool games = false;
  bool board = false;

  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters;  // nothing: those of each game
  bool allow_illegal = false;
  EventScope event = EventScope::File;
  ConfigurationChoice configuration_choice;
  Configuration configuration;
  std::string baseline;
  std::string written_baseline;
  std::string players;
  std::string players_month;

  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
  FailOn fail_on = FailOn::Error;
  bool quiet = false;
  bool no_progress = false;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
};

// What the report holds, or why the format cannot hold it.
Result<ReportContent> content_of(const Options& options) {
  const bool is_plain = !options.games && !options.summary;
  const bool findings_only =
      options.format == AnswerFormat::Sarif || options.format == AnswerFormat::GitHub;
  if (findings_only && !is_plain) {
    return Error{fmt::format("{} is not available in this format; use text, json, csv or markdown",
                             options.games ? "--games" : "--summary")};
  }
  if (options.format == AnswerFormat::Csv && options.games && options.summary) {
    return Error{"--games and --summary are two tables; choose one of them for csv"};
  }
  if (options.board && (!is_plain || options.format != AnswerFormat::Text)) {
    return Error{"--board needs findings in text; 'arbiter report' writes a page with boards"};
  }
  const bool games_and_findings = options.format == AnswerFormat::Json && !options.summary;
  return ReportContent{.findings = is_plain || games_and_findings,
                       .games = options.games,
                       .table = options.summary,
                       .boards = options.board};
}

Result<ValidationPlan> plan_of(const Options& options) {
  auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  auto content = content_of(options);
  if (!content) return Error{content.error()};
  ValidationPlan plan;
  plan.selection = *selection;
  plan.format = options.format;
  plan.content = *content;
  plan.shows_progress = !options.quiet && !options.no_progress;
  plan.max_findings = options.max_findings;
  plan.file.validator.rules = options.rules;
  if (options.allow_illegal) plan.file.validator.illegal_moves = IllegalMoves::Follow;
  plan.file.validator.piece_letters = options.piece_letters;
  plan.file.validator.today = today();
  plan.event = options.event;
  plan.players = options.players;
  plan.players_month = parse_list_month(options.players_month);
  if (!options.players_month.empty() && !plan.players_month) {
    return Error{fmt::format("--players-month: '{}' is not a month, such as 2026-09",
                             options.players_month)};
  }
  plan.is_quiet = options.quiet;
  plan.configuration = options.configuration;
  plan.file.jobs = static_cast<unsigned>(options.jobs);
  if (options.baseline.empty() || !options.written_baseline.empty()) return plan;
  auto baseline = Baseline::read(options.baseline);
  if (!baseline) return Error{baseline.error()};
  plan.known = KnownFindings(*std::move(baseline));
  return plan;
}

bool fails(const Tally& tally, FailOn fail_on) {
  switch (fail_on) {
    case FailOn::Note:
      return tally.reaches(Severity::Note);
    case FailOn::Warning:
      return tally.reaches(Severity::Warning);
    case FailOn::Error:
      return tally.reaches(Severity::Error);
    case FailOn::Never:
      break;
  }
  return false;
}

// What must not be replaced by a baseline.
std::vector<std::string> inputs_of(const Options& options, const std::vector<std::string>& files) {
  std::vector<std::string> inputs = files_named(files).files;
  for (const std::string& path : {options.players, options.configuration_choice.path}) {
    if (!path.empty()) inputs.push_back(path);
  }
  const std::string& folder = options.configuration.folder;
  if (!folder.empty()) inputs.push_back(fmt::format("{}/{}", folder, kConfigurationName));
  return inputs;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  auto plan = plan_of(options);
  if (!plan) return Error{plan.error()};
  const auto files = files_given(options.files, "validate");
  if (!files) return Error{files.error()};

  Baseline written;
  std::optional<GamesOutput> baseline;
  if (!options.written_baseline.empty()) {
    plan->known = KnownFindings(&written);
    auto output =
        GamesOutput::open({.path = options.written_baseline}, inputs_of(options, *files), console);
    if (!output) return Error{output.error()};
    baseline = *std::move(output);
  }
  Validation validation(std::move(*plan), console);
  const RunEnd end = validation.run(*files);
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
  if (!options.quiet) console.say(summary_line(end));
  if (end.tally.failures() > 0) return ExitCode::CouldNotRun;
  return fails(end.tally, options.fail_on) ? ExitCode::Findings : ExitCode::Clean;
}

void bind_selection(CommandLine& app, Options& options) {
  constexpr const char* group = "Output";
  add_selection(app, options.selection, group);
  add_switch(app, "--strict", options.selection.strict,
             "Check the rules of PGN's export format too")
      ->group(group);
  add_switch(app, "--notes", options.selection.notes,
             "Show notes too (by default they are only counted)")
      ->group(group);
  add_number(app, "--max-findings", options.max_findings, {})
      ->description("Show at most N findings; count the others")
      ->group(group);
  add_text(app, "--baseline", options.baseline)
      ->type_name("FILE")
      ->description("Do not report the findings in this file, which --write-baseline has made")
      ->group(group);
  add_text(app, "--write-baseline", options.written_baseline)
      ->type_name("FILE")
      ->description("Write all findings to this file instead of reporting them")
      ->group(group);
  add_switch(app, "--summary", options.summary, "Print a table of counts instead of the findings")
      ->group(group);
  add_switch(app, "--games", options.games,
             "Print one line per game instead of the findings: players, length, how it ended, and "
             "when a draw could first be claimed")
      ->group(group);
  add_switch(app, "--board", options.board,
             "Draw the position at each finding in a move, and mark the squares it names")
      ->group(group);
}

void bind_rules(CommandLine& app, Options& options) {
  constexpr const char* group = "Rules";
  add_rules(app, options.rules)->group(group);
  add_piece_letters(app, options.piece_letters)->group(group);
  add_switch(app, "--allow-illegal", options.allow_illegal,
             "Let an illegal move stand and continue the game after it (Laws A.5.2)")
      ->group(group);
  add_choice<EventScope>(app, "--event", options.event, kEvents)
      ->description(
          "Check games as a tournament, against each other: the games of each file that share an "
          "Event tag and have rounds (file), all games of all files (all), or none (off) (default: "
          "file)")
      ->group(group);
  add_text(app, "--players", options.players)
      ->type_name("FILE")
      ->description(
          "Compare names, FIDE ids, titles, ratings and federations with this list of players: a "
          "list of FIDE, or a table with a column \"name\"")
      ->group(group);
  add_text(app, "--players-month", options.players_month)
      ->type_name("YYYY-MM")
      ->description("The month of that list, if it does not name it: ratings are those of a month")
      ->group(group);
}

void bind_run(CommandLine& app, Options& options) {
  constexpr const char* group = "Run";
  add_format(app, options.format, kReportFormats)->group(group);
  add_choice<FailOn>(app, "--fail-on", options.fail_on, kFailOn)
      ->description(
          "Exit with status 1 if anything of this severity or worse is found (default: error)")
      ->group(group);
  add_number(app, "-j,--jobs", options.jobs, {.min = 1, .max = 1024})
      ->description("Number of threads that check games (default: one per core)")
      ->group(group);
  add_color(app, options.color)->group(group);
  add_switch(app, "-q,--quiet", options.quiet, "Print findings only: no summary and no progress")
      ->group(group);
  add_switch(app, "--no-progress", options.no_progress, "Show no progress, even on a terminal")
      ->group(group);
}

}  // namespace

CommandRun bind_validate(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description(
          "Game files, plain, compressed (.gz .bz2 .xz .zst) or in archives (.zip "
          ".7z); folders, searched for .pgn files; - or none: standard input");
  bind_selection(app, *options);
  bind_rules(app, *options);
  bind_run(app, *options);
  add_configuration(app, options->files, options->configuration_choice, options->configuration);
  app.footer(
      "Findings go to standard output, the summary and errors to standard error.\n"
      "Exit status: 0 nothing at or above --fail-on, 1 findings, 2 a file could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
