// arbiter report [FILE...]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/store/open_storage.h"
#include "lib/io/input_files.h"
#include "lib/tournament/tournament_of_games.h"
#include "tools/cli/configuration.h"
#include "tools/cli/games_output.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/player_input.h"
#include "tools/cli/today.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/tournament.h"
#include "tools/commands/tournament/trf_input.h"
#include "tools/report/page.h"
#include "tools/report/report_reader.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> files;
  OutputOption output;
  std::string title;
  bool no_findings = false;
  std::string trf;
  std::string players;
  std::string baseline;
  std::optional<PlayedSystem> system;
  SelectionOptions selection;
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters;  // nothing: recognized for each game
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> findings;
  bool quiet = false;
  std::uint64_t jobs = default_jobs();
  ConfigurationChoice configuration_choice;
  Configuration configuration;
};

PageLimits limits_of(const Options& options) {
  PageLimits limits;
  if (options.games) limits.played = static_cast<std::size_t>(*options.games);
  if (options.findings) limits.of_kind = static_cast<std::size_t>(*options.findings);
  limits.listed = std::max(limits.listed, limits.played);
  return limits;
}

// Adds the differences between the games and the federation's report.
std::optional<Error> add_crosscheck(const std::string& path, ReportReader& reader) {
  const auto report = read_report(path);
  if (!report) return Error{report.error()};
  const std::vector<EventGame>& games = reader.data().event.games();
  const std::vector<std::string> files = reader.data().files;
  if (games.empty())
    return Error{"--trf cannot compare that many games: they are too many for one tournament"};
  const Crosscheck checked = crosscheck(games, tournament_of_games(games), *report, files);
  FindingPlaces places({path, *report, games, files});
  for (const CrosscheckFinding& finding : checked.findings) {
    FileFinding found = places.in_file(finding);
    reader.add(found.file, std::move(found.located));
  }
  for (const auto& [code, count] : checked.withheld) reader.count(code, count);
  return {};
}

// Adds the differences between the games and the player list.
std::optional<Error> add_player_list(const Options& options, ReportReader& reader,
                                     Console& console) {
  PlayerMentions mentions;
  const std::vector<std::string> files = reader.data().files;
  std::size_t file = SIZE_MAX;
  for (const EventGame& game : reader.data().event.games()) {
    if (game.file != file) mentions.begin_file(files[file = game.file]);
    mentions.add(game);
  }
  return compare_with_list(
      mentions, {.path = options.players, .is_quiet = options.quiet},
      [&reader](const std::string& name, LocatedDiagnostic finding) {
        reader.add(name, std::move(finding));
      },
      console);
}

void print_summary(const ReportReader& reader, Console& console) {
  const Tally& tally = reader.tally();
  std::string line =
      fmt::format("{}, {}: {}, {}", counted(tally.files(), "file"), counted(tally.games(), "game"),
                  counted(tally.findings(Severity::Error), "error"),
                  counted(tally.findings(Severity::Warning), "warning"));
  if (const auto known = reader.known()) {
    line += fmt::format("; {} not shown", counted(*known, "known finding"));
  }
  console.say(line);
}

Result<ReadingOptions> make_reading_options(const Options& options) {
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  ReadingOptions reading{.selection = *selection,
                         .limits = limits_of(options),
                         .validator = {.rules = options.rules,
                                       .piece_letters = options.piece_letters,
                                       .today = today()},
                         .system = options.system,
                         .jobs = static_cast<unsigned>(options.jobs)};
  if (options.baseline.empty()) return reading;
  auto baseline = Baseline::read(options.baseline);
  if (!baseline) return Error{baseline.error()};
  reading.known = KnownFindings(*std::move(baseline));
  return reading;
}

std::optional<Error> fault_of_output(const OutputOption& output) {
  if (!output.names_file()) {
    if (::isatty(STDOUT_FILENO) == 0) return std::nullopt;
    return Error{"the page is HTML; name a file with --output, or redirect the output"};
  }
  constexpr std::string_view kOtherFormats[] = {".pdf", ".doc",  ".docx", ".odt", ".png", ".svg",
                                                ".csv", ".json", ".txt",  ".md",  ".pgn", ".xml"};
  const std::string extension = std::filesystem::path(output.path).extension().string();
  if (std::ranges::find(kOtherFormats, extension) == std::end(kOtherFormats)) return std::nullopt;
  return Error{fmt::format("{}: the page is HTML; name it .html", output.path)};
}

Result<ExitCode> run(const Options& options, Console& console) {
  if (auto error = fault_of_output(options.output)) return *std::move(error);
  auto reading = make_reading_options(options);
  if (!reading) return Error{reading.error()};
  const auto arguments = files_given(options.files, "report");
  if (!arguments) return Error{arguments.error()};
  const NamedFiles named = files_named(*arguments);
  // Opened before the games are read, so that a bad path fails at once.
  std::vector<std::string> inputs = named.files;
  for (const std::string& path : {options.trf, options.players, options.baseline}) {
    if (!path.empty()) inputs.push_back(path);
  }
  auto output = GamesOutput::open(options.output, inputs, console);
  if (!output) return Error{output.error()};

  ReportReader reader(*std::move(reading));
  const InputsRead read = read_files(
      named,
      [&](const std::string& name, ByteSource& source) -> std::optional<std::string> {
        const CodeSet ignored =
            is_storage(name) ? CodeSet() : options.configuration.ignored_in(name);
        const FileTotals totals = reader.read(name, source, ignored);
        if (totals.counts[index_of(DiagnosticCode::BinaryFile)] == 0) return std::nullopt;
        return "it is not text, so it has no games";
      },
      console);
  reader.finish();
  if (reader.data().totals.games == 0) return Error{"there are no games"};
  if (!options.trf.empty()) {
    if (auto failure = add_crosscheck(options.trf, reader)) return *std::move(failure);
  }
  if (!options.players.empty()) {
    if (auto failure = add_player_list(options, reader, console)) return *std::move(failure);
  }
  output->write(page_of(reader.data(), reader.tally(),
                        {.title = options.title, .has_findings = !options.no_findings}));
  if (auto failure = output->finish(read)) return *std::move(failure);
  if (!options.quiet) print_summary(reader, console);
  return read == InputsRead::All ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_report(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_text(app, "FILE...", options->files,
           "Game files, archives, folders or databases; - or none: standard input");
  add_shared(app, "--output", &options->output.path);
  add_text(app, "--title TEXT", options->title, "Page heading (default: the event name)");
  add_switch(app, "--no-findings", options->no_findings,
             "Omit the findings, for readers rather than arbiters");
  add_system(app, options->system);
  add_text(app, "--trf FILE", options->trf,
           "Check the games against this tournament report (TRF), as 'arbiter crosscheck' does");
  add_text(app, "--players FILE", options->players,
           "Check the players against this player list, as 'arbiter validate' does");
  add_text(app, "--baseline FILE", options->baseline,
           "Omit findings recorded in FILE (see --write-baseline of 'arbiter validate')");
  add_selection(app, options->selection, "Options");
  add_rules(app, options->rules);
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "--notes", options->selection.notes, "Show notes too (default: only count them)");
  add_number(
      app, "--games", options->games, {.max = 100'000},
      "Maximum number of replayable games, in addition to those with findings (default: 300)");
  add_number(app, "--findings", options->findings, {.min = 1, .max = 1000},
             "Maximum number of findings of each kind (default: 5)");
  add_jobs(app, options->jobs);
  add_reading_options(app);
  add_quiet(app, options->quiet);
  add_configuration(app, options->files, options->configuration_choice, options->configuration);
  app.footer("Exit status: 0 success, 2 a file could not be read, or there are no games.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
