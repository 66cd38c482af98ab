// Titles of players (PGN 9.1.1).
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Whether FIDE gives the title to players: GM, IM, FM, CM, the women's titles
// and those of the online arena. "-" stands for no title.
bool is_fide_title(std::string_view text);

// A title of a federation or of a site: NM, LM, BOT.
bool is_other_title(std::string_view text);

// The letters of FIDE's older lists and reports written out: "g" is "GM", "wf" "WFM"; other text
// in capitals.
std::string written_out_title(std::string_view text);

}  // namespace arbiter
