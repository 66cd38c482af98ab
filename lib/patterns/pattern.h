// Patterns: conditions on the positions and moves of a game.
//
// A pattern holds or does not hold after each half-move. Claims are about the current position, or
// the move that led to it. Other kinds of patterns combine claims, and may refer to earlier
// positions. A pattern can be transformed: colours swapped, mirrored, or shifted on the board.
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

// A set of pieces, with a bit for each Piece::code() and one more bit for an empty square.
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

// Returns the same pieces with the opposite colour.
constexpr Men with_colors_swapped(Men men) {
  return static_cast<Men>((men & kNobody) | (men & kBlackMen) << 1 | (men & kWhiteMen) >> 1);
}

// Return the squares as seen from Black's side, or with the files mirrored.
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

struct CountRange {
  static constexpr int kNoLimit = std::numeric_limits<int>::max();
  static constexpr int kNoMinimum = std::numeric_limits<int>::min();

  int least = 0;
  int most = kNoLimit;

  constexpr bool contains(int number) const { return least <= number && number <= most; }
  constexpr bool operator==(const CountRange&) const = default;
};

// A set of pieces and a set of squares. kAllMen and kAllSquares mean no restriction.
struct MenSomewhere {
  Men men = kAllMen;
  Bitboard squares = kAllSquares;
};

// An additional condition for each counted piece.
struct Trait {
  enum class Kind : std::uint8_t {
    Isolated,   // no pawn of its side is on an adjacent file
    Passed,     // no enemy pawn is ahead of it on its file or an adjacent file
    Doubled,    // another pawn of its side is on its file
    Connected,  // a pawn of its side is on an adjacent file, at most one rank away
    Backward,   // all pawns on adjacent files are ahead, and an enemy pawn attacks the next square
    Pinned,     // pinned to its king or to one of `others`, by an enemy piece
    Attacked,   // attacked by an enemy piece in `others`, pinned or not
    Protected,  // protected by a piece of its own side in `others`
    Attacks,    // attacks an enemy piece in `others`, or a square
    Protects,   // protects a piece of its own side in `others`
    Hittable,   // a pawn in `others` can step forward and then attack it
    Forks,      // attacks at least `least` enemy pieces in `others`
    Skewers,    // attacks one of `others`, and through it an enemy piece that is not a pawn
    XRays,      // attacks an enemy piece in `others` through exactly one piece
    Trapped,    // attacked, and so is every square to which it can move
  };

  Kind kind;
  bool is_negated = false;
  MenSomewhere others = {};
  int least = 2;  // Forks: the minimum number of attacked pieces

  // Returns whether Attacks refers to squares instead of enemy pieces.
  bool is_about_squares() const { return others.men == kAnything; }
};

// The number of `men` on `squares` that have all traits is within `count`.
struct PiecesStand {
  Men men = kAllMen;  // may be kNobody, but not together with pieces
  Bitboard squares = kAllSquares;
  std::vector<Trait> traits = {};
  CountRange count = {.least = 1};
  // Counts only pieces found by the previous step, on their current squares.
  bool is_followed = false;
};

// The number of pieces on the left minus the number on the right is within `difference`. The
// `count` of each side is ignored.
struct CountsCompared {
  PiecesStand left = {};
  PiecesStand right = {};
  CountRange difference = {};
};

struct PawnStructure {
  Bitboard white = {};
  Bitboard black = {};
  bool is_exact = true;  // true if other pawns are not allowed
};

// The allowed pieces of each square, from a1 to h8.
struct BoardHolds {
  std::array<Men, kSquareCount> men;
};

// A position with exactly these pieces on these squares, and this side to move.
struct Reached {
  Board board;
  Color turn = Color::White;
};

struct MaterialIs {
  MaterialPattern material;
};

// The lead of `color` in queens, rooks, bishops, knights and pawns is exactly this.
struct Imbalance {
  Color color = Color::White;
  std::array<int, 5> more = {};  // lead in each role, starting with the pawn
};

// The material lead of `color` in pawns, with piece values 1, 3, 3, 5 and 9.
struct Balance {
  Color color = Color::White;
  CountRange pawns = {};
};

// The lead of `color` in pawns has changed by `pawns` within the last half-moves, or since the
// start.
struct BalanceChange {
  Color color = Color::White;
  CountRange pawns = {};  // negative if the side has lost material
  int plies = 1;
};

// The last move has opened the line of another piece, which now attacks one of these pieces.
struct DiscoveredAttack {
  MenSomewhere targets = {};
};

struct Attackers {
  Square square = Square::A1;
  // The attacking side; if missing, the opponent of the piece on the square. No piece attacks an
  // empty square.
  std::optional<Color> color = {};
  CountRange count = {.least = 1};
};

struct ToMove {
  Color color = Color::White;
};

struct PlyIs {
  CountRange ply = {};
};

// Claims without parameters.
enum class Feature : std::uint8_t {
  OppositeBishops,  // one bishop each, on squares of opposite colours
  Check,
  Checkmate,
  Stalemate,
  Smothered,  // every square next to the king of the player to move has one of that player's pieces
  DoubleCheck,
  DiscoveredCheck,  // check from a piece that did not move
  Symmetric,        // the position is symmetric: Black's pieces mirror White's
  AtEnd,            // true only in the last position of the game
};

// The move that led to the current position.
struct MovePlayed {
  enum class Castling : std::uint8_t { No, KingSide, QueenSide, Any };

  Men movers = kAllMen;
  Bitboard from = kAllSquares;
  Bitboard to = kAllSquares;
  Men captured = kAnything;          // kNobody: the move is not a capture
  std::uint8_t promotions = 0;       // one bit for each allowed promotion piece; 0: any move
  bool is_en_passant = false;        // true for captures en passant only
  Castling castling = Castling::No;  // combined with `movers` only
  bool is_followed = false;          // the moving piece was found by the previous step
};

using Claim = std::variant<PiecesStand, PawnStructure, BoardHolds, Reached, MaterialIs, Imbalance,
                           Balance, Attackers, ToMove, PlyIs, Feature, MovePlayed, CountsCompared,
                           BalanceChange, DiscoveredAttack>;

struct Pattern {
  enum class Kind : std::uint8_t {
    Single,  // `claim` holds
    All,     // all of `parts` hold
    Any,     // one of `parts` holds
    Not,     // the only part does not hold
    Then,    // the first part held one half-move before, and the second holds
    Later,   // the first part held before, within `plies` if not 0; the second holds
    Lasts,   // the only part has held in `plies` consecutive positions, including this one
    Ever,    // the only part held at some time, or holds
    Either,  // the only part holds, as written or with colours swapped
    Mirror,  // the only part holds, as written or with the files mirrored
    Shift,   // the only part holds anywhere on the board
  };

  Kind kind = Kind::All;
  std::vector<Pattern> parts = {};
  std::optional<Claim> claim = {};
  int plies = 0;
};

// Returns the last claim about pieces or a move in a step. The word `that` in the next step refers
// to the pieces of this claim. Returns null if the step has none, or contains alternatives, "not"
// or "for".
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

// Returns the pattern shifted by `steps`, or nothing if a square would leave the board. Sets that
// span the whole board, file or rank in that direction are unchanged.
std::optional<Pattern> shifted(const Pattern& pattern, Steps steps);

// Returns all variants of a pattern. Precondition: its kind is Either, Mirror or Shift.
std::vector<Pattern> variants_of(const Pattern& pattern);

// The maximum number of parts of an expanded pattern, which has no Either, Mirror or Shift. If a
// pattern would exceed it, expanded() returns nothing.
inline constexpr std::size_t kMaxParts = 4'000;
std::optional<Pattern> expanded(const Pattern& pattern);

}  // namespace arbiter
