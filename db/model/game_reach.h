// The material, patterns, positions, squares and tactics that a game reaches.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/move_code.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/setup.h"
#include "lib/patterns/material_pattern.h"
#include "lib/patterns/pattern_scan.h"
#include "lib/patterns/tactics.h"

namespace arbiter {

// In all functions, `start` is a Shredder-FEN, or empty for the standard initial position.
// Precondition: the packed moves are legal (README.md, "The bytes of a move").

// Returns whether the game has the material initially or after some move. Takes about 2 ns per
// move, and stops once the material can no longer occur.
bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves);

// Returns whether the pattern holds initially or after some move. Takes about 8 ns per move, and
// stops at the first match.
bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves);

// Returns whether one of the positions occurs initially or after some move. Takes about 20 ns per
// move.
bool reaches_position(const PositionSet& positions, std::string_view start,
                      std::span<const std::uint8_t> moves);

// A range of successive positions in which a pattern holds. A position is numbered by the
// half-moves before it.
struct PatternHit {
  std::uint16_t first = 0;
  std::uint16_t last = 0;

  auto operator<=>(const PatternHit&) const = default;
};

// Returns the patterns that the filter requires. Negated patterns are excluded.
std::vector<std::shared_ptr<const PatternPlan>> patterns_of(const GameFilter& filter);

// Replays a game once, and finds the ranges in which one of the patterns holds.
class PatternHitScan {
 public:
  // Starts at the initial position. The plans must outlive the scan.
  PatternHitScan(std::span<const std::shared_ptr<const PatternPlan>> plans, const Setup& start,
                 std::span<const Move> moves);
  PatternHitScan(const PatternHitScan&) = delete;
  PatternHitScan& operator=(const PatternHitScan&) = delete;

  // Returns whether one of the patterns holds in the current position.
  bool holds() const;
  // Plays the next move. Returns false after the last one.
  bool next();
  // Returns the ranges up to the current position, in no order. Two patterns can have equal ones.
  std::vector<PatternHit> hits() const;

 private:
  struct Found {
    PatternScan scan;
    std::vector<PatternHit> hits = {};
    bool held = false;
  };

  void note();

  std::vector<Found> found_;  // an element for each plan
  std::string packed_;
  MoveUnpacker moves_;
};

// The squares that each piece occupies initially or after some move, indexed by Piece::code().
using VisitedSquares = std::array<Bitboard, kPieceCount>;

// The captures and promotions of a game, as numbers of four bits (README.md, "Changes of
// material"). An unusual initial material precedes them.
class MaterialChanges {
 public:
  // Returns the numbers, one per byte.
  std::span<const std::uint8_t> numbers() const { return {numbers_.data(), size_}; }

  void add(std::uint8_t number) { numbers_[size_++] = number; }
  // Adds a capture, unless the piece is Board::kEmpty. Branch-free.
  void add_captured(std::uint8_t piece) {
    numbers_[size_] = piece;
    size_ += piece != Board::kEmpty ? 1 : 0;
  }

 private:
  // The maximum size: 21 numbers for the initial material, 64 captures, and 64 promotions of two
  // numbers. Damaged moves cannot exceed it.
  std::array<std::uint8_t, 216> numbers_{};
  std::size_t size_ = 0;
};

struct GameTrace {
  VisitedSquares visited{};
  MaterialChanges material;
  Tactics tactics = 0;
};

// Returns the squares that the pieces of a game visit, its material and its tactics. Takes about 30
// ns per move.
GameTrace trace_of(std::string_view start, std::span<const std::uint8_t> moves);

// Returns whether a game with these MaterialChanges reaches the material. Accepts any numbers as
// changes. Takes about 2 ns per change.
bool reaches_material(const MaterialPattern& pattern, std::span<const std::uint8_t> changes);

// Returns whether a pawn promotes to one of `men` in a game with these MaterialChanges.
bool promotes_to(Men men, std::span<const std::uint8_t> changes);

}  // namespace arbiter
