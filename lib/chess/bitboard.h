// Pieces, files, ranks, squares and moves, which always have valid values, and sets of squares in
// 64 bits (bit 0 is a1).
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

enum class Color : std::uint8_t { White, Black };

constexpr Color other(Color color) { return static_cast<Color>(static_cast<int>(color) ^ 1); }

constexpr int index_of(Color color) { return static_cast<int>(color); }

constexpr std::string_view to_string(Color color) {
  return color == Color::White ? "White" : "Black";
}

enum class Role : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

constexpr int index_of(Role role) { return static_cast<int>(role); }

// Returns the English capital letter of PGN 8.2.3.2: P N B R Q K.
constexpr char letter_of(Role role) { return "PNBRQK"[index_of(role)]; }

// Returns the role of an English capital letter; nothing for any other character.
constexpr std::optional<Role> role_of_letter(char letter) {
  const std::size_t role = std::string_view("PNBRQK").find(letter);
  if (role == std::string_view::npos) return std::nullopt;
  return static_cast<Role>(role);
}

constexpr std::string_view to_string(Role role) {
  constexpr std::string_view names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  return names[index_of(role)];
}

// A coloured piece. Codes are in the order of Polyglot keys: black pawn 0, white pawn 1, black
// knight 2, ..., white king 11.
class Piece {
 public:
  constexpr Piece(Color color, Role role)
      : code_(static_cast<std::uint8_t>(index_of(role) * 2 + (color == Color::White ? 1 : 0))) {}

  static constexpr Piece from_code(std::uint8_t code) { return Piece(code); }

  constexpr std::uint8_t code() const { return code_; }
  constexpr Role role() const { return static_cast<Role>(code_ >> 1); }
  constexpr Color color() const { return (code_ & 1) != 0 ? Color::White : Color::Black; }

  constexpr bool operator==(const Piece&) const = default;

 private:
  explicit constexpr Piece(std::uint8_t code) : code_(code) {}

  std::uint8_t code_;
};

inline constexpr int kPieceCount = 12;

// Returns the FEN letter: capital for White, small for Black.
constexpr char letter_of(Piece piece) { return "pPnNbBrRqQkK"[piece.code()]; }

// Returns the piece with this FEN letter; nothing for any other character.
constexpr std::optional<Piece> piece_of_letter(char letter) {
  const std::size_t code = std::string_view("pPnNbBrRqQkK").find(letter);
  if (code == std::string_view::npos) return std::nullopt;
  return Piece::from_code(static_cast<std::uint8_t>(code));
}

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { One, Two, Three, Four, Five, Six, Seven, Eight };

// The squares in the order a1 = 0, b1 = 1, ..., h8 = 63.
enum class Square : std::uint8_t {
  // clang-format off
  A1, B1, C1, D1, E1, F1, G1, H1, A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3, A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5, A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7, A8, B8, C8, D8, E8, F8, G8, H8,
  // clang-format on
};

inline constexpr int kSquareCount = 64;

constexpr int index_of(File file) { return static_cast<int>(file); }
constexpr int index_of(Rank rank) { return static_cast<int>(rank); }
constexpr int index_of(Square square) { return static_cast<int>(square); }

// Returns the square with this index. Precondition: 0 <= index < 64.
constexpr Square square_at(int index) { return static_cast<Square>(index); }

constexpr Square square_of(File file, Rank rank) {
  return static_cast<Square>(index_of(rank) * 8 + index_of(file));
}

constexpr File file_of(Square square) { return static_cast<File>(index_of(square) & 7); }
constexpr Rank rank_of(Square square) { return static_cast<Rank>(index_of(square) >> 3); }

// Returns the rank from the side of `color`: a white pawn and a black pawn both start on relative
// rank Two.
constexpr Rank relative_rank(Color color, Rank rank) {
  return color == Color::White ? rank : static_cast<Rank>(7 - index_of(rank));
}
constexpr Rank relative_rank(Color color, Square square) {
  return relative_rank(color, rank_of(square));
}

// Returns the next square towards the opponent. Precondition: `square` is not on the player's last
// rank.
constexpr Square forward(Color color, Square square) {
  return square_at(index_of(square) + (color == Color::White ? 8 : -8));
}
// Returns the next square towards the player's own side. Precondition: `square` is not on the
// player's first rank.
constexpr Square backward(Color color, Square square) { return forward(other(color), square); }

constexpr char letter_of(File file) { return static_cast<char>('a' + index_of(file)); }
constexpr char digit_of(Rank rank) { return static_cast<char>('1' + index_of(rank)); }

// Reads exactly two characters, such as "e4".
constexpr std::optional<Square> parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    return std::nullopt;
  }
  return square_of(static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1'));
}

inline std::string to_string(Square square) {
  return {letter_of(file_of(square)), digit_of(rank_of(square))};
}

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

  // Returns the lowest square. Precondition: any().
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

  // An iterator over the squares from a1 to h8.
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

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

// Castling is stored as the king taking its own rook: from() is the king's square, and to() the
// rook's. This encoding is unambiguous in Chess960 too.
class Move {
 public:
  // Leaves the move uninitialized, for arrays of moves.
  Move() = default;

  static constexpr Move normal(Square from, Square to) { return {from, to, MoveKind::Normal}; }
  static constexpr Move en_passant(Square from, Square to) {
    return {from, to, MoveKind::EnPassant};
  }
  static constexpr Move castling(Square king, Square rook) {
    return {king, rook, MoveKind::Castling};
  }
  // Returns a promotion. Precondition: `role` is Knight, Bishop, Rook or Queen.
  static constexpr Move promotion(Square from, Square to, Role role) {
    return {from, to, MoveKind::Promotion, role};
  }

  constexpr Square from() const { return square_at(bits_ & 63); }
  constexpr Square to() const { return square_at((bits_ >> 6) & 63); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>((bits_ >> 12) & 3); }
  // Returns the role of the new piece. Precondition: kind() is Promotion.
  constexpr Role promotion_role() const { return static_cast<Role>((bits_ >> 14) + 1); }

  // Returns the move as 16 bits, which from_bits() accepts.
  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) { return Move(bits); }

  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr Move(Square from, Square to, MoveKind kind, Role role = Role::Knight)
      : bits_(static_cast<std::uint16_t>(index_of(from) | index_of(to) << 6 |
                                         static_cast<int>(kind) << 12 |
                                         (index_of(role) - 1) << 14)) {}
  explicit constexpr Move(std::uint16_t bits) : bits_(bits) {}

  std::uint16_t bits_;
};

}  // namespace arbiter
