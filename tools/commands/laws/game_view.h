// `arbiter show FILE --game N`: a game of a database or of game files, and the board at one of its
// moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/result.h"
#include "lib/notation/board_drawing.h"
#include "tools/cli/command.h"
#include "tools/cli/output/console.h"
#include "tools/commands/laws/board_picture.h"

namespace arbiter {

struct GameRequest {
  std::string path;
  std::optional<std::uint64_t> game;  // nothing: the only one
  std::optional<std::uint64_t> ply;   // half-moves before the board; nothing: all of them
  BoardDrawing drawing;
  std::string pattern = {};  // its hits are marked; empty: no pattern
  // A picture of the board instead of the text; nothing: text.
  std::optional<PictureOptions> picture = {};
};

Result<ExitCode> show_game(const GameRequest& view, Console& console);

}  // namespace arbiter
