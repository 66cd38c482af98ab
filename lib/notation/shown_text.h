// Formatting of a user's text for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

// Returns the length in bytes of the first character of `text`: 1 to 4, and 1 if the text is not
// UTF-8. Precondition: `text` is not empty.
std::size_t first_character_length(std::string_view text);

// Returns 'x' for a printable character, and "the byte 0x07" for any other. Precondition: `text` is
// not empty.
std::string shown_character(std::string_view text);

// Returns the text in single quotes. Long text is truncated, and invisible bytes become "?".
std::string shown_text(std::string_view text);

}  // namespace arbiter
