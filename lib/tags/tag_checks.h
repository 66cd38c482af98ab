// Checks of a game's tags that do not need the moves (PGN 8.1, 9): names and order, the form of
// each value, and contradictions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position_key.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The number of faults of a player's name, indexed by NameFault.
using NameFaults = std::array<std::uint8_t, 4>;

// A cache of checked values. Stores the faults of names; other values are cached only if they have
// no fault.
class CheckedValues {
 public:
  // Returns the faults of the value; null if it is not cached.
  const NameFaults* find(KnownTag tag, std::string_view value) const {
    if (slots_.empty() || value.empty()) return nullptr;
    const Slot& slot = slots_[slot_of(tag, value)];
    return slot.tag == tag && slot.value == value ? &slot.faults : nullptr;
  }
  void add(KnownTag tag, std::string_view value, NameFaults faults = {}) {
    if (value.empty() || value.size() > kMaxSize) return;
    slots_.resize(kSlots);
    slots_[slot_of(tag, value)] = {std::string(value), faults, tag};
  }

 private:
  struct Slot {
    std::string value;
    NameFaults faults;
    KnownTag tag;
  };
  static constexpr std::size_t kSlots = 4096;
  static constexpr std::size_t kMaxSize = 64;  // so that no number of faults exceeds its type

  static std::size_t slot_of(KnownTag tag, std::string_view value) {
    std::size_t key = value.size() + 64 * static_cast<std::size_t>(tag);
    for (const std::size_t at :
         {std::size_t{0}, value.size() / 3, value.size() / 2, value.size() - 1})
      key = key * 61 + static_cast<unsigned char>(value[at]);
    return key % kSlots;
  }

  std::vector<Slot> slots_;
};

struct TagCheckOptions {
  // The current day, YYYYMMDD; nothing: dates in the future are accepted.
  std::optional<std::uint32_t> today = {};
  CheckedValues* checked = nullptr;  // cache for all games; null: every value is checked
};

// Reports every code of the group `tags` except those that depend on the reader or the moves
// (malformed-tag, fen-is-startpos, variant-needed, plycount-mismatch, eco-mismatch). Also reports
// codes of other groups: html-entities, smart-quotes, bad-escape, tab-in-string, string-too-long,
// bye, and double-forfeit for the Result tag. About 200 ns per game.
void check_tags(const PgnGame& game, const TagCheckOptions& options, DiagnosticSink& sink);

// Compares the PlyCount tag, if any, with the half-moves of the main line.
void check_ply_count(const PgnGame& game, std::uint32_t plies, DiagnosticSink& sink);

// Compares the ECO tag with the openings of the main line, given by its position keys. Skips games
// with a FEN tag or fewer than five half-moves. About 0.1 us.
void check_opening(const PgnGame& game, std::span<const PositionKey> keys, DiagnosticSink& sink);

}  // namespace arbiter
