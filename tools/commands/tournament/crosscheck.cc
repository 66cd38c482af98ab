// arbiter crosscheck GAMES... REPORT
#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "lib/io/byte_source.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/report.h"
#include "tools/commands/tournament/crosscheck_findings.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/event_notes.h"
#include "tools/commands/tournament/report_input.h"
#include "tools/commands/tournament/tournament.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> files;  // the report among them
  SelectionOptions selection;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
  bool quiet = false;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
};

class CrosscheckOutput {
 public:
  CrosscheckOutput(const Options& options, const Selection& selection, const EventInput& event,
                   const std::string& report_name, const TrfReport& report, Console& console)
      : options_(options),
        selection_(selection),
        event_(event),
        report_name_(report_name),
        report_(report),
        console_(console),
        tally_(selection) {}

  bool print(const Crosscheck& checked) {
    const auto output =
        make_report(options_.format, {.findings = true, .games = false, .table = false}, console_);
    output->begin();
    const ComparedFiles compared{report_name_, report_, event_.games, event_.files};
    for (const CrosscheckFinding& finding : checked.findings) {
      tally_.add_finding(finding.code);
      if (!selection_.shown()[index_of(finding.code)]) continue;
      const FileFinding found = finding_in_file(finding, compared);
      output->write({found.file, selection_.severity_of(finding.code), found.located});
    }
    for (const auto& [code, count] : checked.withheld) {
      tally_.add_finding(code, count);
      if (selection_.shown()[index_of(code)]) withheld_ += count;
    }
    output->end({tally_, withheld_, {}});
    console_.flush();
    if (!options_.quiet) say_summary(checked);
    return tally_.reaches(Severity::Error);
  }

 private:
  void say_summary(const Crosscheck& checked) {
    std::string line = fmt::format(
        "{} of the report and {} compared: {}, {}", counted(report_.players.size(), "player"),
        counted(checked.compared, "game"), counted(tally_.findings(Severity::Error), "error"),
        counted(tally_.findings(Severity::Warning), "warning"));
    if (withheld_ > 0) {
      line += fmt::format("; {} not shown: the first {} of each kind are",
                          counted(withheld_, "more finding"), with_commas(Crosscheck::kMaxOfKind));
    }
    if (checked.forfeits > 0) {
      line +=
          fmt::format("; the report has {} without a game", counted(checked.forfeits, "forfeit"));
    }
    console_.say(line);
  }

  const Options& options_;
  const Selection& selection_;
  const EventInput& event_;
  const std::string& report_name_;
  const TrfReport& report_;
  Console& console_;
  Tally tally_;
  std::uint64_t withheld_ = 0;
};

struct Arguments {
  std::string report;
  std::vector<std::string> games;
};

// Why a file that is named cannot be opened.
std::optional<Error> fault_of(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code failure;
    if (file == "-" || std::filesystem::is_directory(file, failure)) continue;
    if (const auto opened = FileSource::open(file); !opened) {
      return Error{fmt::format("{}: {}", file, opened.error())};
    }
  }
  return {};
}

// Which of the files is the report, its first line tells. If none is, folders may have it.
Result<Arguments> arguments_of(const std::vector<std::string>& files) {
  Arguments arguments;
  std::vector<std::string> reports;
  for (const std::string& file : files) {
    (is_report(file) ? reports : arguments.games).push_back(file);
  }
  if (reports.empty()) {
    for (const std::string& file : files)
      std::ranges::copy(reports_in(file), std::back_inserter(reports));
  }
  if (reports.size() > 1) {
    return Error{fmt::format("{} and {} are both reports; name one", reports[0], reports[1])};
  }
  if (reports.empty()) {
    if (auto fault = fault_of(files)) return *std::move(fault);
    return Error{
        "no tournament report (TRF) is among the files, nor in a folder as .trf, .trfx or .txt; "
        "it begins with 012 or 001"};
  }
  if (arguments.games.empty()) return Error{"name the games too"};
  arguments.report = reports.front();
  return arguments;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const auto arguments = arguments_of(options.files);
  if (!arguments) return Error{arguments.error()};
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  const auto report = read_report(arguments->report);
  if (!report) return Error{report.error()};
  const auto event = read_event(arguments->games, static_cast<unsigned>(options.jobs), console);
  if (!event) return Error{event.error()};
  if (!options.quiet) tell_overruled(*event, console);
  const Crosscheck checked =
      crosscheck(event->games, tournament_of_games(event->games), *report, event->files);
  if (!options.quiet) tell_repeated(*event, checked.repeated, console);
  const bool has_errors =
      CrosscheckOutput(options, *selection, *event, arguments->report, *report, console)
          .print(checked);
  if (!event->is_complete) return ExitCode::CouldNotRun;
  return has_errors ? ExitCode::Findings : ExitCode::Clean;
}

}  // namespace

CommandRun bind_crosscheck(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->required()
      ->description(
          "The games (files, archives, folders or databases; - is standard input) and the "
          "tournament "
          "report (TRF16 or TRF26), in any order; the only report in a folder need not be named");
  add_words(app, "--ignore", options->selection.ignore)
      ->type_name("IDS")
      ->description("Never report these; separate several with commas");
  add_words(app, "--severity", options->selection.severity)
      ->type_name("ID=LEVEL")
      ->description("Change the severity of an id: note, warning, error or off");
  add_format(app, options->format, kReportFormats);
  add_color(app, options->color);
  add_switch(app, "-q,--quiet", options->quiet, "Print findings only, no summary");
  add_number(app, "-j,--jobs", options->jobs, {.min = 1, .max = 1024})
      ->description("Number of threads that read games (default: one per core)");
  app.footer("Exit status: 0 no errors, 1 errors, 2 a file could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
