// Comments: their braces, and the commands in them, such as [%clk 0:10:00]
// (PGN 5; supplement 3.2).
#pragma once

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Checks the brace comment `comment` of the game. Costs about 5 ns for a lone
// [%clk ...]; text without commands is passed over at memory speed.
void check_comment(const PgnGame& game, const Token& comment, DiagnosticSink& sink);

}  // namespace arbiter
