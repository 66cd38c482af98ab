// The endings of file names: a hint where many files lie together.
#pragma once

#include <string_view>

namespace arbiter {

// Case is ignored: "GAMES.PGN" has the ending ".pgn", given in lower case.
bool has_ending(std::string_view name, std::string_view ending);

// "games.pgn" of "games.pgn.gz"; a name without such an ending is itself.
std::string_view without_compression_ending(std::string_view name);

}  // namespace arbiter
