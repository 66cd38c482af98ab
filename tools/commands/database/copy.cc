// The command `arbiter copy FROM TO`.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "db/import/importer.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/database/database.h"
#include "tools/commands/database/import.h"

namespace arbiter {
namespace {

struct CopyCommandOptions {
  std::string from;
  std::string to;
  ImportOptions import;
  AnswerFormat format = AnswerFormat::Text;
  bool quiet = false;
  bool no_progress = false;
  std::uint64_t jobs = default_jobs();
};

using Sums = std::map<std::string, ContentSums>;

// Returns a sentence for each source whose games differ.
std::vector<std::string> differences(const Sums& from, const Sums& to) {
  std::vector<std::string> found;
  for (const auto& [source, sums] : from) {
    const auto there = to.find(source);
    const ContentSums copied = there == to.end() ? ContentSums() : there->second;
    if (copied == sums) continue;
    const bool has_all = copied.games == sums.games;
    found.push_back(has_all ? fmt::format("{}: games differ", shown_path(source))
                            : fmt::format("{}: {} instead of {}", shown_path(source),
                                          with_commas(copied.games), counted(sums.games, "game")));
  }
  return found;
}

Result<ExitCode> verify(const CopyCommandOptions& options, Storage& from, Storage& to,
                        Console& console) {
  const auto jobs = static_cast<unsigned>(options.jobs);
  const Sums expected = content_sums(from, jobs);
  const std::vector<std::string> faults = differences(expected, content_sums(to, jobs));
  if (!faults.empty()) {
    std::string why = fmt::format("{}: the copy is incomplete:", shown_path(options.to));
    for (const std::string& fault : faults) why += "\n" + fault;
    return Error{why};
  }
  std::uint64_t games = 0;
  for (const auto& [source, sums] : expected) games += sums.games;
  if (!options.quiet && options.format == AnswerFormat::Text) {
    console.print("{} of {} compared: identical\n", counted(games, "game"),
                  counted(expected.size(), "file"));
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const CopyCommandOptions& options, Console& console) {
  if (!is_storage(options.from)) {
    return Error{fmt::format("{}: not a database; create one with `arbiter import`",
                             shown_path(options.from))};
  }
  const auto jobs = static_cast<unsigned>(options.jobs);
  const auto from = open_storage(options.from, {.jobs = jobs});
  if (!from) return Error{fmt::format("{}: {}", options.from, from.error())};
  NewDatabase database(options.to);
  const auto to = open_storage(
      options.to, {.access = Access::Create, .jobs = jobs, .index_plies = (*from)->index_plies()});
  if (!to) return Error{fmt::format("{}: {}", options.to, to.error())};
  ImportReport report({.database = options.to,
                       .format = options.format,
                       .is_quiet = options.quiet,
                       .shows_progress = !options.quiet && !options.no_progress,
                       .total_bytes = total_size_of({options.from})},
                      console);
  ImportOptions import = options.import;
  import.jobs = jobs;
  import.validator.today = today();
  import.databases = database_opener();
  const ImportEnd end = Importer(**to, import, report).run({options.from});
  report.finish(end);
  if (report.failures() > 0 || end.was_stopped) return ExitCode::CouldNotRun;
  database.keep();
  return verify(options, **from, **to, console);
}

}  // namespace

CommandRun bind_copy(CommandLine& app) {
  const auto options = std::make_shared<CopyCommandOptions>();
  add_text(app, "FROM", options->from, "Source database")->required();
  add_text(app, "TO", options->to, "Target database; a file is created if it does not exist")
      ->required();
  add_memory_size(app, "--memory", options->import.memory)
      ->description("Memory limit, such as 512M or 2G (default: 512M)");
  add_jobs(app, options->jobs);
  add_format(app, options->format, kTextOrJson);
  add_quiet(app, options->quiet);
  add_switch(app, "--no-progress", options->no_progress,
             "Do not show progress, even on a terminal");
  app.footer("Exit status: 0 all games were copied, 2 otherwise (repeat the command to resume).");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
