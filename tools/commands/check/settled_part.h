// The beginning of a file that is being written: games that are finished, and need no second look
// while they stay as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "lib/tournament/event_checks.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

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

}  // namespace arbiter
