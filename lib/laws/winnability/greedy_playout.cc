#include "lib/laws/winnability/greedy_playout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "lib/chess/move_generator.h"

namespace arbiter {

namespace {

using move_generator::AnyProcessor;
using move_generator::attacked;

constexpr std::size_t kGoalCount = 40;

constexpr std::array<KingGoals, kGoalCount> all_goals() {
  std::array<KingGoals, kGoalCount> all{};
  std::size_t count = 0;
  for (int i = 1; i < 7; ++i) {
    all[count++] = {square_at(i), square_at(i + 16)};
    all[count++] = {square_at(56 + i), square_at(40 + i)};
    all[count++] = {square_at(8 * i), square_at(8 * i + 2)};
    all[count++] = {square_at(8 * i + 7), square_at(8 * i + 5)};
  }
  for (const int flip : {0, 7, 56, 63}) {
    for (const Square helper : {Square::G6, Square::H6, Square::F7, Square::F8}) {
      all[count++] = {square_at(index_of(Square::H8) ^ flip), square_at(index_of(helper) ^ flip)};
    }
  }
  return all;
}
constexpr auto kGoals = all_goals();

constexpr Bitboard kCorners = Bitboard(Square::A1) | Square::H1 | Square::A8 | Square::H8;

Bitboard attacked_among(const State& state, Color color, Bitboard occupied) {
  return color == Color::White ? attacked<Color::White, AnyProcessor>(state.pieces, occupied)
                               : attacked<Color::Black, AnyProcessor>(state.pieces, occupied);
}

// Returns the pieces that the winner's king must capture before a pawn can promote. Empty if the
// winner has a rook or queen, or a pawn without an enemy pawn in front of it.
Bitboard blockers_of_pawns(const State& state) {
  if ((state.winner() & state.pieces.straight).any()) return kNoSquares;
  const Bitboard pawns = state.winner() & state.pieces.pawns;
  const Bitboard others = state.loser() & state.pieces.pawns;
  Bitboard blockers;
  for (const Square pawn : pawns) {
    const Square goal = square_of(file_of(pawn), Rank::Eight);
    const Bitboard faced = (between(pawn, goal) | Bitboard(goal)) & others;
    if (faced.is_empty()) return kNoSquares;
    blockers |= faced;
  }
  return blockers;
}

// Returns the target with the shortest path for the king; nothing if none is reachable.
std::optional<Square> nearest(Bitboard targets, Square king, Bitboard open) {
  Bitboard reached(king);
  while ((reached & targets).is_empty()) {
    const Bitboard wider = reached | (grown(reached) & open);
    if (wider == reached) return std::nullopt;
    reached = wider;
  }
  return (reached & targets).first();
}

// Returns whether the winner's pieces can mate with the kings on these goals.
bool is_possible(const State& state, const KingGoals& goals) {
  if (!is_light(state)) return true;
  if (!kCorners.contains(goals.king)) return false;
  const Bitboard minors = state.winner() & ~state.pieces.kings;
  return ((minors & state.pieces.knights) | (minors & squares_like(goals.king))).any();
}

// Returns the goals that need the fewest king moves; `skipped` is the number of better goals to
// skip.
KingGoals picture_of_kings(const State& state, std::uint64_t skipped) {
  constexpr int kMaxMoves = 12;
  const Bitboard helper_open = open_to_king(state, kWinner) | king_attacks(state.king(kLoser));
  const Bitboard king_open = open_to_king(state, kLoser) & ~state.winner();
  Bitboard helper(state.king(kWinner));
  Bitboard king(state.king(kLoser));
  KingGoals last = kGoals[0];
  for (int moves = 0; moves < kMaxMoves; ++moves) {
    for (const KingGoals& goals : kGoals) {
      if (!king.contains(goals.king) || !helper.contains(goals.helper)) continue;
      if (!is_possible(state, goals)) continue;
      last = goals;
      if (skipped-- == 0) return last;
    }
    helper |= grown(helper) & helper_open;
    king |= grown(king) & king_open;
  }
  return last;
}

// Weights of the winner's moves. The move with the highest sum is played; a tie-break adds up to 7.
// The values are hand-tuned: 1,431 of 3,284 searches find a mate (vectors/winnability.txt, both
// winners, 2026-11-22). This drops to 1,132 without the winner's kKingStep, 1,381 without the
// loser's kBlockExit, and 1,402 without the loser's kKingStep. Without any single other value,
// 1,417 to 1,449 searches find a mate.
struct WinnerWeight {
  // Captures a piece that could interpose or capture the checking piece; pawns rarely can.
  static constexpr int kTakeQueen = 35;
  static constexpr int kTakeRook = 28;
  static constexpr int kTakeMinor = 14;
  static constexpr int kTakePawn = 4;
  // Captures a piece that is needed, because minor pieces can mate only if it blocks the loser's
  // king.
  static constexpr int kTakeNeededPiece = -40;
  static constexpr int kCheck = -15;       // drives the king away; moves that mate are tried first
  static constexpr int kKingStep = 20;     // moves the king towards its goal
  static constexpr int kKingLeaves = -20;  // moves the king away from its goal
  static constexpr int kPawn = 10;         // a pawn move, if no other piece can mate
  static constexpr int kPawnRank = 3;  // additional points for each rank, so that one pawn leads
  static constexpr int kPromoteQueen = 50;  // exceeds the sum of all others
  static constexpr int kPromoteRook = 48;   // used if a queen would stalemate
  static constexpr int kPromoteMinor = 10;  // used if queen and rook would stalemate
  static constexpr int kHeavy = 2;          // puts a queen or rook where it may mate
  static constexpr int kHeavyInPlace = 8;   // the same, once the kings are on their goals
};

struct LoserWeight {
  // Captures a queen or rook, or a pawn that can become one.
  static constexpr int kTakeMatingPiece = -50;
  static constexpr int kTakeMinor = -20;
  static constexpr int kLeaveWay = 12;  // leaves the path of the winner's pawns
  static constexpr int kEnterWay = -12;
  static constexpr int kKingStep = 20;  // moves the king towards its goal
  static constexpr int kKingElsewhere = -6;
  static constexpr int kKingLeaves = -12;  // moves the king away from its goal
  // Gives check, which delays the winner or moves the winner's king.
  static constexpr int kCheck = -25;
  static constexpr int kOnPlaceOfKing = -10;  // occupies the goal of either king
  static constexpr int kPromoteHeavy = -20;   // promotes to a piece that could interpose
  // Offers a piece for capture, so that fewer pieces can interpose.
  static constexpr int kGiveAway = 6;
  // Blocks a square next to the loser's king, if minor pieces are to mate.
  static constexpr int kBlockExit = 15;
  static constexpr int kUnblockExit = -15;
  static constexpr int kPawnToBlock = 8;  // moves a pawn that may become a blocker
};

constexpr std::uint64_t kGames = 8;
constexpr std::size_t kMaxPlies = 180;

// Returns the length limit of a playout. The first playouts are short, because another one may
// succeed faster.
constexpr std::size_t plies_of(std::uint64_t game) { return 40 + 20 * game; }
static_assert(plies_of(kGames - 1) <= kMaxPlies);

constexpr int kBarred = -1000;

bool is_heavy(Role role) { return role == Role::Queen || role == Role::Rook; }

int weight_of_taking(Role role) {
  if (role == Role::Queen) return WinnerWeight::kTakeQueen;
  if (role == Role::Rook) return WinnerWeight::kTakeRook;
  return role == Role::Pawn ? WinnerWeight::kTakePawn : WinnerWeight::kTakeMinor;
}

// Returns the squares next to the loser's king that the winner's king does not guard.
Bitboard exit_of(const KingGoals& goals) {
  return king_attacks(goals.king) & ~king_attacks(goals.helper) & ~Bitboard(goals.helper);
}

struct Playout {
  // Plays one game. Returns whether it ends in mate, within about `most` positions.
  bool mates(std::uint64_t most) {
    while (size_ < plies_of(number_) && positions_ < most) {
      const MoveList moves = legal_moves(state_);
      if (moves.is_empty()) return false;
      look();
      if (state_.turn == kLoser) {
        play_loser(moves);
      } else if (play_mate(moves)) {
        return true;
      } else if (!play_winner(moves)) {
        return false;
      }
    }
    return false;
  }
  std::vector<Move> line() const { return {line_.begin(), line_.begin() + size_}; }
  std::uint64_t positions() const { return positions_; }

  // Returns a pseudorandom number from 0 to 7, so that playouts differ and do not repeat moves
  // endlessly.
  int tie_break() {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>(random_ >> 61);
  }

  State after(Move move) {
    State next = state_;
    play(next, move);
    ++positions_;
    return next;
  }

  void go(Move move, const State& next) {
    state_ = next;
    line_[size_++] = move;
  }

  // Returns the role of the piece after the move. The role of the previous piece is cached.
  Role role_after(Move move) {
    if (move.kind() == MoveKind::Promotion) return move.promotion_role();
    if (move.from() != mover_) {
      mover_ = move.from();
      mover_role_ = role_at(state_, mover_);
    }
    return mover_role_;
  }

  // Returns whether the moved piece gives check on its target square.
  bool checks(Move move, Role role) const {
    return checking_[static_cast<std::size_t>(role)].contains(move.to());
  }

  // Computes facts that are needed for all moves of this turn.
  void look() {
    const Square target = state_.king(other(state_.turn));
    const Bitboard occupied = state_.pieces.occupied();
    const Bitboard diagonal = bishop_attacks(target, occupied);
    const Bitboard straight = rook_attacks(target, occupied);
    checking_ = {pawn_attacks(other(state_.turn), target),
                 knight_attacks(target),
                 diagonal,
                 straight,
                 diagonal | straight,
                 kNoSquares};
    mover_ = state_.king(state_.turn);
    mover_role_ = Role::King;
    is_armed_ = (state_.winner() & state_.pieces.straight).any();
    plan_walk();
    exit_ = is_light(state_) ? exit_of(goals_) : kNoSquares;
  }

  bool play_mate(const MoveList& moves) {
    for (const Move move : moves) {
      if (!checks(move, role_after(move))) continue;
      const State next = after(move);
      if (has_legal_move(next)) continue;
      go(move, next);
      return true;
    }
    return false;
  }

  // Plans the king walk of the player to move. Chooses another goal if the path is blocked.
  void plan_walk() {
    const Square king = state_.king(state_.turn);
    Bitboard open = open_to_king(state_, state_.turn);
    if (state_.turn == kLoser) open &= ~state_.winner();
    steps_ = steps_towards(goals_.of(state_.turn), king, open);
    const bool is_blocker_taken = state_.turn == kWinner && king == goals_.helper && !is_armed_;
    if (is_blocker_taken || (steps_.is_empty() && king != goals_.of(state_.turn))) {
      goals_ = goals_of_kings(state_, 0);
      steps_ = steps_towards(goals_.of(state_.turn), king, open);
    }
    is_in_place_ = king == goals_.of(state_.turn);
  }

  // Plays the best move that leaves the loser a legal move.
  bool play_winner(const MoveList& moves) {
    std::array<int, MoveList::kCapacity> scores;
    for (std::size_t i = 0; i < moves.size(); ++i) scores[i] = winner_score(moves[i]);
    for (int tries = 0; tries < 8; ++tries) {
      const auto best = std::max_element(scores.begin(), scores.begin() + moves.size());
      if (*best == kBarred) return false;
      const Move move = moves[static_cast<std::size_t>(best - scores.begin())];
      const State next = after(move);
      if (has_legal_move(next)) {
        go(move, next);
        return true;
      }
      *best = kBarred;
    }
    return false;
  }

  int weight_of_taking_on(Square square) const {
    return exit_.any() ? WinnerWeight::kTakeNeededPiece : weight_of_taking(role_at(state_, square));
  }

  int winner_score(Move move) {
    using W = WinnerWeight;
    const Role role = role_after(move);
    int score = tie_break();
    if (checks(move, role)) score += W::kCheck;
    if (state_.loser().contains(move.to())) score += weight_of_taking_on(move.to());
    if (role == Role::King) {
      if (steps_.contains(move.to())) score += W::kKingStep;
      if (is_in_place_) score += W::kKingLeaves;
    } else if (role == Role::Pawn) {
      if (!is_armed_) score += W::kPawn + W::kPawnRank * index_of(rank_of(move.to()));
    } else if (move.kind() == MoveKind::Promotion) {
      score += role == Role::Queen  ? W::kPromoteQueen
               : role == Role::Rook ? W::kPromoteRook
                                    : W::kPromoteMinor;
    } else if (is_heavy(role)) {
      score += is_in_place_ ? W::kHeavyInPlace : W::kHeavy;
    }
    return score;
  }

  void play_loser(const MoveList& moves) {
    guarded_ = attacked_by(state_, kWinner);
    way_ = way_of_pawns(state_);
    int most = kBarred;
    Move best = moves[0];
    for (const Move move : moves) {
      const int score = loser_score(move);
      if (score <= most) continue;
      most = score;
      best = move;
    }
    go(best, after(best));
  }

  int loser_score(Move move) {
    using W = LoserWeight;
    const Role role = role_after(move);
    int score = tie_break();
    if (state_.winner().contains(move.to())) {
      const Role taken = role_at(state_, move.to());
      score += is_heavy(taken) || taken == Role::Pawn ? W::kTakeMatingPiece : W::kTakeMinor;
    }
    if (way_.contains(move.from())) score += W::kLeaveWay;
    if (way_.contains(move.to())) score += W::kEnterWay;
    if (role == Role::King) {
      score += steps_.contains(move.to()) ? W::kKingStep : W::kKingElsewhere;
      return is_in_place_ ? score + W::kKingLeaves : score;
    }
    if (checks(move, role)) score += W::kCheck;
    if (move.to() == goals_.king || move.to() == goals_.helper) score += W::kOnPlaceOfKing;
    if (move.kind() == MoveKind::Promotion && is_heavy(role)) score += W::kPromoteHeavy;
    if (exit_.any()) return score + blocking_score(move, role);
    return guarded_.contains(move.to()) && role != Role::Pawn ? score + W::kGiveAway : score;
  }

  // Returns the points for blocking a square next to the loser's king, and for pawns that may
  // become blockers.
  int blocking_score(Move move, Role role) const {
    using W = LoserWeight;
    int score = 0;
    if (exit_.contains(move.to())) score += W::kBlockExit;
    if (exit_.contains(move.from())) score += W::kUnblockExit;
    if (role == Role::Pawn || move.kind() == MoveKind::Promotion) score += W::kPawnToBlock;
    return score;
  }

  State state_;
  const std::uint64_t number_;
  KingGoals goals_ = goals_of_kings(state_, number_);
  std::uint64_t random_ = number_;
  std::array<Move, kMaxPlies> line_ = {};
  std::size_t size_ = 0;
  std::uint64_t positions_ = 0;

  // Facts about the player to move.
  Square mover_ = Square::A1;
  Role mover_role_ = Role::King;
  // The squares from which a piece of each role gives check.
  std::array<Bitboard, 6> checking_ = {};
  bool is_in_place_ = false;  // true if the king is on its goal
  bool is_armed_ = false;     // true if the side has a rook or queen
  Bitboard steps_ = {};       // the king's next squares on the path to its goal
  Bitboard exit_ = {};        // squares that a loser's piece must block, for a mate by minor pieces
  Bitboard guarded_ = {};     // the squares guarded by the winner
  Bitboard way_ = {};         // the path of the winner's pawns while a queen is needed
};

}  // namespace

Bitboard attacked_by(const State& state, Color color) {
  return attacked_among(state, color, state.pieces.occupied());
}

Bitboard open_to_king(const State& state, Color color) {
  const Bitboard occupied = state.pieces.occupied() & ~Bitboard(state.king(color));
  return ~attacked_among(state, other(color), occupied) & ~state.pieces.of(color);
}

bool is_light(const State& state) {
  return (state.winner() & (state.pieces.straight | state.pieces.pawns)).is_empty();
}

KingGoals goals_of_kings(const State& state, std::uint64_t skipped) {
  KingGoals goals = picture_of_kings(state, skipped);
  const Bitboard blockers = blockers_of_pawns(state);
  if (blockers.any()) {
    const auto target = nearest(blockers, state.king(kWinner), open_to_king(state, kWinner));
    if (target) goals.helper = *target;
  }
  return goals;
}

Bitboard steps_towards(Square goal, Square from, Bitboard open) {
  if (goal == from || !open.contains(goal)) return kNoSquares;
  const Bitboard around = king_attacks(from);
  Bitboard near(goal);
  while ((near & around).is_empty()) {
    const Bitboard wider = near | (grown(near) & open);
    if (wider == near) return kNoSquares;
    near = wider;
  }
  return near & around;
}

Bitboard way_of_pawns(const State& state) {
  if ((state.winner() & state.pieces.straight).any()) return kNoSquares;
  std::uint64_t way = (state.pieces.pawns & state.winner()).bits() << 8;
  for (const int step : {8, 16, 32}) way |= way << step;
  return Bitboard(way);
}

PlayoutResult greedy_playout(const State& state, std::uint64_t most) {
  PlayoutResult result;
  for (std::uint64_t number = 0; number < kGames && result.positions < most; ++number) {
    Playout playout(state, number);
    const bool is_found = playout.mates(most - result.positions);
    result.positions += playout.positions();
    if (!is_found) continue;
    result.line = playout.line();
    break;
  }
  return result;
}

}  // namespace arbiter
