// A move as written in Standard Algebraic Notation (PGN 8.2.3), not yet
// resolved: whether it is legal is for a Position to say.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/castling.h"
#include "lib/chess/role.h"
#include "lib/chess/square.h"

namespace arbiter {

// What stands behind the move.
enum class CheckMark : std::uint8_t { None, Check, Mate };

// Four bytes.
class San {
 public:
  enum class Kind : std::uint8_t { Piece, CastleKingSide, CastleQueenSide, Null };

  San() = default;
  static constexpr San castling(CastlingSide side) {
    return San(static_cast<std::uint32_t>(side == CastlingSide::King ? Kind::CastleKingSide
                                                                     : Kind::CastleQueenSide) |
               kUnsaidOrigin);
  }
  // "--": the turn is given to the opponent.
  static constexpr San null() {
    return San(static_cast<std::uint32_t>(Kind::Null) | kUnsaidOrigin);
  }
  static constexpr San piece(Role role, Square to) {
    return San(static_cast<std::uint32_t>(role) << kRole | static_cast<std::uint32_t>(to) << kTo |
               kUnsaidOrigin);
  }

  constexpr Kind kind() const { return static_cast<Kind>(bits_ & 3); }
  // The rest, but for the check mark, means something for Kind::Piece only.
  constexpr Role role() const { return static_cast<Role>(field(kRole, 7)); }
  constexpr Square to() const { return static_cast<Square>(field(kTo, 63)); }
  constexpr bool is_capture() const { return field(kCapture, 1) != 0; }
  constexpr CheckMark check_mark() const { return static_cast<CheckMark>(field(kMark, 3)); }
  constexpr std::optional<File> from_file() const {
    if (field(kFile, 8) != 0) return std::nullopt;
    return static_cast<File>(field(kFile, 7));
  }
  constexpr std::optional<Rank> from_rank() const {
    if (field(kRank, 8) != 0) return std::nullopt;
    return static_cast<Rank>(field(kRank, 7));
  }
  constexpr bool is_disambiguated() const { return (bits_ & kUnsaidOrigin) != kUnsaidOrigin; }
  constexpr std::optional<Role> promotion() const {
    if (field(kPromotion, 7) == 0) return std::nullopt;
    return static_cast<Role>(field(kPromotion, 7));
  }
  // The squares that from_file() and from_rank() allow the piece to come from.
  constexpr Bitboard origin_mask() const {
    Bitboard mask = kAllSquares;
    if (const auto file = from_file()) mask &= *file;
    if (const auto rank = from_rank()) mask &= *rank;
    return mask;
  }

  constexpr void set_from(File file) { set(kFile, 15, static_cast<std::uint32_t>(file)); }
  constexpr void set_from(Rank rank) { set(kRank, 15, static_cast<std::uint32_t>(rank)); }
  constexpr void set_to(Square to) { set(kTo, 63, static_cast<std::uint32_t>(to)); }
  constexpr void set_capture() { set(kCapture, 1, 1); }
  constexpr void set_check_mark(CheckMark mark) { set(kMark, 3, static_cast<std::uint32_t>(mark)); }
  constexpr void set_promotion(Role role) { set(kPromotion, 7, static_cast<std::uint32_t>(role)); }

  // A number from which the same text can be made again.
  constexpr std::uint32_t bits() const { return bits_; }
  static constexpr San from_bits(std::uint32_t bits) { return San(bits); }

  constexpr bool operator==(const San&) const = default;

 private:
  // Where the fields begin: kind 2 bits, role 3, square 6, file and rank 4 each
  // (8: unsaid), promotion 3 (0: none), capture 1, mark 2.
  enum Shift : unsigned {
    kRole = 2,
    kTo = 5,
    kFile = 11,
    kRank = 15,
    kPromotion = 19,
    kCapture = 22,
    kMark = 23
  };
  static constexpr std::uint32_t kUnsaidOrigin = 8u << kFile | 8u << kRank;

  explicit constexpr San(std::uint32_t bits) : bits_(bits) {}
  constexpr std::uint32_t field(Shift shift, std::uint32_t mask) const {
    return bits_ >> shift & mask;
  }
  constexpr void set(Shift shift, std::uint32_t mask, std::uint32_t value) {
    bits_ = (bits_ & ~(mask << shift)) | value << shift;
  }

  std::uint32_t bits_ = kUnsaidOrigin;
};

// Reads SAN exactly as PGN 8.2.3 has it: letters of English pieces, "x", "=Q",
// "O-O", one of "+" and "#". Nothing for any other text, however common; see
// loose_move.h for that.
std::optional<San> parse_san(std::string_view text);

}  // namespace arbiter
