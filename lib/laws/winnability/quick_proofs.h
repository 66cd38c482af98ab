// Proofs that White cannot mate, and an exhaustive search of all positions. Some proofs follow from
// the squares that each piece can ever reach, and from the pieces that can be captured.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

// An assumption about a piece in a line that ends with White mating. TakenAtHome: the piece is
// captured before it has moved. SafeAtHome: it is not.
enum class Fate : std::uint8_t { Any, SafeAtHome, TakenAtHome };

struct Assumption {
  Square square;
  Fate fate;
};

struct Prospect {
  Role role;
  Color color;
  Square home;
  Bitboard reach;    // all squares that the piece can ever reach, including `home`
  Bitboard strikes;  // all squares where the piece can ever capture, or guard against a king
  bool is_capturable = false;
  bool is_promoted = false;  // a pawn that can promote to any piece
  Fate fate = Fate::Any;

  bool is_home() const { return reach == Bitboard(home); }
  bool is_steady() const { return is_home() && !is_capturable; }
};

// Returns the squares that the piece attacks from `square`, with its lines blocked by `occupied`.
inline Bitboard attacks_from(const Prospect& piece, Square square, Bitboard occupied) {
  if (piece.role == Role::Pawn) return pawn_attacks(piece.color, square);
  return attacks_of(piece.role, square, occupied);
}

// The reach of all pieces of a position.
struct ReachAnalysis {
  std::vector<Prospect> pieces;
  Bitboard steady;  // squares whose piece never leaves and is never captured
  std::array<std::size_t, 2> kings{};

  const Prospect& king(Color color) const { return pieces[kings[static_cast<std::size_t>(color)]]; }
};

// Returns the reach of all pieces. Returns nothing if a white pawn can promote (little could be
// proved), if an en passant capture is possible, or with more than 32 pieces.
std::optional<ReachAnalysis> analyse_reach(const State& state,
                                           std::span<const Assumption> assumptions = {});

// Returns whether it is proved that White never mates in any line in which the assumptions hold.
// The proof uses the squares that each piece can reach. False proves
// nothing. Takes microseconds. Precondition: no mate is on the board.
bool is_fortress(const State& state, std::span<const Assumption> assumptions = {});

// Returns whether is_fortress() is likely to succeed. White has no rook or queen, and each white
// pawn is stopped by a pawn directly in front of it.
bool looks_shut(const State& state);

// Returns whether is_fortress() is likely to succeed, at almost no cost. White has pawns, and each
// is still stopped after White's king has captured all unguarded pawns that it can reach.
bool looks_walled_in(const State& state);

// Returns whether it is proved that White never mates, by case distinction on one or two pieces
// that cannot currently move. Each is captured before it moves, or it is not; in each case other
// pieces stay shut in for longer. False proves nothing. Takes hundreds of microseconds.
// Precondition: no mate is on the board.
bool is_fortress_in_all_cases(const State& state);

// Returns whether every line leads to a proved fortress, a repetition or insufficient material
// within a few moves, not counting checks. False proves nothing, because the search stops at the
// first other line. Subtracts the number of examined positions from `positions`, the limit. A
// fortress proof counts as many positions as take the same time. Precondition: no mate is on the
// board.
bool all_lines_are_shut(const State& state, std::uint64_t& positions);

// The end of a game without a legal move, from White's point of view.
enum class QuickEnd { Mated, NoMate };

// Returns how the game has ended in the position; nothing if a legal move exists.
std::optional<QuickEnd> end_of_game(const State& state);

// A line in which each move is the only legal one.
struct ForcedMoves {
  std::vector<Move> moves;
  State state;
  bool is_cycle = false;        // true if a position recurred, so that the moves repeat endlessly
  std::uint64_t positions = 0;  // number of examined positions
};
ForcedMoves play_forced_moves(const State& state);

// Returns whether every line of at most `depth` moves ends without mate, by a missing legal move or
// by insufficient material. Stops at the first other line, and at the limit `positions`, from which
// it subtracts the number of examined positions. Precondition: no mate is on the board.
bool all_lines_end(const State& state, int depth, std::uint64_t& positions);

// Returns whether both kings can move back and forth endlessly. Then not all lines end, unless the
// material excludes mate.
bool can_kings_walk(const State& state);

enum class ClosureEnd {
  Mate,       // a line to a mate was found
  Exhausted,  // every position was visited, and White mates in none
  LimitHit,
};

struct ClosureLimits {
  std::uint64_t positions;  // number of generated positions, including duplicates
  std::size_t stored;  // maximum number of stored positions, at most StateStore::kMaxStates - 1
};

struct ClosureResult {
  ClosureEnd end;
  std::vector<Move> line;   // the moves from the first position to the mate, if there is one
  std::uint64_t positions;  // number of generated positions
};

// Visits positions until White has mated or all have been visited. The order affects only the time
// to a mate. A position is skipped if it was visited before, or if it is proved that White cannot
// mate from it. Uses about 80 bytes for each position. Precondition: White has not mated yet.
ClosureResult explore(const State& state, const ClosureLimits& limits);

}  // namespace arbiter
