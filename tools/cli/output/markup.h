// Text in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns `text` with its active characters replaced and < > & " ' escaped.
std::string escaped_markup(std::string_view text);

}  // namespace arbiter
