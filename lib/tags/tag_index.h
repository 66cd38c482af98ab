// The known tags of one game, by name.
#pragma once

#include <array>
#include <cstdint>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

class TagIndex {
 public:
  // False if there is one already; the first is kept.
  bool add(KnownTag known, const PgnTag& tag) {
    if (present_ & bit(known)) return false;
    present_ |= bit(known);
    tags_[static_cast<std::size_t>(known)] = &tag;
    return true;
  }

  bool has(KnownTag known) const { return (present_ & bit(known)) != 0; }

  // Null if the game has no such tag.
  const PgnTag* find(KnownTag known) const {
    return has(known) ? tags_[static_cast<std::size_t>(known)] : nullptr;
  }

  // The value of the tag; empty if there is none.
  std::string_view value_of(KnownTag known) const {
    const PgnTag* tag = find(known);
    return tag == nullptr ? std::string_view() : tag->value;
  }

  bool has_roster() const {
    constexpr std::uint64_t kRoster = (std::uint64_t{1} << kRosterSize) - 1;
    return (present_ & kRoster) == kRoster;
  }

 private:
  static_assert(kKnownTagCount <= 64);

  static constexpr std::uint64_t bit(KnownTag known) {
    return std::uint64_t{1} << static_cast<unsigned>(known);
  }

  std::uint64_t present_ = 0;
  std::array<const PgnTag*, kKnownTagCount> tags_;  // set where present
};

}  // namespace arbiter
