// Game results in all common notations, and game ends visible on the board.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/piece.h"
#include "lib/chess/position.h"
#include "lib/laws/draw_tracker.h"
#include "lib/laws/rules_profile.h"

namespace arbiter {

// A result in PGN notation (8.1.1.7).
enum class Outcome : std::uint8_t { WhiteWins, BlackWins, Draw, Unknown };

// Returns "1-0", "0-1", "1/2-1/2" or "*".
std::string_view to_string(Outcome outcome);
std::optional<Outcome> parse_outcome(std::string_view text);

constexpr Outcome win_of(Color color) {
  return color == Color::White ? Outcome::WhiteWins : Outcome::BlackWins;
}

// Returns the result with the colours swapped.
constexpr Outcome swapped(Outcome outcome) {
  switch (outcome) {
    case Outcome::WhiteWins:
      return Outcome::BlackWins;
    case Outcome::BlackWins:
      return Outcome::WhiteWins;
    case Outcome::Draw:
    case Outcome::Unknown:
      break;
  }
  return outcome;
}

enum class EndReason : std::uint8_t {
  Checkmate,           // 5.1.1
  Stalemate,           // 5.2.1
  DeadByMaterial,      // 5.2.2
  DeadByStructure,     // 5.2.2: mate is impossible although there is enough material
  FivefoldRepetition,  // 9.6.1
  SeventyFiveMoves,    // 9.6.2
  // Reasons that end a game only under the rules of some sites (see rules_profile.h).
  ThreefoldRepetition,
  FiftyMoves,
};

constexpr bool is_dead(EndReason reason) {
  return reason == EndReason::DeadByMaterial || reason == EndReason::DeadByStructure;
}

// Returns a text such as "checkmate", "stalemate" or "dead position".
std::string_view to_string(EndReason reason);
// Returns the article of the reason, such as "Laws 5.1.1".
std::string_view article_of(EndReason reason);

struct GameEnd {
  EndReason reason;
  Outcome outcome;    // a win or a draw, never Unknown
  std::uint32_t ply;  // the half-move that ended the game, from 1; 0: the initial position

  bool operator==(const GameEnd&) const = default;
};

// Returns the automatic draw by repetition or by counting moves, if any. The call is cheap, and
// returns nothing if observe() returned false. Mate, which takes precedence, is ignored (9.6.2).
std::optional<EndReason> automatic_draw(const DrawTracker& tracker, RulesProfile profile);

// Returns the end visible on the board: checkmate, stalemate, or a dead position proved by
// quick_dead() (5.2.2).
std::optional<EndReason> end_on_board(const Position& position);

enum class ResultForm : std::uint8_t {
  Standard,       // one of the four results of PGN 8.1.1.7
  Nonstandard,    // another spelling of a standard result: 1/2, 0.5-0.5, 1:0, draw
  Forfeit,        // a win by default: 1-0F, +/-
  DoubleForfeit,  // both players lose: 0-0, -/-
};

struct ResultReading {
  Outcome outcome;  // Unknown for a double forfeit, which has no PGN result
  ResultForm form;

  bool operator==(const ResultReading&) const = default;
};

// Reads a Result tag value in UTF-8; returns nothing if the text is not a result. White space,
// case, enclosing parentheses and a final full stop are ignored.
std::optional<ResultReading> read_result(std::string_view text);

// Reads a result after the moves; returns nothing for other text. A result needs a digit or a word,
// because signs alone ("=", "+-", "-/-") assess the position.
std::optional<ResultReading> read_terminator(std::string_view text);

}  // namespace arbiter
