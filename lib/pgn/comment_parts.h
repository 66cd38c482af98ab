// A comment without some of what is in it.
#pragma once

#include <string>
#include <string_view>

#include "lib/pgn/movetext_shape.h"

namespace arbiter::pgn {

// What is left of the text of a comment, without its braces; empty if nothing is. Blanks around a
// command that is dropped become one. Text that begins as what was set aside (set_aside.h) is left
// as it is. Linear time.
std::string remaining_comment(std::string_view text, const MovetextShape& shape);

}  // namespace arbiter::pgn
