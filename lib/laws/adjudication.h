// Rulings of an arbiter on events that end a game, or may end it, such as flags, illegal moves and
// absence. Some rulings depend only on the pieces, and on whether a side can still mate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/setup.h"
#include "lib/laws/game_end.h"
#include "lib/laws/wording.h"

namespace arbiter {

enum class GameEvent : std::uint8_t {
  Flag,               // 6.9
  Resignation,        // 5.1.2
  DrawAgreed,         // 5.2.3
  IllegalMove,        // 7.5.1: the player's first illegal move
  SecondIllegalMove,  // 7.5.5: the player's second illegal move
  ClockWithoutMove,   // 7.5.3: the clock pressed without a move, for the first time
  TwoHands,           // 7.5.4: a move made with two hands, for the first time
  PawnNotReplaced,    // 7.5.2: the clock pressed with a pawn on the last rank, for the first time
  IllegalMoveFound,   // 7.5.1: an illegal move discovered after later moves
  ThreefoldClaim,     // 9.2
  FiftyClaim,         // 9.3
  DrawOffer,          // 9.1.2.1: an offer, until it is accepted or rejected
  OfferWithdrawn,     // 9.1.2.1
  NoShow,             // 6.7.1
  BothNoShow,         // 6.7.1
  SealedMove,         // Guidelines I.8: the envelope is opened
  SealedMoveMissing,  // Guidelines I.12.1: the envelope is lost
  IncrementRequest,   // Guidelines III.4
  NormalMeansClaim,   // Guidelines III.5
  NotRecording,       // 8.1.1
  RecordingAhead,     // 8.1.2
  ElectronicDevice,   // 11.3.2.2
  Refusal,            // 11.7: persistent refusal to comply with the Laws
  BothRefuse,         // 11.8
  WrongStart,         // 7.2.1: the pieces were placed incorrectly
  BoardTurned,        // 7.2.2: the board was placed incorrectly
  ColoursReversed,    // 7.3
  BlackBegan,         // 1.2: Black made the first move
  PiecesDisplaced,    // 7.4
  BothFlags,          // Guidelines III.3.1: in the last period; unknown which flag fell first
  BothFlagsEarlier,   // Guidelines III.3.1: unknown which flag fell first, in an earlier period
  // A.5.4: both kings in check, or a pawn left on the last rank. The position cannot be played; see
  // rule_on_illegal_position().
  IllegalPosition,
  IllegalPositionStands,  // A.5.4: an illegal position, one move later
  CorrespondenceTime,     // ICCF Rules 2.4.2: the days that the player to move has used
  TablebaseClaim,         // ICCF Congress 2019: a claim based on endgame tablebases
};

// Returns whether the event concerns both players in the same way.
bool concerns_both(GameEvent event);

// The pace of a game. Rapid and blitz games have their own rules (Appendices A and B).
enum class Pace : std::uint8_t { Unsaid, Standard, Rapid, Blitz };
// The supervision of a rapid or blitz game. Full: the Competitive Rules of Play apply (A.4, B.2).
// One arbiter supervises at most three rapid games or one blitz game, and the moves are recorded.
// Limited: otherwise (A.5, B.3).
enum class Supervision : std::uint8_t { Limited, Full };

struct Incident {
  GameEvent event;
  Color by;                           // the player whose flag fell, who resigned, who claimed, ...
  std::optional<Move> intended = {};  // a legal move that was written down with a claim, or sealed
  // The written or sealed move with the reason why it cannot be played.
  std::string unplayable = {};
  RulesProfile rules = RulesProfile::Fide;
  Pace pace = Pace::Unsaid;
  Supervision supervision = Supervision::Limited;
  std::uint32_t earlier_illegal_moves = 0;  // all earlier illegal moves of this player in this game
  bool has_increment = false;               // true if the time control adds time for each move
  bool guidelines_announced = false;
  // For CorrespondenceTime: days used for the move, and days on the clock before it.
  std::optional<std::uint32_t> days_used = {};
  std::optional<std::uint32_t> days_left = {};
};

enum class RulingState : std::uint8_t { Over, GoesOn, Undetermined, Cancelled, BothLost };

struct Ruling {
  RulingState state = RulingState::GoesOn;
  Outcome outcome = Outcome::Unknown;   // a win or a draw if the game is over
  std::string article = {};             // "Laws 6.9", "US Chess 14E"
  std::string reason = {};              // a sentence in lower case, without a full stop
  std::vector<Move> line = {};          // the line to mate, if the ruling depends on it
  std::vector<std::string> notes = {};  // more sentences in the same form
};

// Returns the ruling on an incident in `game.now`, whose winning chances are `chances`. An earlier
// end of the game takes precedence. Fails if the incident cannot have happened in the position. The
// rules of other organizations apply only to flags and automatic ends. Earlier Laws apply to
// resignations and agreed draws too.
Result<Ruling> adjudicate(const GameHistory& game, const Chances& chances,
                          const Incident& incident);

// Return a ruling that ends the game, and a ruling that continues it.
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

// Returns the ruling on a fallen flag, under the Laws or the rules of a site. `chances` are the
// chances in `now`. Precondition: the game is not over.
Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident);

// Returns the ruling on a loss by `incident.by`. The other side wins, unless it cannot mate by any
// series of legal moves. `chances` are the chances in `now`. Precondition: the game is not over.
Ruling rule_on_loss(const Position& now, const Chances& chances, const Incident& incident);

// Returns the ruling on an event of procedure, or on an event that Guidelines III decide. `chances`
// are the chances in `now`. Precondition: the game is not over.
Ruling rule_on_procedure(const Position& now, const Chances& chances, const Incident& incident);

// Returns whether the event requires players at a board. Correspondence play has no rule for such
// events.
bool is_over_the_board(GameEvent event);

}  // namespace arbiter
