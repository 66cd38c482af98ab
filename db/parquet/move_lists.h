// The main line of a game as lists, with the values in its comments.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/export/game_layout.h"

namespace arbiter {

// Lists with one element per move of the main line.
struct MoveLists {
  std::string_view fen;  // of the first position; empty without a board
  std::vector<std::string_view> san;
  std::vector<std::string_view> uci;
  std::vector<std::optional<std::int64_t>> clocks;       // seconds, the bits of a double
  std::vector<std::optional<std::int64_t>> evaluations;  // pawns, the bits of a double
  std::vector<std::optional<std::int64_t>> mates;        // moves, for Black below 0
};

// Returns a layout that writes a line per game.
std::unique_ptr<GameLayout> move_list_layout();

// Reads a line of that layout, of which the lists are views.
void read_move_lists(std::string_view line, MoveLists& lists);

}  // namespace arbiter
