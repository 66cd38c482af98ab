// An import by several workers, and its report. Each worker reads a part of every file. A new
// database that stays empty is removed.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "db/import/import_options.h"
#include "db/model/storage.h"
#include "db/sqlite/care/deduplication.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"

namespace arbiter {

struct ImportReportPlan {
  std::string database;
  AnswerFormat format = AnswerFormat::Text;
  DuplicateGames duplicates = DuplicateGames::Keep;
  bool is_cluster = false;
  bool is_quiet = false;
  bool shows_progress = true;
  std::optional<std::uint64_t> total_bytes;  // total size of all inputs on disk
};

class ImportReport final : public ImportListener {
 public:
  ImportReport(ImportReportPlan plan, Console& console);

  void on_source_status(SourceStatus status, const std::string& name,
                        const SourceRecord& before) override;
  void on_failure(const std::string& name, const std::string& reason) override;
  void on_file_finding(DiagnosticCode code) override;
  bool on_progress(const ImportProgress& progress) override;

  void finish(const ImportEnd& end);

  std::uint64_t failures() const { return failures_; }
  // Returns the number of files that were skipped because they had changed.
  std::uint64_t files_not_read() const { return not_read_; }

 private:
  void print_text(const ImportEnd& end);
  void print_findings(const ImportEnd& end);
  void print_added(const ImportEnd& end, Duration time);
  void print_skipped(const ImportEnd& end);
  void print_count(std::uint64_t count, std::string_view thing, std::string_view status);
  void print_json(const ImportEnd& end);
  void print_stop(const ImportEnd& end);
  Duration time_so_far() const;

  ImportReportPlan plan_;
  Console& console_;
  InterruptWatch interrupt_{
      plan_.is_quiet ? nullptr
                     : "\nstopping after the games that were read; Ctrl-C again ends at once\n"};
  Progress progress_;
  std::chrono::steady_clock::time_point start_;
  std::array<std::uint64_t, kDiagnosticCount> file_findings_{};
  std::uint64_t failures_ = 0;
  std::uint64_t not_read_ = 0;
  std::uint64_t copies_ = 0;
  std::uint64_t imported_before_ = 0;  // number of sources without new games
  std::string last_imported_before_;
};

// The order of game numbers in split files. With OfFiles, all parts are added to a cluster before
// the import, so that numbers are deterministic.
enum class PartOrder { AsRead, OfFiles };

// Imports files with one worker for each of `stores`, which are the same database opened several
// times. The workers share the threads and the memory of `options`. Each imports a FilePart of
// every file as a separate source. Throws the IoError of the first worker that fails; the others
// then stop after their current chunk.
ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              PartOrder order, ImportListener& listener);

// A guard for a new database. Its destructor removes the database if the import failed before it
// stored any games. Must be created before the database, and destroyed after it is closed.
class NewDatabase {
 public:
  explicit NewDatabase(std::string path) : path_(std::move(path)), is_failed_(is_missing(path_)) {}
  NewDatabase(const NewDatabase&) = delete;
  NewDatabase& operator=(const NewDatabase&) = delete;
  ~NewDatabase() {
    if (is_failed_) sqlite::remove_if_empty(path_);
  }

  void keep() { is_failed_ = false; }

  // Returns whether the path is neither a file nor a cluster.
  static bool is_missing(const std::string& path) {
    std::error_code failure;
    return path != "-" && !is_cluster(path) && !std::filesystem::exists(path, failure);
  }

 private:
  std::string path_;
  bool is_failed_;
};

}  // namespace arbiter
