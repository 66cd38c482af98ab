// The command `arbiter compact DB`.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/database.h"
#include "lib/base/text.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/maintenance/maintenance.h"

namespace arbiter {

using namespace sqlite;
namespace {

struct CompactCommandOptions {
  std::string database;
  bool rebuild = false;
  AnswerFormat format = AnswerFormat::Text;
  std::uint64_t jobs = default_jobs();
};

void print_text(const CompactCommandOptions& options, const CompactionResult& result,
                Console& console) {
  std::string index = fmt::format("{} merged into one", counted(result.segments, "segment"));
  if (result.segments < 2) index = "one segment";
  if (result.was_rebuilt) index = "rebuilt from the games";
  console.print("{}: {} (was {})\n", shown_path(options.database), size_text(result.bytes_after),
                size_text(result.bytes_before));
  console.print("  games     {} removed\n", counted(result.games, "deleted game"));
  console.print("  names     {} unused removed\n", with_commas(result.names));
  console.print("  index     {}\n", index);
}

void print_json(const CompactionResult& result, Console& console) {
  JsonLine json;
  json.add("type", "summary").add("games_dropped", result.games);
  json.add("names_dropped", result.names).add("segments_before", result.segments);
  json.add("index_rebuilt", result.was_rebuilt);
  json.add("bytes_before", result.bytes_before).add("bytes_after", result.bytes_after);
  console.print(json.finish());
}

Result<ExitCode> run(const CompactCommandOptions& options, Console& console) {
  auto database = Database::open(options.database, Access::Write);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  if (console.shows_status()) console.show_status("reading the database");
  const auto show = [&](double share) {
    if (console.shows_status()) console.show_status(fmt::format("{:.0f} % copied", share * 100));
  };
  const CompactionResult result =
      compact_file(*std::move(database),
                   {.derived = options.rebuild ? Derived::Rebuild : Derived::Keep,
                    .jobs = static_cast<unsigned>(options.jobs)},
                   show);
  console.clear_status();
  for (const std::string& loss : result.losses)
    console.say(fmt::format("{}: {}", shown_path(options.database), loss));
  options.format == AnswerFormat::Json ? print_json(result, console)
                                       : print_text(options, result, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_compact(CommandLine& app) {
  const auto options = std::make_shared<CompactCommandOptions>();
  add_database(app, options->database);
  add_switch(app, "--rebuild", options->rebuild,
             "Replace everything derived from the games: the position index, the columns and the "
             "search names");
  add_format(app, options->format, kTextOrJson);
  add_jobs(app, options->jobs);
  app.footer(
      "Other programs can read the database meanwhile; at the end, compact waits up to ten seconds "
      "for them to close it.\n"
      "An interruption leaves the database as it was, or smaller.\n"
      "Exit status: 0 success, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
