// A scan of one game for the positions where a pattern holds. Claims are evaluated on a position,
// stored as sets of squares, and its last move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/patterns/pattern.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter {

inline constexpr std::array<MenCounts, kPieceCount + 1> kCounts = [] {
  std::array<MenCounts, kPieceCount + 1> counts{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    counts[code] = one_man(Piece::from_code(code));
  }
  return counts;
}();

// White's lead in pawns from a given half-move on.
struct PastLead {
  int ply = 0;
  int pawns = 0;
};

struct Situation {
  explicit Situation(const Setup& start);

  // The squares of the pieces, indexed by Piece::code(). The last entry is a dummy for
  // non-captures.
  std::array<Bitboard, kPieceCount + 1> men = {};
  const Setup* start;  // must outlive the situation
  MenCounts counts;    // same as men_on()
  int ply = 0;
  int last_ply = 0;     // the last ply of the game
  Bitboard moved = {};  // squares that a piece has left or reached
  // The move that led to the position. `mover` is Board::kEmpty in the initial position.
  Move move = {};
  std::uint8_t mover = Board::kEmpty;
  std::uint8_t captured = Board::kEmpty;
  std::vector<PastLead> leads = {};  // ordered by ply, if note_lead() is called after each move
  Bitboard followed = {};            // the pieces that a claim refers to

  Color turn() const { return (ply & 1) == 0 ? start->turn : other(start->turn); }
  Bitboard of(Piece piece) const { return men[piece.code()]; }
  Bitboard of(Men some) const;
  // Returns the pieces of Black and White. Cached for the current half-move.
  const std::array<Bitboard, 2>& sides() const {
    if (sides_ply_ != ply) add_sides();
    return sides_;
  }
  Bitboard occupied() const { return sides()[0] | sides()[1]; }

  void play_special();
  // Adds the current lead if it has changed.
  void note_lead();

 private:
  void add_sides() const;

  mutable std::array<Bitboard, 2> sides_ = {};
  mutable int sides_ply_ = -1;
};

// Returns the squares of the pieces that the claim counts, or of the piece that made the claimed
// move.
Bitboard found_pieces(const Claim& claim, const Situation& situation);

// Returns the squares of `pieces` after the last move.
Bitboard moved_along(Bitboard pieces, const Situation& situation);

// Returns the pieces of both sides that attack the square, pinned or not.
Bitboard attackers(const Situation& situation, Square square);

// Returns whether the claim holds. Adds to `lines` the squares between pieces that the result
// depends on.
bool holds(const Claim& claim, const Situation& situation, Bitboard& lines);

// A scan that reports whether the pattern holds in the initial position and after each move. The
// pattern is evaluated only after moves that touch it; other moves cost about 3 ns.
class PatternScan {
 public:
  // Starts at the initial position. `last_ply` is the number of half-moves of the game. Plan and
  // setup must outlive the scan.
  PatternScan(const PatternPlan& plan, const Situation& start, int last_ply);
  PatternScan(const PatternPlan& plan, const Setup& start, int last_ply)
      : PatternScan(plan, Situation(start), last_ply) {}

  // Returns whether the pattern holds in the current position.
  bool holds() const { return holds_; }

  // Plays the next move, and returns whether the pattern holds. `piece` and `captured` are values
  // of Piece::code(): the moving piece (a pawn if it promotes), and the captured piece or
  // Board::kEmpty. Illegal moves are safe, but give meaningless results.
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
                             (plan_.captures[captured] & to) | ((from | to) & lines_);
    if (touched.is_empty() && now_.ply < wake_) return holds_;
    now_.move = move;
    now_.mover = piece;
    now_.captured = captured;
    return ask();
  }

 private:
  struct Memory {
    bool holds = false;
    bool first_held = false;  // first operand: held in the previous position, or at any time
    // Ply from which the first operand has held; for `Later`, the last ply at which it held. -1 if
    // none.
    int since = -1;
    bool first_holds = false;  // first operand: holds in the current position
    Bitboard found = {};       // the pieces of the first operand, for claims that refer to them
  };

  // Pieces found by a step, on their current squares.
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
  std::vector<std::vector<Followed>> followed_;  // indexed like PatternPlan::followings
  bool is_single_claim_;  // the pattern is one claim about the current position or move
  Bitboard lines_ = {};   // squares between pieces that the result depends on
  int wake_ = 0;  // the ply of the next evaluation, unless a move touches the pattern earlier
  bool holds_ = false;
};

}  // namespace arbiter
