// The result as it stands at the end of the moves.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/laws/result_text.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The tokens from `first` to `last` are the result.
struct WrittenResult {
  std::uint32_t first;
  std::uint32_t last;
  ResultReading reading;

  TextSpan span(const PgnGame& game) const {
    const Token& end = game.tokens[last];
    const std::uint32_t start = game.tokens[first].offset;
    return {start, end.offset + end.length - start};
  }
  std::string_view text(const PgnGame& game) const {
    return game.text.substr(span(game).offset, span(game).length);
  }
};

// The result with which a game ends in other words than PGN's: "draw", "1 - 0", "White wins",
// "(1-0)". Only comments follow it. Nothing where the last word is one of PGN's results.
std::optional<WrittenResult> result_in_words(const PgnGame& game);

// What a result of PGN says with the comment in front of it: a double forfeit is written `{0-0} *`.
ResultReading result_with_comment(const PgnGame& game, const Token& result);

}  // namespace arbiter
