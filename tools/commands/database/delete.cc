// The command `arbiter delete DB`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/storage.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/player_input.h"
#include "tools/commands/database/database.h"

namespace arbiter {
namespace {

struct DeleteCommandOptions {
  std::string database;
  bool all = false;
  bool apply = false;
  bool yes = false;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
};

// Returns the first game in --game that does not exist.
std::optional<GameId> missing_game(const GameFilter& filter, Storage& storage) {
  std::vector<GameId> named = games_by_id(filter);
  if (named.empty()) return std::nullopt;
  std::vector<GameFilter> tests;
  for (const GameId game : named) {
    const std::uint64_t number = number_of(game);
    tests.push_back(filter_of(NumberTest{.of = GameNumber::Id, .range = {number, number}}));
  }
  const FoundGames found = storage.games({.filter = any_of(std::move(tests))});
  std::ranges::sort(named);
  for (const FoundGame& game : found.games) std::erase(named, game.id);
  return named.empty() ? std::nullopt : std::optional(named.front());
}

void print_json(const Erasure& erasure, Console& console) {
  JsonLine json;
  json.add("type", "summary").add("matching", erasure.matching);
  json.add("deleted", erasure.erased).add("left", erasure.left);
  console.print(json.finish());
}

void print(const DeleteCommandOptions& options, const Erasure& erasure, Console& console) {
  if (options.format == AnswerFormat::Json) return print_json(erasure, console);
  console.print("{} deleted, {} left\n", counted(erasure.erased, "game"),
                with_commas(erasure.left));
  if (erasure.erased > 0 && !is_cluster(options.database)) {
    console.say("run `arbiter compact` to reclaim the space");
  }
}

// Prints the games that --apply would delete.
ExitCode preview(const DeleteCommandOptions& options, Storage& storage, Console& console) {
  const auto count = [&](const GameFilter& filter) {
    FindQuery query{.filter = filter};
    query.limit = 0;
    return storage.games(query).total;
  };
  const std::uint64_t matching = count(options.filter);
  const std::uint64_t all = count({});
  if (options.format == AnswerFormat::Json) {
    print_json({.matching = matching, .left = all}, console);
  } else {
    console.print("{} would be deleted, {} left; use --apply to delete them\n",
                  counted(matching, "game"), with_commas(all - matching));
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const DeleteCommandOptions& options, Console& console) {
  const bool applies = options.apply || options.yes;
  if (options.filter.is_empty() && !options.all) {
    return Error{"no games selected; use --game, a filter such as --player, or --all"};
  }
  const auto storage =
      open_storage(options.database, {.access = applies ? Access::Write : Access::Read});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  if (const auto missing = missing_game(options.filter, **storage)) {
    return Error{fmt::format("game {} does not exist; nothing was deleted", number_of(*missing))};
  }
  print_matched_players(options.filter, **storage, console);
  if (!applies) return preview(options, **storage, console);
  const Erasure erasure =
      (*storage)->erase(options.filter, options.yes ? EraseLimit::None : EraseLimit::HalfOfAll);
  if (erasure.erased < erasure.matching) {
    return Error{fmt::format("this would delete {} of {}; nothing was deleted (confirm with --yes)",
                             with_commas(erasure.matching), counted(erasure.left, "game"))};
  }
  print(options, erasure, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_delete(CommandLine& app) {
  const auto options = std::make_shared<DeleteCommandOptions>();
  add_database(app, options->database);
  add_switch(app, "--all", options->all, "Allow deleting all games, without a filter");
  add_switch(app, "--apply", options->apply,
             "Delete the games, unless they are more than half of the database");
  add_switch(app, "--yes", options->yes,
             "Delete the games, even if they are more than half of the database");
  add_format(app, options->format, kTextOrJson);
  add_filters(app, options->filter);
  app.footer(
      "Without --apply or --yes, nothing is changed.\nExit status: 0 success, 2 failure (nothing "
      "was deleted).");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
