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

class San {
 public:
  enum class Kind : std::uint8_t { Piece, CastleKingSide, CastleQueenSide, Null };

  San() = default;
  static constexpr San castling(CastlingSide side) {
    San san;
    san.kind_ = side == CastlingSide::King ? Kind::CastleKingSide : Kind::CastleQueenSide;
    return san;
  }
  // "--": the turn is given to the opponent.
  static constexpr San null() {
    San san;
    san.kind_ = Kind::Null;
    return san;
  }
  static constexpr San piece(Role role, Square to) {
    San san;
    san.role_ = role;
    san.to_ = to;
    return san;
  }

  constexpr Kind kind() const { return kind_; }
  // The rest, but for the check mark, means something for Kind::Piece only.
  constexpr Role role() const { return role_; }
  constexpr Square to() const { return to_; }
  constexpr bool is_capture() const { return (flags_ & kCapture) != 0; }
  constexpr CheckMark check_mark() const { return static_cast<CheckMark>(flags_ & 3); }
  constexpr std::optional<File> from_file() const {
    if (from_file_ == kUnsaid) return std::nullopt;
    return static_cast<File>(from_file_);
  }
  constexpr std::optional<Rank> from_rank() const {
    if (from_rank_ == kUnsaid) return std::nullopt;
    return static_cast<Rank>(from_rank_);
  }
  constexpr bool is_disambiguated() const { return (from_file_ & from_rank_) != kUnsaid; }
  constexpr std::optional<Role> promotion() const {
    if (promotion_ == Role::Pawn) return std::nullopt;
    return promotion_;
  }
  // The squares that from_file() and from_rank() allow the piece to come from.
  constexpr Bitboard origin_mask() const {
    Bitboard mask = kAllSquares;
    if (from_file_ != kUnsaid) mask &= static_cast<File>(from_file_);
    if (from_rank_ != kUnsaid) mask &= static_cast<Rank>(from_rank_);
    return mask;
  }

  constexpr void set_from(File file) { from_file_ = static_cast<std::uint8_t>(file); }
  constexpr void set_from(Rank rank) { from_rank_ = static_cast<std::uint8_t>(rank); }
  constexpr void set_capture() { flags_ |= kCapture; }
  constexpr void set_check_mark(CheckMark mark) {
    flags_ = static_cast<std::uint8_t>((flags_ & ~3) | static_cast<int>(mark));
  }
  constexpr void set_promotion(Role role) { promotion_ = role; }

  constexpr bool operator==(const San&) const = default;

 private:
  static constexpr std::uint8_t kUnsaid = 8;
  static constexpr std::uint8_t kCapture = 4;

  Kind kind_ = Kind::Piece;
  Role role_ = Role::Pawn;
  Square to_ = Square::A1;
  std::uint8_t from_file_ = kUnsaid;
  std::uint8_t from_rank_ = kUnsaid;
  Role promotion_ = Role::Pawn;  // Pawn: none
  std::uint8_t flags_ = 0;
};

// Reads SAN exactly as PGN 8.2.3 has it: letters of English pieces, "x", "=Q",
// "O-O", one of "+" and "#". Nothing for any other text, however common; see
// loose_move.h for that.
std::optional<San> parse_san(std::string_view text);

}  // namespace arbiter
