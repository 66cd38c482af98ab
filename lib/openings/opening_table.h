// Tables of openings, which name positions, and the codes of the Encyclopaedia of Chess Openings
// (PGN 9.4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

// Checks for "B90", "A00/01", "D30/E10": a letter A to E and two digits, perhaps two such codes.
bool is_eco_code(std::string_view text);

// Returns whether this is such a code with a suffix, which some programs add: "B90k", "C42a1".
bool is_extended_eco_code(std::string_view text);

// A named position after a few moves.
struct Opening {
  std::string_view eco;    // "B90"
  std::string_view name;   // "Sicilian Defense: Najdorf Variation, English Attack"; UTF-8
  std::string_view moves;  // "1. e4 c5 2. Nf3": one way to it from the initial position
};

// Returns "B90 Sicilian Defense: Najdorf Variation"; empty without a name.
std::string opening_text(std::string_view eco, std::string_view name);

// Returns a name up to its colon: "Sicilian Defense".
std::string_view family_of(std::string_view name);

// The opening of a game is that of its last named position.
struct PlayedOpening {
  const Opening* opening = nullptr;  // null if none of its positions is named
  std::size_t ply = 0;               // half-moves before the position; 0 is the initial one
};

// Finds openings by position. For most positions, a Bloom filter answers that they have none.
class OpeningTable {
 public:
  static constexpr std::size_t kMaxOpenings = 60'000;

  // `keys[i]` is the key of `openings[i]`; the first of several with the same key counts. Both must
  // outlive this. Precondition: at most kMaxOpenings.
  OpeningTable(std::span<const Opening> openings, std::span<const PositionKey> keys);

  std::span<const Opening> openings() const { return openings_; }
  std::span<const PositionKey> keys() const { return keys_; }  // [i]: of openings()[i]

  // Returns the opening of exactly this position (Laws 9.2.3), regardless of the order of the moves
  // that led to it; null if there is none. Another position with the same 64-bit key would match
  // too. Some ns.
  const Opening* find(PositionKey key) const {
    for (std::size_t slot = home_of(key); slots_[slot] != kFree; slot = (slot + 1) & mask_) {
      if (keys_[slots_[slot]] == key) return &openings_[slots_[slot]];
    }
    return nullptr;
  }

  // Returns the opening of a game whose positions have these keys. Below 0.1 us.
  PlayedOpening of_keys(std::span<const PositionKey> keys) const;

  // The same from the moves. About 1 us. Precondition: each move is legal in its position.
  PlayedOpening of_moves(std::span<const Move> moves, const Position& start) const;

 private:
  static constexpr std::uint16_t kFree = 0xffff;

  // A Bloom filter over the upper bits of the keys. Unlike the table, it fits into the L1 cache.
  static constexpr std::size_t kSieveBits = 1U << 16;

  std::size_t home_of(PositionKey key) const { return static_cast<std::size_t>(key) & mask_; }
  static std::size_t sieve_bit(PositionKey key) {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(key) >> 48);
  }
  bool may_have(PositionKey key) const {
    return (sieve_[sieve_bit(key) / 64] >> (sieve_bit(key) % 64) & 1) != 0;
  }

  std::span<const Opening> openings_;
  std::span<const PositionKey> keys_;
  std::size_t mask_ = 0;
  std::vector<std::uint16_t> slots_;
  std::vector<std::uint64_t> sieve_;
  int fewest_men_ = 0;  // captured pieces never return: with fewer, no position has a name
};

// The built-in table, by code and moves. It contains every code from A00 to E99 and every first
// move. The first call costs about 50 us.
const OpeningTable& known_openings();

// A table from a file: a line for each opening, with tab-separated columns for code, name and moves
// in SAN. The first line may name the columns (eco, name, pgn) among others. Owns its text.
class OpeningFile {
 public:
  // Fails with the number of the first line that cannot be read.
  static Result<std::unique_ptr<const OpeningFile>> parse(std::string_view text);

  const OpeningTable& table() const { return *table_; }

 private:
  OpeningFile() = default;

  std::string text_;
  std::vector<Opening> openings_;
  std::vector<PositionKey> keys_;
  std::unique_ptr<const OpeningTable> table_;
};

}  // namespace arbiter
