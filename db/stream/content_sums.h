// Whether two stores have the same games.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "db/model/storage.h"

namespace arbiter {

struct ContentSums {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t content = 0;  // the sum of a number over each game, whatever their order

  bool operator==(const ContentSums&) const = default;
};

// Of the games of each source, by its name. A game's number in the store does not count, nor what
// follows from its moves; its tags, text, moves and place in the source do. Reads all games, on up
// to `jobs` threads.
std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs);

}  // namespace arbiter
