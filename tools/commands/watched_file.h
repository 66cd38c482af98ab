// A file of games that are being played, looked at again and again.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lib/tournament/event_collector.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/baseline.h"

namespace arbiter::commands {

// What one look at a file found.
struct FileLook {
  struct Found {
    std::string member;  // the file, or the one in it
    LocatedDiagnostic located;
    bool is_passing = false;  // of a game that goes on, or of the file: it may be gone soon
  };
  std::vector<Found> findings;
  std::uint64_t games = 0;
  std::string failure = {};  // why the file could not be read; empty: it was
};

// Memory: a few MB, and 20,000 findings at most.
FileLook look_at(const std::string& path, const FileValidationOptions& options, EventScope event);

// Remembers what was reported of a file. Memory follows what is found in it now.
class WatchedFile {
 public:
  using Clock = std::chrono::steady_clock;

  // Whether it is another file, or changed, since the last call.
  bool has_changed(const std::string& path);

  // What of the look is to be reported: everything once, what is passing when it was there at
  // looks `settle` apart.
  std::vector<FileLook::Found> news(FileLook look, std::chrono::milliseconds settle);

  // When something that was found will have settled.
  std::optional<Clock::time_point> next_settled(std::chrono::milliseconds settle) const;

  // A failure is reported once.
  bool is_new_failure(const std::string& failure);
  bool is_there() const { return stamp_.has_value(); }

 private:
  // What changes when a file is written or replaced.
  struct Stamp {
    std::uint64_t device = 0, number = 0, size = 0;
    std::int64_t modified = 0;  // ns
    bool operator==(const Stamp&) const = default;
  };

  std::optional<Stamp> stamp_;
  bool was_seen_ = false;
  Baseline reported_;
  std::map<Baseline::Key, Clock::time_point> passing_;  // when they were first seen
  std::string failure_;
};

}  // namespace arbiter::commands
