// Progress of an import on standard error, and its results on standard output.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/import/import_options.h"
#include "lib/base/quantities.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

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

}  // namespace arbiter
