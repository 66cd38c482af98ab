// How a game ended, in words.
#pragma once

#include <string>
#include <string_view>

#include "lib/validate/game_summary.h"

namespace arbiter {

// Returns the word in machine-readable output: "threefold-ahead", "threefold", "fifty-ahead" or
// "fifty".
std::string_view to_string(DrawClaim claim);

// "checkmate (Laws 5.1.1)", "not decided on the board", "not replayed beyond ply 13", ...
std::string ending_text(const GameSummary& game);

// "a draw by repetition could be claimed after ply 31", or empty.
std::string claim_text(const GameSummary& game);

// A name as UTF-8 without control characters; "?" for none.
std::string shown_name(std::string_view name);

}  // namespace arbiter
