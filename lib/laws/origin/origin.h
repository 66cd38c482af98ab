// Proofs that a position cannot have arisen from an initial position by legal moves (Laws 3.10.3).
//
// The squares that pieces can have reached follow from the pieces that never moved. Every set may
// be too large but never too small, so squares outside it are proved impossible.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"

namespace arbiter {

inline constexpr Color kBothColors[] = {Color::White, Color::Black};

enum class StartArray : std::uint8_t { Usual, Chess960 };

// A piece that started on the first rank of its side.
struct FirstPiece {
  Role role;
  Bitboard home;   // possible start squares; exactly one in the standard array
  Bitboard reach;  // the squares that it can have reached, including its home
};

struct FirstPieces {
  // Pieces of both sides that certainly never moved: pawns on their initial squares, kings and
  // rooks with castling rights, and pieces blocked in by these.
  Bitboard unmoved;
  std::array<std::vector<FirstPiece>, 2> pieces;  // indexed by colour; pawns excluded
  // Possible promotion squares by colour, and the squares that a promoted piece can reach, by
  // colour and role.
  std::array<Bitboard, 2> promotion_squares;
  std::array<std::array<Bitboard, 6>, 2> promoted_reach;

  const std::vector<FirstPiece>& of(Color color) const {
    return pieces[static_cast<std::size_t>(color)];
  }
};

// Returns the first pieces of a setup. Accepts any board, even an unplayable one. Takes a few us.
FirstPieces first_pieces(const Setup& setup, StartArray start);

enum class OriginFault : std::uint8_t {
  Kings,          // not exactly one king of each side
  PawnOnEdge,     // a pawn on the first or last rank
  KingsAdjacent,  // the kings are adjacent
  OppositeCheck,  // the player who is not to move is in check
  TooManyPieces,
  TooManyPawns,
  TooManyPromoted,  // more promoted pieces than missing pawns
  Misplaced,        // a piece that cannot have reached its square
  PawnCaptures,     // more pawn captures than missing pieces
  PawnsPassed,      // pawns of one file that cannot have passed each other
  ImpossibleCheck,  // no legal move could have given the check
  EnPassant,        // no double step can have passed the en passant square
  NoLastMove,       // no last move was possible
  Castling,         // castling rights that contradict each other
  Turn,             // the other player must be to move
};

// Returns the machine-readable id of a fault, such as "kings" or "pawn-on-edge".
std::string_view to_string(OriginFault fault);

// Returns the article that every move sequence to the position breaks, in addition to 3.10.3.
std::string_view article_of(OriginFault fault);

struct OriginFlaw {
  OriginFault fault;
  std::string proof;  // a sentence about the board, in lower case, without a full stop
};

using OriginFlaws = std::vector<OriginFlaw>;

// Returns Chess960 if a castling right requires it, otherwise Usual.
StartArray start_array_of(const Setup& setup);

// Returns proofs that no series of legal moves leads from `start` to this position. Each proof is
// sufficient by itself, and several may have the same cause. An empty list proves nothing. Castling
// letters without king and rook in place are not part of a Setup; the FEN reader reports them.
// Takes hundreds of us.
OriginFlaws origin_flaws(const Setup& setup, StartArray start);

// A flaw of the half-move clock or the move number (PGN 16.1.3.5, 16.1.3.6). These numbers are
// often made up, so a flaw proves nothing about the board.
struct CountFlaw {
  std::string text;       // a clause in lower case
  std::string reference;  // a section or article such as "PGN 16.1.3.5" or "Laws 9.6.2"
};
std::vector<CountFlaw> count_flaws(const Setup& setup);

}  // namespace arbiter
