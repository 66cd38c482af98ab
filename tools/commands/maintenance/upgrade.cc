// The command `arbiter upgrade DB`.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "db/clickhouse/cluster/schema.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/schema.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/maintenance/maintenance.h"

namespace arbiter {

using namespace sqlite;
namespace {

struct UpgradeCommandOptions {
  std::string database;
  bool clean = false;
  bool checksums = false;
  OpeningsOption openings;
  std::uint64_t jobs = default_jobs();
  AnswerFormat format = AnswerFormat::Text;
};

void print_text(const UpgradeCommandOptions& options, const UpgradeResult& result,
                Console& console) {
  if (result.removed > 0) {
    console.print("{}: removed {} of other programs\n", shown_path(options.database),
                  counted(result.removed, "object"));
  }
  if (result.version_before == kSchemaVersion && result.was_classified) {
    console.print("{}: the openings of all games were set\n", shown_path(options.database));
    if (!result.has_new_indexes) return;
  }
  if (result.has_new_indexes) {
    console.print("{}: indexed for patterns and material; {} (was {})\n",
                  shown_path(options.database), size_text(result.bytes_after),
                  size_text(result.bytes_before));
    return;
  }
  if (result.version_before == kSchemaVersion) {
    console.print("{}: already at schema version {}\n", shown_path(options.database),
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
  json.add("classified", result.was_classified);
  json.add("bytes_before", result.bytes_before).add("bytes_after", result.bytes_after);
  console.print(json.finish());
}

class FaultPrinter final : public IntegrityListener {
 public:
  FaultPrinter(const UpgradeCommandOptions& options, Console& console)
      : options_(options), console_(console) {}

  void on_fault(const IntegrityFault& fault) override {
    if (++faults_ <= kMaxShown) console_.print("{}", fault_line(options_.database, fault));
  }
  void on_progress(std::uint64_t games) override {
    if (console_.shows_status()) console_.show_status(counted(games, "game") + " checked");
  }

 private:
  static constexpr std::uint64_t kMaxShown = 100;

  const UpgradeCommandOptions& options_;
  Console& console_;
  std::uint64_t faults_ = 0;
};

// Recomputes the checksums. Returns whether they are correct afterwards.
Result<bool> renew(const UpgradeCommandOptions& options, Console& console) {
  const auto database = Database::open_unchecked(options.database, Access::Write);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  // Files of this version have no checksums.
  if ((*database)->schema_version() != kSchemaVersion) return true;
  FaultPrinter faults(options, console);
  const Renewal renewal = renew_pages(**database, static_cast<unsigned>(options.jobs), faults);
  console.clear_status();
  if (renewal.faults > 0) {
    console.say(fmt::format("{}: {} found; no checksum was renewed", shown_path(options.database),
                            counted(renewal.faults, "problem")));
  } else if (options.format == AnswerFormat::Text) {
    console.print("{}: {} renewed, after everything was verified\n", shown_path(options.database),
                  counted(renewal.pages, "checksum"));
  }
  return renewal.faults == 0;
}

Result<ExitCode> upgrade_servers(const UpgradeCommandOptions& options, Console& console) {
  if (options.clean || options.checksums || options.openings.file) {
    return Error{"--clean, --checksums and --openings are for a database file"};
  }
  const auto address = clickhouse::parse_address(options.database);
  if (!address) return Error{address.error()};
  const auto result = clickhouse::upgrade_cluster(*address);
  if (!result) return Error{fmt::format("{}: {}", options.database, result.error())};
  constexpr std::uint32_t kVersion = clickhouse::kClusterVersion;
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("version_before", std::uint64_t{result->version_before});
    json.add("version", std::uint64_t{kVersion}).add("servers", std::uint64_t{result->servers});
    console.print(json.finish());
  } else if (result->version_before == kVersion) {
    console.print("{}: already at schema version {}\n", options.database, kVersion);
  } else {
    console.print("{}: upgraded from schema version {} to {} on {}\n", options.database,
                  result->version_before, kVersion, counted(result->servers, "server"));
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const UpgradeCommandOptions& options, Console& console) {
  if (is_cluster(options.database)) return upgrade_servers(options, console);
  if (options.checksums) {
    const auto is_renewed = renew(options, console);
    if (!is_renewed) return Error{is_renewed.error()};
    if (!*is_renewed) return ExitCode::Findings;
  }
  const auto database = Database::open_to_upgrade(options.database);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  const UpgradeResult result = upgrade_database(
      **database, {.removes_foreign = options.clean,
                   .openings = options.openings.file ? &options.openings.table() : nullptr,
                   .jobs = static_cast<unsigned>(options.jobs)});
  options.format == AnswerFormat::Json ? print_json(result, console)
                                       : print_text(options, result, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_upgrade(CommandLine& app) {
  const auto options = std::make_shared<UpgradeCommandOptions>();
  add_database(app, options->database);
  add_switch(app, "--clean", options->clean,
             "Remove tables, views, indexes and triggers that Arbiter did not create");
  add_switch(app, "--checksums", options->checksums,
             "Replace the checksums of pages that another program wrote, if verification finds "
             "nothing else wrong");
  add_openings(app, options->openings)
      ->description(
          "Set the openings of all games from this table: tab-separated code, name and moves");
  add_jobs(app, options->jobs);
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "An interruption is safe: repeat the command to finish.\n"
      "Exit status: 0 success, 1 problems found by --checksums, 2 failure.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
