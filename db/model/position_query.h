// Queries for positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

enum class Rights {
  Exact,    // castling and en passant rights are part of the position (Laws 9.2.3)
  Ignored,  // only the pieces and the side to move count
};

class PositionQuery {
 public:
  PositionQuery(const Position& position, Rights rights);

  const Position& position() const { return position_; }
  Rights rights() const { return rights_; }

  // The keys of all matching positions, ascending. With Rights::Ignored there is one for each set
  // of rights that kings, rooks and pawns allow, at most 144. Otherwise there is only one.
  std::span<const PositionKey> keys() const { return keys_; }

  bool matches(const Position& position) const;
  // Returns the same, but faster for most positions that do not match.
  bool finds(const Position& position) const;

 private:
  Position position_;
  Rights rights_;
  std::vector<PositionKey> keys_;
};

// Returns whether the move may be legal in a matching position. `next` is Move::bits, or 0 for the
// end of the game.
bool may_go_on(const PositionQuery& query, std::uint16_t next);

}  // namespace arbiter
