// arbiter report [FILE...]
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/io/input.h"
#include "lib/io/input_files.h"
#include "lib/tournament/tournament_of_games.h"
#include "tools/cli/configuration.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/files_given.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/rules_option.h"
#include "tools/cli/options/selection_options.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/player_input.h"
#include "tools/cli/today.h"
#include "tools/commands/tournament/crosscheck_findings.h"
#include "tools/commands/tournament/report_input.h"
#include "tools/commands/tournament/system_option.h"
#include "tools/commands/tournament/tournament.h"
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
  std::optional<PieceLetters> piece_letters;  // nothing: those of each game
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> findings;
  bool quiet = false;
  ConfigurationChoice configuration_choice;
  Configuration configuration;
};

class Reading {
 public:
  Reading(ReportReader& reader, const Configuration& configuration, Console& console)
      : reader_(reader), configuration_(configuration), console_(console) {}

  void read(const std::string& path) {
    if (is_storage(path)) return read_database(path);
    auto input = open_input(path);
    if (!input) return fail(path, input.error());
    while (const auto member = (*input)->next_member()) {
      const FileTotals totals =
          reader_.read(member->name, member->source, configuration_.ignored_in(member->name));
      if (totals.counts[index_of(DiagnosticCode::BinaryFile)] > 0) {
        fail(member->name, "it is not text, so it has no games");
      }
      if (const auto damage = member->source.damage()) fail(member->name, *damage);
    }
    if (const auto damage = (*input)->damage()) fail(path, *damage);
  }

  void fail(const std::string& path, std::string_view why) {
    is_complete_ = false;
    console_.complain(fmt::format("{}: {}", path, why));
  }

  InputsRead inputs() const { return is_complete_ ? InputsRead::All : InputsRead::NotAll; }

 private:
  void read_database(const std::string& path) {
    const auto storage = open_storage(path, {});
    if (!storage) return fail(path, storage.error());
    StoredText games(**storage, {}, 1);
    reader_.read(path, games);
  }

  ReportReader& reader_;
  const Configuration& configuration_;
  Console& console_;
  bool is_complete_ = true;
};

PageLimits limits_of(const Options& options) {
  PageLimits limits;
  if (options.games) limits.played = static_cast<std::size_t>(*options.games);
  if (options.findings) limits.of_kind = static_cast<std::size_t>(*options.findings);
  limits.listed = std::max(limits.listed, limits.played);
  return limits;
}

// What the federation's report says otherwise than the games.
std::optional<Error> add_crosscheck(const std::string& path, ReportReader& reader) {
  const auto report = read_report(path);
  if (!report) return Error{report.error()};
  const std::vector<EventGame>& games = reader.data().event.games();
  const std::vector<std::string> files = reader.data().files;
  if (games.empty()) return Error{"too many games for one tournament: --trf compares none"};
  const Crosscheck checked = crosscheck(games, tournament_of_games(games), *report, files);
  for (const CrosscheckFinding& finding : checked.findings) {
    FileFinding found = finding_in_file(finding, {path, *report, games, files});
    reader.add(found.file, std::move(found.located));
  }
  for (const auto& [code, count] : checked.withheld) reader.count(code, count);
  return {};
}

// What a list of players says otherwise.
std::optional<Error> add_list(const Options& options, ReportReader& reader, Console& console) {
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

void say_what_is_there(const ReportReader& reader, Console& console) {
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

Result<ReadingOptions> reading_options(const Options& options) {
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  ReadingOptions reading{.selection = *selection,
                         .limits = limits_of(options),
                         .validator = {.rules = options.rules,
                                       .piece_letters = options.piece_letters,
                                       .today = today()},
                         .system = options.system};
  if (options.baseline.empty()) return reading;
  auto baseline = Baseline::read(options.baseline);
  if (!baseline) return Error{baseline.error()};
  reading.known = KnownFindings(*std::move(baseline));
  return reading;
}

Result<ExitCode> run(const Options& options, Console& console) {
  auto reading_as = reading_options(options);
  if (!reading_as) return Error{reading_as.error()};
  const auto arguments = files_given(options.files, "report");
  if (!arguments) return Error{arguments.error()};
  const NamedFiles named = files_named(*arguments);
  // Before the games are read, which may take a while.
  std::vector<std::string> inputs = named.files;
  for (const std::string& path : {options.trf, options.players, options.baseline}) {
    if (!path.empty()) inputs.push_back(path);
  }
  auto output = GamesOutput::open(options.output, inputs, console);
  if (!output) return Error{output.error()};

  ReportReader reader(*std::move(reading_as));
  Reading reading(reader, options.configuration, console);
  for (const NamedFiles::Unread& unread : named.unread) reading.fail(unread.path, unread.reason);
  for (const std::string& path : named.files) reading.read(path);
  reader.finish();
  if (reader.data().totals.games == 0) return Error{"there are no games"};
  if (!options.trf.empty()) {
    if (auto failure = add_crosscheck(options.trf, reader)) return *std::move(failure);
  }
  if (!options.players.empty()) {
    if (auto failure = add_list(options, reader, console)) return *std::move(failure);
  }
  output->write(page_of(reader.data(), reader.tally(),
                        {.title = options.title, .has_findings = !options.no_findings}));
  if (auto failure = output->finish(reading.inputs())) return *std::move(failure);
  if (!options.quiet) say_what_is_there(reader, console);
  return reading.inputs() == InputsRead::All ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_report(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description("Game files, archives, folders or databases; - or none: standard input");
  add_text(app, "-o,--output", options->output.path)
      ->type_name("FILE")
      ->description("Write the page to this file (default: standard output)");
  add_text(app, "--title", options->title)
      ->type_name("TEXT")
      ->description("Heading of the page (default: the event)");
  add_switch(app, "--no-findings", options->no_findings,
             "Show no findings: for readers rather than arbiters");
  add_system(app, options->system);
  add_text(app, "--trf", options->trf)
      ->type_name("FILE")
      ->description("Compare the games with this report (TRF), as 'arbiter crosscheck' does");
  add_text(app, "--players", options->players)
      ->type_name("FILE")
      ->description("Compare the players with this list, as 'arbiter validate' does");
  add_text(app, "--baseline", options->baseline)
      ->type_name("FILE")
      ->description("Do not show the findings in this file, which 'arbiter validate' has made");
  add_selection(app, options->selection, "Options");
  add_rules(app, options->rules);
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "--notes", options->selection.notes,
             "Show notes too (by default they are only counted)");
  add_number(app, "--games", options->games, {.max = 100'000})
      ->description(
          "Games that can be played through on the page, in addition to those that findings show "
          "(default: 300)");
  add_number(app, "--findings", options->findings, {.min = 1, .max = 1000})
      ->description("Findings of each kind that the page shows (default: 5)");
  add_switch(app, "-q,--quiet", options->quiet, "Print no summary");
  add_configuration(app, options->files, options->configuration_choice, options->configuration);
  app.footer("Exit status: 0 success, 2 a file could not be read, or there are no games.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
