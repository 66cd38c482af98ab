// What may be joined to the end of a move: signs of check, suffixes, "e.p.".
#pragma once

#include <string_view>

#include "lib/notation/loose_move.h"

namespace arbiter {

// Takes all such signs off the end of `text` and notes them in `move`: its
// check mark, suffix and spelling. Leaves at least one character.
void take_tail(std::string_view& text, LooseMove& move);

}  // namespace arbiter
