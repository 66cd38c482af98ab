// The public header of the Arbiter library: PGN games, the Laws of Chess, and databases. See api.h.
#pragma once

#include <arbiter/api.h>

namespace arbiter {
using namespace api;
}  // namespace arbiter
