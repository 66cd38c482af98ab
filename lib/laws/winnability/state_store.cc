#include "lib/laws/winnability/state_store.h"

#include <cassert>

namespace arbiter {
namespace {

constexpr std::size_t kFirstSlots = 2048;
constexpr std::uint32_t kIndexMask = (1u << 24) - 1;

std::uint64_t hash_of(const PackedState& state) {
  std::uint64_t hash = 0;
  for (const std::uint64_t plane : state.planes) {
    hash = (hash ^ plane) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

StateStore::StateStore() : slots_(kFirstSlots) {}

void StateStore::grow() {
  std::vector<std::uint32_t> old(2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (Index index = 0; index < size_; ++index) {
    const std::uint64_t hash = hash_of((*this)[index]);
    std::size_t at = hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = static_cast<std::uint32_t>(hash >> 56 << 24) | (index + 1);
  }
}

std::optional<StateStore::Index> StateStore::add(const PackedState& state, Index parent) {
  assert(size_ + 1 < kMostStates);
  const std::uint64_t hash = hash_of(state);
  const std::uint32_t tag = static_cast<std::uint32_t>(hash >> 56 << 24);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    if ((slots_[at] & ~kIndexMask) != tag) continue;
    if ((*this)[(slots_[at] & kIndexMask) - 1] == state) return std::nullopt;
  }
  const Index index = static_cast<Index>(size_++);
  if ((index & (kChunk - 1)) == 0) {
    chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
  }
  chunks_.back()->states[index & (kChunk - 1)] = state;
  chunks_.back()->parents[index & (kChunk - 1)] = parent;
  slots_[at] = tag | (index + 1);
  if (3 * size_ > 2 * slots_.size()) grow();
  return index;
}

}  // namespace arbiter
