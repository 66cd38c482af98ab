// Text for half-moves and move numbers, and the history of a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"

namespace arbiter {

// The move number and the player of the first move of a game.
struct FirstMove {
  std::uint32_t number = 1;
  Color turn = Color::White;

  FirstMove() = default;
  explicit FirstMove(const Position& first) : number(first.fullmove_number()), turn(first.turn()) {}
};

// Returns the number of half-moves before the position, computed from its move number.
std::int64_t plies_before(const Position& position);

// Returns the number of half-moves from `first` to `later`, computed from their move numbers.
std::uint32_t plies_between(const Position& first, const Position& later);

// Returns "the start" for 0, and otherwise a text such as "White's move 12".
std::string ply_name(std::uint32_t ply, FirstMove first);

// Returns a text such as "1 half-move" or "12 half-moves".
std::string half_moves(std::size_t count);

// Returns the move number of the half-move `ply` (from 1), as "12." or "12...".
std::string number_of_ply(std::uint32_t ply, FirstMove first);

// Returns the number of the next move, as "12." or "12...".
std::string number_text(const Position& position);

// Returns a text such as "12. Nf3" or "12... Nf6". Precondition: `move` is legal in `before`.
std::string numbered_san(Move move, const Position& before);

// Returns a text such as "34. Ke3 Kd7 35. Ke4", truncated with "..." after `most` moves.
// Preconditions: the moves are legal from `start`; most > 0.
std::string numbered_line(const Position& start, std::span<const Move> moves,
                          std::size_t most = std::numeric_limits<std::size_t>::max());

// A view of the moves of a game up to a position, used for explanations. It must not outlive the
// objects it refers to.
struct GameHistory {
  const Setup& first;           // as in the file; must be playable
  std::span<const Move> moves;  // each is legal, from the initial position on
  const Position& now;          // the position after the moves, or one in a variation
};

// Returns the move number of the half-move `ply` (from 1) of a game that begins with `first`.
inline std::uint32_t move_number_of(std::uint32_t ply, const Setup& first) {
  const std::uint32_t shift = first.turn == Color::Black ? 1 : 0;
  return first.fullmove_number + (ply - 1 + shift) / 2;
}

}  // namespace arbiter
