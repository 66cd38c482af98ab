// The command `arbiter novelty FILE... --against DB`.
#include "db/query/novelty.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

struct NoveltyCommandOptions {
  GameInput input;
  std::string against;
  GameFilter filter;       // selects the games for comparison
  std::uint64_t only = 0;  // number of a game in the input; 0 for all games
  std::optional<std::uint64_t> limit;
  bool earlier = false;
  AnswerFormat format = AnswerFormat::Text;
};

std::uint64_t id_of(GameId game) { return static_cast<std::uint64_t>(number_of(game)); }

std::uint64_t results_of(const Departure& one, Outcome outcome) {
  return one.results ? one.results->of(outcome) : 0;
}

// Adds the results of the filter's player.
void add_results(RecordKind<Departure>& kind) {
  const std::tuple<const char*, const char*, Outcome> results[] = {
      {"Won", "wins", Outcome::WhiteWins},
      {"Drawn", "draws", Outcome::Draw},
      {"Lost", "losses", Outcome::BlackWins}};
  for (const auto& [name, key, outcome] : results) {
    kind.entries.push_back({number_column(name), key, [outcome = outcome](const Departure& one) {
                              return results_of(one, outcome);
                            }});
  }
  kind.entries.push_back({number_column("Score"), [](const Departure& one) {
                            const auto score = one.results ? one.results->score() : std::nullopt;
                            return score ? fmt::format("{:.1f}", 100 * *score) : std::string();
                          }});
}

RecordKind<Departure> departure_kind() {
  return {
      "game",
      {{number_column("Game"), "id", [](auto& one) { return Value::of(id_of(one.game.id)); }},
       {name_column("White"), "white", [](auto& one) { return one.game.white; }},
       {name_column("Black"), "black", [](auto& one) { return one.game.black; }},
       {"date", [](auto& one) { return date_text(one.game.date); }},
       {"eco", [](auto& one) { return eco_text(one.game.opening_eco); }},
       {"opening", [](auto& one) { return one.game.opening; }},
       {"known_plies", [](auto& one) { return one.known; }},
       {{.heading = "Novelty"}, [](auto& one) { return one.is_new() ? one.move : "(none)"; }},
       {number_column("Games before"), "games_before", [](auto& one) { return one.games; }},
       {number_column("Example", 2), "example",
        [](auto& one) { return one.example ? Value::of(id_of(*one.example)) : Value(); }},
       {{.heading = "Opening", .importance = 1, .min_width = 12},
        [](auto& one) { return opening_text(eco_text(one.game.opening_eco), one.game.opening); }},
       {"novelty", [](auto& one) { return one.move; }},
       {"move", [](auto& one) { return one.san; }},
       {"uci", [](auto& one) { return one.uci; }}}};
}

Result<ExitCode> run(NoveltyCommandOptions options, Console& console) {
  std::vector<std::string>& names = options.input.names;
  if (options.against.empty() && names.size() > 1 &&
      std::ranges::count_if(names, is_storage) == 1) {
    const auto database = std::ranges::find_if(names, is_storage);
    options.against = *database;
    names.erase(database);
  }
  if (options.against.empty())
    return Error{"no games to compare with; use --against with a database or a PGN file"};
  if (!options.filter.is_empty()) {
    console.say(fmt::format("filters select games of {}; --only N selects a game of {}",
                            shown_path(options.against), fmt::join(names, ", ")));
  }
  GameInput known_input{
      .names = {options.against}, .memory = options.input.memory, .jobs = options.input.jobs};
  known_input.opened = options.input.opened;
  const auto lines = open_lines(known_input, console);
  if (!lines) return Error{lines.error()};
  const OpenedGames* const known = &lines->games;
  const auto games = open_games(options.input, {QueryPositions::First}, console);
  if (!games) return Error{games.error()};
  print_matched_players(options.filter, *known->storage, console);
  RecordKind<Departure> kind = departure_kind();
  if (white_is_player(options.filter)) add_results(kind);
  RecordTable<Departure> records(options.format, std::move(kind), console);
  std::uint64_t read = 0;
  std::uint64_t departed = 0;
  const auto receive = [&](const StreamedBatch& batch) {
    read += batch.games.size();
    std::vector<StoredGame> checked;
    for (const StreamedGame& streamed : batch.games) {
      if ((streamed.game.flags & kUnchecked) == 0) checked.push_back(streamed.game);
    }
    const auto compared = options.earlier ? ComparedGames::Earlier : ComparedGames::All;
    for (Departure& departure :
         departures_of(std::move(checked), options.filter, compared, *known->storage)) {
      if (!lines->starts.empty()) departure.example.reset();  // a line has no number in the file
      departed += departure.is_new() ? 1 : 0;
      records.add(departure);
    }
  };
  FindQuery query{.limit = options.limit};
  if (options.only > 0) {
    query.filter = filter_of(
        NumberTest{.of = GameNumber::Id, .range = {.min = options.only, .max = options.only}});
  }
  games->storage->stream(query, {.has_records = false, .receive = receive});
  if (options.only > 0 && read == 0) {
    return Error{fmt::format("--only: game {} does not exist", options.only)};
  }
  records.finish();
  if (departed == 0 && read > 0 && !options.earlier && lines->starts.empty()) {
    console.say(fmt::format("no novelties; if {} contains these games, use --earlier",
                            shown_path(options.against)));
  }
  if (const auto plies = known->storage->index_plies()) {
    console.say(
        fmt::format("Only the first {} of each game are indexed in {}; later positions count "
                    "as unknown.",
                    counted(*plies, "half-move"), shown_path(options.against)));
  }
  return games->is_complete && known->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_novelty(CommandLine& app) {
  const auto options = std::make_shared<NoveltyCommandOptions>();
  add_game_files(app, options->input);
  add_text(app, "--against DB", options->against,
           "Database, or game file, to compare with; each variation of a file counts as a game "
           "(default: the database among FILE)");
  add_number(app, "--only", options->only, {.min = 1, .max = INT64_MAX},
             "Compare only this game of FILE, given by its number");
  add_limit(app, options->limit, "games of FILE (default: all)");
  add_switch(app, "--earlier", options->earlier,
             "For each game, count only games played before its date");
  add_format(app, options->format, kTableFormats);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
