// The end of a game in words: "White resigns", "Draw by repetition", "Smith won on time"; and the
// Termination tag.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/color.h"
#include "lib/laws/game_end.h"

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

  // Checks whether the value and the Result tag can both be true. The board is not checked.
  bool fits(Outcome result) const;
};

TerminationReading read_termination(std::string_view value, const PlayerNames& players = {});

}  // namespace arbiter
