// Why a text is not a pattern, and where.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

// The place is in bytes of the text.
struct PatternError {
  std::string message;  // one sentence, as in Error
  std::size_t offset = 0;
  std::size_t length = 1;
  std::string help = {};  // what to write instead; empty: nothing is known
};

// The message, the text with a mark below the place, and the help: two to four lines.
std::string to_string(const PatternError& error, std::string_view text);

}  // namespace arbiter
