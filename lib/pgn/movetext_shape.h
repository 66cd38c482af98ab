// What of a movetext is written.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

#include "lib/pgn/line_filler.h"

namespace arbiter {

enum class MovetextPart : std::uint8_t {
  Words,        // of comments
  Clocks,       // commands that tell a time: clk, emt, egt, mct
  Evaluations,  // eval, evp
  Commands,     // any other: csl, cal, ...
  Nags,         // suffixes too
  Variations,   // with all that is in them
  Numbers,      // of moves
};
inline constexpr std::size_t kMovetextParts = 7;

// By default everything. The main line and the terminator are always written, and so is what could
// not be kept as moves: that is no comment.
struct MovetextShape {
  std::bitset<kMovetextParts> dropped = {};
  std::size_t columns = LineFiller::kColumns;
  bool has_comments_on_own_lines = false;

  bool operator==(const MovetextShape&) const = default;
  bool drops(MovetextPart part) const { return dropped[static_cast<std::size_t>(part)]; }
  // Whether some part of comments is dropped.
  bool drops_of_comments() const {
    return drops(MovetextPart::Words) || drops(MovetextPart::Clocks) ||
           drops(MovetextPart::Evaluations) || drops(MovetextPart::Commands);
  }
};

}  // namespace arbiter
