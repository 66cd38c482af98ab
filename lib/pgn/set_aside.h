// Text that `arbiter fmt` set aside in a comment because it could not be played or read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lib/pgn/pgn_game.h"

namespace arbiter::pgn {

// How such comments begin.
inline constexpr std::string_view kUnreadable = "{unreadable:";
inline constexpr std::string_view kUnreadableTag = "{unreadable-tag:";
inline constexpr std::string_view kBehindResult = "{after-result:";

// Whether a comment, with its brace, begins so.
inline bool is_set_aside(std::string_view comment) {
  return comment.starts_with(kUnreadable) || comment.starts_with(kUnreadableTag) ||
         comment.starts_with(kBehindResult);
}

// Moves set aside are those with which a line ends, from the number of the first one on:
// `1. e4 e5 {unreadable: 2. Ke3 Nc6} *`. The game's text with blanks for their braces and marks, so
// that they stand among the moves again; nothing if there are none.
std::optional<std::string> with_moves_back(const PgnGame& game);

}  // namespace arbiter::pgn
