// What commands say of text that does not come out of them as it went in.
#pragma once

#include <cstdint>
#include <string>

namespace arbiter {

// "1 piece of text could not be kept as moves".
std::string set_aside_text(std::uint64_t pieces);
// The same, and where the text stands in the games that were written.
std::string set_aside_in_comments_text(std::uint64_t pieces);
// "2 lines of text between games were not kept".
std::string lines_between_text(std::uint64_t lines);

}  // namespace arbiter
