// Rulings on single events: illegal moves, wrong starts, flags, resignations, draw offers, sealed
// moves, absence, recording, conduct and correspondence play. The position matters only through its
// pieces and through whether a side can still mate.
#pragma once

#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/setup.h"
#include "lib/laws/adjudication.h"

namespace arbiter {

// Return a ruling that ends the game, or one that continues it.
Ruling over(Outcome outcome, std::string article, std::string reason);
Ruling goes_on(std::string article, std::string reason);

// Returns whether the event counts as an illegal move of a player (7.5.1 to 7.5.4).
bool counts_as_illegal_move(GameEvent event);

// Returns the ruling on a player's first illegal move: the game continues. Precondition:
// counts_as_illegal_move(), and the event is possible.
Ruling rule_on_first_illegal_move(const Incident& incident);

// Returns the time penalty for an offence, which is added to the opponent's clock, such as "two
// minutes (Laws 7.5.5; one minute in rapid and blitz, Laws A.3, B.3)". `article` prescribes the two
// minutes.
std::string time_penalty(const Incident& incident, std::string_view article);

// Returns whether Appendix A.5 applies, as in rapid or blitz games without full supervision.
bool is_unwatched(const Incident& incident);

// Returns the ruling on a pawn that the player left on the last rank before pressing the clock
// (7.5.2). Fails if no such pawn exists. Precondition: the position cannot be played.
Result<Ruling> rule_on_pawn_left(const Setup& setup, const Incident& incident);

// Returns the ruling on a position with both kings in check or a pawn on the last rank (A.5.4,
// 7.5.1). Fails if the position shows neither. Precondition: the event is IllegalPosition or
// IllegalPositionStands.
Result<Ruling> rule_on_illegal_position(const Setup& setup, const Incident& incident);

// Returns the ruling on a game that began incorrectly. Precondition: the event is WrongStart,
// BoardTurned, ColoursReversed or BlackBegan, and the game is not over.
Ruling rule_on_start(const GameHistory& game, const Incident& incident);

// Returns the ruling on a fallen flag, under the Laws or the rules of a site. `chances` are those
// of `now`. Precondition: the game is not over.
Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident);

// Returns the ruling on a loss by `incident.by`. The other side wins, unless it cannot mate by any
// series of legal moves. `chances` are those of `now`. Precondition: the game is not over.
Ruling rule_on_loss(const Position& now, const Chances& chances, const Incident& incident);

// Returns the ruling on an event of procedure, or on an event that Guidelines III decide. `chances`
// belong to `now`. Precondition: the game is not over.
Ruling rule_on_procedure(const Position& now, const Chances& chances, const Incident& incident);

// Returns whether the event requires players at a board. Correspondence play has no rule for such
// events.
bool is_over_the_board(GameEvent event);

}  // namespace arbiter
