// Lines of positions, each position once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace arbiter {

// Remembers 128 bits of each position, about 50 bytes of memory: two positions with the same ones
// would be taken for one, which does not happen (once in 10^20 for a billion positions).
class UniqueLines {
 public:
  // Those lines of a format of positions whose position has not come before. Lives until the next
  // call.
  std::string_view of(std::string_view lines);

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct FirstHalf {
    std::size_t operator()(const Hash& hash) const { return hash.first; }
  };

  std::unordered_set<Hash, FirstHalf> known_;
  std::string kept_;
};

}  // namespace arbiter
