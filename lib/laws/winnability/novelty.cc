#include "lib/laws/winnability/novelty.h"

namespace arbiter {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t bits) {
  hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

}  // namespace

bool Novelty::is_new(const State& state) {
  const PieceSets& men = state.men;
  const std::array<Bitboard, 5> kinds = {men.knights, state.bishops(), state.rooks(),
                                         state.queens(), men.kings};
  std::uint64_t structure = mixed((men.pawns & men.white).bits(), (men.pawns & men.black).bits());
  Sights sights;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    sights[2 * i] = kinds[i] & men.white;
    sights[2 * i + 1] = kinds[i] & men.black;
    structure = mixed(structure,
                      static_cast<std::uint64_t>(few(sights[2 * i]) * 64 + few(sights[2 * i + 1])));
  }
  auto found = seen_.find(structure);
  if (found == seen_.end()) {
    if (seen_.size() >= kMostStructures) return false;
    found = seen_.emplace(structure, Sights{}).first;
  }
  Bitboard fresh;
  for (std::size_t i = 0; i < sights.size(); ++i) {
    fresh |= sights[i] & ~found->second[i];
    found->second[i] |= sights[i];
  }
  return fresh.any();
}

}  // namespace arbiter
