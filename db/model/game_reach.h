// Material, patterns and squares that a game reaches.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/setup.h"
#include "lib/patterns/material_pattern.h"

namespace arbiter {

// In all of these, `start` is a Shredder-FEN, or empty for the standard initial position, and
// packed moves are legal (README.md, "The bytes of a move").

// Returns whether the game has the material initially or after some move. About 2 ns per move;
// stops once the material can no longer occur.
bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves);

// Returns whether the pattern holds initially or after some move. About 8 ns per move; stops at the
// first match.
bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves);

// Returns whether one of the positions occurs initially or after some move. About 20 ns per move.
bool reaches_position(const PositionSet& positions, std::string_view start,
                      std::span<const std::uint8_t> moves);

// Successive positions in which a pattern holds, by the half-moves before them.
struct PatternHit {
  std::uint16_t first = 0;
  std::uint16_t last = 0;

  bool operator==(const PatternHit&) const = default;
};

// Returns the patterns of the filter that a game has to match, which excludes those after "not".
std::vector<std::shared_ptr<const PatternPlan>> patterns_of(const GameFilter& filter);

// Returns where any of these patterns holds, sorted and without duplicates.
std::vector<PatternHit> pattern_hits(std::span<const std::shared_ptr<const PatternPlan>> plans,
                                     const Setup& start, std::span<const Move> moves);

// The squares on which each piece stands initially or after some move, by Piece::code().
using VisitedSquares = std::array<Bitboard, kPieceCount>;

// The captures and promotions of a game as numbers of four bits (README.md, "Changes of material").
// If the initial material is not the usual one, it comes first.
class MaterialChanges {
 public:
  // Returns one number per byte.
  std::span<const std::uint8_t> numbers() const { return {numbers_.data(), size_}; }

  void add(std::uint8_t number) { numbers_[size_++] = number; }
  // Adds a capture, unless the piece is Board::kEmpty, without a branch.
  void add_captured(std::uint8_t piece) {
    numbers_[size_] = piece;
    size_ += piece != Board::kEmpty ? 1 : 0;
  }

 private:
  // The initial material is 21 numbers. A game has at most 64 captures, and 64 promotions of two
  // numbers, even if its moves are damaged.
  std::array<std::uint8_t, 216> numbers_{};
  std::size_t size_ = 0;
};

struct GameTrace {
  VisitedSquares visited{};
  MaterialChanges material;
};

// Returns the squares that the pieces of a game visit, and its material. About 2 ns per move.
GameTrace trace_of(std::string_view start, std::span<const std::uint8_t> moves);

// Returns the same for a game with these MaterialChanges, which may be any numbers. About 2 ns per
// change.
bool reaches_material(const MaterialPattern& pattern, std::span<const std::uint8_t> changes);

}  // namespace arbiter
