// A scan of a game for the positions where a pattern holds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/situation.h"

namespace arbiter {

// Reports whether the pattern holds in the first position and after each move. The pattern is
// evaluated only if a move has touched it; otherwise a move costs about 3 ns.
class PatternScan {
 public:
  // Both must outlive this. `last_ply` is the number of half-moves of the game.
  PatternScan(const PatternPlan& plan, const Setup& start, int last_ply);

  // Returns whether the pattern holds now.
  bool holds() const { return holds_; }

  // Plays the next move, and returns whether the pattern holds. `piece` is the moving piece (a pawn
  // if it promotes) and `captured` the captured one (Board::kEmpty: none), as Piece::code(). After
  // illegal moves the results are meaningless, but the calls remain safe.
  bool play(Move move, std::uint8_t piece, std::uint8_t captured) {
    ++now_.ply;
    if (move.kind() != MoveKind::Normal) [[unlikely]] {
      return play_special(move, piece, captured);
    }
    const Bitboard from(move.from());
    const Bitboard to(move.to());
    now_.men[captured] &= ~to;
    now_.men[piece] ^= from | to;
    now_.moved |= from | to;
    now_.counts -= kCounts[captured];
    const Bitboard touched = (plan_.arrivals[piece] & to) | (plan_.departures[piece] & from) |
                             (plan_.captures[captured] & to);
    if (touched.is_empty() && now_.ply < wake_) return holds_;
    now_.move = move;
    now_.mover = piece;
    now_.captured = captured;
    return ask();
  }

 private:
  struct Memory {
    bool holds = false;
    bool first_held = false;  // in the previous position, or ever
    // The ply since which the first has held (of Later: the last one at which it held); -1: none.
    int since = -1;
    bool first_holds = false;  // now
    Bitboard found = {};       // the pieces of the first condition, for claims that follow them
  };

  // Pieces that a step has found, on their present squares.
  struct Followed {
    int ply;
    Bitboard pieces;
  };

  bool play_special(Move move, std::uint8_t piece, std::uint8_t captured);
  bool ask();
  bool value(const PlanNode& node);
  bool claim_value(const PlanNode& node);
  void update(const PlanMemory& plan, Memory& memory);
  void update_window(const PlanMemory& plan, Memory& memory, bool first);
  void follow_move();
  void note_found();
  void keep_found(const PlanMemory& plan, const Memory& memory);
  void evaluate_followed(std::optional<std::size_t> following);
  void wake_at(int ply) { wake_ = ply < wake_ ? ply : wake_; }

  const PatternPlan& plan_;
  Situation now_;
  std::vector<Memory> memories_;
  std::vector<std::vector<Followed>> followed_;  // by PatternPlan::followings
  int wake_ = 0;  // the ply of the next evaluation, if no move touches the pattern before
  bool holds_ = false;
};

}  // namespace arbiter
