// Checksums that show whether two stores have the same games.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "db/model/storage.h"

namespace arbiter {

struct ContentSums {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t content = 0;  // the sum of the games' checksums, independent of their order

  bool operator==(const ContentSums&) const = default;
};

// Returns the sums of each source by its name. They include tags, text, moves and places in the
// source, but not ids and what can be derived from the moves. Reads all games on up to `jobs`
// threads.
std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs);

}  // namespace arbiter
