#include "db/model/game_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/move_code.h"
#include "lib/chess/position.h"
#include "lib/chess/position_key.h"
#include "lib/notation/fen.h"

namespace arbiter {

bool GameReplay::run(std::string_view start, std::span<const std::uint8_t> moves) {
  moves_.clear();
  postings_.clear();
  Position position;
  if (!start.empty()) {
    const auto first = parse_position(start);
    if (!first) {
      fault_ = "its initial position cannot be read: " + first.error();
      return false;
    }
    position = *first;
  }
  start_ = position;
  if (!unpack_moves(moves, position, moves_)) {
    fault_ = fmt::format("half-move {} is not a legal move there", moves_.size() + 1);
    return false;
  }
  const std::size_t last = std::min<std::size_t>(moves_.size(), index_plies_.value_or(UINT32_MAX));
  MovesHash hash(position.key());
  for (std::size_t ply = 0; ply <= last; ++ply) {
    const bool has_next = ply < moves_.size();
    postings_.push_back({.key = position.key(),
                         .game = 0,
                         .next = has_next ? moves_[ply].bits() : std::uint16_t{0},
                         .ply = static_cast<std::uint16_t>(ply)});
    if (has_next) position.play(moves_[ply]);
  }
  for (const Move move : moves_) hash.add(code_of(move));
  moves_hash_ = hash.value();
  return true;
}

}  // namespace arbiter
