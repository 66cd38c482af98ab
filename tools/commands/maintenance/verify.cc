// The command `arbiter verify DB`.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/maintenance/maintenance.h"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

struct VerifyCommandOptions {
  std::string database;
  bool quick = false;
  AnswerFormat format = AnswerFormat::Text;
  std::optional<std::uint64_t> limit = 100;
  std::uint64_t jobs = default_jobs();
};

// A listener that prints problems as they are found.
class FaultReport final : public IntegrityListener {
 public:
  FaultReport(const VerifyCommandOptions& options, Console& console)
      : options_(options), console_(console) {}

  void on_fault(const IntegrityFault& fault) override {
    is_all_derived_ = is_all_derived_ && is_derived(fault.part);
    if (++faults_ > limit_) return;
    if (options_.format == AnswerFormat::Json) return print_json(fault);
    console_.print("{}", fault_line(options_.database, fault));
  }

  void on_progress(std::uint64_t games) override {
    if (!console_.shows_status()) return;
    console_.show_status(fmt::format("{} checked", counted(games, "game")));
  }

  void finish(const IntegrityTotals& totals) {
    console_.clear_status();
    options_.format == AnswerFormat::Json ? print_json(totals) : print_text(totals);
  }

 private:
  void print_json(const IntegrityFault& fault) {
    JsonLine json;
    json.add("type", "fault").add("part", to_string(fault.part));
    json.add_written("game", fault.game ? fmt::format("{}", number_of(*fault.game)) : "null");
    console_.print(json.add("message", fault.what).finish());
  }

  void print_json(const IntegrityTotals& totals) {
    JsonLine json;
    json.add("type", "summary").add("faults", totals.faults);
    json.add("games", totals.games).add("deleted", totals.deleted).add("plies", totals.plies);
    json.add("index_plies", totals.index_plies).add("positions", totals.postings);
    json.add("segments", totals.segments)
        .add("batches", totals.batches)
        .add("sums", totals.sums)
        .add("names", totals.names);
    json.add("texts", totals.texts).add("findings", totals.findings).add("pages", totals.pages);
    json.add("own_objects", totals.own_objects).add("faults_inside", totals.faults_inside);
    console_.print(json.finish());
  }

  void print_text(const IntegrityTotals& totals) {
    if (faults_ > limit_) {
      console_.print("... and {} more (show more with --limit)\n", with_commas(faults_ - limit_));
    }
    if (faults_ > 0) console_.print("\n");
    console_.print("{}: {}\n", shown_path(options_.database),
                   faults_ == 0 ? "no problems found" : counted(faults_, "problem") + " found");
    console_.print("  games     {}, each replayed: {}\n", with_commas(totals.games),
                   counted(totals.plies, "half-move"));
    if (totals.deleted > 0) {
      console_.print("  deleted   {}{}\n", counted(totals.deleted, "game"),
                     is_file_ ? " that `arbiter compact` would remove" : "");
    }
    console_.print("  index     {} in {}, {}\n", counted(totals.postings, "position"),
                   is_file_ ? counted(totals.segments, "segment")
                            : counted(totals.batches, "batch", "batches"),
                   coverage(totals));
    console_.print("  sums      {} with precomputed totals, rechecked\n",
                   counted(totals.sums, "position"));
    console_.print("  also      {}, {}, {}\n", counted(totals.names, "name"),
                   counted(totals.findings, "finding"),
                   is_file_ ? counted(totals.texts, "block of texts", "blocks of texts")
                            : counted(totals.texts, "text"));
    if (is_file_) {
      console_.print(
          "  file      {}, {}\n", counted(totals.pages, "page"),
          options_.quick ? "checked by SQLite, except for its indexes" : "checked by SQLite");
    }
    if (totals.own_objects > 0) {
      console_.print(
          "  own       {} that `arbiter sql --write` created, not checked\n",
          counted(totals.own_objects, "table, view or index", "tables, views and indexes"));
    }
    if (totals.faults_inside) print_inside(*totals.faults_inside);
    if (faults_ > 0 && !is_file_) {
      console_.print(
          "\n`arbiter cluster repair --apply` removes the games of sources with damaged batches, "
          "so "
          "that they\ncan be imported again.\n");
    }
    if (faults_ > 0 && is_all_derived_ && is_file_) {
      console_.print(
          "\nThe games are intact; run `arbiter compact --rebuild` to rebuild the rest from "
          "them.\n");
    }
  }

  void print_inside(std::uint64_t faults) {
    if (faults == 0) {
      console_.print(
          "\nOnly checksums of pages are wrong: the contents of the pages are correct. If another "
          "program\nwrote to the database, run `arbiter upgrade --checksums` to renew them; "
          "otherwise restore a copy.\n");
    } else {
      console_.print(
          "\nThe damaged pages contain {}. `arbiter export --recover` writes the games that can "
          "still be read.\n",
          counted(faults, "problem"));
    }
  }

  static std::string coverage(const IntegrityTotals& totals) {
    if (!totals.index_plies) return "covering every half-move of the main lines";
    return fmt::format("covering the first {} of each main line",
                       counted(*totals.index_plies, "half-move"));
  }

  const VerifyCommandOptions& options_;
  Console& console_;
  bool is_file_ = !is_cluster(options_.database);
  std::uint64_t limit_ = options_.limit.value_or(UINT64_MAX);
  std::uint64_t faults_ = 0;
  bool is_all_derived_ = true;
};

Result<ExitCode> run(const VerifyCommandOptions& options, Console& console) {
  const auto jobs = static_cast<unsigned>(options.jobs);
  const auto storage =
      open_storage(options.database, {.damage = DamageAtOpening::LeaveToCheck, .jobs = jobs});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  FaultReport report(options, console);
  const IntegrityTotals totals = (*storage)->check(
      {.file = options.quick ? FileCheck::Quick : FileCheck::Full, .jobs = jobs}, report);
  report.finish(totals);
  return totals.faults == 0 ? ExitCode::Clean : ExitCode::Findings;
}

}  // namespace

CommandRun bind_verify(CommandLine& app) {
  const auto options = std::make_shared<VerifyCommandOptions>();
  add_database(app, options->database);
  add_switch(app, "--quick", options->quick,
             "Skip SQLite's comparison of its indexes with its tables");
  add_format(app, options->format, kTextOrJson);
  add_limit(app, options->limit,
            "problems ('all' for no limit); the totals count all problems (default: 100)");
  add_jobs(app, options->jobs);
  app.footer("Exit status: 0 no problems found, 1 problems found, 2 could not run.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
