// A file of live games that is checked again and again.
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
// until they change.
struct SettledPart {
  // A smaller file is always read completely, which is cheap.
  static constexpr std::size_t kComparedBytes = std::size_t{256} << 10;

  ValidationStart start = {};                  // of the next game
  std::uint64_t checksum = 0;                  // of the last kComparedBytes
  std::shared_ptr<EventCollector> event = {};  // contains the games of the part
};

// Returns whether the last kComparedBytes of the part are unchanged in the file, with more text
// after them.
bool begins_with(const std::string& path, const SettledPart& part);

// Returns the part of a text file up to `end`, whose offset, games and findings are given. `before`
// is a shorter part, or null; the text between them is read. Nothing if the part would be smaller
// than kComparedBytes, or if no game certainly begins there.
std::optional<SettledPart> part_up_to(const std::string& path, const ValidationStart& end,
                                      const SettledPart* before);

// A reported finding that the file does not contain any more.
struct PassedFinding {
  std::string member;      // as in FileLook::Found
  std::uint64_t game = 0;  // 0: none
  DiagnosticCode code{};
  std::string message = {};
};

// The result of one check of a file.
struct FileLook {
  struct Found {
    std::string member;  // the file, or the archive member
    LocatedDiagnostic located;
    // In an unfinished game, file or line, so that it may disappear soon.
    bool is_passing = false;
    bool is_of_event = false;  // from a comparison of several games
  };
  std::vector<Found> findings;
  std::string failure = {};  // the reason why the file could not be read; empty: it was read
  std::uint64_t begin = 0;   // where the check began
  // The finished games at the beginning of a text file; none if that is unknown.
  ValidationStart finished = {};
  std::shared_ptr<EventCollector> event = {};  // contains the games of the part
  std::uint64_t event_given_up_at = 0;         // the game that ended it; 0: none, or earlier
};

// Checks all of a file, or the text after `part`, which is unchanged. Memory: a few MB, 20,000
// findings at most, and the games of a tournament.
FileLook look_at(const std::string& path, const FileValidationOptions& options, EventScope event,
                 const SettledPart* part = nullptr);

// The reported findings of a file, and the part of it that need not be checked again. Memory
// depends on the current findings, and those before the file became shorter.
class WatchedFile {
 public:
  using Clock = std::chrono::steady_clock;

  // Returns whether the file was replaced or changed since the last call.
  bool has_changed(const std::string& path);

  // Checks the whole file, or only the new text if the file has grown.
  FileLook look(const std::string& path, const FileValidationOptions& options, EventScope event);

  // Returns the findings to report, each once. Findings that may disappear are returned if two
  // checks at least `settle` apart found them.
  std::vector<FileLook::Found> news(FileLook look, std::chrono::milliseconds settle);

  // Returns the findings that the last call of news() missed, each once. A file that is shorter
  // than before may still be written, so its findings are kept for a minute.
  std::vector<PassedFinding> take_passed();

  // Returns the time when the next finding will have settled.
  std::optional<Clock::time_point> next_settled(std::chrono::milliseconds settle) const;

  // Returns whether the failure has not been reported yet.
  bool is_new_failure(const std::string& failure);
  bool is_there() const { return stamp_.has_value(); }

 private:
  // The attributes that change when a file is written or replaced.
  struct Stamp {
    std::uint64_t device = 0, number = 0, size = 0;
    std::int64_t modified = 0;  // ns
    bool operator==(const Stamp&) const = default;
  };

  void record_removed_findings(Clock::time_point now);
  static std::optional<Stamp> stamp_of(const std::string& path);
  std::optional<SettledPart> part_after(const FileLook& look) const;

  std::string path_;
  std::optional<Stamp> stamp_;
  bool was_seen_ = false;
  std::optional<SettledPart> part_;
  bool may_read_on_ = false;  // the file has only grown since the last look
  Baseline reported_in_part_;
  Baseline reported_;  // findings after the part
  // Findings reported before the file became shorter.
  Baseline gone_;
  struct {
    std::uint64_t size = 0;
    Clock::time_point until{};
  } longest_;
  std::map<Baseline::Key, PassedFinding> texts_;        // of the reported findings
  std::map<Baseline::Key, Clock::time_point> passing_;  // the time of the first occurrence
  std::string failure_;
};

}  // namespace arbiter
