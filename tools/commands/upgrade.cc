// arbiter upgrade DB
#include "db/care/upgrade.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "db/games/database.h"
#include "db/games/schema.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/utf8.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::string database;
  bool clean = false;
  AnswerFormat format = AnswerFormat::Text;
};

void print_text(const Options& options, const UpgradeResult& result, Console& console) {
  if (result.removed > 0) {
    console.print("{}: {} removed that Arbiter did not make\n", shown_path(options.database),
                  counted(result.removed, "object"));
  }
  if (result.version_before == kSchemaVersion) {
    console.print("{}: already of schema version {}\n", shown_path(options.database),
                  kSchemaVersion);
    return;
  }
  console.print("{}: upgraded from schema version {} to {}; {} (was {})\n",
                shown_path(options.database), result.version_before, kSchemaVersion,
                size_text(result.bytes_after), size_text(result.bytes_before));
}

void print_json(const UpgradeResult& result, Console& console) {
  JsonLine json;
  json.add("type", "summary");
  json.add("version_before", static_cast<std::uint64_t>(result.version_before));
  json.add("version", std::uint64_t{kSchemaVersion});
  json.add("removed", std::uint64_t{result.removed});
  json.add("bytes_before", result.bytes_before).add("bytes_after", result.bytes_after);
  console.print(json.finish());
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto database = Database::open_to_upgrade(options.database);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  const UpgradeResult result = upgrade_database(**database, {.removes_foreign = options.clean});
  if (options.format == AnswerFormat::Json) {
    print_json(result, console);
  } else {
    print_text(options, result, console);
  }
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_upgrade(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_switch(app, "--clean", options->clean,
             "Remove tables, views, indexes and triggers that Arbiter did not make");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "It is safe to interrupt: run it again to finish.\n"
      "Exit status: 0 success, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
