// The end of a game, its result in all common notations, and its standing. The standing is whether
// a side can still mate, whether the game is over, and which draws can be claimed. In a dead
// position, neither side can mate by any series of legal moves (Laws 5.2.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/laws/draw_tracker.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/winnability/winnability.h"
#include "lib/laws/wording.h"

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

struct Chances {
  WinnabilityAnswer white;
  WinnabilityAnswer black;

  const WinnabilityAnswer& of(Color color) const { return color == Color::White ? white : black; }
  // Returns whether it is proved that neither side can mate (5.2.2).
  bool are_dead() const {
    return white.verdict == Winnability::Unwinnable && black.verdict == Winnability::Unwinnable;
  }
};

// Returns the winning chances of both sides. Cost: see find_winnability().
Chances chances_of(const Position& position);

// Returns a clause such as "White can still mate: 12 half-moves lead to checkmate if both sides
// help" or "Black cannot mate by any series of legal moves: ...".
std::string to_string(const WinnabilityAnswer& answer, Color color);

struct Standing {
  // The first automatic end, even if the players continued.
  std::optional<GameEnd> end;
  // The plies at which the last position occurred, as far as the moves are known.
  std::vector<std::uint32_t> occurrences;
  // The moves with which the player to move could claim a draw (9.2.1, 9.3.1).
  MoveList moves_to_threefold;
  MoveList moves_to_fifty;
  // The number of half-moves without a capture or a pawn move that allow a claim (9.3). It is above
  // 100 only in some endings of old games.
  std::uint32_t half_moves_to_claim = 100;
  // The half-move clock of the first known position.
  std::uint32_t unknown_half_moves = 0;

  bool has_threefold() const { return occurrences.size() >= 3; }
};

// Returns the status of `game.now`, whose winning chances are `chances`. Earlier positions are
// examined only if the last one is dead. The cost is that of first_dead_moment(), plus two
// find_winnability() calls for each position that needs them. Lichess and chess.com recognize dead
// positions by material only. Precondition: `game.now` follows the last of `game.moves`.
Standing standing_of(const GameHistory& game, const Chances& chances, RulesProfile rules);

// Returns whether the material excludes mate: bare kings, one minor piece in addition, or only
// bishops on squares of one colour. Ignores locked pawns.
constexpr bool is_dead_by_material(const Board& board) {
  if ((board.of(Role::Pawn) | board.straight_sliders()).any()) return false;
  const Bitboard knights = board.of(Role::Knight);
  const Bitboard bishops = board.of(Role::Bishop);
  if (knights.any()) return !(knights | bishops).has_many();
  return (bishops & kDarkSquares).is_empty() || (bishops & ~kDarkSquares).is_empty();
}

using DeadProof = std::array<WinnabilityProof, 2>;

// Returns proofs that the position is dead. Returns nothing if a side can mate or no proof is found
// quickly. Takes microseconds for most positions, and examines at most 6,000 positions for each
// side.
std::optional<DeadProof> quick_dead(const Position& position);

struct DeadMoment {
  std::uint32_t ply = 0;  // the first dead position; 0 is the initial position
  DeadProof proof{};
};

// Returns the first dead position of a game. Runs quick proofs on a number of positions that is
// logarithmic in the game length, which takes a few microseconds each. Then examines at most 10,000
// more positions; at this limit, a later moment may be returned. Precondition: quick_dead() proves
// the last position dead.
DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves);

// Returns the number of moves after `ply` for which the player had an alternative. `moves` start at
// `first`.
std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves);

}  // namespace arbiter
