// Whether a Setup can be played, and what is wrong with it (Laws 3.10.3).
#pragma once

#include <string_view>
#include <vector>

#include "lib/chess/setup.h"

namespace arbiter {

enum class SetupFault {
  // Hard: no Position can be made of it.
  NoKing,
  SeveralKings,
  PawnOnFirstOrLastRank,
  OppositeCheck,
  // Soft: it can be played, but no game leads to it, or a count cannot be true.
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

// In the order above, each at most once. Where there is a hard one, soft ones
// that need exactly one king each are not looked for. A few hundred ns; where
// there is check, some us.
std::vector<SetupFault> faults_of(const Setup& setup);

// No hard fault. Some ten ns.
bool is_playable(const Setup& setup);

bool is_hard(SetupFault fault);

// What is wrong, as a clause in lower case: "a pawn stands on the first or last rank".
std::string_view to_string(SetupFault fault);

// The article of the Laws that forbids it, such as "3.9.2"; for the counts the
// section of the PGN standard that defines them, such as "PGN 16.1.3.5".
std::string_view article_of(SetupFault fault);

}  // namespace arbiter
