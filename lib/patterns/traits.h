// What is true of a piece where it stands.
#pragma once

#include "lib/patterns/situation.h"

namespace arbiter {

// Of the piece on the square, whatever the trait's negation. Precondition: there is one.
bool has_trait(const Situation& situation, Square square, const Trait& trait);

}  // namespace arbiter
