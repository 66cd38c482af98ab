// arbiter crosscheck GAMES... REPORT
#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "lib/base/quantities.h"
#include "lib/io/byte_source.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/utf8.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/tournament.h"
#include "tools/commands/tournament/trf_input.h"

namespace arbiter {
namespace {

struct CrosscheckCommandOptions {
  std::vector<std::string> files;  // including the report
  std::string event;
  std::optional<RoundName> round;
  SelectionOptions selection;
  AnswerFormat format = AnswerFormat::Text;
  bool quiet = false;
  std::uint64_t jobs = default_jobs();
};

struct CrosscheckOutput {
  const CrosscheckCommandOptions& options;
  const Selection& selection;
  ComparedFiles files;
  Console& console;
  Tally tally{selection};
  std::uint64_t withheld = 0;

  void print(const Crosscheck& checked) {
    const auto output =
        make_report(options.format, {.findings = true, .games = false, .table = false}, console);
    output->begin();
    FindingPlaces places(files);
    for (const CrosscheckFinding& finding : checked.findings) {
      tally.add_finding(finding.code);
      if (!selection.shown()[index_of(finding.code)]) continue;
      const FileFinding found = places.in_file(finding);
      output->write({found.file, selection.severity_of(finding.code), found.located});
    }
    for (const auto& [code, count] : checked.withheld) {
      tally.add_finding(code, count);
      if (selection.shown()[index_of(code)]) withheld += count;
    }
    output->end({tally, withheld, {}});
    console.flush();
    if (!options.quiet) print_summary(checked);
  }

  void print_summary(const Crosscheck& checked) {
    std::string line = fmt::format(
        "{} of the report and {} compared: {}, {}", counted(files.report.players.size(), "player"),
        counted(checked.compared, "game"), counted(tally.findings(Severity::Error), "error"),
        counted(tally.findings(Severity::Warning), "warning"));
    if (withheld > 0) {
      line += fmt::format("; {} not shown (limit: {} of each kind)",
                          counted(withheld, "more finding"), with_commas(Crosscheck::kMaxOfKind));
    }
    if (checked.forfeits > 0) {
      line +=
          fmt::format("; the report has {} without a game", counted(checked.forfeits, "forfeit"));
    }
    console.say(line);
  }
};

struct Arguments {
  std::string report;
  bool is_found = false;  // true if the report lies in a folder, without being named
  std::vector<std::string> games;
};

// Returns the reason why one of the files cannot be opened, if any.
std::optional<Error> opening_error(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code failure;
    const auto type = std::filesystem::status(file, failure).type();
    if (file == "-" || type == std::filesystem::file_type::directory ||
        type == std::filesystem::file_type::fifo) {
      continue;
    }
    if (const auto opened = FileSource::open(file); !opened) {
      return Error{fmt::format("{}: {}", file, opened.error())};
    }
  }
  return {};
}

// Separates the report from the games by its first bytes. If no file is a report, looks for one in
// the folders, and prints which links in them are skipped.
Result<Arguments> arguments_of(const std::vector<std::string>& files, Console& console) {
  Arguments arguments;
  std::vector<std::string> reports;
  for (const std::string& file : files) {
    (is_report(file) ? reports : arguments.games).push_back(file);
  }
  arguments.is_found = reports.empty();
  if (arguments.is_found) reports = reports_in_folders(files, console);
  if (reports.size() > 1) {
    return Error{
        fmt::format("{} and {} are both tournament reports; name one", reports[0], reports[1])};
  }
  if (reports.empty()) {
    if (auto error = opening_error(files)) return *std::move(error);
    return Error{
        "no tournament report (TRF) found: expected a .trf, .trfx or .txt file that begins with "
        "012 or 001"};
  }
  if (arguments.games.empty()) return Error{"no games given; name the game files too"};
  arguments.report = reports.front();
  return arguments;
}

// Returns the number of a round that the report and the games have.
Result<std::uint32_t> compared_round(const RoundName& round, std::span<const EventGame> games,
                                     const TrfReport& report) {
  const std::vector<std::uint32_t> rounds = round_numbers(games);
  const auto number = number_of(round, games, rounds);
  if (number && *number > report.rounds) {
    return Error{fmt::format("--round {}: the report has only {}", round.text,
                             counted(report.rounds, "round"))};
  }
  if (number && std::ranges::find(rounds, *number) != rounds.end()) return *number;
  const std::uint32_t last = *std::ranges::max_element(rounds);
  return Error{fmt::format("--round {}: no game has this round{}", round.text,
                           last == 0 ? "" : fmt::format("; the last one is {}", last))};
}

// Keeps the games of the event whose players the report has, if others have different players.
void keep_event_of(const NamedReport& report, EventInput& input, Console& console) {
  std::vector<EventInput> events = events_in(input);
  const auto is_other = [&](const EventInput& event) {
    return report_for(tournament_of_games(event.games).tournament, std::span(&report, 1)) ==
           nullptr;
  };
  const std::size_t others = std::erase_if(events, is_other);
  if (others == 0 || events.size() != 1) return;
  console.say(fmt::format("compared only the games of the event of {}; --event NAME selects others",
                          shown_path(report.path)));
  input = std::move(events.front());
}

Result<ExitCode> run(const CrosscheckCommandOptions& options, Console& console) {
  const auto arguments = arguments_of(options.files, console);
  if (!arguments) return Error{arguments.error()};
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  const auto report = read_report(arguments->report);
  if (!report) return Error{report.error()};
  auto event =
      read_event(arguments->games,
                 {.jobs = static_cast<unsigned>(options.jobs), .event = options.event}, console);
  if (!event) return Error{event.error()};
  if (arguments->is_found) keep_event_of({arguments->report, *report}, *event, console);
  std::uint32_t round = 0;
  if (options.round) {
    const auto number = compared_round(*options.round, event->games, *report);
    if (!number) return Error{number.error()};
    round = *number;
  }
  if (!options.quiet) print_overruled_results(*event, console);
  const Crosscheck checked =
      crosscheck(event->games, tournament_of_games(event->games), *report, event->files, round);
  if (!options.quiet) print_duplicate_games(*event, checked.repeated, console);
  CrosscheckOutput output{
      options, *selection, {arguments->report, *report, event->games, event->files}, console};
  output.print(checked);
  if (event->inputs == InputsRead::NotAll) return ExitCode::CouldNotRun;
  return output.tally.reaches(Severity::Error) ? ExitCode::Findings : ExitCode::Clean;
}

}  // namespace

CommandRun bind_crosscheck(CommandLine& app) {
  const auto options = std::make_shared<CrosscheckCommandOptions>();
  add_text(
      app, "FILE...", options->files,
      "Games (files, archives, folders or databases; - is standard input) and one tournament "
      "report (TRF16 or TRF26), in any order; a single report in a folder is found automatically")
      ->required();
  add_text(app, "--event NAME", options->event,
           "Use only games of this event; each word must be a prefix of a word in its name");
  add_round(app, "--round", options->round,
            "Compare only this round (3, Semifinal), while the others are not complete");
  add_text(app, "--ignore IDS", options->selection.ignore,
           "Ignore these ids; separate several with commas");
  add_text(app, "--severity ID=LEVEL", options->selection.severity,
           "Set the severity of an id: note, warning, error or off");
  add_format(app, options->format, kReportFormats);
  add_quiet(app, options->quiet);
  add_jobs(app, options->jobs);
  add_reading_options(app);
  app.footer("Exit status: 0 no errors, 1 errors, 2 a file could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
