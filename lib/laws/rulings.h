// What comes of a completed illegal move, or of what is treated as one (Laws 7.5).
#pragma once

#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/setup.h"
#include "lib/laws/adjudication.h"

namespace arbiter {

// Whether the event counts as an illegal move of a player (7.5.1 to 7.5.4).
bool counts_as_illegal_move(GameEvent event);

// The first of them by this player: the game goes on. Precondition: counts_as_illegal_move(), and
// it can have happened.
Ruling rule_on_first_illegal_move(const Incident& incident);

// "two minutes (Laws 7.5.5; one minute in rapid and blitz, Laws A.3, B.2)": what an offence gives
// to the opponent at the pace of the game. `article` gives the two minutes.
std::string time_penalty(Pace pace, std::string_view article);

// Both kings in check, or a pawn left on the last rank (A.5.4, 7.5.1). An error where the position
// shows neither. Precondition: the event is IllegalPosition or IllegalPositionStands.
Result<Ruling> rule_on_illegal_position(const Setup& setup, const Incident& incident);

// Precondition: the event is one of WrongStart, BoardTurned, ColoursReversed and BlackBegan, and
// the game is not over.
Ruling rule_on_start(const GameHistory& game, const Incident& incident);

// Precondition: the game is not over by itself. `chances` are those of `now`.
Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident);

// The same for a resignation and a second illegal move, which the Laws judge in the
// same way: the other side wins, unless it cannot mate by any series of legal moves.
Ruling rule_on_loss(const Position& now, const WinnabilityAnswer& chance, Color loser);

}  // namespace arbiter
