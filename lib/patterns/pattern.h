// A condition on the positions and moves of a game, as a value.
//
// A pattern holds or does not hold after each half-move. Claims are about that position, or the
// move that led to it; the other kinds look back at earlier positions. A pattern can be
// transformed: seen from the other side, in a mirror, or elsewhere on the board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "lib/chess/setup.h"
#include "lib/patterns/material_pattern.h"

namespace arbiter {

// A set of pieces with a bit for each Piece::code(), and one more bit for an empty square.
using Men = std::uint16_t;

inline constexpr Men kBlackMen = 0x555;
inline constexpr Men kWhiteMen = 0xaaa;
inline constexpr Men kAllMen = 0xfff;
inline constexpr Men kNobody = 0x1000;  // the square is empty
inline constexpr Men kAnything = kAllMen | kNobody;

constexpr Men men_of(Piece piece) { return static_cast<Men>(1 << piece.code()); }
constexpr Men men_of(Role role) { return static_cast<Men>(3 << (2 * index_of(role))); }
constexpr Men men_of(Color color) { return color == Color::White ? kWhiteMen : kBlackMen; }
inline constexpr Men kPawns = men_of(Role::Pawn);

constexpr bool contains(Men men, std::uint8_t code) { return (men >> code & 1) != 0; }

// Returns the same pieces of the other side.
constexpr Men with_colors_swapped(Men men) {
  return static_cast<Men>((men & kNobody) | (men & kBlackMen) << 1 | (men & kWhiteMen) >> 1);
}

// Return the squares from Black's side, or with a-file and h-file swapped.
constexpr Bitboard upside_down(Bitboard squares) {
  return Bitboard(__builtin_bswap64(squares.bits()));
}
constexpr Square upside_down(Square square) { return square_at(index_of(square) ^ 56); }
constexpr Square mirrored(Square square) { return square_at(index_of(square) ^ 7); }
constexpr Bitboard mirrored(Bitboard squares) {
  Bitboard result;
  for (const Square square : squares) result |= mirrored(square);
  return result;
}

// A range of numbers that includes both ends.
struct CountRange {
  static constexpr int kNoLimit = std::numeric_limits<int>::max();
  static constexpr int kNoMinimum = std::numeric_limits<int>::min();

  int least = 0;
  int most = kNoLimit;

  constexpr bool contains(int number) const { return least <= number && number <= most; }
  constexpr bool operator==(const CountRange&) const = default;
};

// Any of these pieces on any of these squares; kAllMen and kAllSquares mean no restriction.
struct MenSomewhere {
  Men men = kAllMen;
  Bitboard squares = kAllSquares;
};

// A condition that each counted piece must also meet.
struct Trait {
  enum class Kind : std::uint8_t {
    Isolated,   // no pawn of its side is on a neighbouring file
    Passed,     // no pawn of the other side is before it on its file or a neighbouring one
    Doubled,    // another pawn of its side is on its file
    Connected,  // a pawn of its side is on a neighbouring file, at most one rank away
    Backward,   // its neighbours are all ahead, and a pawn attacks the square before it
    Pinned,     // to the king of its side or to one of `others`, by a piece of the other side
    Attacked,   // by `others` of the other side, pinned or not
    Protected,  // by `others` of its own side
    Attacks,    // `others` of the other side, or squares
    Protects,   // `others` of its own side
    Hittable,   // by a pawn of `others` that steps forward and then captures
    Forks,      // attacks at least `least` of `others` of the other side
    Skewers,    // attacks one of `others`, and through it a piece of the other side, no pawn
    XRays,      // attacks one of `others` of the other side through exactly one piece
    Trapped,    // is attacked, and so is every square to which it can move
  };

  Kind kind;
  bool is_negated = false;
  MenSomewhere others = {};
  int least = 2;  // Forks: the minimum number of others
};

// The number of these pieces on these squares that have the traits is within `count`.
struct PiecesStand {
  Men men = kAllMen;  // may be kNobody, but not with others
  Bitboard squares = kAllSquares;
  std::vector<Trait> traits = {};
  CountRange count = {.least = 1};
  bool is_followed = false;  // only pieces that the step before has found, wherever they are now
};

// The number of pieces on the left minus that on the right is within `difference`; their own
// `count` does not matter.
struct CountsCompared {
  PiecesStand left = {};
  PiecesStand right = {};
  CountRange difference = {};
};

struct PawnStructure {
  Bitboard white = {};
  Bitboard black = {};
  bool is_exact = true;  // without other pawns
};

// The pieces that each square may have, from a1 to h8.
struct BoardHolds {
  std::array<Men, kSquareCount> men;
};

// Exactly these pieces on these squares, and this side to move.
struct Reached {
  Board board;
  Color turn = Color::White;
};

struct MaterialIs {
  MaterialPattern material;
};

// The exact lead of `color` in queens, rooks, bishops, knights and pawns.
struct Imbalance {
  Color color = Color::White;
  std::array<int, 5> more = {};  // by role, the pawn first
};

// The material lead of `color` in pawns: 1, 3, 3, 5, 9.
struct Balance {
  Color color = Color::White;
  CountRange pawns = {};
};

// The lead of `color` in pawns has changed by this within the last half-moves, or since the start.
struct BalanceChange {
  Color color = Color::White;
  CountRange pawns = {};  // negative: it has lost
  int plies = 1;
};

// The last move has opened the line of another piece, which now attacks one of these.
struct DiscoveredAttack {
  MenSomewhere targets = {};
};

struct Attackers {
  Square square = Square::A1;
  // Nothing: the opponent of the piece on the square. No piece attacks an empty square.
  std::optional<Color> color = {};
  CountRange count = {.least = 1};
};

struct ToMove {
  Color color = Color::White;
};

struct PlyIs {
  CountRange ply = {};
};

// Claims that need no details.
enum class Feature : std::uint8_t {
  OppositeBishops,  // one bishop each, on squares of different colours
  Check,
  Checkmate,
  Stalemate,
  Smothered,  // no square next to the king of the player to move is empty or the opponent's
  DoubleCheck,
  DiscoveredCheck,  // by a piece that did not move
  Symmetric,        // Black's pieces mirror White's
  AtEnd,            // no move follows
};

// The move that led here.
struct MovePlayed {
  enum class Castling : std::uint8_t { No, KingSide, QueenSide, Any };

  Men movers = kAllMen;
  Bitboard from = kAllSquares;
  Bitboard to = kAllSquares;
  Men captured = kAnything;          // kNobody: it is not a capture
  std::uint8_t promotions = 0;       // a bit for each allowed new piece; 0: any move
  bool is_en_passant = false;        // only captures en passant
  Castling castling = Castling::No;  // with `movers` alone
  bool is_followed = false;          // the moving piece is one that the step before has found
};

using Claim = std::variant<PiecesStand, PawnStructure, BoardHolds, Reached, MaterialIs, Imbalance,
                           Balance, Attackers, ToMove, PlyIs, Feature, MovePlayed, CountsCompared,
                           BalanceChange, DiscoveredAttack>;

struct Pattern {
  enum class Kind : std::uint8_t {
    Single,  // `claim`
    All,     // all of `parts` hold
    Any,     // one of them
    Not,     // the only part does not hold
    Then,    // the first held one half-move before, and the second holds
    Later,   // the first held before, at most `plies` half-moves if not 0, and the second holds
    Lasts,   // the only part has held in `plies` consecutive positions, this one included
    Ever,    // the only part has held at some time, or holds
    Either,  // the only part, as it is or with colours swapped
    Mirror,  // the only part, as it is or with the files mirrored
    Shift,   // the only part, anywhere on the board
  };

  Kind kind = Kind::All;
  std::vector<Pattern> parts = {};
  std::optional<Claim> claim = {};
  int plies = 0;
};

// Returns the last claim about pieces or a move in a step, which the next step can follow. Returns
// null if there is none, and for steps with alternatives, "not" or "for".
const Claim* followed_claim(const Pattern& step);

Pattern pattern_of(Claim claim);
Pattern joined(Pattern::Kind kind, std::vector<Pattern> parts);
Pattern negated(Pattern pattern);

// Returns the pattern with colours swapped and the board upside down.
Pattern with_colors_swapped(const Pattern& pattern);

// Returns the pattern with the files mirrored. Castling keeps its side.
Pattern mirrored(const Pattern& pattern);

struct Steps {
  int files = 0;
  int ranks = 0;
};

// Returns the pattern moved by `steps`, or nothing if a square would leave the board. Whole boards,
// files and ranks stay whole in that direction.
std::optional<Pattern> shifted(const Pattern& pattern, Steps steps);

// Returns all variants of an Either, Mirror or Shift. Precondition: the pattern is one of them.
std::vector<Pattern> variants_of(const Pattern& pattern);

// Returns the pattern without Either, Mirror and Shift, or nothing if it has more than kMaxParts
// parts.
inline constexpr std::size_t kMaxParts = 4'000;
std::optional<Pattern> expanded(const Pattern& pattern);

}  // namespace arbiter
