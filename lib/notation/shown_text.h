// Pieces of a user's text as a sentence can show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

// The number of bytes of the first character of `text`: 1 to 4, and 1 where the
// text is not UTF-8. Precondition: text is not empty.
std::size_t first_character_length(std::string_view text);

// 'x' for a character, "the byte 0x07" for one that cannot be shown.
// Precondition: text is not empty.
std::string shown_character(std::string_view text);

// The text in single quotes; long ones are cut, unshowable bytes become "?".
std::string shown_text(std::string_view text);

}  // namespace arbiter
