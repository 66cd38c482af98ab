// Parsing, resolving and writing moves in Standard Algebraic Notation (PGN 8.2.3).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "lib/chess/position.h"

namespace arbiter {

enum class CheckMark : std::uint8_t { None, Check, Mate };

// A move as written in SAN, in four bytes.
class San {
 public:
  enum class Kind : std::uint8_t { Piece, CastleKingSide, CastleQueenSide, Null };

  San() = default;
  static constexpr San castling(CastlingSide side) {
    return San(static_cast<std::uint32_t>(side == CastlingSide::King ? Kind::CastleKingSide
                                                                     : Kind::CastleQueenSide) |
               kUnsaidOrigin);
  }
  // Returns the null move "--", which passes the turn to the opponent.
  static constexpr San null() {
    return San(static_cast<std::uint32_t>(Kind::Null) | kUnsaidOrigin);
  }
  static constexpr San piece(Role role, Square to) {
    return San(static_cast<std::uint32_t>(role) << kRole | static_cast<std::uint32_t>(to) << kTo |
               kUnsaidOrigin);
  }

  constexpr Kind kind() const { return static_cast<Kind>(bits_ & 3); }
  // The other fields, except the check mark, are valid only for Kind::Piece.
  constexpr Role role() const { return static_cast<Role>(field(kRole, 7)); }
  constexpr Square to() const { return static_cast<Square>(field(kTo, 63)); }
  constexpr bool is_capture() const { return field(kCapture, 1) != 0; }
  constexpr CheckMark check_mark() const { return static_cast<CheckMark>(field(kMark, 3)); }
  // Returns the index into attack_tables::kOrigins.
  constexpr std::size_t origins_index() const { return field(kRole, 1023); }
  // Checks for the forms "e4", "exd5", "Nf3" and "Nxd4", with or without a check mark.
  constexpr bool is_plain() const {
    const bool is_pawn_capture = role() == Role::Pawn && is_capture();
    return kind() == Kind::Piece && !from_rank() && !promotion() &&
           from_file().has_value() == is_pawn_capture;
  }
  // Returns the squares that from_file() allows as origin.
  constexpr Bitboard file_mask() const { return kFileMasks[field(kFile, 15)]; }
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
  // Returns the squares that from_file() and from_rank() allow as origin.
  constexpr Bitboard origin_mask() const {
    Bitboard mask = kAllSquares;
    if (const auto file = from_file()) mask &= *file;
    if (const auto rank = from_rank()) mask &= *rank;
    return mask;
  }

  constexpr void set_from(File file) { set(kFile, 15, static_cast<std::uint32_t>(file)); }
  constexpr void set_from(Rank rank) { set(kRank, 15, static_cast<std::uint32_t>(rank)); }
  constexpr void set_capture() { set(kCapture, 1, 1); }
  constexpr void set_check_mark(CheckMark mark) { set(kMark, 3, static_cast<std::uint32_t>(mark)); }
  constexpr void set_promotion(Role role) { set(kPromotion, 7, static_cast<std::uint32_t>(role)); }

  // Returns the move with this target square and mark. Precondition: the square is A1, and there is
  // no mark.
  constexpr San completed(Square to, CheckMark mark) const {
    return San(bits_ | static_cast<std::uint32_t>(to) << kTo |
               static_cast<std::uint32_t>(mark) << kMark);
  }

  // Returns the move as 32 bits, which from_bits() accepts.
  constexpr std::uint32_t bits() const { return bits_; }
  static constexpr San from_bits(std::uint32_t bits) { return San(bits); }

  constexpr bool operator==(const San&) const = default;

 private:
  // The lowest bit of each field. Widths: kind 2 bits, role 3, capture 1, square 6, file and rank 4
  // each (8: missing), promotion 3 (0: none), mark 2.
  enum Shift : unsigned {
    kRole = 2,
    kCapture = 5,
    kTo = 6,
    kFile = 12,
    kRank = 16,
    kPromotion = 20,
    kMark = 23
  };
  static constexpr std::uint32_t kUnsaidOrigin = 8u << kFile | 8u << kRank;

  static constexpr std::array<Bitboard, 16> kFileMasks = {
      File::A,     File::B,     File::C,     File::D,     File::E,     File::F,
      File::G,     File::H,     kAllSquares, kAllSquares, kAllSquares, kAllSquares,
      kAllSquares, kAllSquares, kAllSquares, kAllSquares};

  explicit constexpr San(std::uint32_t bits) : bits_(bits) {}
  constexpr std::uint32_t field(Shift shift, std::uint32_t mask) const {
    return bits_ >> shift & mask;
  }
  constexpr void set(Shift shift, std::uint32_t mask, std::uint32_t value) {
    bits_ = (bits_ & ~(mask << shift)) | value << shift;
  }

  std::uint32_t bits_ = kUnsaidOrigin;
};

// Reads SAN exactly as in PGN 8.2.3: English piece letters, "x", "=Q", "O-O", one of "+" and "#".
// Returns nothing for any other text, even common spellings; see loose_move.h.
std::optional<San> parse_san(std::string_view text);

// Accepted deviations from PGN 8.2.3, which can be combined.
enum class SanDeviation : std::uint8_t {
  CaptureMissing,       // Rf4 for Rxf4
  CaptureSpurious,      // Rxf4 without a piece on f4
  OverDisambiguated,    // Ngf3 for Nf3, or Ng1f3 for Ngf3
  OtherDisambiguation,  // R1d4 for Rad4: unambiguous, but the file takes precedence
  PinnedTwin,           // over-disambiguated with respect to a pinned piece
};

// A set of deviations.
template <class Deviation, class Bits>
class DeviationSet {
 public:
  constexpr DeviationSet() = default;
  constexpr DeviationSet(std::initializer_list<Deviation> list) {
    for (const Deviation deviation : list) add(deviation);
  }
  constexpr bool has(Deviation deviation) const { return (bits_ & bit(deviation)) != 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr void add(Deviation deviation) { bits_ |= bit(deviation); }
  constexpr void add(DeviationSet others) { bits_ |= others.bits_; }
  constexpr void remove(Deviation deviation) { bits_ &= static_cast<Bits>(~bit(deviation)); }
  constexpr bool operator==(const DeviationSet&) const = default;

 private:
  static constexpr Bits bit(Deviation deviation) {
    return static_cast<Bits>(1u << static_cast<int>(deviation));
  }

  Bits bits_ = 0;
};

using SanDeviations = DeviationSet<SanDeviation, std::uint8_t>;

enum class SanStatus : std::uint8_t {
  Legal,
  Illegal,           // no matching piece can move there; see illegality.h
  Ambiguous,         // several pieces can move there
  PromotionMissing,  // a pawn reaches the last rank, but the new piece is missing
};

struct SanResolution {
  SanStatus status = SanStatus::Illegal;
  SanDeviations deviations = {};  // valid if status is Legal
  // True if another matching piece reaches the square, but is pinned (8.2.3.4).
  bool has_pinned_twin = false;
  Move move = {};  // valid if status is Legal
};

// Returns the legal move that `san` denotes. Takes about 30 ns, because only candidate pieces are
// checked. Kind::Null is Illegal.
SanResolution resolve(const San& san, const Position& position);

// Returns the pieces with an unobstructed path to the square.
Bitboard unblocked(Bitboard pieces, Square to, const Board& board);

// The fast path of resolve(): returns the origin of the move. Returns nothing if the move may have
// deviations or pinned twins, is en passant, or if two pieces attack the square. About 3 ns;
// inline, because a call would add 20 %. Precondition: san.is_plain(), and `us` is to move.
template <Color us>
[[gnu::always_inline]] inline Bitboard find_plain(San san, const Position& position) {
  const Board& board = position.board();
  const Square to = san.to();
  const Bitboard own = board.of(us);
  Bitboard candidates = attack_tables::kOrigins[static_cast<std::size_t>(us)][san.origins_index()] &
                        own & board.of(san.role()) & san.file_mask();
  if (!candidates.has_one()) [[unlikely]] {
    candidates = unblocked(candidates, to, board);
    if (!candidates.has_one()) return kNoSquares;
  }
  const Square from = candidates.first();
  if ((between(from, to) & board.occupied()).any()) return kNoSquares;
  const std::uint32_t targets = Board::kTargets[static_cast<std::size_t>(us)][san.is_capture()];
  if ((targets >> board.code_at(to) & 1) == 0) return kNoSquares;
  const bool is_legal =
      position.cannot_expose_king(us, from) || position.is_king_safe_after(Move::normal(from, to));
  return is_legal ? candidates : kNoSquares;
}

// A SAN text of at most seven characters, such as "Qa1xb2#", without allocation.
class SanText {
 public:
  std::string_view view() const { return {characters_.data(), size_}; }

  void add(char character) { characters_[size_++] = character; }
  void add(std::string_view text) {
    for (const char character : text) add(character);
  }

 private:
  std::array<char, 11> characters_{};
  std::uint8_t size_ = 0;
};

// Returns the move in SAN. If another piece of that kind can move to the same square (8.2.3.4), the
// file, the rank or both are added. "+" or "#" marks check or checkmate.
// Precondition: `move` is legal in `before` and leads to `after`.
SanText san_text_of(Move move, const Position& before, const Position& after);

// Same as the function above, for callers that do not have the position after the move. Copies the
// position once more. The move may capture a king, as after an accepted illegal move.
SanText san_text_of(Move move, const Position& position);
std::string san_of(Move move, const Position& position);

}  // namespace arbiter
