// The effect of each touch on the allowed moves; touch_move.cc describes it in words.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"
#include "lib/laws/touch/touch_move.h"

namespace arbiter {

struct TouchEffect {
  TouchRule rule = TouchRule::NothingBinds;
  std::vector<Move> moves = {};      // the moves that are still allowed
  Bitboard touched = {};             // the touched squares
  std::optional<Square> bound = {};  // the piece that must be moved or captured
  std::optional<Square> first_own = {};
  std::optional<Square> first_theirs = {};
  Bitboard barred_rooks = {};  // rooks touched before the king, with which castling was intended
  // The castling that must be made, or that was intended and is illegal.
  std::optional<CastlingSide> castling = {};
  // Releases on impossible squares, and new pieces without a promoting pawn or after the final
  // choice.
  std::vector<Touch> ineffective = {};
};

// Returns the effect of these touches, one after the other. Precondition: the player to move, who
// touched the pieces, has a legal move.
TouchEffect effect_of(std::span<const Touch> touches, const Position& position);

}  // namespace arbiter
