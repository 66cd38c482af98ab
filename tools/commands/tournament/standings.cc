// arbiter standings [FILE...]
#include "lib/tournament/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "lib/io/input_files.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"
#include "lib/tournament/trf_of_games.h"
#include "tools/cli/games_output.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/event_notes.h"
#include "tools/commands/tournament/report_input.h"
#include "tools/commands/tournament/standings_report.h"
#include "tools/commands/tournament/system_option.h"
#include "tools/commands/tournament/tournament.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> tie_breaks;
  std::optional<PlayedSystem> system;
  bool ratings = false;
  bool teams = false;
  bool no_cross_table = false;
  std::optional<std::string> write_trf;
  std::optional<std::uint64_t> k;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
};

struct Event {
  Tournament tournament;
  std::vector<EventGame> games;    // none where a report was read
  std::vector<std::string> names;  // of the files, by EventGame::file
  std::size_t game_count = 0;      // that the table is of
  bool is_complete = true;
};

Result<Event> read(const std::vector<std::string>& files, const Options& options,
                   Console& console) {
  Event event;
  if (files.size() == 1 && is_report(files[0])) {
    const auto report = read_report(files[0]);
    if (!report) return Error{report.error()};
    tell_contradictions(files[0], *report, console);
    event.tournament = tournament_of(*report);
    if (options.system) choose_system(event.tournament, *options.system);
    event.game_count = event.tournament.pairings.size();
    return event;
  }
  if (const auto report = std::ranges::find_if(files, is_report); report != files.end()) {
    return Error{
        fmt::format("{} is a report (TRF); `arbiter crosscheck` compares it with games", *report)};
  }
  auto input = read_event(files, static_cast<unsigned>(options.jobs), console);
  if (!input) return Error{input.error()};
  event.tournament = tournament_of_games(input->games).tournament;
  if (options.system) choose_system(event.tournament, *options.system);
  const auto repeated = count_once(input->games, event.tournament);
  tell_events(*input, console);
  tell_repeated(*input, repeated, console);
  tell_overruled(*input, console);
  event.game_count = input->games.size() - repeated.size();
  event.games = std::move(input->games);
  event.names = std::move(input->files);
  event.is_complete = input->is_complete;
  return event;
}

Result<std::vector<TieBreak>> order_of(const Options& options, System system) {
  const auto usual = usual_tie_breaks(system);
  if (options.tie_breaks.empty()) return std::vector<TieBreak>(usual.begin(), usual.end());
  std::vector<TieBreak> order;
  for (const std::string& words : options.tie_breaks) {
    for (std::size_t at = 0; at <= words.size();) {
      const std::size_t end = std::min(words.find(',', at), words.size());
      const std::string word = words.substr(at, end - at);
      const auto tie_break = parse_tie_break(word);
      if (!tie_break) {
        std::string known;
        for (std::size_t i = 0; i < kTieBreakCount; ++i) {
          known += fmt::format("{}{}", i == 0 ? "" : ", ", to_string(static_cast<TieBreak>(i)));
        }
        return Error{fmt::format("no tie-break is called '{}'; known are {}", word, known)};
      }
      order.push_back(*tie_break);
      at = end + 1;
    }
  }
  return order;
}

std::optional<Error> write_report(GamesOutput& output, const Event& event, Console& console) {
  if (event.games.empty()) return Error{"--write-trf makes a report of games; this is a report"};
  const auto report = trf_of_games(event.games, event.tournament, event.names);
  if (!report) return Error{report.error()};
  output.write(write_trf(*report));
  for (const std::string& cut : cuts_in_trf(*report)) console.say(cut);
  return output.finish(event.is_complete ? InputsRead::All : InputsRead::NotAll);
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const auto files = files_given(options.files, "standings");
  if (!files) return Error{files.error()};
  // Before the games are read, which may take a while.
  std::optional<GamesOutput> trf;
  if (options.write_trf) {
    auto output =
        GamesOutput::open({.path = *options.write_trf}, files_named(*files).files, console);
    if (!output) return Error{output.error()};
    trf = *std::move(output);
  }
  const auto event = read(*files, options, console);
  if (!event) return Error{event.error()};
  if (trf) {
    if (const auto failure = write_report(*trf, *event, console)) return *failure;
  } else if (options.teams) {
    if (std::ranges::all_of(event->tournament.players, &std::string::empty, &Player::team)) {
      return Error{
          "--teams needs teams: WhiteTeam and BlackTeam in the games, or lines 013 or 310 in a "
          "report"};
    }
    print_teams(event->tournament, options.format, console);
  } else {
    const auto order = order_of(options, event->tournament.system);
    if (!order) return Error{order.error()};
    const StandingsView view{.format = options.format,
                             .has_ratings = options.ratings,
                             .has_cross_table = !options.no_cross_table,
                             .k = options.k};
    print_standings({event->tournament, *order, event->game_count}, view, console);
  }
  return event->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_standings(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description(
          "Game files, archives, folders or databases with the games of one tournament, or its "
          "report (TRF); - or none: standard input");
  add_words(app, "--tie-breaks", options->tie_breaks)
      ->type_name("NAMES")
      ->description(
          "Tie-breaks in their order, by FIDE's acronyms: DE,SB,WIN,KS (by default those that FIDE "
          "proposes for the system)");
  add_system(app, options->system);
  add_switch(app, "--ratings", options->ratings,
             "Show performances, and how ratings change by FIDE's formula");
  add_number(app, "--k", options->k, {.min = 1, .max = 100})
      ->description("K for every player (default: 10 from a rating of 2400 on, 20 below)");
  add_switch(app, "--teams", options->teams, "Show the table of the teams");
  add_switch(app, "--no-cross-table", options->no_cross_table, "Show points and tie-breaks only");
  add_text(app, "--write-trf", options->write_trf)
      ->type_name("FILE")
      ->description("Write a report (TRF26) of the games instead; - is standard output");
  add_format(app, options->format, kTableFormats);
  add_color(app, options->color);
  add_number(app, "-j,--jobs", options->jobs, {.min = 1, .max = 1024})
      ->description("Number of threads that read games (default: one per core)");
  app.footer(
      "Exit status: 0 success, 2 a file could not be read, or there are no teams for --teams.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
