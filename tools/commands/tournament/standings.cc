// arbiter standings [FILE...]
#include "lib/tournament/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/io/input_files.h"
#include "lib/tournament/cross_table.h"
#include "lib/tournament/matches.h"
#include "lib/tournament/player_record.h"
#include "lib/tournament/team_standings.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"
#include "tools/cli/games_output.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/tournament.h"
#include "tools/commands/tournament/trf_input.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string event;
  std::optional<std::uint64_t> last_round;
  TieBreakOptions tie_breaks;
  std::optional<Scoring> scoring;
  std::optional<PlayedSystem> system;
  bool ratings = false;
  bool teams = false;
  bool no_cross_table = false;
  std::optional<std::string> write_trf;
  std::optional<std::uint64_t> k;
  AnswerFormat format = AnswerFormat::Text;
  std::uint64_t jobs = default_jobs();
};

struct Event {
  Tournament tournament;
  EventInput input;            // empty if a report was read
  std::size_t game_count = 0;  // without duplicates
  bool is_one_of_several = false;
};

void apply(const Options& options, Tournament& tournament) {
  if (options.system) choose_system(tournament, *options.system);
  if (options.scoring) tournament.scoring = *options.scoring;
}

Result<Event> event_of_report(const std::string& path, const Options& options, Console& console) {
  if (!options.event.empty() || options.last_round) {
    return Error{"--event and --after-round need games, not a tournament report (TRF)"};
  }
  const auto report = read_report(path);
  if (!report) return Error{report.error()};
  print_contradictions(path, *report, console);
  Event event;
  event.tournament = tournament_of(*report);
  apply(options, event.tournament);
  event.game_count = event.tournament.pairings.size();
  return event;
}

Event event_of_games(EventInput input, const Options& options, Console& console) {
  Event event;
  event.tournament = tournament_in(input);
  apply(options, event.tournament);
  const auto duplicates = count_once(input.games, event.tournament);
  print_event_names(input, console);
  print_duplicate_games(input, duplicates, console);
  print_overruled_results(input, console);
  print_missing_rounds(event.tournament, console);
  event.game_count = input.games.size() - duplicates.size() - event.tournament.playoff.size();
  event.input = std::move(input);
  return event;
}

Result<std::vector<Event>> read(const std::vector<std::string>& files, const Options& options,
                                Console& console) {
  std::vector<Event> events;
  if (files.size() == 1 && is_report(files[0])) {
    auto event = event_of_report(files[0], options, console);
    if (!event) return Error{event.error()};
    events.push_back(*std::move(event));
    return events;
  }
  if (const auto report = std::ranges::find_if(files, is_report); report != files.end()) {
    return Error{fmt::format(
        "{} is a tournament report (TRF); `arbiter crosscheck` compares it with games", *report)};
  }
  const bool joins_events = options.event == "all";
  auto input = read_event(files,
                          {.jobs = static_cast<unsigned>(options.jobs),
                           .event = joins_events ? "" : options.event,
                           .last_round = options.last_round},
                          console);
  if (!input) return Error{input.error()};
  if (joins_events) {
    events.push_back(event_of_games(*std::move(input), options, console));
    return events;
  }
  std::vector<EventInput> inputs = events_in(*std::move(input));
  for (EventInput& one : inputs) {
    events.push_back(event_of_games(std::move(one), options, console));
    events.back().is_one_of_several = inputs.size() > 1;
  }
  return events;
}

// Returns the tie-breaks of --tie-breaks, otherwise `usual`.
Result<std::vector<TieBreak>> order_of(const Options& options, std::span<const TieBreak> usual) {
  if (options.tie_breaks.names.empty()) return std::vector<TieBreak>(usual.begin(), usual.end());
  return parse_tie_breaks(options.tie_breaks, options.teams);
}

struct Table {
  const Options& options;
  const Event& event;
  std::span<const TieBreak> tie_breaks;
  Standings standings;
};

struct Row {
  const StandingsRow& standing;
  const Player& player;
  PlayerRating rating;
  const std::vector<std::string>& results;
};

Value known(std::uint32_t number) { return number == 0 ? Value() : Value::of(number); }

Value change_value(const Row& row) {
  if (!row.rating.change) return {};
  return Value::written(fmt::format("{:.1f}", *row.rating.change / 10.0));
}

std::vector<RecordEntry<Row>> player_entries(const Tournament& tournament) {
  const auto federation = [](const Row& row) { return row.player.federation; };
  const bool has_federations =
      !std::ranges::all_of(tournament.players, &std::string::empty, &Player::federation);
  const Column federations{.heading = "Fed", .importance = 4};
  return {
      {number_column("Place"), "place", [](auto& row) { return Value::of(row.standing.place); }},
      {name_column("Name"), "name", [](auto& row) { return Value::of(row.player.name); }},
      {"fide_id", [](auto& row) { return known(row.player.fide_id); }},
      {{.heading = "Title", .importance = 1}, "title", [](auto& row) { return row.player.title; }},
      has_federations ? RecordEntry<Row>(federations, "federation", federation)
                      : RecordEntry<Row>("federation", federation),
      {"team", [](auto& row) { return row.player.team; }},
      {number_column("Rating", 5), "rating", [](auto& row) { return known(row.player.rating); }},
      {number_column("Points"), "points",
       [](auto& row) { return Value::written(points_text(row.standing.points)); }},
      {"games", [](auto& row) { return row.standing.games; }},
  };
}

RecordKind<Row> player_kind(const Table& table, const CrossTable& cross_table) {
  std::vector<RecordEntry<Row>> entries;
  if (table.event.is_one_of_several) {
    entries.push_back({"event", [name = table.event.tournament.name](auto&) { return name; }});
  }
  std::ranges::move(player_entries(table.event.tournament), std::back_inserter(entries));
  for (std::size_t i = 0; i < table.tie_breaks.size(); ++i) {
    const std::string name(to_string(table.tie_breaks[i]));
    entries.push_back({number_column(name, 7), name, [i](auto& row) {
                         return Value::written(value_text(row.standing.values[i]));
                       }});
  }
  if (table.options.ratings) {
    entries.push_back({number_column("Rated", 2), "rated_games",
                       [](auto& row) { return Value::of(row.rating.games); }});
    entries.push_back({number_column("Perf", 3), "performance", [](auto& row) {
                         const auto performance = row.rating.performance;
                         return performance ? Value::written(std::to_string(*performance))
                                            : Value();
                       }});
    entries.push_back({number_column("Change", 6), [](auto& row) {
                         return row.rating.change ? signed_tenths(*row.rating.change) : "";
                       }});
    entries.push_back({"rating_change", change_value});
  }
  if (table.options.no_cross_table) return {"player", std::move(entries)};
  for (std::size_t i = 0; i < cross_table.headings.size(); ++i) {
    entries.push_back({{.heading = cross_table.headings[i], .importance = 3},
                       [i](auto& row) { return row.results[i]; }});
  }
  entries.push_back({"results", [](auto& row) { return Value::of_list(row.results); }});
  return {"player", std::move(entries)};
}

void print_heading(const Event& event, Console& console) {
  const Tournament& tournament = event.tournament;
  console.print("{}\n", tournament.name.empty() ? "?" : tournament.name);
  const bool is_unknown =
      tournament.system == System::Unknown || tournament.system == System::RoundRobinOrSwiss;
  const std::string facts = fmt::format(
      "{}{}; {}, {}, {}{}", system_text(tournament), is_unknown ? " (choose it with --system)" : "",
      counted(tournament.players.size(), "player"), counted(event.game_count, "game"),
      tournament.rounds == 0 ? "rounds unknown" : counted(tournament.rounds, "round"),
      tournament.is_running ? " so far" : "");
  console.print("{}\n\n", wrapped(facts, 2, console.output_width().value_or(facts.npos)));
}

// Prints the edition of the tie-break rules, and the scoring if it is unusual.
void print_rules(const Tournament& tournament, TieBreakEdition edition, Console& console) {
  const Scoring& scoring = tournament.scoring;
  const bool is_usual = scoring == Scoring();
  console.print("\nTie-breaks: FIDE C.07, edition of {}{}\n", to_string(edition),
                is_usual ? ""
                         : fmt::format("; points {}-{}-{}", points_text(scoring.win[0]),
                                       points_text(scoring.draw[0]), points_text(scoring.loss[0])));
}

// Prints who won the matches of a knock-out, or of a play-off.
void print_matches(const Tournament& tournament, std::span<const Pairing> games, const char* type,
                   AnswerFormat format, Console& console) {
  const auto name = [&](PlayerIndex player) { return tournament.players[player].name; };
  std::vector<RecordEntry<MatchScore>> entries = {
      {number_column("Round"), "round", [](auto& row) { return known(row.round); }},
      {name_column("Player"), "player", [=](auto& row) { return name(row.one); }},
      {name_column("Opponent"), "opponent", [=](auto& row) { return name(row.other); }},
      {number_column("Points"), "points",
       [](auto& row) { return Value::written(points_text(row.one_points)); }},
      {number_column("Against"), "opponent_points",
       [](auto& row) { return Value::written(points_text(row.other_points)); }},
      {number_column("Games"), "games", [](auto& row) { return Value::of(row.games); }},
      {name_column("Winner"), "winner",
       [=](auto& row) { return row.winner ? name(*row.winner) : std::string(); }}};
  print_records(format, RecordKind<MatchScore>{type, std::move(entries)}, matches_of(games),
                console);
}

void print_matches(const Tournament& tournament, AnswerFormat format, Console& console) {
  if (format == AnswerFormat::Csv) return;
  const bool is_text = format != AnswerFormat::Json;
  if (tournament.system == System::KnockOut) {
    if (is_text) console.print("\nMatches\n\n");
    print_matches(tournament, tournament.pairings, "match", format, console);
  }
  if (!tournament.playoff.empty()) {
    if (is_text) console.print("\nPlay-off (not counted in the table)\n\n");
    print_matches(tournament, tournament.playoff, "playoff", format, console);
  }
}

void print_standings(const Table& table, Console& console) {
  const Options& options = table.options;
  const Tournament& tournament = table.event.tournament;
  if (options.format == AnswerFormat::Text) print_heading(table.event, console);
  if (options.format == AnswerFormat::Markdown && table.event.is_one_of_several) {
    console.print("## {}\n\n", tournament.name);
  }
  const CrossTable results = cross_table(tournament, table.standings);
  const std::vector<PlayerRecord> records = player_records(tournament);
  RecordTable<Row> output(options.format, player_kind(table, results), console);
  for (std::size_t i = 0; i < table.standings.rows.size(); ++i) {
    const StandingsRow& standing = table.standings.rows[i];
    const PlayerIndex player = standing.player;
    output.add({standing, tournament.players[player],
                options.ratings ? rating_of(tournament, records[player], player, options.k)
                                : PlayerRating(),
                results.rows[i]});
  }
  output.finish();
  if (options.format == AnswerFormat::Text && !table.tie_breaks.empty()) {
    print_rules(tournament, table.standings.edition, console);
  }
  print_matches(tournament, options.format, console);
}

void print_teams(const Tournament& tournament, const TeamStandings& table, AnswerFormat format,
                 Console& console) {
  std::vector<RecordEntry<TeamRow>> entries = {
      {number_column("Place"), "place", [](auto& row) { return Value::of(row.place); }},
      {name_column("Team"), "team", [](auto& row) { return Value::of(row.team); }},
      {number_column("Matches"), "matches", [](auto& row) { return Value::of(row.matches); }},
      {number_column("Match points"), "match_points",
       [](auto& row) { return Value::written(points_text(row.match_points)); }},
      {number_column("Game points"), "game_points",
       [](auto& row) { return Value::written(points_text(row.game_points)); }}};
  for (std::size_t i = 0; i < table.tie_breaks.size(); ++i) {
    // The secondary score has a column anyway.
    if (table.tie_breaks[i].kind == TieBreakKind::SecondaryScore) continue;
    const std::string name = to_string(table.tie_breaks[i]);
    entries.push_back({number_column(name, 7), name,
                       [i](auto& row) { return Value::written(value_text(row.values[i])); }});
  }
  print_records(format, RecordKind<TeamRow>{"team", std::move(entries)}, table.rows, console);
  if (format == AnswerFormat::Text) print_rules(tournament, table.edition, console);
}

std::optional<Error> write_report(GamesOutput& output, const Event& event, Console& console) {
  const EventInput& input = event.input;
  if (input.games.empty()) return Error{"--write-trf needs games, not a report (TRF)"};
  const auto report = trf_of_games(input.games, event.tournament, input.files);
  if (!report) return Error{report.error()};
  output.write(write_trf(*report));
  for (const std::string& cut : cuts_in_trf(*report)) console.say(cut);
  return output.finish(input.inputs);
}

std::optional<Error> print_event(const Options& options, const Event& event, Console& console) {
  const Tournament& tournament = event.tournament;
  const auto edition = options.tie_breaks.edition;
  if (!options.teams) {
    const auto order = order_of(options, usual_tie_breaks(tournament));
    if (!order) return Error{order.error()};
    print_standings({options, event, *order, standings_of(tournament, *order, edition)}, console);
    return {};
  }
  if (std::ranges::all_of(tournament.players, &std::string::empty, &Player::team)) {
    return Error{
        "--teams needs teams: WhiteTeam and BlackTeam tags in the games, or lines 013 or 310 in "
        "a tournament report"};
  }
  const auto order = order_of(options, usual_team_tie_breaks(tournament));
  if (!order) return Error{order.error()};
  print_teams(tournament, team_standings(tournament, *order, edition), options.format, console);
  return {};
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto files = files_given(options.files, "standings");
  if (!files) return Error{files.error()};
  // Opened before the games are read, so that a bad path fails at once.
  std::optional<GamesOutput> trf;
  if (options.write_trf) {
    auto output = GamesOutput::open({.path = *options.write_trf, .is_pgn = false},
                                    files_named(*files).files, console);
    if (!output) return Error{output.error()};
    trf = *std::move(output);
  }
  const auto events = read(*files, options, console);
  if (!events) return Error{events.error()};
  if (events->size() > 1 && (trf || options.format == AnswerFormat::Csv)) {
    return Error{
        fmt::format("{} needs one event, but the games belong to {}; choose one with --event",
                    trf ? "--write-trf" : "--format csv", with_commas(events->size()))};
  }
  for (const Event& event : *events) {
    const bool is_text =
        options.format == AnswerFormat::Text || options.format == AnswerFormat::Markdown;
    if (&event != &events->front() && is_text) console.print("\n");
    const auto failure =
        trf ? write_report(*trf, event, console) : print_event(options, event, console);
    if (failure) return *failure;
  }
  return events->front().input.inputs == InputsRead::All ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_standings(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_text(app, "FILE...", options->files,
           "Game files, archives, folders or databases with the games of tournaments, or one "
           "tournament report (TRF); - or none: standard input");
  add_text(
      app, "--event NAME", options->event,
      "Use only games of this event; each word must be a prefix of a word in its name (default: a "
      "table for each event; all: one table for all games)");
  add_number(app, "--after-round", options->last_round, {.min = 1},
             "Show the standings after round N");
  add_tie_breaks(app, options->tie_breaks);
  add_scoring(app, options->scoring);
  add_system(app, options->system);
  add_switch(app, "--ratings", options->ratings,
             "Show performance ratings, and rating changes by FIDE's formula");
  add_number(app, "--k", options->k, {.min = 1, .max = 100},
             "Development coefficient K of every player (default: 10 from a rating of 2400 up, 20 "
             "below)");
  add_switch(app, "--teams", options->teams, "Show the team standings");
  add_switch(app, "--no-cross-table", options->no_cross_table, "Show points and tie-breaks only");
  add_text(app, "--write-trf FILE", options->write_trf,
           "Write a tournament report (TRF26) of the games instead; - is standard output");
  add_format(app, options->format, kTableFormats);
  add_jobs(app, options->jobs);
  add_reading_options(app);
  app.footer(
      "Exit status: 0 success, 2 a file could not be read, or there are no teams for --teams.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
