// A file of games that are being played, looked at again and again.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/tournament/event_collector.h"
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

// Whether the file still has the last kComparedBytes of the part where they were, and more behind
// them.
bool begins_with(const std::string& path, const SettledPart& part);

// The part of a text file up to `end`, whose offset, games and findings are given. `before` is a
// shorter one, or null; what lies between them is read. Nothing if it would be smaller than
// kComparedBytes, or if no game certainly begins there.
std::optional<SettledPart> part_up_to(const std::string& path, const ValidationStart& end,
                                      const SettledPart* before);

// What one look at a file found.
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
  // What is finished at the beginning of a text file; no games where nothing is known of that.
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

  // Whether it is another file, or changed, since the last call.
  bool has_changed(const std::string& path);

  // Looks at all of the file, or, where it only grew, at what is new.
  FileLook look(const std::string& path, const FileValidationOptions& options, EventScope event);

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

  void remember_gone(Clock::time_point now);
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
