// The end of a game stated in words: "White resigns", "Draw by repetition", "Smith won on time";
// and the Termination tag.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

enum class EndCause : std::uint8_t {
  Unstated,
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  Repetition,
  FiftyMoves,
  Agreement,
  Resignation,
  Time,             // a flag fell; a draw if the other side cannot mate
  RulesInfraction,  // a broken rule, including illegal moves
  Forfeit,          // a loss by default, or for leaving or losing the connection
  Adjudication,
};

// The players' names in the tags, to recognize them in a text.
struct PlayerNames {
  std::string_view white = {};
  std::string_view black = {};
};

struct ClaimedEnd {
  EndCause cause = EndCause::Unstated;
  // The stated result; never Unknown.
  std::optional<Outcome> outcome = {};
  // True if the text states only that a flag fell. The game is then a draw if the opponent could
  // not mate (Laws 6.9).
  bool may_be_draw = false;
  std::string_view words = {};

  // Checks whether a game with this end can have the result.
  bool fits(Outcome result) const;
};

// Reads a text that contains only a statement of the end, such as a Termination tag or a sentence.
// English only, ignoring case.
std::optional<ClaimedEnd> claimed_end(std::string_view text, const PlayerNames& players = {});

// Finds a statement of the end in the final comment of a game, given with or without braces.
// Commands such as [%clk ...] are ignored. To exclude analysis, long comments are skipped. If a
// comment has several sentences, only sentences that state a cause count.
std::optional<ClaimedEnd> claimed_end_in_comment(std::string_view comment,
                                                 const PlayerNames& players = {});

enum class TerminationForm : std::uint8_t {
  Standard,  // a value of the standard, in any case
  Platform,  // wording of a playing site or program
  Other,
};

struct TerminationReading {
  TerminationForm form = TerminationForm::Other;
  // The stated end; nothing for values such as "normal".
  std::optional<ClaimedEnd> claim = {};
  bool is_finished = false;  // the game was finished, so it has a result
  bool is_unfinished = false;
  bool is_broken_off = false;  // interrupted for external reasons; any result is possible

  // Checks whether the value and the Result tag can both be true. The board is not checked.
  bool fits(Outcome result) const;
};

TerminationReading read_termination(std::string_view value, const PlayerNames& players = {});

// The result of a game.

struct GameResult {
  Outcome outcome = Outcome::Unknown;
  // Both players lost; `outcome` is Unknown, because PGN cannot express it.
  bool is_double_forfeit = false;

  bool is_known() const { return outcome != Outcome::Unknown || is_double_forfeit; }
  bool operator==(const GameResult&) const = default;
};

GameResult result_of(const ResultReading& reading);

// Returns "1-0", "0-1", "1/2-1/2", "*", or "0-0" for a double forfeit.
std::string_view to_string(const GameResult& result);

// The evidence for the result of a game.
struct ResultEvidence {
  std::optional<ResultReading> terminator = {};
  std::optional<ResultReading> tag = {};
  std::optional<Outcome> board = {};
};

// Returns the result: the terminator; if that is missing or "*", the Result tag. If neither exists,
// mate or stalemate on the board decides. A written result takes precedence even if it is wrong
// (Laws 8.7). Returns nothing without evidence.
std::optional<GameResult> decide_result(const ResultEvidence& evidence);

// Returns the outcome if the last position of a game is mate or stalemate.
std::optional<Outcome> outcome_on_board(const Position& last);

// Returns the meaning of the first Result tag; nothing if it is missing or not a result.
std::optional<ResultReading> tagged_result(const PgnGame& game);

}  // namespace arbiter
