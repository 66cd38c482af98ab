// The command `arbiter standings [FILE...]`.
#include "lib/tournament/standings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/io/input_files.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/crosscheck.h"
#include "lib/tournament/team_standings.h"
#include "lib/tournament/tournament.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"
#include "tools/cli/configuration.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/tournament.h"

namespace arbiter {
namespace {

constexpr Choice<ResultSource> kResultSources[] = {{"report", ResultSource::Report},
                                                   {"games", ResultSource::Games}};
constexpr AnswerFormat kStandingsFormats[] = {AnswerFormat::Text, AnswerFormat::Json,
                                              AnswerFormat::Csv, AnswerFormat::Markdown,
                                              AnswerFormat::Trf};

struct StandingsCommandOptions {
  std::vector<std::string> files;
  std::string event;
  std::optional<RoundName> last_round;
  TieBreakOptions tie_breaks;
  std::optional<Scoring> scoring;
  std::optional<Scoring> match_points;
  std::optional<PlayedSystem> system;
  std::vector<std::string> withdrawn;
  ResultSource results = ResultSource::Report;
  bool no_byes = false;
  bool ratings = false;
  bool teams = false;
  bool no_cross_table = false;
  std::string players;
  bool quiet = false;
  std::optional<std::string> write_trf;
  // Data for the written TRF. If empty, the data of the report or of the games are used.
  std::string city;
  std::string federation;
  std::string arbiter;
  std::string time_control;
  std::optional<std::uint64_t> k;
  AnswerFormat format = AnswerFormat::Text;
  std::uint64_t jobs = default_jobs();
  ConfigurationChoice configuration_choice;
  Configuration configuration;
};

struct Event {
  Tournament tournament;
  EventInput input;  // empty if only a report was read
  std::optional<TrfReport> report = {};
  std::size_t game_count = 0;  // without duplicates
  bool is_one_of_several = false;
};

void apply(const StandingsCommandOptions& options, Tournament& tournament) {
  if (options.system) choose_system(tournament, *options.system);
  if (options.scoring) tournament.scoring = *options.scoring;
  if (options.match_points) tournament.teams.match_scoring = *options.match_points;
}

Event event_of_report(const NamedReport& named, const StandingsCommandOptions& options,
                      Console& console) {
  if (!options.quiet) print_contradictions(named.path, named.report, console);
  Event event;
  event.tournament = named.tournament;
  apply(options, event.tournament);
  event.game_count = event.tournament.pairings.size();
  event.report = named.report;
  return event;
}

// Adds the games, and prints the number of other differences that `arbiter crosscheck` reports.
void add_games(EventInput input, const std::string& path, const StandingsCommandOptions& options,
               Event& event, Console& console) {
  const TournamentOfGames games = tournament_of_games(input.games);
  JoinedEvent joined =
      joined_event(input.games, games, crosscheck(input.games, games, *event.report, input.files),
                   options.results);
  if (!options.quiet) print_result_differences(joined, input, path, console);
  event.tournament = std::move(joined.tournament);
  apply(options, event.tournament);
  event.game_count += joined.added;
  if (joined.findings > 0 && !options.quiet) {
    console.say(fmt::format(
        "the games do not match {} ({}{}; see `arbiter crosscheck`)", path,
        counted(joined.findings, "finding"),
        joined.unmatched == 0
            ? ""
            : fmt::format(", {} about games missing in one of the two", joined.unmatched)));
  }
  event.input = std::move(input);
}

std::string withdrawal_text(const Withdrawal& withdrawal) {
  return fmt::format(
      "{} withdrew after round {}: {} (C.05)", withdrawal.player, withdrawal.round,
      withdrawal.is_removed
          ? fmt::format("{} removed", counted(withdrawal.played, "game"))
          : fmt::format("{} added as forfeits", counted(withdrawal.missing, "game")));
}

Event event_of_games(EventInput input, const StandingsCommandOptions& options, Console& console) {
  Event event;
  event.tournament = tournament_of_games(input.games).tournament;
  apply(options, event.tournament);
  const auto duplicates = count_once(input.games, event.tournament);
  // Withdrawals are not settled for a written TRF, with --withdrawn, or in a table after an earlier
  // round, so all games count.
  std::vector<Withdrawal> withdrawals;
  if (!options.write_trf && options.withdrawn.empty() && !options.last_round) {
    withdrawals = settle_withdrawals(event.tournament);
  }
  if (!options.quiet) {
    print_event_names(input, console);
    print_duplicate_games(input, duplicates, console);
    print_overruled_results(input, console);
    print_unusual_results(input, console);
    for (const Withdrawal& one : withdrawals) console.say(withdrawal_text(one));
  }
  event.game_count = input.games.size() - duplicates.size() - event.tournament.playoff.size();
  event.input = std::move(input);
  return event;
}

// Removes the rounds after `last`, and the events that begin later.
std::optional<Error> remove_later_rounds(const RoundName& last, std::vector<Event>& events) {
  std::uint32_t highest = 0;
  bool is_known = false;
  for (Event& event : events) {
    const std::vector<std::uint32_t> rounds = round_numbers(event.input.games);
    const auto number = number_of(last, event.input.games, rounds);
    highest = std::max(highest, event.tournament.rounds);
    if (!number) continue;
    is_known = true;
    const std::size_t before = event.tournament.pairings.size();
    remove_rounds_after(event.tournament, *number);
    event.game_count -= before - event.tournament.pairings.size();
  }
  if (highest == 0) return Error{"--after-round needs rounds with results"};
  if (!is_known || last.number > highest) {
    return Error{fmt::format(
        "--after-round {}: {}", last.text,
        is_known ? fmt::format("the last round is {}", highest) : "no game has this round")};
  }
  std::erase_if(events, [](const Event& event) { return event.tournament.pairings.empty(); });
  if (!events.empty()) return {};
  return Error{fmt::format("--after-round {}: all games are in later rounds", last.text)};
}

Result<std::vector<Event>> read(const std::vector<std::string>& files,
                                const StandingsCommandOptions& options, Console& console) {
  std::vector<Event> events;
  const NamedInputs named = named_inputs(files, {}, console);
  const auto reports = read_reports(named.reports);
  if (!reports) return Error{reports.error()};
  const bool joins_events = options.event == "all";
  if (named.games.empty()) {
    if (!options.event.empty() && !joins_events) {
      return Error{"--event needs games, not a tournament report (TRF)"};
    }
    for (const NamedReport& report : *reports) {
      events.push_back(event_of_report(report, options, console));
      events.back().is_one_of_several = reports->size() > 1;
    }
    return events;
  }
  auto input = read_event(
      named.games,
      {.jobs = static_cast<unsigned>(options.jobs), .event = joins_events ? "" : options.event},
      console);
  if (!input) return Error{input.error()};
  const bool has_one_report = !named.is_found && reports->size() == 1;
  std::vector<EventInput> inputs;
  if (joins_events || has_one_report) {
    inputs.push_back(*std::move(input));
  } else {
    inputs = events_in(*std::move(input));
  }
  std::set<const NamedReport*> used;
  for (EventInput& one : inputs) {
    const NamedReport* const report =
        has_one_report     ? &reports->front()
        : reports->empty() ? nullptr
                           : report_for(tournament_of_games(one.games).tournament, *reports);
    if (report != nullptr) {
      if (named.is_found && !options.quiet) print_used_report(*report, console);
      used.insert(report);
      Event event = event_of_report(*report, options, console);
      add_games(std::move(one), report->path, options, event, console);
      events.push_back(std::move(event));
    } else {
      events.push_back(event_of_games(std::move(one), options, console));
    }
  }
  for (const NamedReport& report : *reports) {
    if (named.is_found || used.contains(&report)) continue;
    if (!options.quiet) print_unused_report(report.path, console);
    events.push_back(event_of_report(report, options, console));
  }
  for (Event& event : events) event.is_one_of_several = events.size() > 1;
  return events;
}

// Adds the byes that the games probably omit. Prints these byes and the missing rounds.
void complete_rounds(const StandingsCommandOptions& options, Event& event, Console& console) {
  const std::vector<Bye> byes =
      options.no_byes ? std::vector<Bye>() : add_probable_byes(event.tournament);
  if (options.quiet) return;
  print_assumed_byes(event.tournament, byes, console);
  if (!byes.empty()) console.say("use --no-byes if a player without a game was absent");
  if (!event.report) print_missing_rounds(event.tournament, console);
}

// Adds the ids, titles, federations and ratings that the games lack from a player list.
std::optional<Error> add_list_facts(const StandingsCommandOptions& options, std::span<Event> events,
                                    Console& console) {
  const std::string& path = options.players;
  KnownPlayers known;
  for (const Event& event : events) {
    for (const Player& player : event.tournament.players) {
      if (player.fide_id != 0) known.request(player.fide_id);
      known.request(player.name);
    }
  }
  std::size_t faults = 0;
  const auto month = read_players(
      path, known, [&](const LocatedDiagnostic&) { ++faults; }, options.quiet ? nullptr : &console);
  if (!month) return Error{month.error()};
  if (faults > 0) {
    console.say(fmt::format("{}: {} in the player list (`arbiter validate --players` lists them)",
                            path, counted(faults, "finding")));
  }
  for (Event& event : events) {
    for (Player& player : event.tournament.players) {
      const ListedPlayer* listed = known.with_id(player.fide_id);
      const NamedPlayer named = known.named(player.name);
      const bool is_certain = named.match == NameMatch::Name || named.match == NameMatch::Alias;
      if (listed == nullptr && player.fide_id == 0 && is_certain) listed = named.player;
      if (listed == nullptr) continue;
      if (player.fide_id == 0) player.fide_id = listed->fide_id;
      if (player.title.empty()) {
        player.title = listed->title.empty() ? listed->women_title : listed->title;
      }
      if (player.federation.empty()) player.federation = listed->federation;
      if (player.sex == ' ') player.sex = listed->sex;
      if (player.birth.empty()) player.birth = listed->birth;
      if (player.rating == 0) player.rating = listed->ratings[0];
    }
  }
  return {};
}

// Removes the players of --withdrawn from the tournament.
std::optional<Error> remove_withdrawn(const StandingsCommandOptions& options, Event& event,
                                      Console& console) {
  for (const std::string& name : options.withdrawn) {
    Tournament& tournament = event.tournament;
    const auto& players = tournament.players;
    const auto found = std::ranges::find_if(players, [&](const Player& player) {
      return folded_name(player.name) == folded_name(name);
    });
    if (found == players.end()) {
      return Error{fmt::format("--withdrawn: no player has the name '{}'", name)};
    }
    const std::size_t games = tournament.pairings.size();
    const std::string full_name = found->name;
    remove_player(tournament, static_cast<PlayerIndex>(found - players.begin()));
    const std::size_t removed = games - tournament.pairings.size();
    event.game_count -= removed;
    if (!options.quiet) {
      console.say(
          fmt::format("{} withdrew: {} removed (C.05)", full_name, counted(removed, "game")));
    }
  }
  return {};
}

// Returns the tie-breaks of --tie-breaks, or `usual` without this option.
Result<std::vector<TieBreak>> order_of(const StandingsCommandOptions& options,
                                       std::span<const TieBreak> usual) {
  if (options.tie_breaks.names.empty()) return std::vector<TieBreak>(usual.begin(), usual.end());
  return parse_tie_breaks(options.tie_breaks, options.teams);
}

struct Table {
  const StandingsCommandOptions& options;
  const Event& event;
  std::span<const TieBreak> tie_breaks;
  Standings standings;
};

struct Row {
  std::size_t number;  // the number that the cross table contains for this player
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

// Adds the columns of the cross table to those of a row with results.
template <class AnyRow>
void add_results(const CrossTable& cross_table, std::vector<RecordEntry<AnyRow>>& entries) {
  for (std::size_t i = 0; i < cross_table.headings.size(); ++i) {
    entries.push_back({{.heading = cross_table.headings[i], .importance = 3},
                       [i](auto& row) { return row.results[i]; }});
  }
  entries.push_back({"results", [](auto& row) { return Value::of_list(row.results); }});
}

RecordKind<Row> player_kind(const Table& table, const CrossTable& cross_table) {
  std::vector<RecordEntry<Row>> entries;
  if (table.event.is_one_of_several) {
    entries.push_back({"event", [name = table.event.tournament.name](auto&) { return name; }});
  }
  std::size_t number = 0;
  const bool has_tied_places = std::ranges::any_of(
      table.standings.rows, [&](const StandingsRow& row) { return row.place != ++number; });
  if (has_tied_places && !table.options.no_cross_table) {
    entries.push_back({number_column("Row"), [](auto& row) { return Value::of(row.number); }});
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
  if (!table.options.no_cross_table) add_results(cross_table, entries);
  return {"player", std::move(entries)};
}

// Returns a phrase such as "3 of 5 rounds" or "3 rounds so far; round 4 running: 2 of 6 games
// open".
std::string rounds_text(const Tournament& tournament) {
  const std::uint32_t planned = tournament.planned_rounds;
  std::string text =
      tournament.rounds == 0
          ? planned == 0 ? "rounds unknown" : counted(planned, "round") + " planned"
      : planned > tournament.rounds
          ? fmt::format("{} of {}", tournament.rounds, counted(planned, "round"))
          : counted(tournament.rounds, "round") + (tournament.is_running ? " so far" : "");
  for (const OpenRound& open : open_rounds(tournament)) {
    text += fmt::format("; round {} running: {} of {} open",
                        open.round == 0 ? "?" : std::to_string(open.round), open.open,
                        counted(open.games, "game"));
  }
  return text;
}

void print_heading(const Event& event, Console& console) {
  const Tournament& tournament = event.tournament;
  console.print("{}\n", tournament.name.empty() ? "?" : tournament.name);
  const bool is_unknown =
      tournament.system == System::Unknown || tournament.system == System::RoundRobinOrSwiss;
  const std::string facts = fmt::format("{}{}; {}, {}, {}", system_text(tournament),
                                        is_unknown ? " (choose it with --system)" : "",
                                        counted(tournament.players.size(), "player"),
                                        counted(event.game_count, "game"), rounds_text(tournament));
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

// Prints the winners of the matches of a knock-out or play-off.
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
  const StandingsCommandOptions& options = table.options;
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
    output.add({i + 1, standing, tournament.players[player],
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

void print_teams(const Event& event, const TeamStandings& table,
                 const StandingsCommandOptions& options, Console& console) {
  struct TeamLine {
    const TeamRow& team;
    std::vector<std::string> results;
  };
  const AnswerFormat format = options.format;
  if (format == AnswerFormat::Text) print_heading(event, console);
  std::vector<RecordEntry<TeamLine>> entries = {
      {number_column("Place"), "place", [](auto& row) { return Value::of(row.team.place); }},
      {name_column("Team"), "team", [](auto& row) { return Value::of(row.team.team); }},
      {number_column("Matches"), "matches", [](auto& row) { return Value::of(row.team.matches); }},
      {number_column("Match points"), "match_points",
       [](auto& row) { return Value::written(points_text(row.team.match_points)); }},
      {number_column("Game points"), "game_points",
       [](auto& row) { return Value::written(points_text(row.team.game_points)); }}};
  for (std::size_t i = 0; i < table.tie_breaks.size(); ++i) {
    // The secondary score always has a column.
    if (table.tie_breaks[i].kind == TieBreakKind::SecondaryScore) continue;
    const std::string name = to_string(table.tie_breaks[i]);
    entries.push_back({number_column(name, 7), name,
                       [i](auto& row) { return Value::written(value_text(row.team.values[i])); }});
  }
  CrossTable results;
  results.rows.resize(table.rows.size());
  if (!options.no_cross_table) {
    results = team_cross_table(event.tournament, table, points_text);
    add_results(results, entries);
  }
  std::vector<TeamLine> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    rows.push_back({table.rows[i], std::move(results.rows[i])});
  }
  print_records(format, RecordKind<TeamLine>{"team", std::move(entries)}, rows, console);
  if (format == AnswerFormat::Text) print_rules(event.tournament, table.edition, console);
}

// Writes a report of the games, or the given report with the results of the tournament. Only rounds
// missing from a given report are assumed.
std::optional<Error> write_report(GamesOutput& output, const StandingsCommandOptions& options,
                                  const Event& event, Console& console) {
  const EventInput& input = event.input;
  const Tournament& tournament = event.tournament;
  auto report = event.report ? updated_trf(*event.report, tournament, input.games, input.files)
                             : trf_of_games(input.games, tournament, input.files);
  if (!report) return Error{report.error()};
  if (!options.quiet) print_assumed_absences(tournament, console);
  const auto set = [](std::string& field, const std::string& value) {
    if (!value.empty()) field = value;
  };
  set(report->city, options.city);
  set(report->federation, options.federation);
  set(report->chief_arbiter, options.arbiter);
  set(report->time_control, options.time_control);
  output.write(write_trf(*report));
  for (const std::string& cut : cuts_in_trf(*report)) console.say(cut);
  return output.finish(input.inputs);
}

// Prints which tie-breaks do not apply because players are unrated.
void print_dropped_tie_breaks(const Tournament& tournament, std::span<const TieBreak> order,
                              Console& console) {
  const auto unrated =
      static_cast<std::size_t>(std::ranges::count(tournament.players, 0U, &Player::rating));
  for (const TieBreak& one : order) {
    if (unrated == 0 || one.unrated != 0 || !is_rating_tie_break(one)) continue;
    console.say(fmt::format(
        "{0} does not apply, because {1} unrated (C.07, 10); {0}/U1400 counts "
        "them as 1400",
        to_string(one), unrated == 1 ? "1 player is" : fmt::format("{} players are", unrated)));
  }
}

std::optional<Error> print_event(const StandingsCommandOptions& options, const Event& event,
                                 Console& console) {
  const Tournament& tournament = event.tournament;
  const auto edition = options.tie_breaks.edition;
  if (!options.teams) {
    const auto order = order_of(options, usual_tie_breaks(tournament));
    if (!order) return Error{order.error()};
    if (!options.quiet) print_dropped_tie_breaks(tournament, *order, console);
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
  print_teams(event, team_standings(tournament, *order, edition), options, console);
  return {};
}

Result<ExitCode> run(StandingsCommandOptions options, Console& console) {
  if (options.format == AnswerFormat::Trf && !options.write_trf) options.write_trf = "-";
  const auto files = files_given(options.files, "standings");
  if (!files) return Error{files.error()};
  // Opened before the games are read, so that an invalid path fails immediately.
  std::optional<GamesOutput> trf;
  if (options.write_trf) {
    if (auto fault = fault_of_games_name(*options.write_trf)) return *std::move(fault);
    auto output =
        GamesOutput::open({.path = *options.write_trf}, files_named(*files).files, console);
    if (!output) return Error{output.error()};
    trf = *std::move(output);
  }
  auto events = read(*files, options, console);
  if (!events) return Error{events.error()};
  if (options.last_round) {
    if (auto failure = remove_later_rounds(*options.last_round, *events)) {
      return *std::move(failure);
    }
  }
  for (Event& event : *events) complete_rounds(options, event, console);
  if (!options.players.empty()) {
    if (auto failure = add_list_facts(options, *events, console)) return *failure;
  }
  if (!options.withdrawn.empty() && (trf || events->size() > 1)) {
    return Error{"--withdrawn needs the table of one event"};
  }
  if (auto failure = remove_withdrawn(options, events->front(), console)) return *failure;
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
        trf ? write_report(*trf, options, event, console) : print_event(options, event, console);
    if (failure) return *failure;
  }
  return events->front().input.inputs == InputsRead::All ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_standings(CommandLine& app) {
  const auto options = std::make_shared<StandingsCommandOptions>();
  add_text(app, "FILE...", options->files,
           "Game files, archives, folders or databases with the games of tournaments, and at most "
           "one tournament report (TRF); - or none: standard input");
  add_text(
      app, "--event NAME", options->event,
      "Use only games of this event; each word must be a prefix of a word in its name (default: a "
      "table for each event; all: one table for all games)");
  add_round(app, "--after-round", options->last_round,
            "Show the standings after this round, such as 3 or Semifinal");
  add_tie_breaks(app, options->tie_breaks);
  add_scoring(app, options->scoring);
  add_match_points(app, options->match_points);
  add_system(app, options->system);
  add_text(app, "--withdrawn NAME", options->withdrawn,
           "Omit this player, who withdrew from a round robin before half of the games");
  add_choice(app, "--results", options->results, kResultSources,
             "Source to use if a result differs between the report and the games");
  add_switch(app, "--no-byes", options->no_byes,
             "Assume no bye for the only player without a game in a round of a Swiss");
  add_switch(app, "--ratings", options->ratings,
             "Show performance ratings, and rating changes by FIDE's formula");
  add_number(app, "--k", options->k, {.min = 1, .max = 100},
             "Development coefficient K of every player (default: 10 from a rating of 2400 up, 20 "
             "below)");
  add_switch(app, "--teams", options->teams, "Show the team standings");
  add_switch(app, "--no-cross-table", options->no_cross_table, "Show points and tie-breaks only");
  add_text(
      app, "--players FILE", options->players,
      "Include ids, titles, federations and ratings from this player list if the games lack them");
  add_text(app, "--write-trf FILE", options->write_trf,
           "Write a tournament report (TRF26) instead; same as --format trf -o NAME.trf (- for "
           "standard output)");
  add_text(app, "--city NAME", options->city,
           "City to put in the TRF (default: from the Site tag)");
  add_text(app, "--federation CODE", options->federation,
           "Federation to put in the TRF (default: from the Site tag)");
  add_text(app, "--arbiter NAME", options->arbiter, "Chief arbiter to put in the TRF");
  add_text(app, "--time-control TEXT", options->time_control,
           "Time control to put in the TRF, as free text");
  add_format(app, options->format, kStandingsFormats);
  add_quiet(app, options->quiet);
  add_jobs(app, options->jobs);
  add_reading_options(app);
  add_configuration(
      app, [options] { return options->files; }, options->configuration_choice,
      options->configuration);
  app.settings([find = app.settings()]() {
    auto settings = find();
    if (!settings) return settings;
    // Other values are for `arbiter validate`, and are not event names.
    std::erase_if(*settings, [](const OptionSetting& setting) {
      return setting.option == "--event" && setting.values != std::vector<std::string>{"all"};
    });
    return settings;
  });
  app.footer(
      fmt::format("Tie-breaks: {}; `arbiter explain tie-breaks` describes them.\n"
                  "Exit status: 0 success, 1 an encoding is uncertain, 2 a file could not be read, "
                  "or there are no teams for --teams.",
                  fmt::join(tie_break_names(), ", ")));
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
