// The status of a game: whether a side can still mate, whether the game is over, and which draws
// can be claimed. In a dead position, neither side can mate by any series of legal moves (Laws
// 5.2.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/chess/board.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/ply.h"
#include "lib/laws/winnability/winnability.h"

namespace arbiter {

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

// Returns the first dead position of a game. The number of examined positions is logarithmic in the
// game length, at a few microseconds each. Examines at most 10,000 more; at this limit, a later
// moment may be returned. Precondition: quick_dead() proves the last position dead.
DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves);

// Returns the number of moves after `ply` that were not the only legal move. `moves` start at
// `first`.
std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves);

}  // namespace arbiter
