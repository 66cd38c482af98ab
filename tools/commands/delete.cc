// arbiter delete DB
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "db/care/deletion.h"
#include "db/games/database.h"
#include "db/games/game_columns.h"
#include "db/model/game_draft.h"
#include "db/query/game_selection.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::string database;
  bool all = false;
  bool yes = false;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
};

// The games that fit. A game that is asked for by its number has to be there.
Result<GameSet> chosen(const Options& options, const Database& database, ColumnReader& columns) {
  for (const GameId game : games_named(options.filter)) {
    if (number_of(game) > database.last_game() ||
        (columns.value(game, GameColumn::Flags) & kDeleted) != 0) {
      return Error{fmt::format("there is no game {}; nothing was deleted", number_of(game))};
    }
  }
  return select_games(database, columns, options.filter);
}

void print(const Options& options, std::uint64_t deleted, std::uint64_t left, Console& console) {
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("deleted", deleted).add("left", left);
    console.print(json.finish());
    return;
  }
  console.print("{} deleted, {} left\n", counted(deleted, "game"), with_commas(left));
  if (deleted > 0) console.say("'arbiter compact' gives their space back");
}

Result<ExitCode> run(const Options& options, Console& console) {
  if (options.filter.is_empty() && !options.all) {
    return Error{"say which games: --id, a condition such as --player, or --all"};
  }
  const auto database = Database::open(options.database, Access::Write);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  const Connection& connection = (*database)->connection();
  // What is chosen is what is deleted, whatever others do meanwhile.
  Transaction transaction(connection);
  ColumnReader columns(connection);
  const auto games = chosen(options, **database, columns);
  if (!games) return Error{games.error()};
  const auto before = static_cast<std::uint64_t>((*database)->game_count());
  const std::uint64_t count = games->size();
  if (count * 2 > before && !options.yes) {
    return Error{fmt::format("that is {} of {}; nothing was deleted. Say --yes if it is meant",
                             with_commas(count), counted(before, "game"))};
  }
  const std::uint64_t deleted = delete_games(connection, *games);
  transaction.commit();
  print(options, deleted, before - deleted, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_delete(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_switch(app, "--all", options->all, "All games, where no condition is given");
  add_switch(app, "--yes", options->yes, "Also where that is more than half of the database");
  add_format(app, options->format, kTextOrJson);
  add_filters(app, options->filter);
  app.footer("Exit status: 0 done, 2 it could not be done, and nothing was deleted.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
