// Moves in the notation of chess engines (Universal Chess Interface), with origin and target
// squares: e2e4, e7e8q.
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

// Returns the legal move with these coordinates. Castling is written as the king moving two or more
// squares to its final square, or as the king taking its own rook. Returns nothing if no legal move
// matches, or if the promotion piece is missing.
std::optional<Move> legal_move(const Coordinates& coordinates, const Position& position);

// Returns whether the coordinates move a pawn of the player to move to the last rank, so that a
// promotion piece is required.
bool reaches_promotion(const Coordinates& coordinates, const Position& position);

enum class UciCastling : std::uint8_t {
  AsNeeded,       // KingTakesRook in a Chess960 position, otherwise KingsSquare
  KingTakesRook,  // e1h1, as in the Chess960 mode of engines
  KingsSquare,    // e1g1
};

// Returns whether a castling right belongs to a king outside the e-file, or to a rook outside the
// a- and h-files.
bool needs_chess960(const Position& position);

// Returns the move in UCI notation. Precondition: `move` is legal in `position`.
std::string uci_of(Move move, const Position& position, UciCastling = UciCastling::AsNeeded);

// Returns the move of the player `turn` in UCI notation; AsNeeded means KingsSquare.
std::string uci_of(Move move, Color turn, UciCastling castling);

// Reads a legal move, with castling in either form. Rejects the null move "0000".
Result<Move> parse_uci(std::string_view text, const Position& position);

}  // namespace arbiter
