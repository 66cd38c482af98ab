// Moves by the squares that a piece leaves and reaches, as chess engines write them (the Universal
// Chess Interface): e2e4, e7e8q.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

struct Coordinates {
  Square from;
  Square to;
  std::optional<Role> promotion;
};

// The legal move that they mean. Castling is understood as the king going to
// the square where it ends, if that is two squares off or more, and as the king
// taking its own rook. Nothing where no legal move fits; a promotion piece is
// never assumed.
std::optional<Move> legal_move(const Coordinates& coordinates, const Position& position);

// Whether a pawn of the player to move goes from its seventh rank to the
// eighth, so that a promotion piece has to be named.
bool reaches_promotion(const Coordinates& coordinates, const Position& position);

// How castling is written.
enum class UciCastling : std::uint8_t {
  AsNeeded,       // as one of the others: king takes rook in a position of Chess960
  KingTakesRook,  // e1h1, as engines want it in their Chess960 mode
  KingsSquare,    // e1g1
};

// Whether a castling right belongs to a king that is not on the e-file or to a
// rook that is not on the a- or h-file.
bool needs_chess960(const Position& position);

// Precondition: `move` is legal in `position`.
std::string uci_of(Move move, const Position& position, UciCastling = UciCastling::AsNeeded);

// The same of a move of `turn` where that is known; AsNeeded stands for KingsSquare.
std::string uci_of(Move move, Color turn, UciCastling castling);

// Reads a legal move; castling in both forms. The null move "0000" is refused
// like all that cannot be played.
Result<Move> parse_uci(std::string_view text, const Position& position);

}  // namespace arbiter
