// Whether a position shows something that the search has not seen yet.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// Remembers, for each pawn structure and material, on which squares men of each kind
// have stood. A search that looks at new sights first finds the way through a
// position that is shut but for one hole. Guidance only: structures are told apart by
// a hash, and after some ten thousand of them nothing more is new.
class Novelty {
 public:
  // Whether some man stands where none of its kind has stood; remembers it.
  bool is_new(const State& state);

 private:
  using Sights = std::array<Bitboard, 10>;
  static constexpr std::size_t kMostStructures = 50'000;

  std::unordered_map<std::uint64_t, Sights> seen_;
};

}  // namespace arbiter
