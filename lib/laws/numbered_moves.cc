#include "lib/laws/numbered_moves.h"

#include "lib/laws/ply.h"
#include "lib/notation/san.h"

namespace arbiter {

std::string numbered_san(Move move, const Position& before) {
  return number_text(before) + ' ' + san_of(move, before);
}

std::string numbered_line(const Position& start, std::span<const Move> moves, std::size_t most) {
  std::string text;
  Position position = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i == most) return text + " ...";
    if (i > 0) text += ' ';
    const bool is_numbered = i == 0 || position.turn() == Color::White;
    text += is_numbered ? numbered_san(moves[i], position) : san_of(moves[i], position);
    position.play(moves[i]);
  }
  return text;
}

}  // namespace arbiter
