// Half-moves as people count them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

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

}  // namespace arbiter
