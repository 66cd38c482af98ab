// All changes of a line after which its first illegal move is legal or gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/repair/line_replay.h"
#include "lib/repair/repair.h"

namespace arbiter {

struct Guess {
  RepairKind kind = RepairKind::Replace;
  std::size_t at = 0;
  std::size_t count = 1;
  Move move = {};
  std::size_t start = 0;  // Start: which of the starts
  Replay run = {};        // a few hundred plies behind the illegal move at most
  double score = 0;       // in natural logarithms; more is likelier
};

// A first position that may be the true one.
struct PossibleStart {
  Setup setup;
  Position position;  // of it
  double cost;        // as Guess::score, but less is likelier
  std::string reason;
};

// The line up to its first illegal move: points[i] is before ply i, the last one
// before the illegal move; slips[i] are those of the plies before i.
struct LegalPart {
  std::vector<ReplayPoint> points;
  std::vector<double> slips;

  std::size_t broken() const { return points.size() - 1; }
};

LegalPart legal_part(const LineReplay& replay, const Position& start);

// What guesses are made of.
struct BrokenLine {
  const WrittenLine& line;
  const LineReplay& replay;
  const LegalPart& legal;
  std::span<const PossibleStart> starts;
};

// Scored by the change, the signs of the moves behind it and how far they run, in
// no order. About 1 ms.
std::vector<Guess> guesses(const BrokenLine& broken);

}  // namespace arbiter
