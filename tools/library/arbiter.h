// The library of Arbiter: PGN games, the Laws of Chess, databases. See api.h.
#pragma once

#include <arbiter/api.h>

namespace arbiter {
using namespace api;
}  // namespace arbiter
