// Comments: their braces, and the commands in them, such as [%clk 0:10:00]
// (PGN 5; supplement 3.2).
#pragma once

#include <cstdint>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/clock_checks.h"

namespace arbiter::validate {

// Checks the brace comment `comment` of the game. Text without commands is passed over
// at memory speed.
void check_comment(const PgnGame& game, const Token& comment, DiagnosticSink& sink);

// Who gets the clocks of a comment behind the half-move `ply`.
struct ClockReceiver {
  ClockChecks& clocks;
  std::uint32_t ply;
};

// The same of a comment of the main line; its clocks go to `receiver`. One that is just a
// clock is better given to ClockChecks::lone_clock.
void check_comment(GameReporter& reporter, const Token& comment, ClockReceiver receiver);

}  // namespace arbiter::validate
