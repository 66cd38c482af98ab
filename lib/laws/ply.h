// Half-moves as people count them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// Where a game's counting starts.
struct FirstMove {
  std::uint32_t number = 1;
  Color turn = Color::White;

  FirstMove() = default;
  explicit FirstMove(const Position& first) : number(first.fullmove_number()), turn(first.turn()) {}
};

// How many half-moves lead from `first` to `later` by the numbers of their moves.
std::uint32_t plies_between(const Position& first, const Position& later);

// "the start" for 0, else "White's move 12".
std::string ply_name(std::uint32_t ply, FirstMove first);

// "1 half-move", "12 half-moves".
std::string half_moves(std::size_t count);

// What stands before the half-move `ply`, from 1: "12." or "12...".
std::string number_of_ply(std::uint32_t ply, FirstMove first);

// What stands before the next move: "12." or "12...".
std::string number_text(const Position& position);

// "12. Nf3", "12... Nf6". Precondition: `move` is legal in `before`.
std::string numbered_san(Move move, const Position& before);

// "34. Ke3 Kd7 35. Ke4": `moves` one after the other, at most `most` of them and then
// "...". Preconditions: they are legal from `start` on; most > 0.
std::string numbered_line(const Position& start, std::span<const Move> moves,
                          std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace arbiter
