#include "tools/commands/database/import_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/game_input.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

std::string rate_of(std::uint64_t count, Duration time) {
  return rate_text(static_cast<double>(count) / std::max(time.count(), 1e-6));
}

}  // namespace

ImportReport::ImportReport(ImportReportPlan plan, Console& console)
    : plan_(std::move(plan)),
      console_(console),
      progress_(console),
      start_(std::chrono::steady_clock::now()) {}

void ImportReport::on_source_status(SourceStatus status, const std::string& name,
                                    const SourceRecord& before) {
  const auto say = [&](std::string_view text) {
    if (!plan_.is_quiet) console_.say(fmt::format("{}: {}", shown_path(name), text));
  };
  const auto complain = [&](std::string_view text) {
    console_.complain(fmt::format("{}: {}", shown_path(name), text));
  };
  switch (status) {
    case SourceStatus::AlreadyImported:
    case SourceStatus::UnderOtherDate:
      ++imported_before_;
      last_imported_before_ = name;
      return;
    case SourceStatus::IsCopy:
      ++copies_;
      return say(
          fmt::format("skipped: same text as {}, already imported (use --again to import it)",
                      nearest_path(before.file.name)));
    case SourceStatus::Resumed:
      return say(fmt::format("resuming at line {}, where the last import was interrupted",
                             with_commas(before.mark.lines + 1)));
    case SourceStatus::HasGrown:
      return say(fmt::format("reading the text after line {}, added since the last import",
                             with_commas(before.mark.lines)));
    case SourceStatus::HasChanged:
      ++not_read_;
      return complain(
          fmt::format("the file has changed since it was imported, so it was skipped; use --again "
                      "to keep both, "
                      "or {} to replace the {} imported from it earlier",
                      plan_.is_cluster ? "`arbiter sources --forget` first" : "--replace",
                      counted(before.mark.games, "game")));
    case SourceStatus::NothingLeft:
      ++not_read_;
      return complain(
          fmt::format("the file no longer has games; the {} imported from it earlier stay in the "
                      "database ('arbiter sources --forget --apply' deletes them)",
                      counted(before.mark.games, "game")));
    case SourceStatus::NotReplaced:
      return complain(fmt::format(
          "the file could not be read to its end; the {} imported from it earlier stay in the "
          "database, unchanged",
          counted(before.mark.games, "game")));
  }
}

void ImportReport::on_failure(const std::string& name, const std::string& reason) {
  ++failures_;
  console_.complain(fmt::format(
      "{}: {}", name, is_locked(reason) ? "a file in the archive is password-protected" : reason));
}

void ImportReport::on_file_finding(DiagnosticCode code) { ++file_findings_[index_of(code)]; }

bool ImportReport::on_progress(const ImportProgress& progress) {
  if (plan_.shows_progress) {
    progress_.show({.read_bytes = progress.bytes,
                    .total_bytes = plan_.total_bytes,
                    .games = progress.games,
                    .time = time_so_far()});
  }
  return !interrupt_.was_interrupted();
}

void ImportReport::finish(const ImportEnd& end) {
  console_.clear_status();
  ImportEnd all = end;
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) all.findings[i] += file_findings_[i];
  if (plan_.format == AnswerFormat::Json) {
    print_json(all);
  } else if (!plan_.is_quiet) {
    print_text(end);
  }
  print_stop(end);
}

void ImportReport::print_text(const ImportEnd& end) {
  const Duration time = time_so_far();
  print_findings(end);
  if (imported_before_ == 1) {
    console_.print("{}: already imported; nothing new\n", shown_path(last_imported_before_));
  }
  print_count(copies_, "file", "skipped: the same text was already imported");
  if (imported_before_ > 1) {
    print_count(imported_before_, "file", "already imported; nothing new");
  }
  if (end.sources > 0) print_added(end, time);
  print_count(failures_, "file", "could not be read");
}

// Prints the number of findings. `arbiter stats` lists their kinds, because most of them are notes
// about spelling.
void ImportReport::print_findings(const ImportEnd& end) {
  std::vector<std::string> parts;
  for (const std::string_view severity : {"error", "warning", "note"}) {
    std::uint64_t count = 0;
    for (const CatalogueEntry& entry : catalogue()) {
      if (to_string(entry.severity) == severity) count += end.findings[index_of(entry.code)];
    }
    if (count > 0) parts.push_back(counted(count, severity));
  }
  if (!parts.empty()) {
    console_.print("{} ('arbiter stats {}' lists them)\n", fmt::join(parts, ", "),
                   shown_path(plan_.database));
  }
  // Only findings in games are stored in a database.
  print_count(std::accumulate(file_findings_.begin(), file_findings_.end(), std::uint64_t{0}),
              "file-level finding", "('arbiter validate' lists them)");
}

void ImportReport::print_added(const ImportEnd& end, Duration time) {
  print_skipped(end);
  console_.print("{} with {} added to {} from {} in {} ({} games/s, {}/s)\n",
                 counted(end.games, "game"), counted(end.plies, "ply", "plies"),
                 shown_path(plan_.database), counted(end.sources, "file"), duration_text(time),
                 rate_of(end.games, time),
                 size_text(static_cast<std::uint64_t>(static_cast<double>(end.bytes) /
                                                      std::max(time.count(), 1e-6))));
}

void ImportReport::print_skipped(const ImportEnd& end) {
  if (end.replaced > 0) {
    console_.print("{} replaced: {} unchanged, {} deleted\n", counted(end.replaced, "file"),
                   counted(end.kept, "game"), with_commas(end.removed));
  }
  print_count(end.unwanted, "game", "skipped by --where");
  print_count(end.illegal, "game", "skipped for an illegal or unreadable move");
  print_count(end.duplicates, "duplicate",
              plan_.duplicates == DuplicateGames::Flag ? "flagged" : "skipped");
  if (end.set_aside > 0) {
    console_.print("{}; exports keep them in comments {{unreadable...}}, {{after-result...}}\n",
                   set_aside_text(end.set_aside));
  }
  if (end.lines_between > 0) console_.print("{}\n", lines_between_text(end.lines_between));
}

void ImportReport::print_count(std::uint64_t count, std::string_view thing,
                               std::string_view status) {
  if (count > 0) console_.print("{} {}\n", counted(count, thing), status);
}

void ImportReport::print_json(const ImportEnd& end) {
  JsonLine findings;
  for (const CatalogueEntry& entry : catalogue()) {
    if (const std::uint64_t count = end.findings[index_of(entry.code)]; count > 0) {
      findings.add(entry.id, count);
    }
  }
  JsonLine line;
  line.add("type", "import").add("database", plan_.database).add("files", end.sources);
  line.add("imported_before", imported_before_).add("copies", copies_).add("not_read", not_read_);
  line.add("failed", failures_);
  line.add("replaced", end.replaced).add("kept", end.kept).add("removed", end.removed);
  line.add("games", end.games).add("plies", end.plies);
  line.add("unwanted", end.unwanted).add("illegal", end.illegal);
  line.add("duplicates", end.duplicates).add("bytes", end.bytes).add("batches", end.batches);
  line.add("set_aside", end.set_aside).add("lines_between", end.lines_between);
  line.add("stopped", end.was_stopped || end.refused.has_value());
  line.add_written("findings", findings.object());
  line.add_written("seconds", fmt::format("{:.6f}", time_so_far().count()));
  console_.print(line.finish());
}

void ImportReport::print_stop(const ImportEnd& end) {
  if (const auto& game = end.refused) {
    console_.complain(fmt::format(
        "{}:{}: stopped before {} - {}: {}[{}]; the games before it are in {}; repeat the command "
        "to continue once the game is repaired",
        game->source, game->line, game->white.empty() ? "?" : game->white,
        game->black.empty() ? "?" : game->black, game->message, entry_of(game->code).id,
        plan_.database));
  }
  if (end.was_stopped) {
    console_.complain(
        fmt::format("import: interrupted; {} in {}; repeat the command to continue",
                    end.games == 1 ? "1 new game is" : with_commas(end.games) + " new games are",
                    plan_.database));
  }
}

Duration ImportReport::time_so_far() const { return std::chrono::steady_clock::now() - start_; }

}  // namespace arbiter
