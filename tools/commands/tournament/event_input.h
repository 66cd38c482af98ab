// The games of files and databases, or tournament reports (TRF) in files, as one tournament.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/tournament/crosscheck.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/command_line.h"
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

// Reads one file of games. Returns the reason if it cannot have games.
using FileReader =
    std::function<std::optional<std::string>(const std::string& name, ByteSource& source)>;

// Calls `read` for each file, each member of an archive, and each database with its games as
// `arbiter export` writes them. Prints an error for each one that cannot be read completely.
InputsRead read_files(const NamedFiles& named, const FileReader& read, Console& console);

// Returns why a file cannot have games, after its validation; nothing if it can.
std::optional<std::string> reason_without_games(const FileTotals& totals);

struct EventInput {
  std::vector<EventGame> games;
  std::vector<std::string> files;  // by EventGame::file
  InputsRead inputs = InputsRead::All;
};

struct EventReading {
  unsigned jobs = 1;
  std::string event = {};  // only games whose Event tag matches, as for --event of find; empty: all
};

// Reads the games of all files that the arguments name. Prints an error for each file that cannot
// be read. Fails if there are no games or too many.
Result<EventInput> read_event(const std::vector<std::string>& arguments,
                              const EventReading& reading, Console& console);

// Splits the input by event (events_with_playoffs()). Games of a tie-break with an Event tag of its
// own are the last ones of the main event.
std::vector<EventInput> events_in(EventInput input);

// A round by its number, or by the name of a stage: "3", "Semifinal".
struct RoundName {
  std::string text;
  std::uint32_t number = 0;  // 0: by name
  std::optional<RoundStage> stage = {};
};

// Adds an option for a round, by number or name.
void add_round(CommandLine& app, const std::string& name, std::optional<RoundName>& round,
               std::string description);

// Returns the number of the round; nothing for a name that no game has. `numbers` are
// round_numbers() of the games.
std::optional<std::uint32_t> number_of(const RoundName& round, std::span<const EventGame> games,
                                       std::span<const std::uint32_t> numbers);

// Adds --system round-robin|...; without the option, the system is recognized from the games.
void add_system(CommandLine& app, std::optional<PlayedSystem>& system);

struct TieBreakOptions {
  std::vector<std::string> names;          // lists, as written; empty: the usual ones of the system
  std::optional<TieBreakEdition> edition;  // nothing: the one in force when the tournament began
};
// Adds --tie-breaks and --tie-break-rules.
void add_tie_breaks(CommandLine& app, TieBreakOptions& options);
// Returns the tie-breaks in their order. Fails at an unknown one, and at those of teams unless
// `has_teams`.
Result<std::vector<TieBreak>> parse_tie_breaks(const TieBreakOptions& options, bool has_teams);

// Adds --scoring WIN-DRAW-LOSS; without the option, a report's own scoring or 1-½-0 is used.
void add_scoring(CommandLine& app, std::optional<Scoring>& scoring);

// Adds --match-points WIN-DRAW-LOSS; without the option, a report's own or 2-1-0 is used.
void add_match_points(CommandLine& app, std::optional<Scoring>& scoring);

// Print warnings on standard error about the games of a table: the first few of each kind, and the
// number of the others.

// Prints the other Event tags of the games.
void print_event_names(const EventInput& input, Console& console);
void print_duplicate_games(const EventInput& input, std::span<const RepeatedGame> duplicates,
                           Console& console);
// Prints how many players have no game in how many rounds. Byes, forfeits and absences are only in
// a report.
void print_missing_rounds(const Tournament& tournament, Console& console);
// Prints the byes that a table or a report assumes, since the games have none.
void print_assumed_byes(const Tournament& tournament, std::span<const Bye> byes, Console& console);
// Prints how many rounds of a written report are assumed to be absences. Those of a given report
// are known.
void print_assumed_absences(const Tournament& tournament, Console& console);
// Prints the lines of a report that contradict each other.
void print_contradictions(const std::string& path, const TrfReport& report, Console& console);
// Prints the games whose Result tag differs from the result after the moves, which counts.
void print_overruled_results(const EventInput& input, Console& console);
// Prints the games whose results differ from those of the report at `path`, with the one that
// counts.
void print_result_differences(const JoinedEvent& joined, const EventInput& input,
                              const std::string& path, Console& console);
// Prints the games of half a point and nothing.
void print_unusual_results(const EventInput& input, Console& console);

}  // namespace arbiter
