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

// Returns whether the file, or standard input (-), begins with a TRF line code, such as "012" or
// "001".
bool is_report(const std::string& path);

// Returns the reports in a folder, sorted by name: files named .trf, .trfx or .txt that begin like
// a report. Broken links, and links out of the folder, are not read.
NamedFiles reports_in(const std::string& folder);

// Reads a whole file, compressed or not, of at most 64 MB. "-" is standard input.
Result<TrfReport> read_report(const std::string& path);

// The files that arguments name, by kind.
struct NamedInputs {
  std::vector<std::string> games;    // including databases, and folders that do not contain reports
  std::vector<std::string> reports;  // the named reports; if there are none, those in the folders
  bool is_found = false;             // true if no report is named
};
// Separates reports from game files by their first bytes; files of --trf are always reports. Prints
// links in folders that are not followed.
NamedInputs named_inputs(const std::vector<std::string>& files, const std::vector<std::string>& trf,
                         Console& console);

// A report and its tournament.
struct NamedReport {
  std::string path;
  TrfReport report;
  Tournament tournament = tournament_of(report);
};

// Reads all reports. Fails at the first one that cannot be read.
Result<std::vector<NamedReport>> read_reports(const std::vector<std::string>& paths);

// Returns the report of the event, or null. It must have at least half of the players. If there are
// several, prefers the event name, then the most players, then the most rounds. The result points
// into `reports`.
const NamedReport* report_for(const Tournament& games, std::span<const NamedReport> reports);

// Prints that a report found in a folder is used.
void print_used_report(const NamedReport& report, Console& console);

// Prints that no event belongs to the report at `path`, see report_for().
void print_unused_report(const std::string& path, Console& console);

// The inputs of a crosscheck. `files` are the game files, indexed by EventGame::file.
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

// Locates findings in the compared files. Consecutive findings in the same line need only one pass
// over it.
class FindingPlaces {
 public:
  // `compared` must outlive this object.
  explicit FindingPlaces(const ComparedFiles& compared) : compared_(compared) {}

  // Returns a finding with its line; a long line is truncated on both sides of the marked text.
  FileFinding in_file(const CrosscheckFinding& finding);

 private:
  const ColumnIndex& columns_of(std::uint64_t line);
  std::uint64_t offset_in_file(const TrfPlace& place, std::size_t column);
  LocatedDiagnostic in_report(const TrfPlace& place, Diagnostic diagnostic);

  ComparedFiles compared_;
  std::uint64_t line_ = 0;  // number of the line in columns_, from 1
  std::optional<ColumnIndex> columns_;
};

}  // namespace arbiter
