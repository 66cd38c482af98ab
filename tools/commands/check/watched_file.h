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

// The beginning of a file that is being written: games that are finished, and need no second look
// while they stay as they are.
struct SettledPart {
  // A smaller file is read as a whole, which costs nothing.
  static constexpr std::size_t kComparedBytes = std::size_t{256} << 10;

  ValidationStart start = {};                  // the game that follows
  std::uint64_t checksum = 0;                  // of the last kComparedBytes
  std::shared_ptr<EventCollector> event = {};  // has the games of the part, first
};

// Returns whether the last kComparedBytes of the part are unchanged in the file, with more text
// after them.
bool begins_with(const std::string& path, const SettledPart& part);

// Returns the part of a text file up to `end`, whose offset, games and findings are given. `before`
// is a shorter part, or null; the text between them is read. Nothing if the part would be smaller
// than kComparedBytes, or if no game certainly begins there.
std::optional<SettledPart> part_up_to(const std::string& path, const ValidationStart& end,
                                      const SettledPart* before);

// The result of one check of a file.
struct FileLook {
  struct Found {
    std::string member;  // the file, or the one in it
    LocatedDiagnostic located;
    bool is_passing = false;   // of a game that goes on, or of the file: it may be gone soon
    bool is_of_event = false;  // between games
  };
  std::vector<Found> findings;
  std::string failure = {};  // why the file could not be read; empty: it was
  std::uint64_t begin = 0;   // where the look began
  // The finished games at the beginning of a text file; none if that is unknown.
  ValidationStart finished = {};
  std::shared_ptr<EventCollector> event = {};  // its games are first
  std::uint64_t event_given_up_at = 0;  // by this game it is no tournament; 0: by none, or before
};

// Looks at all of a file, or at what follows `part`, which is there unchanged. Memory: a few MB,
// 20,000 findings at most, and the games of a tournament.
FileLook look_at(const std::string& path, const FileValidationOptions& options, EventScope event,
                 const SettledPart* part = nullptr);

// Remembers what was reported of a file, and which part of it needs no second look. Memory follows
// what is found in it now, and was before it became shorter.
class WatchedFile {
 public:
  using Clock = std::chrono::steady_clock;

  // Returns whether the file was replaced or changed since the last call.
  bool has_changed(const std::string& path);

  // Looks at all of the file, or, where it only grew, at what is new.
  FileLook look(const std::string& path, const FileValidationOptions& options, EventScope event);

  // Returns the findings to report: each once, and those that may disappear only if they were found
  // in checks `settle` apart.
  std::vector<FileLook::Found> news(FileLook look, std::chrono::milliseconds settle);

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
  Baseline reported_;  // of what follows the part
  // While the file is shorter than it was: what was reported of it then.
  Baseline gone_;
  struct {
    std::uint64_t size = 0;
    Clock::time_point until{};
  } longest_;
  std::map<Baseline::Key, Clock::time_point> passing_;  // when they were first seen
  std::string failure_;
};

}  // namespace arbiter
