// The quoted form of tag values (PGN 7): \" stands for a quotation mark, \\ for
// a backslash.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// What the text between the quotes means. A backslash before anything else, or
// at the end, means itself: nothing is lost.
std::string unescape(std::string_view written);

// The value with its quotes, as PGN writes it. What no PGN string can hold
// (tabs, line ends and other control characters) becomes a blank.
// unescape() of what stands between the quotes gives any other value back.
std::string quote(std::string_view value);

}  // namespace arbiter
