// The end of a game in words: "White resigns", "Draw by repetition", "Smith won on time"; and the
// Termination tag.
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
  RulesInfraction,  // an illegal move among them
  Forfeit,          // by default, or for leaving or losing the connection
  Adjudication,
};

// The names of the players in the tags, which a text may contain.
struct PlayerNames {
  std::string_view white = {};
  std::string_view black = {};
};

struct ClaimedEnd {
  EndCause cause = EndCause::Unstated;
  // The result that the words state: never Unknown.
  std::optional<Outcome> outcome = {};
  // The words state that a flag fell, not that the game was lost: it is a draw if the opponent
  // could not mate (Laws 6.9).
  bool may_be_draw = false;
  std::string_view words = {};  // in the text

  // Checks whether a game that ended so can have this result.
  bool fits(Outcome result) const;
};

// Reads a text that only states the end: the value of a Termination tag, a sentence. Ignores case;
// the words are English.
std::optional<ClaimedEnd> claimed_end(std::string_view text, const PlayerNames& players = {});

// Finds such a sentence in the comment (with or without its braces) at the end of a game. Commands
// such as [%clk ...] are ignored. Analysis is not a statement: long comments are skipped, and in
// comments of several sentences only those count that name the cause.
std::optional<ClaimedEnd> claimed_end_in_comment(std::string_view comment,
                                                 const PlayerNames& players = {});

enum class TerminationForm : std::uint8_t {
  Standard,  // a value of the standard; capitals do not matter
  Platform,  // the words of a playing site or program
  Other,
};

struct TerminationReading {
  TerminationForm form = TerminationForm::Other;
  // The stated end; nothing for values such as "normal".
  std::optional<ClaimedEnd> claim = {};
  bool is_finished = false;  // a game that ended so has a result
  bool is_unfinished = false;
  bool is_broken_off = false;  // by something outside the game, with any result

  // Checks whether the value and the Result tag can both be true. The board is not checked.
  bool fits(Outcome result) const;
};

TerminationReading read_termination(std::string_view value, const PlayerNames& players = {});

// The result of a game, for all commands.

struct GameResult {
  Outcome outcome = Outcome::Unknown;
  bool is_double_forfeit = false;  // both players lost, which PGN cannot express: Unknown

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
  std::optional<Outcome> board = {};  // see outcome_on_board()
};

// Returns the result: the terminator; if that is missing or "*", the Result tag. If neither exists,
// it is mate or stalemate on the board. A written result counts, right or wrong (Laws 8.7). Returns
// nothing without any evidence.
std::optional<GameResult> decide_result(const ResultEvidence& evidence);

// Returns the outcome if the last position of a game is mate or stalemate.
std::optional<Outcome> outcome_on_board(const Position& last);

// Returns the meaning of the first Result tag; nothing if there is none, or if it is unknown.
std::optional<ResultReading> tagged_result(const PgnGame& game);

}  // namespace arbiter
