// Files of live games, which are checked repeatedly.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/tournament/event_checks.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/baseline.h"

namespace arbiter {

// The beginning of a file that is being written. Its games are finished, and are not checked again
// unless they change.
struct SettledPart {
  // The size of the compared text. A smaller file is always read completely, which is cheap.
  static constexpr std::size_t kComparedBytes = std::size_t{256} << 10;

  ValidationStart start = {};                  // start of the next game
  std::uint64_t checksum = 0;                  // checksum of the last kComparedBytes
  std::shared_ptr<EventCollector> event = {};  // contains the games of the part
};

// Returns whether the last kComparedBytes of the part are unchanged in the file, with more text
// after them.
bool begins_with(const std::string& path, const SettledPart& part);

// Returns the part of a text file up to `end`. `before` is a shorter part, or null; only the text
// between the two is read. Returns nothing if the part would be smaller than kComparedBytes, or if
// it is uncertain that a game begins at `end`.
std::optional<SettledPart> part_up_to(const std::string& path, const ValidationStart& end,
                                      const SettledPart* before);

struct ResolvedFinding {
  std::string member;      // as in FileLook::Found
  std::uint64_t game = 0;  // 0 if there is none
  DiagnosticCode code{};
  std::string message = {};
};

// The result of one check of a file.
struct FileLook {
  struct Found {
    std::string member;  // name of the file or the archive member
    LocatedDiagnostic located;
    // True if the finding may disappear soon, because its game, file or line is unfinished.
    bool is_passing = false;
    bool is_of_event = false;  // true if it compares several games
  };
  std::vector<Found> findings;
  std::string failure = {};  // why the file could not be read, or empty
  std::uint64_t begin = 0;   // offset at which the check began
  // The finished games at the start of a text file; empty if unknown.
  ValidationStart finished = {};
  std::shared_ptr<EventCollector> event = {};  // contains the games of the part
  // The game at which tournament checks were given up; 0: none, or before `part`.
  std::uint64_t event_given_up_at = 0;
};

// Checks a whole file, or only the text after `part`, which must be unchanged. Memory: a few MB, at
// most 20,000 findings, and the games of a tournament.
FileLook look_at(const std::string& path, const FileValidationOptions& options, EventScope event,
                 const SettledPart* part = nullptr);

// The reported findings of a file, and the part that need not be checked again.
class WatchedFile {
 public:
  using Clock = std::chrono::steady_clock;

  // Returns whether the file was replaced or changed since the last call.
  bool has_changed(const std::string& path);

  // Checks the whole file, or only the new text if the file has grown.
  FileLook look(const std::string& path, const FileValidationOptions& options, EventScope event);

  // Returns the findings to report, each once. Findings that may disappear are returned only if two
  // checks, at least `settle` apart, have found them.
  std::vector<FileLook::Found> news(FileLook look, std::chrono::milliseconds settle);

  // Returns the reported findings that the last call of news() did not find, each once. Findings
  // are kept for a minute after the file became shorter, because it may be in the middle of a
  // rewrite.
  std::vector<ResolvedFinding> take_resolved();

  // Returns the time at which the next finding will have settled.
  std::optional<Clock::time_point> next_settled(std::chrono::milliseconds settle) const;

  // Returns whether the failure has not been reported yet.
  bool is_new_failure(const std::string& failure);
  bool is_there() const { return stamp_.has_value(); }

 private:
  // The attributes that change if a file is written or replaced.
  struct Stamp {
    std::uint64_t device = 0, number = 0, size = 0;
    std::int64_t modified = 0;  // in nanoseconds
    bool operator==(const Stamp&) const = default;
  };

  void record_removed_findings(Clock::time_point now);
  static std::optional<Stamp> stamp_of(const std::string& path);
  std::optional<SettledPart> part_after(const FileLook& look) const;

  std::string path_;
  std::optional<Stamp> stamp_;
  bool was_seen_ = false;
  std::optional<SettledPart> part_;
  bool may_read_on_ = false;  // true if the file has only grown since the last look
  Baseline reported_in_part_;
  Baseline reported_;  // reported findings after the part
  // Findings that were reported before the file became shorter.
  Baseline gone_;
  struct {
    std::uint64_t size = 0;
    Clock::time_point until{};
  } longest_;
  std::map<Baseline::Key, ResolvedFinding> texts_;      // text of each reported finding
  std::map<Baseline::Key, Clock::time_point> passing_;  // time of the first occurrence
  std::string failure_;
};

}  // namespace arbiter
