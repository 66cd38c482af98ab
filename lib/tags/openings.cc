#include "lib/tags/openings.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace arbiter::tags {
namespace {

constexpr Opening kOpenings[] = {
#define OPENING(key, eco, name, moves) {eco, name, moves},
#include "lib/tags/openings.inc"
#undef OPENING
};

constexpr PositionKey kKeys[] = {
#define OPENING(key, eco, name, moves) PositionKey{key},
#include "lib/tags/openings.inc"
#undef OPENING
};

// Captured men never come back: with fewer than this no position has a name.
constexpr int kFewestMen = 22;

// Finds openings by the key of a position. Most positions have none, and cost one look into
// a table of 32 KB.
class OpeningIndex {
 public:
  OpeningIndex() {
    for (std::size_t i = 0; i < std::size(kKeys); ++i) {
      std::size_t slot = home_of(kKeys[i]);
      while (slots_[slot] != kFree) slot = behind(slot);
      slots_[slot] = static_cast<std::uint16_t>(i);
    }
  }

  const Opening* find(PositionKey key) const {
    for (std::size_t slot = home_of(key); slots_[slot] != kFree; slot = behind(slot)) {
      if (kKeys[slots_[slot]] == key) return &kOpenings[slots_[slot]];
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kSlots = 16384;
  static constexpr std::uint16_t kFree = 0xffff;
  static_assert(std::size(kOpenings) < kSlots / 2);

  static std::size_t home_of(PositionKey key) { return static_cast<std::size_t>(key) % kSlots; }
  static std::size_t behind(std::size_t slot) { return (slot + 1) % kSlots; }

  std::array<std::uint16_t, kSlots> slots_ = [] {
    std::array<std::uint16_t, kSlots> slots;
    slots.fill(kFree);
    return slots;
  }();
};

const OpeningIndex& opening_index() {
  static const OpeningIndex index;
  return index;
}

}  // namespace

std::span<const Opening> openings() { return kOpenings; }

const Opening* opening_of(const Position& position) { return opening_index().find(position.key()); }

const Opening* opening_of(std::span<const Move> moves, const Position& start) {
  const OpeningIndex& index = opening_index();
  const Opening* last = index.find(start.key());
  Position position = start;
  for (const Move move : moves) {
    if (position.board().occupied().count() < kFewestMen) break;
    position.play(move);
    if (const Opening* found = index.find(position.key())) last = found;
  }
  return last;
}

}  // namespace arbiter::tags
