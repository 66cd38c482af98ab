// arbiter standings [FILE...]
#include "lib/tournament/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "lib/io/input_files.h"
#include "lib/notation/shown_text.h"
#include "lib/tournament/cross_table.h"
#include "lib/tournament/player_rating.h"
#include "lib/tournament/score_text.h"
#include "lib/tournament/team_standings.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"
#include "lib/tournament/trf_of_games.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/files_given.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"
#include "tools/commands/commands.h"
#include "tools/commands/event_input.h"
#include "tools/commands/report_input.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> tie_breaks;
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
  TournamentOfGames event;
  std::vector<EventGame> games;    // none where a report was read
  std::vector<std::string> files;  // that were read
  std::size_t game_count = 0;
  bool is_complete = true;

  const Tournament& tournament() const { return event.tournament; }
};

// Somebody may have named two tournaments, or one whose games name it in two ways.
void tell_events(const std::vector<EventGame>& games, Console& console) {
  std::set<std::string_view> events;
  for (const EventGame& game : games) events.insert(game.value(KnownTag::Event));
  if (events.size() < 2) return;
  console.say(fmt::format("the games are of {} events, such as {} and {}; the table is of all",
                          with_commas(events.size()), shown_text(*events.begin()),
                          shown_text(*events.rbegin())));
}

Result<Event> read(const Options& options, Console& console) {
  const auto files = files_given(options.files, "standings");
  if (!files) return Error{files.error()};
  Event event;
  if (files->size() == 1 && is_report((*files)[0])) {
    const auto report = read_report((*files)[0]);
    if (!report) return Error{report.error()};
    event.event.tournament = tournament_of(*report);
    event.files = *files;
    event.game_count = event.tournament().pairings.size();
    return event;
  }
  if (const auto report = std::ranges::find_if(*files, is_report); report != files->end()) {
    return Error{
        fmt::format("{} is a report (TRF); `arbiter crosscheck` compares it with games", *report)};
  }
  auto input = read_event(*files, static_cast<unsigned>(options.jobs), console);
  if (!input) return Error{input.error()};
  tell_events(input->games, console);
  event.event = tournament_of_games(input->games);
  event.game_count = input->games.size();
  event.games = std::move(input->games);
  event.files = files_named(*files).files;
  event.is_complete = input->is_complete;
  return event;
}

class StandingsOutput {
 public:
  StandingsOutput(const Options& options, const Event& event, const std::vector<TieBreak>& order,
                  Console& console)
      : options_(options),
        tournament_(event.tournament()),
        games_(event.game_count),
        standings_(standings_of(event.tournament(), order)),
        table_(cross_table(event.tournament(), standings_)),
        records_(player_records(event.tournament())),
        console_(console) {}

  void print() {
    if (options_.format == AnswerFormat::Text) print_heading();
    RecordShape shape{.type = "player", .columns = columns(), .fields = fields()};
    const auto writer = make_record_writer(options_.format, std::move(shape), console_);
    for (std::size_t i = 0; i < standings_.rows.size(); ++i) {
      if (writer->takes_values()) {
        writer->add_values(values(i));
      } else {
        writer->add_cells(cells(i));
      }
    }
    writer->finish();
  }

 private:
  void print_heading() {
    const std::string cycles = tournament_.cycles == 2 ? "double "
                               : tournament_.cycles > 2
                                   ? fmt::format("{}-fold ", tournament_.cycles)
                                   : "";
    console_.print("{}\n", tournament_.name.empty() ? "?" : tournament_.name);
    console_.print(
        "{}{}; {}, {}, {}\n\n", cycles, to_string(tournament_.system),
        counted(tournament_.players.size(), "player"), counted(games_, "game"),
        tournament_.rounds == 0 ? "rounds unknown" : counted(tournament_.rounds, "round"));
  }

  std::vector<Column> columns() const {
    std::vector<Column> columns{number_column("Place"),
                                name_column("Name"),
                                {.heading = "Title", .importance = 4},
                                number_column("Rating", 5),
                                number_column("Points")};
    for (const TieBreak tie_break : standings_.tie_breaks) {
      columns.push_back(number_column(std::string(to_string(tie_break)), 7));
    }
    if (options_.ratings) {
      columns.push_back(number_column("Rated", 2));
      columns.push_back(number_column("Perf", 3));
      columns.push_back(number_column("Change", 6));
    }
    if (!options_.no_cross_table) {
      for (const std::string& heading : table_.headings) {
        columns.push_back({.heading = heading, .importance = 3});
      }
    }
    return columns;
  }

  std::vector<Field> fields() const {
    std::vector<Field> fields{{"place"}, {"name"},   {"fide_id"}, {"title"}, {"federation"},
                              {"team"},  {"rating"}, {"points"},  {"games"}};
    for (const TieBreak tie_break : standings_.tie_breaks) {
      fields.push_back({std::string(to_string(tie_break))});
    }
    if (options_.ratings) {
      fields.push_back({"rated_games"});
      fields.push_back({"performance"});
      fields.push_back({"rating_change"});
    }
    if (!options_.no_cross_table) fields.push_back({"results"});
    return fields;
  }

  std::vector<Cell> cells(std::size_t index) const {
    const StandingsRow& row = standings_.rows[index];
    const Player& player = tournament_.players[row.player];
    std::vector<Cell> cells{{std::to_string(row.place)},
                            {player.name},
                            {player.title},
                            {player.rating == 0 ? "" : std::to_string(player.rating)},
                            {points_text(row.points)}};
    for (std::size_t i = 0; i < row.values.size(); ++i)
      cells.push_back({value_text(row.values[i])});
    if (options_.ratings) {
      const PlayerRating rating = rating_row(row.player);
      cells.push_back({std::to_string(rating.games)});
      cells.push_back({rating.performance ? std::to_string(*rating.performance) : ""});
      cells.push_back({rating.change ? signed_tenths(*rating.change) : ""});
    }
    if (!options_.no_cross_table) {
      for (const std::string& cell : table_.rows[index]) cells.push_back({cell});
    }
    return cells;
  }

  std::vector<Value> values(std::size_t index) const {
    const StandingsRow& row = standings_.rows[index];
    const Player& player = tournament_.players[row.player];
    const auto known = [](std::uint32_t number) {
      return number == 0 ? Value() : Value::of(number);
    };
    std::vector<Value> values{Value::of(row.place),
                              Value::of(player.name),
                              known(player.fide_id),
                              Value::of_known(player.title),
                              Value::of_known(player.federation),
                              Value::of_known(player.team),
                              known(player.rating),
                              Value::written(points_text(row.points)),
                              Value::of(row.games)};
    for (const auto& value : row.values) values.push_back(Value::written(value_text(value)));
    if (options_.ratings) {
      const PlayerRating rating = rating_row(row.player);
      values.push_back(Value::of(rating.games));
      values.push_back(rating.performance ? Value::written(std::to_string(*rating.performance))
                                          : Value());
      values.push_back(rating.change ? Value::written(fmt::format("{:.1f}", *rating.change / 10.0))
                                     : Value());
    }
    if (!options_.no_cross_table) values.push_back(Value::of_list(table_.rows[index]));
    return values;
  }

  PlayerRating rating_row(PlayerIndex player) const {
    std::optional<std::uint32_t> k;
    if (options_.k) k = static_cast<std::uint32_t>(*options_.k);
    return rating_of(tournament_, records_[player], player, k);
  }

  const Options& options_;
  const Tournament& tournament_;
  std::size_t games_;
  Standings standings_;
  CrossTable table_;
  std::vector<PlayerRecord> records_;
  Console& console_;
};

void print_teams(const Options& options, const Tournament& tournament, Console& console) {
  RecordDesign<TeamRow> design{
      .type = "team",
      .columns = {{number_column("Place"),
                   [](const TeamRow& row) { return Cell{std::to_string(row.place)}; }},
                  {name_column("Team"), [](const TeamRow& row) { return Cell{row.team}; }},
                  {number_column("Matches"),
                   [](const TeamRow& row) { return Cell{std::to_string(row.matches)}; }},
                  {number_column("Match points"),
                   [](const TeamRow& row) { return Cell{std::to_string(row.match_points)}; }},
                  {number_column("Game points"),
                   [](const TeamRow& row) { return Cell{points_text(row.game_points)}; }}},
      .fields = {{{"place"}, [](const TeamRow& row) { return Value::of(row.place); }},
                 {{"team"}, [](const TeamRow& row) { return Value::of(row.team); }},
                 {{"matches"}, [](const TeamRow& row) { return Value::of(row.matches); }},
                 {{"match_points"}, [](const TeamRow& row) { return Value::of(row.match_points); }},
                 {{"game_points"}, [](const TeamRow& row) {
                    return Value::written(points_text(row.game_points));
                  }}}};
  Records<TeamRow> records(options.format, std::move(design), console);
  for (const TeamRow& row : team_standings(tournament)) records.add(row);
  records.finish();
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

std::optional<Error> write_report(const std::string& path, const Event& event, Console& console) {
  if (event.games.empty()) return Error{"--write-trf makes a report of games; this is a report"};
  const auto report = trf_of_games(event.games, event.event);
  if (!report) return Error{report.error()};
  auto output = GamesOutput::open({.path = path}, event.files, console);
  if (!output) return Error{output.error()};
  output->write(write_trf(*report));
  return output->finish();
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const auto event = read(options, console);
  if (!event) return Error{event.error()};
  if (options.write_trf) {
    if (const auto failure = write_report(*options.write_trf, *event, console)) return *failure;
  } else if (options.teams) {
    print_teams(options, event->tournament(), console);
  } else {
    const auto order = order_of(options, event->tournament().system);
    if (!order) return Error{order.error()};
    StandingsOutput(options, *event, *order, console).print();
  }
  return event->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_standings(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description(
          "Game files, archives or folders with the games of one tournament, or its report (TRF); "
          "- or none: standard input");
  add_words(app, "--tie-breaks", options->tie_breaks)
      ->type_name("NAMES")
      ->description(
          "Tie-breaks in their order, by FIDE's acronyms: DE,SB,WIN,KS (by default those that FIDE "
          "proposes for the system)");
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
  app.footer("Exit status: 0 success, 2 a file could not be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
