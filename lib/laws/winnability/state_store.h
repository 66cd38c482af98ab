// The states that a search has met, each once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// Compares whole states, never only their hashes. 44 bytes a state.
class StateStore {
 public:
  using Index = std::uint32_t;
  static constexpr std::size_t kMostStates = std::size_t{1} << 24;

  StateStore();

  // Adds a state that was reached from `parent` (the first is its own parent).
  // Nothing where it is there already. Precondition: size() + 1 < kMostStates.
  std::optional<Index> add(const PackedState& state, Index parent);

  const PackedState& operator[](Index index) const {
    return chunks_[index >> kChunkBits]->states[index & (kChunk - 1)];
  }
  Index parent(Index index) const {
    return chunks_[index >> kChunkBits]->parents[index & (kChunk - 1)];
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr int kChunkBits = 10;
  static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;
  struct Chunk {
    std::array<PackedState, kChunk> states;
    std::array<Index, kChunk> parents;
  };

  void grow();

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t size_ = 0;
  // By hash, open addressing: 8 bits of the hash over 24 bits of index + 1; 0 is free.
  std::vector<std::uint32_t> slots_;
};

}  // namespace arbiter
