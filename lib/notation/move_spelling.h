// Moves in other notations than SAN.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/uci.h"

namespace arbiter {

enum class MoveNotation : std::uint8_t {
  San,
  Lan,       // Ng1-f3, e7xd8=Q+
  Uci,       // g1f3, e7d8q
  Figurine,  // ♘f3, exd8=♕+
  Letters,   // Sf3: those of a language
};

struct MoveSpelling {
  MoveNotation notation = MoveNotation::San;
  PieceLetters letters = {};  // of Letters

  bool operator==(const MoveSpelling&) const = default;
};

// "san", "lan", "uci", "figurine", or the letters of a language: "KDTLS". The error names them.
Result<MoveSpelling> parse_move_spelling(std::string_view text);

// A move that has just been made by `color`, from its SAN; nothing: a null move. `castling` is
// asked for UCI only.
std::string spelled(std::string_view san, std::optional<Move> move, Color color,
                    const MoveSpelling& spelling, UciCastling castling);

}  // namespace arbiter
