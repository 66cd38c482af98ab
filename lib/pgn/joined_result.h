// A result that is written right behind the last move: "Qxf7#1-0", "Qg20-1".
#pragma once

#include <cstddef>
#include <string_view>

namespace arbiter {

// The length of the move in front of the result that ends `symbol`; the whole length where the
// symbol is no move and result.
std::size_t length_before_result(std::string_view symbol);

}  // namespace arbiter
