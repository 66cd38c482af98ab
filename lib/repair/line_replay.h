// A written line replayed from some position, and how well its signs agree with
// the board: a "+" that is no check tells as much as a move that is not legal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lib/chess/position.h"
#include "lib/repair/written_line.h"

namespace arbiter {

// What a move can say that the board does not.
enum class Slip : std::uint8_t {
  CheckMissing,
  CheckSpurious,  // a "+", or a "#" that is no mate
  CaptureMissing,
  CaptureSpurious,
  Origin,     // a file or rank that is not needed
  Number,     // the numbers jump
  LookAlike,  // a character that looks like the right one
};
inline constexpr std::size_t kSlipCount = 7;

// How much each slip tells against a guess, in natural logarithms: little where
// the writer makes it anyway.
using SlipCosts = std::array<double, kSlipCount>;

// Where a replay stands.
struct ReplayPoint {
  Position position;
  std::size_t next = 0;  // the written move to be played
  // What the written numbers exceed the true half-moves by.
  std::int64_t ahead = 0;
};

// What a replay came to.
struct Replay {
  ReplayPoint end;  // before the first move that is not legal, or behind the last
  double slips = 0;
  std::uint32_t checks = 0;    // written, and so on the board
  std::uint32_t captures = 0;  // the same
};

// Half-moves before the position, counted from "1.".
std::int64_t plies_of(const Position& position);

class LineReplay {
 public:
  // What the writer's habits are is told by the moves that are legal from `start`.
  // `line` must outlive this.
  LineReplay(const WrittenLine& line, const Position& start);

  // To the end of the line; words that are no moves are played as what they look like. Some
  // 20 ns a move.
  Replay follow(Replay from) const { return follow(from, moves_.size()); }
  // To the ply `end` of the line at most.
  Replay follow(Replay from, std::size_t end) const;

  // Plays `move`, which is legal, in place of the written one, whose number counts.
  void substitute(Move move, Replay& replay) const;

  // Plays one written move, as exactly what is written; false, and nothing changes, where it is
  // not legal.
  bool step(Replay& replay) const { return step(replay, resolve); }

  std::size_t size() const { return moves_.size(); }

 private:
  using Resolve = SanResolution (*)(const RepairMove&, const Position&);
  bool step(Replay& replay, Resolve resolve_move) const;

  std::span<const RepairMove> moves_;
  SlipCosts costs_{};
};

}  // namespace arbiter
