// The command `arbiter crosscheck GAMES... REPORT`.
#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/tournament.h"

namespace arbiter {
namespace {

struct CrosscheckCommandOptions {
  std::vector<std::string> files;  // including reports
  std::vector<std::string> trf;
  std::string event;
  std::optional<RoundName> round;
  SelectionOptions selection;
  AnswerFormat format = AnswerFormat::Text;
  bool quiet = false;
  std::uint64_t jobs = default_jobs();
};

// The games of an event, and the report that contains their players.
struct Comparison {
  const NamedReport& report;
  EventInput event;
  Crosscheck checked = {};
};

struct CrosscheckOutput {
  const CrosscheckCommandOptions& options;
  const Selection& selection;
  Console& console;
  Tally tally{selection};
  std::uint64_t withheld = 0;

  void print(const std::vector<Comparison>& comparisons) {
    const auto output =
        make_report(options.format, {.findings = true, .games = false, .table = false}, console);
    output->begin();
    for (const auto& [named, event, checked] : comparisons) {
      FindingPlaces places({named.path, named.report, event.games, event.files});
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
    }
    output->end({tally, withheld, {}});
    console.flush();
    if (!options.quiet) print_summary(comparisons);
  }

  void print_summary(const std::vector<Comparison>& comparisons) {
    std::size_t players = 0;
    std::size_t games = 0;
    std::size_t forfeits = 0;
    for (const auto& [named, event, checked] : comparisons) {
      players += named.report.players.size();
      games += checked.compared;
      forfeits += checked.forfeits;
    }
    const bool is_one = comparisons.size() == 1;
    std::string line =
        fmt::format("{} of {} and {} compared: {}, {}", counted(players, "player"),
                    is_one ? "the report" : counted(comparisons.size(), "report"),
                    counted(games, "game"), counted(tally.findings(Severity::Error), "error"),
                    counted(tally.findings(Severity::Warning), "warning"));
    if (withheld > 0) {
      line += fmt::format("; {} not shown (limit: {} of each kind)",
                          counted(withheld, "more finding"), with_commas(Crosscheck::kMaxOfKind));
    }
    if (forfeits > 0) {
      line += fmt::format("; the {} without a game",
                          is_one ? "report has " + counted(forfeits, "forfeit")
                                 : "reports have " + counted(forfeits, "forfeit"));
    }
    console.say(line);
  }
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

// Returns the reports and the games, or an error if either is missing.
Result<NamedInputs> inputs_of(const CrosscheckCommandOptions& options, Console& console) {
  NamedInputs inputs = named_inputs(options.files, options.trf, console);
  if (inputs.reports.empty()) {
    if (auto error = opening_error(options.files)) return *std::move(error);
    return Error{
        "no tournament report (TRF) found: expected a .trf, .trfx or .txt file that begins with "
        "012 or 001"};
  }
  if (inputs.games.empty())
    return Error{
        "no games given; name the game files too, or use `arbiter standings` to check a "
        "report alone"};
  return inputs;
}

// Returns the number of a round that the report and the games both have.
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

// Adds the games of another event in the same report, in file order.
void add_event(EventInput event, EventInput& games) {
  games.files = std::move(event.files);
  std::ranges::move(event.games, std::back_inserter(games.games));
  std::ranges::sort(games.games, {},
                    [](const EventGame& game) { return std::pair(game.file, game.number); });
}

// Returns the games of each report. Prints events without a report, and reports without games.
// Fails if a report has no games, unless another report is about the same event.
Result<std::vector<Comparison>> events_of_reports(EventInput input,
                                                  const std::vector<NamedReport>& reports,
                                                  const CrosscheckCommandOptions& options,
                                                  Console& console) {
  std::map<const NamedReport*, EventInput> by_report;
  std::set<const NamedReport*> others;
  std::vector<EventInput> without;
  for (EventInput& event : events_in(std::move(input))) {
    const Tournament games = tournament_of_games(event.games).tournament;
    const NamedReport* const found = report_for(games, reports);
    for (const NamedReport& report : reports) {
      if (report_for(games, std::span(&report, 1)) != nullptr) others.insert(&report);
    }
    if (found != nullptr) {
      add_event(std::move(event), by_report[found]);
    } else {
      without.push_back(std::move(event));
    }
  }
  for (EventInput& event : without) {
    if (reports.size() == 1 && others.empty()) {  // the event names may be wrong
      add_event(std::move(event), by_report[&reports.front()]);
      continue;
    }
    if (options.quiet) continue;
    console.say(fmt::format("no report contains half of the players of {}: {} not compared",
                            tournament_of_games(event.games).tournament.name,
                            counted(event.games.size(), "game")));
  }
  std::vector<Comparison> comparisons;
  for (const NamedReport& report : reports) {
    if (const auto found = by_report.find(&report); found != by_report.end()) {
      comparisons.push_back({report, std::move(found->second)});
    } else if (others.contains(&report)) {
      if (options.quiet) continue;
      console.say(fmt::format("{}: not compared; another report is about the same event",
                              shown_path(report.path)));
    } else {
      return Error{fmt::format("{}: the report contains less than half of each event's players",
                               report.path)};
    }
  }
  return comparisons;
}

Result<ExitCode> run(const CrosscheckCommandOptions& options, Console& console) {
  const auto inputs = inputs_of(options, console);
  if (!inputs) return Error{inputs.error()};
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  const auto reports = read_reports(inputs->reports);
  if (!reports) return Error{reports.error()};
  auto event =
      read_event(inputs->games,
                 {.jobs = static_cast<unsigned>(options.jobs), .event = options.event}, console);
  if (!event) return Error{event.error()};
  const InputsRead read = event->inputs;
  std::vector<Comparison> comparisons;
  if (reports->size() == 1 && !inputs->is_found) {
    comparisons.push_back({reports->front(), *std::move(event)});
  } else {
    auto found = events_of_reports(*std::move(event), *reports, options, console);
    if (!found) return Error{found.error()};
    comparisons = *std::move(found);
  }
  for (auto& [named, games, checked] : comparisons) {
    std::uint32_t round = 0;
    if (options.round) {
      const auto number = compared_round(*options.round, games.games, named.report);
      if (!number) return Error{fmt::format("{}: {}", named.path, number.error())};
      round = *number;
    }
    if (!options.quiet) print_overruled_results(games, console);
    checked =
        crosscheck(games.games, tournament_of_games(games.games), named.report, games.files, round);
    if (!options.quiet) print_duplicate_games(games, checked.repeated, console);
  }
  CrosscheckOutput output{options, *selection, console};
  output.print(comparisons);
  if (read == InputsRead::NotAll) return ExitCode::CouldNotRun;
  return output.tally.reaches(Severity::Error) ? ExitCode::Findings : ExitCode::Clean;
}

}  // namespace

CommandRun bind_crosscheck(CommandLine& app) {
  const auto options = std::make_shared<CrosscheckCommandOptions>();
  add_text(
      app, "FILE...", options->files,
      "Games (files, archives, folders or databases; - is standard input) and tournament reports "
      "(TRF16 or TRF26), in any order; reports in folders are found automatically")
      ->required();
  add_text(app, "--trf FILE", options->trf,
           "Tournament report (TRF); same as naming it among the files");
  add_text(app, "--event NAME", options->event,
           "Use only games of this event; each word must be a prefix of a word in its name");
  add_round(app, "--round", options->round,
            "Compare only this round, such as 3 or Semifinal; other rounds may be incomplete");
  add_text(app, "--ignore IDS", options->selection.ignore,
           "Ignore findings with these comma-separated ids");
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
