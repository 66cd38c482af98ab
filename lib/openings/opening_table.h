// Tables of named opening positions, and the codes of the Encyclopaedia of Chess Openings (PGN
// 9.4.1).
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

// Checks for an ECO code, which is a letter A to E and two digits, or a pair of codes: "B90",
// "A00/01", "D30/E10".
bool is_eco_code(std::string_view text);

// Checks for an ECO code with a suffix, which some programs add: "B90k", "C42a1".
bool is_extended_eco_code(std::string_view text);

// A named position after a few moves.
struct Opening {
  std::string_view eco;    // "B90"
  std::string_view name;   // "Sicilian Defense: Najdorf Variation, English Attack"; UTF-8
  std::string_view moves;  // "1. e4 c5 2. Nf3": one move order from the initial position
};

// Returns a text such as "B90 Sicilian Defense: Najdorf Variation"; empty if `name` is empty.
std::string opening_text(std::string_view eco, std::string_view name);

// Returns the part of a name before its colon, such as "Sicilian Defense".
std::string_view family_of(std::string_view name);

// The opening of a game: the opening of its last named position.
struct PlayedOpening {
  const Opening* opening = nullptr;  // null if the game has no named position
  std::size_t ply = 0;  // number of half-moves before the position; 0 is the initial position
};

// An index of openings by position. A Bloom filter rules out most positions without a name.
class OpeningTable {
 public:
  static constexpr std::size_t kMaxOpenings = 60'000;

  // `keys[i]` is the key of `openings[i]`; the first opening with a key wins. Both spans must
  // outlive the table. Precondition: at most kMaxOpenings.
  OpeningTable(std::span<const Opening> openings, std::span<const PositionKey> keys);

  std::span<const Opening> openings() const { return openings_; }
  std::span<const PositionKey> keys() const { return keys_; }  // keys()[i] belongs to openings()[i]

  // Returns the opening of exactly this position (Laws 9.2.3), regardless of the move order; null
  // if the position has no name. Compares only 64-bit keys. Takes a few ns.
  const Opening* find(PositionKey key) const {
    for (std::size_t slot = home_of(key); slots_[slot] != kFree; slot = (slot + 1) & mask_) {
      if (keys_[slots_[slot]] == key) return &openings_[slots_[slot]];
    }
    return nullptr;
  }

  // Returns the opening of a game with these position keys. Takes less than 0.1 us.
  PlayedOpening of_keys(std::span<const PositionKey> keys) const;

  // Returns the opening of a game with these moves. Takes about 1 us. Precondition: each move is
  // legal in its position.
  PlayedOpening of_moves(std::span<const Move> moves, const Position& start) const;

 private:
  static constexpr std::uint16_t kFree = 0xffff;

  // A Bloom filter over the upper bits of the keys, which fits in the L1 cache.
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
  // The minimum number of pieces in a named position, so that other positions need no lookup.
  int fewest_men_ = 0;
};

// Returns the built-in table, sorted by code and moves. It contains every code from A00 to E99 and
// every first move. The first call takes about 50 us.
const OpeningTable& known_openings();

// A table read from a file, with one opening per line, in tab-separated columns: code, name, and
// moves in SAN. A header line may give the order of these columns (eco, name, pgn) among others.
class OpeningFile {
 public:
  // Parses the text of a file. An error contains the first line number that cannot be read.
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
