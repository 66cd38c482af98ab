// Which positions are looked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

enum class Rights {
  Exact,    // castling and en passant rights are part of the position (Laws 9.2.3)
  Ignored,  // only the men and whose turn it is count
};

class PositionQuery {
 public:
  PositionQuery(const Position& position, Rights rights);

  const Position& position() const { return position_; }
  Rights rights() const { return rights_; }

  // The keys of all positions that are meant: one, or with Rights::Ignored one for each set
  // of rights that the places of kings, rooks and pawns allow, 144 at most. By rising key.
  std::span<const PositionKey> keys() const { return keys_; }

  bool matches(const Position& position) const;
  // The same, sooner where it does not match.
  bool finds(const Position& position) const;

 private:
  Position position_;
  Rights rights_;
  std::vector<PositionKey> keys_;
};

// Whether games can have gone on so from such a position: `next` is Move::bits, or 0 where they
// ended.
bool may_go_on(const PositionQuery& query, std::uint16_t next);

}  // namespace arbiter
