// The content of a FEN, legal or not, with castling rights (Laws 3.8.2, also for Chess960), and its
// faults (3.10.3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/chess/board.h"

namespace arbiter {

// A castling side. The king side is towards the h-file (O-O), the queen side towards the a-file
// (O-O-O).
enum class CastlingSide : std::uint8_t { King, Queen };

// Return the squares of king and rook after castling. They are the same in Chess960 (Guideline II).
constexpr Square castled_king_square(Color color, CastlingSide side) {
  return square_of(side == CastlingSide::King ? File::G : File::C, relative_rank(color, Rank::One));
}
constexpr Square castled_rook_square(Color color, CastlingSide side) {
  return square_of(side == CastlingSide::King ? File::F : File::D, relative_rank(color, Rank::One));
}

class CastlingRights {
 public:
  constexpr CastlingRights() = default;

  constexpr bool has(Color color, CastlingSide side) const {
    return ((mask_ >> slot(color, side)) & 1) != 0;
  }
  constexpr bool has_any(Color color) const { return ((mask_ >> (2 * index_of(color))) & 3) != 0; }

  // Returns the square of the castling rook. Precondition: has(color, side).
  constexpr Square rook(Color color, CastlingSide side) const { return rooks_[slot(color, side)]; }

  constexpr void grant(Color color, CastlingSide side, Square rook) {
    mask_ = static_cast<std::uint8_t>(mask_ | 1 << slot(color, side));
    rooks_[slot(color, side)] = rook;
  }
  constexpr void revoke(Color color, CastlingSide side) {
    mask_ = static_cast<std::uint8_t>(mask_ & ~(1 << slot(color, side)));
  }
  constexpr void revoke(Color color) {
    revoke(color, CastlingSide::King);
    revoke(color, CastlingSide::Queen);
  }

  // Returns the rights as bits: bit 0 White O-O, 1 White O-O-O, 2 Black O-O, 3 Black O-O-O.
  constexpr std::uint8_t mask() const { return mask_; }

  // Returns the rooks that still have a castling right.
  constexpr Bitboard rooks() const {
    Bitboard squares;
    for (int i = 0; i < 4; ++i) {
      if ((mask_ >> i & 1) != 0) squares |= rooks_[static_cast<std::size_t>(i)];
    }
    return squares;
  }

  // Two sets of rights are equal if the same rooks have them.
  constexpr bool operator==(const CastlingRights& b) const {
    if (mask_ != b.mask_) return false;
    for (std::size_t i = 0; i < 4; ++i) {
      if ((mask_ >> i & 1) != 0 && rooks_[i] != b.rooks_[i]) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t slot(Color color, CastlingSide side) {
    return static_cast<std::size_t>(2 * index_of(color) + static_cast<int>(side));
  }

  std::uint8_t mask_ = 0;
  std::array<Square, 4> rooks_{};
};

struct Setup {
  Board board;
  Color turn = Color::White;
  CastlingRights castling;
  // The square that a pawn has just passed, as written in the FEN, even if no capture is legal.
  std::optional<Square> en_passant;
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;

  bool operator==(const Setup&) const = default;
};

// Returns the start position of Laws 2.3.
const Setup& initial_setup();

// Returns whether the castling right is granted and its king and rook are in place (3.8.2).
// Precondition: `color` has a king.
bool has_king_and_rook(const Setup& setup, Color color, CastlingSide side);

// Returns whether the last move may have been a double step to the en passant pawn (3.7.2). The
// pawn must be in place and its path free.
bool is_after_double_step(const Setup& setup);

enum class SetupFault {
  // Hard faults: no Position can represent the setup.
  NoKing,
  SeveralKings,
  PawnOnFirstOrLastRank,
  OppositeCheck,
  // Soft faults: the setup can be played, but no game leads to it, or a counter is impossible.
  CastlingWithoutKingAndRook,
  EnPassantRank,
  EnPassantWithoutPawn,
  EnPassantOccupied,
  EnPassantAfterCheck,
  ImpossibleCheck,
  TooManyPawns,
  TooManyMen,
  TooManyPromoted,
  HalfmoveClockAfterDoubleStep,
  HalfmoveClockBeforeStart,
  HalfmoveClockPastDraw,
  FullmoveNumberZero,
};

inline constexpr int kSetupFaultCount = 17;

// Returns the faults in the order above, each at most once. After a hard fault, soft faults that
// need exactly one king each are not checked. Takes a few hundred ns, and some us for a position in
// check.
std::vector<SetupFault> faults_of(const Setup& setup);

// Returns whether the setup has no hard fault. Takes tens of ns.
bool is_playable(const Setup& setup);

bool is_hard(SetupFault fault);

// Returns the fault as a clause in lower case: "a pawn stands on the first or last rank".
std::string_view to_string(SetupFault fault);

// Returns the article of the Laws that forbids the fault, such as "3.9.2". Faults of counters have
// a section of the PGN standard, such as "PGN 16.1.3.5".
std::string_view article_of(SetupFault fault);

// Returns whether the king of `turn` is in check, and was in check before every possible last move
// too (Laws 3.9.2). Examples are three checkers, or a knight and a pawn. Examines one half-move
// only. Takes a few us. Precondition: one king each; no pawn on the first or last rank.
bool is_impossible_check(const Board& board, Color turn);

// Returns whether a piece outside `unmoved` can have made the last move, with the king of `turn`
// safe before that move. A true result may be wrong, because only one half-move is examined and any
// piece may have been captured. Takes a few us. Precondition: one king each; no pawn on the first
// or last rank.
bool has_possible_last_move(const Board& board, Color turn, Bitboard unmoved);

}  // namespace arbiter
