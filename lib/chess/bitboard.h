// A set of squares in 64 bits; bit 0 is a1, bit 63 is h8.
#pragma once

#include <bit>
#include <cstdint>

#include "lib/chess/square.h"

namespace arbiter {

class Bitboard {
 public:
  constexpr Bitboard() = default;
  explicit constexpr Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr Bitboard(Square square) : bits_(std::uint64_t{1} << index_of(square)) {}
  constexpr Bitboard(File file) : bits_(0x0101010101010101u << index_of(file)) {}
  constexpr Bitboard(Rank rank) : bits_(std::uint64_t{0xff} << (8 * index_of(rank))) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool contains(Square square) const { return ((bits_ >> index_of(square)) & 1) != 0; }
  constexpr bool has_many() const { return (bits_ & (bits_ - 1)) != 0; }
  constexpr bool has_one() const { return bits_ != 0 && !has_many(); }
  constexpr int count() const { return std::popcount(bits_); }

  // Precondition: any().
  constexpr Square first() const { return square_at(__builtin_ctzll(bits_)); }
  constexpr Bitboard without_first() const { return Bitboard(bits_ & (bits_ - 1)); }

  constexpr Bitboard operator|(Bitboard b) const { return Bitboard(bits_ | b.bits_); }
  constexpr Bitboard operator&(Bitboard b) const { return Bitboard(bits_ & b.bits_); }
  constexpr Bitboard operator^(Bitboard b) const { return Bitboard(bits_ ^ b.bits_); }
  constexpr Bitboard operator~() const { return Bitboard(~bits_); }
  constexpr Bitboard& operator|=(Bitboard b) { return *this = *this | b; }
  constexpr Bitboard& operator&=(Bitboard b) { return *this = *this & b; }
  constexpr Bitboard& operator^=(Bitboard b) { return *this = *this ^ b; }
  constexpr bool operator==(const Bitboard&) const = default;

  // Walks the squares from a1 to h8.
  class Iterator {
   public:
    explicit constexpr Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return square_at(__builtin_ctzll(rest_)); }
    constexpr Iterator& operator++() { return rest_ &= rest_ - 1, *this; }
    constexpr bool operator!=(const Iterator& it) const { return rest_ != it.rest_; }

   private:
    std::uint64_t rest_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kNoSquares{};
inline constexpr Bitboard kAllSquares{~std::uint64_t{0}};
inline constexpr Bitboard kDarkSquares{0xaa55aa55aa55aa55u};

}  // namespace arbiter
