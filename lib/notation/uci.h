// Moves as the origin and target squares of a piece, as chess engines write them (the Universal
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

// Returns the legal move with these coordinates. Castling is the king moving two or more squares to
// its final square, or the king taking its own rook. Returns nothing if no legal move matches; a
// promotion piece is never assumed.
std::optional<Move> legal_move(const Coordinates& coordinates, const Position& position);

// Returns whether a pawn of the player to move goes from its seventh rank to the eighth, which
// requires a promotion piece.
bool reaches_promotion(const Coordinates& coordinates, const Position& position);

// The notation of castling.
enum class UciCastling : std::uint8_t {
  AsNeeded,       // one of the other two: king takes rook in a Chess960 position
  KingTakesRook,  // e1h1, as in the Chess960 mode of engines
  KingsSquare,    // e1g1
};

// Returns whether a castling right belongs to a king outside the e-file, or to a rook outside the
// a- and h-files.
bool needs_chess960(const Position& position);

// Precondition: `move` is legal in `position`.
std::string uci_of(Move move, const Position& position, UciCastling = UciCastling::AsNeeded);

// The same for a known player to move; AsNeeded means KingsSquare.
std::string uci_of(Move move, Color turn, UciCastling castling);

// Reads a legal move; castling in both forms. The null move "0000" is rejected, like every move
// that cannot be played.
Result<Move> parse_uci(std::string_view text, const Position& position);

}  // namespace arbiter
