// Rulings on illegal moves, wrong starts, fallen flags and resignations.
// Rulings on draw offers, sealed moves, absent players, recording, conduct and correspondence play.
// They depend on the position only through its pieces and the question whether a side can still
// mate.
#pragma once

#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/setup.h"
#include "lib/laws/adjudication.h"

namespace arbiter {

// Return a ruling that ends the game, or lets it continue.
Ruling over(Outcome outcome, std::string article, std::string reason);
Ruling goes_on(std::string article, std::string reason);

// Returns whether the event counts as an illegal move of a player (7.5.1 to 7.5.4).
bool counts_as_illegal_move(GameEvent event);

// Returns the ruling on the first illegal move of a player: the game continues. Precondition:
// counts_as_illegal_move(), and the event can have happened.
Ruling rule_on_first_illegal_move(const Incident& incident);

// Returns the time penalty for an offence, added to the opponent's clock: "two minutes (Laws 7.5.5;
// one minute in rapid and blitz, Laws A.3, B.3)". `article` prescribes the two minutes.
std::string time_penalty(const Incident& incident, std::string_view article);

// Returns whether Appendix A.5 applies: a rapid or blitz game without full supervision.
bool is_unwatched(const Incident& incident);

// Returns the ruling on a pawn that the player left on the last rank before pressing the clock
// (7.5.2). Fails if there is none. Precondition: the position cannot be played.
Result<Ruling> rule_on_pawn_left(const Setup& setup, const Incident& incident);

// Returns the ruling on a position with both kings in check or a pawn on the last rank (A.5.4,
// 7.5.1). Fails if the position shows neither. Precondition: the event is IllegalPosition or
// IllegalPositionStands.
Result<Ruling> rule_on_illegal_position(const Setup& setup, const Incident& incident);

// Returns the ruling on a game that began incorrectly. Precondition: the event is WrongStart,
// BoardTurned, ColoursReversed or BlackBegan, and the game is not over.
Ruling rule_on_start(const GameHistory& game, const Incident& incident);

// Returns the ruling on a fallen flag, by the Laws or by the rules of a site. Precondition: the
// game is not over. `chances` are those of `now`.
Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident);

// Returns the ruling on the loss of `incident.by`: the other side wins, unless it cannot mate by
// any series of legal moves. Precondition: the game is not over. `chances` are those of `now`.
Ruling rule_on_loss(const Position& now, const Chances& chances, const Incident& incident);

// Returns the ruling on such an event, or on one that Guidelines III decide. Precondition: the game
// is not over. `chances` are those of `now`.
Ruling rule_on_procedure(const Position& now, const Chances& chances, const Incident& incident);

// Returns whether the event needs players at a board, so that correspondence play has no rule for
// it.
bool is_over_the_board(GameEvent event);

}  // namespace arbiter
