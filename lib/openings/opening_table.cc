#include "lib/openings/opening_table.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace arbiter {
namespace {

constexpr int kMostMen = 32;

int captures_in(std::string_view moves) { return static_cast<int>(std::ranges::count(moves, 'x')); }

}  // namespace

std::string opening_text(std::string_view eco, std::string_view name) {
  if (name.empty()) return {};
  return std::string(eco).append(" ").append(name);
}

std::string_view family_of(std::string_view name) { return name.substr(0, name.find(':')); }

OpeningTable::OpeningTable(std::span<const Opening> openings, std::span<const PositionKey> keys)
    : openings_(openings),
      keys_(keys),
      mask_(std::bit_ceil(4 * openings.size()) - 1),
      slots_(mask_ + 1, kFree),
      sieve_(kSieveBits / 64),
      fewest_men_(kMostMen) {
  assert(openings.size() == keys.size() && openings.size() <= kMostOpenings);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (find(keys_[i]) != nullptr) continue;
    std::size_t slot = home_of(keys_[i]);
    while (slots_[slot] != kFree) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<std::uint16_t>(i);
    sieve_[sieve_bit(keys_[i]) / 64] |= std::uint64_t{1} << (sieve_bit(keys_[i]) % 64);
    fewest_men_ = std::min(fewest_men_, kMostMen - captures_in(openings_[i].moves));
  }
}

PlayedOpening OpeningTable::of_keys(std::span<const PositionKey> keys) const {
  for (std::size_t ply = keys.size(); ply-- > 0;) {
    if (!may_have(keys[ply])) continue;
    if (const Opening* found = find(keys[ply])) return {found, ply};
  }
  return {};
}

PlayedOpening OpeningTable::of_moves(std::span<const Move> moves, const Position& start) const {
  PlayedOpening last{find(start.key()), 0};
  Position position = start;
  for (std::size_t ply = 1; ply <= moves.size(); ++ply) {
    if (position.board().occupied().count() < fewest_men_) break;
    position.play(moves[ply - 1]);
    if (const Opening* found = find(position.key())) last = {found, ply};
  }
  return last;
}

}  // namespace arbiter
