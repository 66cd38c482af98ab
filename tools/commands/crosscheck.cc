// arbiter crosscheck GAMES... REPORT
#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "lib/io/byte_source.h"
#include "lib/notation/shown_text.h"
#include "lib/validate/event_games.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/report.h"
#include "tools/commands/commands.h"
#include "tools/commands/event_input.h"
#include "tools/commands/report_input.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::vector<std::string> files;  // the report among them
  SelectionOptions selection;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
  bool quiet = false;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
};

// A finding in the report, with its line; long lines are shown around the place.
LocatedDiagnostic located_in_report(const TrfReport& report, const TrfPlace& place,
                                    Diagnostic diagnostic) {
  constexpr std::size_t kBefore = 60;
  constexpr std::size_t kBehind = 60;
  LocatedDiagnostic located{.diagnostic = std::move(diagnostic)};
  located.line = place.line;
  located.column = place.column;
  located.diagnostic.length = place.length;
  std::vector<std::string_view> characters;
  const std::string_view line = report.lines[place.line - 1];
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = first_character_length(line.substr(i));
    characters.push_back(line.substr(i, length));
    i += length;
  }
  const std::size_t at = std::min<std::size_t>(place.column - 1, characters.size());
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::size_t to = std::min(characters.size(), at + kBehind);
  for (std::size_t i = from; i < to; ++i) {
    const bool is_control = static_cast<unsigned char>(characters[i][0]) < ' ';
    located.excerpt += is_control ? std::string_view(" ") : characters[i];
  }
  located.is_cut_before = from > 0;
  located.is_cut_after = to < characters.size();
  located.marker_start = static_cast<std::uint32_t>(at - from);
  located.marker_length = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(place.length, 1, std::max<std::size_t>(to - at, 1)));
  return located;
}

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

  bool print(Crosscheck& checked) {
    const auto output =
        make_report(options_.format, {.findings = true, .games = false, .table = false}, console_);
    output->begin();
    for (CrosscheckFinding& finding : checked.findings) {
      if (!selection_.is_on(finding.code)) continue;
      tally_.add_finding(finding.code);
      if (!selection_.shown()[index_of(finding.code)]) continue;
      const Severity severity = selection_.severity_of(finding.code);
      Diagnostic diagnostic{.code = finding.code};
      diagnostic.message = std::move(finding.message);
      if (finding.place) {
        const auto located = located_in_report(report_, *finding.place, std::move(diagnostic));
        output->write({report_name_, severity, located});
      } else {
        const EventGame& game = event_.games[*finding.game];
        const auto located = located_in(game, game.tag(finding.tag), std::move(diagnostic));
        output->write({event_.files[game.file], severity, located});
      }
    }
    output->end({tally_, 0, {}});
    console_.flush();
    if (!options_.quiet) say_summary(checked);
    return tally_.reaches(Severity::Error);
  }

 private:
  void say_summary(const Crosscheck& checked) {
    console_.say(fmt::format(
        "{} of the report and {} compared: {}, {}; {} in the report without a game: {}",
        counted(report_.players.size(), "player"), counted(checked.compared, "game"),
        counted(tally_.findings(Severity::Error), "error"),
        counted(tally_.findings(Severity::Warning), "warning"), with_commas(checked.forfeits),
        checked.forfeits == 1 ? "a forfeit" : "forfeits"));
  }

  const Options& options_;
  const Selection& selection_;
  const EventInput& event_;
  const std::string& report_name_;
  const TrfReport& report_;
  Console& console_;
  Tally tally_;
};

struct Arguments {
  std::string report;
  std::vector<std::string> games;
};

// Which of the files is the report, its first line tells.
Result<Arguments> arguments_of(const std::vector<std::string>& files) {
  Arguments arguments;
  for (const std::string& file : files) {
    if (!is_report(file)) {
      arguments.games.push_back(file);
    } else if (arguments.report.empty()) {
      arguments.report = file;
    } else {
      return Error{fmt::format("{} and {} are both reports; name one", arguments.report, file)};
    }
  }
  if (arguments.report.empty()) {
    for (const std::string& file : files) {
      std::error_code failure;
      if (std::filesystem::is_directory(file, failure)) continue;
      if (const auto opened = FileSource::open(file); !opened) {
        return Error{fmt::format("{}: {}", file, opened.error())};
      }
    }
    return Error{"none of these files is a tournament report (TRF), which begins with 012 or 001"};
  }
  if (arguments.games.empty()) return Error{"name the games too"};
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
  Crosscheck checked =
      crosscheck(event->games, tournament_of_games(event->games), *report, event->files);
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
          "The games (files, archives or folders; - is standard input) and the tournament report "
          "(TRF16 or TRF26), in any order");
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

}  // namespace arbiter::commands
