// Reads the games of files and databases, or tournament reports (TRF) in files, as one tournament.
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

// Returns the report of the event, or null. The report must have at least half of the players. If
// several do, prefers the event name, then the most players, then the most rounds. The result
// points into `reports`.
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

// Reads one file of games. Returns an error if it cannot contain games.
using FileReader =
    std::function<std::optional<std::string>(const std::string& name, ByteSource& source)>;

// Calls `read` for each file and archive member, and for the PGN export of each database. Prints an
// error for each one that cannot be read completely.
InputsRead read_files(const NamedFiles& named, const FileReader& read, Console& console);

// Returns why a validated file cannot contain games; nothing if it can.
std::optional<std::string> reason_without_games(const FileTotals& totals);

struct EventInput {
  std::vector<EventGame> games;
  std::vector<std::string> files;  // indexed by EventGame::file
  InputsRead inputs = InputsRead::All;
};

struct EventReading {
  unsigned jobs = 1;
  std::string event = {};  // only games whose Event tag matches, like --event of find; empty: all
};

// Reads the games of all named files. Prints an error for each file that cannot be read. Fails if
// there are no games or too many.
Result<EventInput> read_event(const std::vector<std::string>& arguments,
                              const EventReading& reading, Console& console);

// Splits the input by event (events_with_playoffs()). Games of a separate play-off become the last
// ones of the main event.
std::vector<EventInput> events_in(EventInput input);

// A round given by number ("3") or stage name ("Semifinal").
struct RoundName {
  std::string text;
  std::uint32_t number = 0;  // 0 if given by name
  std::optional<RoundStage> stage = {};
};

// Adds an option for a round, by number or name.
void add_round(CommandLine& app, const std::string& name, std::optional<RoundName>& round,
               std::string description);

// Returns the number of the round; nothing if no game has the name. `numbers` are round_numbers()
// of the games.
std::optional<std::uint32_t> number_of(const RoundName& round, std::span<const EventGame> games,
                                       std::span<const std::uint32_t> numbers);

// Adds --system round-robin|...; without the option, the system is recognized from the games.
void add_system(CommandLine& app, std::optional<PlayedSystem>& system);

struct TieBreakOptions {
  std::vector<std::string> names;          // lists as written; empty: the default for the system
  std::optional<TieBreakEdition> edition;  // default: the one in force when the tournament began
};
void add_tie_breaks(CommandLine& app, TieBreakOptions& options);
// Returns the tie-breaks in order. Fails for unknown ones, and for team tie-breaks unless
// `has_teams`.
Result<std::vector<TieBreak>> parse_tie_breaks(const TieBreakOptions& options, bool has_teams);

// Adds --scoring WIN-DRAW-LOSS; by default, the scoring of the report, or 1-½-0.
void add_scoring(CommandLine& app, std::optional<Scoring>& scoring);

// Adds --match-points WIN-DRAW-LOSS. The default is the match points of the report, or 2-1-0.
void add_match_points(CommandLine& app, std::optional<Scoring>& scoring);

// These print warnings about a tournament's games to standard error: the first few of each kind,
// and the number of others.

// Prints additional Event tags of the games.
void print_event_names(const EventInput& input, Console& console);
void print_duplicate_games(const EventInput& input, std::span<const RepeatedGame> duplicates,
                           Console& console);
// Prints how many players have no game in how many rounds. Only a report contains byes, forfeits
// and absences.
void print_missing_rounds(const Tournament& tournament, Console& console);
// Prints the assumed byes, which are missing in the games.
void print_assumed_byes(const Tournament& tournament, std::span<const Bye> byes, Console& console);
// Prints how many rounds are assumed to be absences in the TRF to be written, unless they come from
// a report.
void print_assumed_absences(const Tournament& tournament, Console& console);
// Prints the lines of a report that contradict each other.
void print_contradictions(const std::string& path, const TrfReport& report, Console& console);
// Prints games whose Result tag differs from the result after the moves, which takes precedence.
void print_overruled_results(const EventInput& input, Console& console);
// Prints games whose results differ from the report at `path`, and which result is used.
void print_result_differences(const JoinedEvent& joined, const EventInput& input,
                              const std::string& path, Console& console);
// Prints games with the result 1/2-0 or 0-1/2.
void print_unusual_results(const EventInput& input, Console& console);

}  // namespace arbiter
