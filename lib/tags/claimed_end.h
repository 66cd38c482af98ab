// What words say about how a game ended: "White resigns", "Draw by repetition",
// "Smith won on time".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/piece.h"
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

// Who plays, as their names stand in the tags: a text may call them by name.
struct PlayerNames {
  std::string_view white = {};
  std::string_view black = {};
};

struct ClaimedEnd {
  EndCause cause = EndCause::Unstated;
  // The result that goes with it, where the words say so: never Unknown.
  std::optional<Outcome> outcome = {};
  // The flag is said to have fallen, not that this lost: it is a draw where the
  // opponent could not mate (Laws 6.9).
  bool may_be_draw = false;
  std::string_view words = {};  // in the text

  // Whether a game that ended so can have this result.
  bool fits(Outcome result) const;
};

// Reads a text that says nothing else: the value of a Termination tag, a
// sentence. Capitals do not matter; the words are English.
std::optional<ClaimedEnd> claimed_end(std::string_view text, const PlayerNames& players = {});

// Looks for such a sentence in the comment (with or without its braces) that
// stands at the end of a game. Commands such as [%clk ...] are passed over;
// analysis is not taken for a statement: a long comment says nothing, and in
// one of several sentences only those count that name the cause.
std::optional<ClaimedEnd> claimed_end_in_comment(std::string_view comment,
                                                 const PlayerNames& players = {});

}  // namespace arbiter
