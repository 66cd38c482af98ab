#include "lib/tags/openings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lib/notation/san.h"
#include "lib/notation/san_resolution.h"

namespace arbiter::tags {
namespace {

constexpr Opening kOpenings[] = {
#define OPENING(eco, name, moves) {eco, name, moves},
#include "lib/tags/openings.inc"
#undef OPENING
};

// Plays lines from the standard initial position. What a line shares with the one before it is not
// played again: the table is written so that this is most of it.
class LinePlayer {
 public:
  const Position& position_after(std::string_view moves) {
    std::size_t ply = 0;
    while (!moves.empty()) {
      const std::string_view word = moves.substr(0, moves.find(' '));
      moves.remove_prefix(std::min(word.size() + 1, moves.size()));
      if (word.ends_with('.')) continue;
      if (ply == words_.size() || words_[ply] != word) play(ply, word);
      ++ply;
    }
    words_.resize(ply);
    positions_.resize(ply + 1);
    return positions_.back();
  }

 private:
  void play(std::size_t ply, std::string_view word) {
    words_.resize(ply);
    positions_.resize(ply + 1);
    Position position = positions_.back();
    const auto san = parse_san(word);
    assert(san);
    const SanResolution resolution = resolve(*san, position);
    assert(resolution.status == SanStatus::Legal);
    position.play(resolution.move);
    words_.push_back(word);
    positions_.push_back(position);
  }

  std::vector<std::string_view> words_;             // the moves of the last line
  std::vector<Position> positions_ = {Position()};  // before each of them, and after the last
};

// Finds openings by position. Most positions have none, and cost one look into
// a table of 32 KB.
class OpeningIndex {
 public:
  OpeningIndex() {
    positions_.reserve(std::size(kOpenings));
    LinePlayer line;
    for (const Opening& opening : kOpenings) add(line.position_after(opening.moves));
  }

  const Opening* find(const Position& position) const {
    for (std::size_t slot = home_of(position); slots_[slot] != kFree; slot = behind(slot)) {
      const Position& candidate = positions_[slots_[slot]];
      if (candidate.key() == position.key() && candidate == position) {
        return &kOpenings[slots_[slot]];
      }
    }
    return nullptr;
  }

  // Captured pieces never come back: with fewer than this no position has a name.
  int fewest_pieces() const { return fewest_pieces_; }

 private:
  static constexpr std::size_t kSlots = 16384;
  static constexpr std::uint16_t kFree = 0xffff;
  static_assert(std::size(kOpenings) < kSlots / 2);

  static std::size_t home_of(const Position& position) {
    return static_cast<std::size_t>(position.key()) % kSlots;
  }
  static std::size_t behind(std::size_t slot) { return (slot + 1) % kSlots; }

  void add(const Position& position) {
    std::size_t slot = home_of(position);
    while (slots_[slot] != kFree) slot = behind(slot);
    slots_[slot] = static_cast<std::uint16_t>(positions_.size());
    positions_.push_back(position);
    fewest_pieces_ = std::min(fewest_pieces_, position.board().occupied().count());
  }

  std::array<std::uint16_t, kSlots> slots_ = [] {
    std::array<std::uint16_t, kSlots> slots;
    slots.fill(kFree);
    return slots;
  }();
  std::vector<Position> positions_;  // in the order of kOpenings
  int fewest_pieces_ = 32;
};

const OpeningIndex& opening_index() {
  static const OpeningIndex index;
  return index;
}

}  // namespace

std::span<const Opening> openings() { return kOpenings; }

const Opening* opening_of(const Position& position) { return opening_index().find(position); }

const Opening* opening_of(std::span<const Move> moves, const Position& start) {
  const OpeningIndex& index = opening_index();
  const Opening* last = index.find(start);
  Position position = start;
  for (const Move move : moves) {
    if (position.board().occupied().count() < index.fewest_pieces()) break;
    position.play(move);
    if (const Opening* found = index.find(position)) last = found;
  }
  return last;
}

}  // namespace arbiter::tags
