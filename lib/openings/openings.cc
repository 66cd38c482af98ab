#include "lib/openings/openings.h"

namespace arbiter {
namespace {

constexpr Opening kOpenings[] = {
#define OPENING(key, eco, name, moves) {eco, name, moves},
#include "lib/openings/openings.inc"
#undef OPENING
};

constexpr PositionKey kKeys[] = {
#define OPENING(key, eco, name, moves) PositionKey{key},
#include "lib/openings/openings.inc"
#undef OPENING
};

}  // namespace

const OpeningTable& known_openings() {
  static const OpeningTable table(kOpenings, kKeys);
  return table;
}

std::span<const Opening> openings() { return kOpenings; }

const Opening* opening_of(const Position& position) {
  return known_openings().find(position.key());
}

const Opening* opening_of(std::span<const Move> moves, const Position& start) {
  return known_openings().of_moves(moves, start).opening;
}

}  // namespace arbiter
