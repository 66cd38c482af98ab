// arbiter export DB
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "db/games/database.h"
#include "db/query/exporter.h"
#include "db/query/find.h"
#include "db/query/sqlite_storage.h"
#include "db/sqlite/connection.h"
#include "lib/io/byte_sink.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/progress.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string database;
  PositionOptions position;
  GameFilter filter;
  std::string output;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  bool quiet = false;
};

Result<std::vector<GameId>> chosen_games(const Options& options, const Database& database) {
  FindQuery query{.filter = options.filter};
  if (options.position.is_given()) {
    auto position = read_position(options.position);
    if (!position) return Error{position.error()};
    query.position = *position;
  }
  SqliteStorage storage(database);
  std::vector<GameId> ids;
  for (const FoundGame& game : find_games(storage, query).games) ids.push_back(game.id);
  return ids;
}

// "97 %, 145,536 games, 160 thousand games/s, 1 s left".
class ExportProgress {
 public:
  explicit ExportProgress(Console& console) : console_(console) {}

  void show(std::uint64_t games, std::uint64_t all) {
    if (!console_.shows_status()) return;
    const Seconds time = Clock::now() - begin_;
    if (time < next_) return;
    next_ = time + Seconds(0.2);
    const double share = static_cast<double>(games) / static_cast<double>(all);
    console_.show_status(fmt::format(
        "{:.0f} %, {}, {} games/s, {} left", share * 100, counted(games, "game"),
        rate_text(static_cast<double>(games) / time.count()), duration_text(time / share - time)));
  }

 private:
  Console& console_;
  Clock::time_point begin_ = Clock::now();
  Seconds next_{0.3};
};

Result<ExitCode> run(const Options& options, Console& console) {
  const auto begin = Clock::now();
  const auto database = Database::open(options.database, Access::Read);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  const Connection& connection = (*database)->connection();
  const ReadSnapshot snapshot(connection);
  const auto ids = chosen_games(options, **database);
  if (!ids) return Error{ids.error()};

  std::unique_ptr<ByteSink> file;
  if (!options.output.empty() && options.output != "-") {
    auto created = create_file(options.output);
    if (!created) return Error{fmt::format("{}: {}", options.output, created.error())};
    file = *std::move(created);
  }
  std::uint64_t games = 0;
  ExportProgress progress(console);
  export_games(connection, *ids, static_cast<unsigned>(options.jobs),
               [&](std::string_view pgn, std::uint64_t count) {
                 if (file) {
                   file->write(pgn);
                 } else {
                   console.print(pgn);
                 }
                 games += count;
                 if (!options.quiet) progress.show(games, ids->size());
               });
  if (file) file->finish();
  if (!options.quiet) {
    console.clear_status();
    const Seconds time = Clock::now() - begin;
    console.say(fmt::format("{} in {}, {} games/s", counted(games, "game"), duration_text(time),
                            rate_text(static_cast<double>(games) / time.count())));
  }
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_export(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_output(app, options->output);
  add_number(app, "-j,--jobs", options->jobs, {.least = 1, .most = 256})
      ->description("Threads that write games (default: one for each processor)");
  add_switch(app, "-q,--quiet", options->quiet, "Do not say how far it is and what was done");
  add_position(app, options->position);
  add_filters(app, options->filter);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
