// Tournament reports (TRF) in files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "lib/tournament/crosscheck.h"
#include "lib/tournament/trf.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// Returns whether the file, or standard input (-), begins as a report does: "012", "001" or another
// of its line codes.
bool is_report(const std::string& path);

// Returns the reports in a folder, sorted by name: files named .trf, .trfx or .txt that begin as a
// report. Links that lead out of the folder, or nowhere, are not read.
NamedFiles reports_in(const std::string& folder);

// Reads a whole file, compressed or not, of at most 64 MB. "-" is standard input.
Result<TrfReport> read_report(const std::string& path);

// The files that arguments name, by kind.
struct NamedInputs {
  std::vector<std::string> games;    // including databases, and folders other than of reports
  std::vector<std::string> reports;  // as named; if none is, those in the folders
  bool is_found = false;             // true if no report is named
};
// Separates reports from games by their first bytes; those of --trf are reports in any case. Prints
// which links in folders are not read.
NamedInputs named_inputs(const std::vector<std::string>& files, const std::vector<std::string>& trf,
                         Console& console);

// A report that was read, with its tournament.
struct NamedReport {
  std::string path;
  TrfReport report;
  Tournament tournament = tournament_of(report);
};

// Reads each report, and fails at the first one that cannot be read.
Result<std::vector<NamedReport>> read_reports(const std::vector<std::string>& paths);

// Returns the report of the event, or null. It has at least half of the players. Among
// several, the name of the event decides, then the most players, then the most rounds. The result
// belongs to `reports`.
const NamedReport* report_for(const Tournament& games, std::span<const NamedReport> reports);

// Prints that a report is used because it lies in a folder.
void print_used_report(const NamedReport& report, Console& console);

// Prints that no event belongs to the report at `path`, see report_for().
void print_unused_report(const std::string& path, Console& console);

// The inputs of a crosscheck. `files` are the files of the games, by EventGame::file.
struct ComparedFiles {
  const std::string& report_name;
  const TrfReport& report;
  std::span<const EventGame> games;
  std::span<const std::string> files;
};

struct FileFinding {
  std::string file;
  LocatedDiagnostic located;
};

// Finds the places of findings in the compared files. Findings in the same line, one after another,
// cost one pass over it.
class FindingPlaces {
 public:
  // The files must outlive this.
  explicit FindingPlaces(const ComparedFiles& compared) : compared_(compared) {}

  // Returns a finding with its line; a long line is cut on both sides of the marked text.
  FileFinding in_file(const CrosscheckFinding& finding);

 private:
  const ColumnIndex& columns_of(std::uint64_t line);
  std::uint64_t offset_in_file(const TrfPlace& place, std::size_t column);
  LocatedDiagnostic in_report(const TrfPlace& place, Diagnostic diagnostic);

  ComparedFiles compared_;
  std::uint64_t line_ = 0;  // of columns_, from 1
  std::optional<ColumnIndex> columns_;
};

}  // namespace arbiter
