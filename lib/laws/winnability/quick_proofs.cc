#include "lib/laws/winnability/quick_proofs.h"

#include <algorithm>
#include <vector>

#include "lib/chess/move_generator.h"
#include "lib/laws/winnability/reach_analysis.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

namespace {

// A search for a mate position that the reach of the pieces does not exclude.
//
// Lemma: if White mates, three squares exist. The loser's king reaches m, a checking piece reaches
// s, from which it attacks m, and White's king reaches k. Each square next to m that the loser's
// king reaches satisfies one of these conditions:
// - it is k or next to k;
// - it is attacked from s, or could be attacked by another of White's pieces;
// - it holds one of the loser's pieces, each of which can occupy only one square.
//
// If s is next to m, White's king or another piece guards it. Squares that the king does not reach
// need no guard. The last move gives the check. A pawn or a knight has moved to s, but a line piece
// may already have been on s.
struct MatePicture {
  bool is_possible() const {
    for (const Prospect& piece : analysis_.pieces) {
      if (!is_helper(piece)) continue;
      const Bitboard support = attacked_by_others(piece);
      for (const Square from : checking_squares(piece)) {
        if (is_possible_from({from, attacks(piece, from), support})) return true;
      }
    }
    return false;
  }

  struct Check {
    Square from;
    Bitboard attacks;  // squares attacked from s
    Bitboard support;  // squares that other pieces may attack
  };

  // Returns whether the piece is captured at home before the mate.
  static bool is_gone(const Prospect& piece) { return piece.fate == Fate::TakenAtHome; }
  static bool is_helper(const Prospect& piece) {
    return piece.color == kWinner && piece.role != Role::King && !is_gone(piece);
  }

  static Bitboard checking_squares(const Prospect& piece) {
    if (piece.role == Role::Pawn) return piece.reach & ~Bitboard(piece.home);
    if (piece.role == Role::Knight && piece.reach.has_one()) return kNoSquares;
    return piece.reach;
  }

  Bitboard attacks(const Prospect& piece, Square from) const {
    return attacks_from(piece, from, blockers_);
  }

  Bitboard attacked_by_others(const Prospect& checker) const {
    Bitboard attacked;
    for (const Prospect& piece : analysis_.pieces) {
      if (!is_helper(piece) || &piece == &checker) continue;
      for (const Square from : piece.reach) attacked |= attacks(piece, from);
    }
    return attacked;
  }

  bool is_possible_from(const Check& check) const {
    for (const Square mated : check.attacks& king_reach_) {
      const Bitboard escapes = king_attacks(mated) & king_reach_ & ~check.support;
      const Bitboard open = escapes & (~check.attacks | Bitboard(check.from));
      const Bitboard near = king_attacks(mated) | Bitboard(mated) | Bitboard(check.from);
      for (const Square helper : analysis_.king(kWinner).reach & ~near) {
        const Bitboard left = open & ~king_attacks(helper) & ~Bitboard(helper);
        if (!left.contains(check.from) && can_be_blocked(left)) return true;
      }
    }
    return false;
  }

  // Returns whether the loser has enough pieces that can occupy these squares.
  bool can_be_blocked(Bitboard squares) const {
    if (squares.is_empty()) return true;
    Bitboard blocked;
    int pieces = 0;
    for (const Prospect& piece : analysis_.pieces) {
      if (piece.color == kWinner || piece.role == Role::King || is_gone(piece)) continue;
      if ((piece.reach & squares).is_empty()) continue;
      blocked |= piece.reach & squares;
      ++pieces;
    }
    return blocked == squares && pieces >= squares.count();
  }

  const ReachAnalysis& analysis_;
  const Bitboard king_reach_ = analysis_.king(kLoser).reach;
  const Bitboard blockers_ = analysis_.steady & ~king_reach_;
};

bool has_heavy_piece(const State& state) { return (state.winner() & state.pieces.straight).any(); }

// Returns whether each of White's pawns faces one of the enemy pawns `stoppers`.
bool are_stopped(const State& state, Bitboard stoppers) {
  std::uint64_t behind = stoppers.bits();
  for (const int step : {8, 16, 32}) behind |= behind >> step;
  return (state.pieces.pawns & state.winner() & ~Bitboard(behind)).is_empty();
}

// Returns the squares that a king reaches from `start` over `free` squares.
Bitboard walk(Square start, Bitboard free) {
  Bitboard reach(start);
  for (;;) {
    const Bitboard further = reach | (grown(reach) & free);
    if (further == reach) return reach;
    reach = further;
  }
}

// Returns the pieces that might be captured and cannot currently move.
std::vector<Square> pieces_to_split(const State& state, Bitboard capturable) {
  std::vector<Square> squares;
  const Bitboard occupied = state.pieces.occupied();
  for (const Square square : capturable & ~state.pieces.kings) {
    const Color color = state.winner().contains(square) ? kWinner : kLoser;
    const Bitboard own = state.pieces.of(color);
    const Bitboard lines = state.pieces.knights.contains(square) ? knight_attacks(square)
                           : state.pieces.pawns.contains(square) ? Bitboard(forward(color, square))
                                                                 : kNoSquares;
    Bitboard free = lines & ~(state.pieces.pawns.contains(square) ? occupied : own);
    if (state.pieces.diagonal.contains(square)) free |= bishop_attacks(square, occupied) & ~own;
    if (state.pieces.straight.contains(square)) free |= rook_attacks(square, occupied) & ~own;
    if (free.is_empty()) squares.push_back(square);
  }
  return squares;
}

struct CaseSplit {
  // At least one case must be proved directly, because two more proofs are rarely worthwhile.
  bool is_proved(int splits) {
    for (const Square square : squares_) {
      const bool is_safe_case = holds({square, Fate::SafeAtHome}, 0);
      if (!is_safe_case && splits == 1) continue;
      const bool is_taken_case = holds({square, Fate::TakenAtHome}, 0);
      if (is_safe_case && is_taken_case) return true;
      if (is_safe_case == is_taken_case || splits == 1) continue;
      const Fate open = is_safe_case ? Fate::TakenAtHome : Fate::SafeAtHome;
      if (holds({square, open}, splits - 1)) return true;
    }
    return false;
  }

  bool holds(Assumption assumption, int splits) {
    assumptions_.push_back(assumption);
    const bool is_shut = splits == 0 ? is_fortress(state_, assumptions_) : is_proved(splits);
    assumptions_.pop_back();
    return is_shut;
  }

  const State& state_;
  const std::vector<Square> squares_;
  std::vector<Assumption> assumptions_ = {};
};

constexpr std::uint64_t kFortressCost = 40;
constexpr std::uint64_t kCasesCost = 1000;
constexpr int kMaxShutPlies = 16;

// A search for forced chains of moves. A visited position needs no second proof, because its first
// occurrence is proved or the whole search fails. Proof: if White ever mated, consider the last
// position of that line from which the search continued. The position after it is a leaf, and
// proved.
struct ChainSearch {
  bool is_shut(const State& state) { return is_shut(state, quiet_, kMaxShutPlies); }
  std::uint64_t positions() const { return positions_; }

  bool is_shut(const State& state, int quiet, int plies) {
    if (!can_win_by_material(state.pieces, kWinner)) return true;
    if (is_mated(state)) return false;
    if (was_met(state) || is_proved(state)) return true;
    const bool is_forced = is_check(state);
    if (plies == 0 || (quiet == 0 && !is_forced)) return false;
    for (const Move move : legal_moves(state)) {
      State after = state;
      play(after, move);
      if (!spend(1) || !is_shut(after, is_forced ? quiet : quiet - 1, plies - 1)) return false;
    }
    return true;
  }

  bool was_met(const State& state) {
    const PackedState now = packed(state);
    if (std::ranges::find(met_, now) != met_.end()) return true;
    met_.push_back(now);
    return false;
  }

  bool is_proved(const State& state) {
    return spend(kFortressCost) && (is_fortress(state) || is_proved_in_cases(state));
  }

  bool is_proved_in_cases(const State& state) {
    return spend(kCasesCost) && is_fortress_in_all_cases(state);
  }

  bool spend(std::uint64_t cost) {
    const bool has_enough = cost <= positions_;
    positions_ -= has_enough ? cost : 0;
    return has_enough;
  }

  const int quiet_;
  std::uint64_t positions_;
  std::vector<PackedState> met_ = {};
};

bool all_lines_end_after(Move move, const State& state, int depth, std::uint64_t& positions) {
  State after = state;
  play(after, move);
  return !is_mated(after) && all_lines_end(after, depth - 1, positions);
}

// Returns the state after a king's step.
State after_step(State state, Square from, Square to) {
  const Bitboard both = Bitboard(from) | Bitboard(to);
  state.pieces.kings ^= both;
  state.pieces.of(state.pieces.white.contains(from) ? Color::White : Color::Black) ^= both;
  return state;
}

}  // namespace

bool is_fortress(const State& state, std::span<const Assumption> assumptions) {
  const auto analysis = analyse_reach(state, assumptions);
  return analysis && !MatePicture(*analysis).is_possible();
}

bool looks_shut(const State& state) {
  return !has_heavy_piece(state) && are_stopped(state, state.pieces.pawns & state.loser());
}

bool looks_walled_in(const State& state) {
  const Bitboard pawns = state.pieces.pawns & state.winner();
  if (has_heavy_piece(state) || pawns.is_empty()) return false;
  Bitboard stoppers = state.pieces.pawns & state.loser();
  while (are_stopped(state, stoppers)) {
    const Bitboard guarded = move_generator::pawn_attacks_of<kLoser>(stoppers);
    const Bitboard reach = walk(state.king(kWinner), ~(pawns | stoppers | guarded));
    const Bitboard taken = grown(reach) & stoppers & ~guarded;
    if (taken.is_empty()) return true;
    stoppers &= ~taken;
  }
  return false;
}

bool is_fortress_in_all_cases(const State& state) {
  const auto analysis = analyse_reach(state);
  Bitboard capturable = analysis ? kNoSquares : state.pieces.occupied();
  if (analysis) {
    for (const Prospect& piece : analysis->pieces) {
      if (piece.is_capturable) capturable |= piece.home;
    }
  }
  CaseSplit cases(state, pieces_to_split(state, capturable));
  return cases.is_proved(1) || cases.is_proved(2);
}

bool all_lines_are_shut(const State& state, std::uint64_t& positions) {
  constexpr int kMaxQuiet = 3;
  for (int quiet = 0; quiet <= kMaxQuiet; ++quiet) {
    ChainSearch search(quiet, positions);
    const bool is_proved = search.is_shut(state);
    positions = search.positions();
    if (is_proved) return true;
  }
  return false;
}

std::optional<QuickEnd> end_of_game(const State& state) {
  if (has_legal_move(state)) return std::nullopt;
  return state.turn == kLoser && is_check(state) ? QuickEnd::Mated : QuickEnd::NoMate;
}

ForcedMoves play_forced_moves(const State& state) {
  constexpr std::size_t kMaxMoves = 200;
  ForcedMoves forced{{}, state};
  std::vector<PackedState> before;
  while (forced.moves.size() < kMaxMoves) {
    const MoveList moves = legal_moves(forced.state);
    ++forced.positions;
    if (moves.size() != 1) break;
    const PackedState now = packed(forced.state);
    forced.is_cycle = std::ranges::find(before, now) != before.end();
    if (forced.is_cycle) break;
    before.push_back(now);
    forced.moves.push_back(moves[0]);
    play(forced.state, moves[0]);
  }
  return forced;
}

bool all_lines_end(const State& state, int depth, std::uint64_t& positions) {
  if (positions == 0) return false;
  --positions;
  if (!can_win_by_material(state.pieces, kWinner)) return true;
  // One continuing move is sufficient, and usually the first move is one.
  const auto some = some_legal_move(state);
  if (!some) return !(state.turn == kLoser && is_check(state));
  if (depth == 0 || !all_lines_end_after(*some, state, depth, positions)) return false;
  return std::ranges::all_of(legal_moves(state), [&](Move move) {
    return move == *some || all_lines_end_after(move, state, depth, positions);
  });
}

bool can_kings_walk(const State& state) {
  const Color us = state.turn;
  const Square our = state.king(us);
  const Square their = state.king(other(us));
  for (const Square to : king_attacks(our) & ~state.pieces.occupied()) {
    const State first = after_step(state, our, to);
    if (attackers(first, to, other(us)).any()) continue;
    for (const Square answer : king_attacks(their) & ~first.pieces.occupied()) {
      const State second = after_step(first, their, answer);
      if (attackers(second, answer, us).any()) continue;
      const State third = after_step(state, their, answer);
      if (attackers(third, our, other(us)).is_empty() && attackers(state, their, us).is_empty())
        return true;
    }
  }
  return false;
}

}  // namespace arbiter
