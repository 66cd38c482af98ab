// Half-moves and numbered moves as people write them.
// A position with the moves that led to it.
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

// The number and the turn of the first move of a game.
struct FirstMove {
  std::uint32_t number = 1;
  Color turn = Color::White;

  FirstMove() = default;
  explicit FirstMove(const Position& first) : number(first.fullmove_number()), turn(first.turn()) {}
};

// Returns the number of half-moves from `first` to `later`, by their move numbers.
std::uint32_t plies_between(const Position& first, const Position& later);

// Returns "the start" for 0, otherwise "White's move 12".
std::string ply_name(std::uint32_t ply, FirstMove first);

// Returns "1 half-move", "12 half-moves".
std::string half_moves(std::size_t count);

// Returns the move number before the half-move `ply` (from 1): "12." or "12...".
std::string number_of_ply(std::uint32_t ply, FirstMove first);

// Returns the move number before the next move: "12." or "12...".
std::string number_text(const Position& position);

// Returns "12. Nf3", "12... Nf6". Precondition: `move` is legal in `before`.
std::string numbered_san(Move move, const Position& before);

// Returns "34. Ke3 Kd7 35. Ke4": at most `most` of the moves and then "...". Preconditions: the
// moves are legal from `start` on; most > 0.
std::string numbered_line(const Position& start, std::span<const Move> moves,
                          std::size_t most = std::numeric_limits<std::size_t>::max());

// A view, used only for explanations.
struct GameHistory {
  const Setup& first;           // as in the file; playable
  std::span<const Move> moves;  // each legal, from the first position on
  const Position& now;          // the position after them, or some moves later in a variation
};

// Returns the move number of the half-move `ply` (from 1) of a game that begins with `first`.
inline std::uint32_t move_number_of(std::uint32_t ply, const Setup& first) {
  const std::uint32_t shift = first.turn == Color::Black ? 1 : 0;
  return first.fullmove_number + (ply - 1 + shift) / 2;
}

}  // namespace arbiter
