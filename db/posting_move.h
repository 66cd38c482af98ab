// A move in twelve bits that mean it without its position (README.md, "Positions").
#pragma once

#include <cstdint>
#include <optional>

namespace arbiter {

// `move` is the Move::bits of a move that some position allows, or 0 for none. The
// number is below 4096, and 0 for none. About 1 ns; 10 ns for the rare kinds.
std::uint16_t posting_move(std::uint16_t move);

// The move of that number. Nothing where no move has it. Precondition: below 4096.
std::optional<std::uint16_t> move_of_posting(unsigned number);

}  // namespace arbiter
