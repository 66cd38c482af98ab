// Parts of a user's text in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

// Returns the number of bytes of the first character of `text`: 1 to 4, and 1 if the text is not
// UTF-8. Precondition: text is not empty.
std::size_t first_character_length(std::string_view text);

// Returns 'x' for a character, "the byte 0x07" for one that cannot be shown. Precondition: text is
// not empty.
std::string shown_character(std::string_view text);

// Returns the text in single quotes; long texts are cut, and invisible bytes become "?".
std::string shown_text(std::string_view text);

}  // namespace arbiter
