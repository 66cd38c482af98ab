#include "lib/openings/opening_table.h"

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

}  // namespace arbiter
