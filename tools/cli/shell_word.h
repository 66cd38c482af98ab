// Words of shell commands.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns the text in single quotes.
std::string quoted_for_shell(std::string_view text);

// Returns the text, in single quotes if a shell needs them.
std::string shell_word(std::string_view text);

}  // namespace arbiter
