// Checks of a game's tags without its moves (PGN 8.1, 9): names and order, the form of each value,
// and contradictions.
#pragma once

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

// Remembers player names without fault, so that names that recur are checked once.
class FaultlessNames {
 public:
  bool has(std::string_view name) const {
    return !slots_.empty() && !name.empty() && slots_[slot_of(name)] == name;
  }
  void add(std::string_view name) {
    slots_.resize(kSlots);
    if (!name.empty()) slots_[slot_of(name)] = name;
  }

 private:
  static constexpr std::size_t kSlots = 2048;

  static std::size_t slot_of(std::string_view name) {
    std::size_t key = name.size();
    for (const std::size_t at : {std::size_t{0}, name.size() / 3, name.size() / 2, name.size() - 1})
      key = key * 61 + static_cast<unsigned char>(name[at]);
    return key % kSlots;
  }

  std::vector<std::string> slots_;
};

struct TagCheckOptions {
  // The current day, YYYYMMDD; nothing: no date is in the future.
  std::optional<std::uint32_t> today = {};
  FaultlessNames* names = nullptr;  // of earlier games; null: every name is checked
};

// Reports every code of the group `tags` except those that need the reader or the moves
// (malformed-tag, fen-is-startpos, variant-needed, plycount-mismatch, eco-mismatch). It also
// reports codes of other groups about values: html-entities, smart-quotes, bad-escape,
// tab-in-string, string-too-long, bye, and double-forfeit for the Result tag. About 200 ns per
// game.
void check_tags(const PgnGame& game, const TagCheckOptions& options, DiagnosticSink& sink);

// Compares the PlyCount tag, if there is one, with the half-moves of the main line.
void check_ply_count(const PgnGame& game, std::uint32_t plies, DiagnosticSink& sink);

// Compares the ECO tag with the openings of the main line, whose positions have these keys. Games
// with a FEN tag, and those of fewer than five half-moves, are not checked. About 0.1 us.
void check_opening(const PgnGame& game, std::span<const PositionKey> keys, DiagnosticSink& sink);

}  // namespace arbiter
