#include "lib/winnability/dive.h"

#include <algorithm>
#include <array>

#include "lib/winnability/king_walk.h"

namespace arbiter::winnability {

namespace {

constexpr std::uint64_t kGames = 8;
constexpr std::size_t kMostPlies = 180;

// The first games are cut short: what they do not find soon another may.
constexpr std::size_t plies_of(std::uint64_t game) { return 40 + 20 * game; }
static_assert(plies_of(kGames - 1) <= kMostPlies);

constexpr int kBarred = -1000;

bool is_heavy(Role role) { return role == Role::Queen || role == Role::Rook; }

// What the winner gains by taking a man that could interpose.
int gain(Role role) {
  if (role == Role::Queen) return 35;
  if (role == Role::Rook) return 28;
  return role == Role::Pawn ? 4 : 14;
}

// The squares next to the loser's king that the winner's leaves to him.
Bitboard exit_of(const KingGoals& goals) {
  return king_attacks(goals.king) & ~king_attacks(goals.helper) & ~Bitboard(goals.helper);
}

class Game {
 public:
  Game(const State& state, std::uint64_t number)
      : state_(state),
        goals_(goals_of_kings(state, number)),
        noise_(number),
        plies_(plies_of(number)) {}

  // Within about `most` positions.
  bool mates(std::uint64_t most) {
    while (size_ < plies_ && positions_ < most) {
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

 private:
  // 0 to 7: no two games alike, and none goes round for ever.
  int noise() {
    noise_ = noise_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>(noise_ >> 61);
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

  // Of the man after the move; the men take turns, so one is looked up once.
  Role role_after(Move move) {
    if (move.kind() == MoveKind::Promotion) return move.promotion_role();
    if (move.from() != mover_) {
      mover_ = move.from();
      mover_role_ = role_at(state_, mover_);
    }
    return mover_role_;
  }

  // Whether the man that moves gives check where it arrives.
  bool checks(Move move, Role role) const {
    return checking_[static_cast<std::size_t>(role)].contains(move.to());
  }

  // What all moves of this turn need to know.
  void look() {
    const Square target = state_.king(other(state_.turn));
    const Bitboard occupied = state_.men.occupied();
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
    is_armed_ = (state_.winner() & state_.men.straight).any();
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

  // Of the king of the player to move; to another place where the way there is shut.
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

  // The best move that leaves the loser one.
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

  // Minor pieces need the loser's men.
  int worth_taking(Square square) const {
    return exit_.any() ? -40 : gain(role_at(state_, square));
  }

  int winner_score(Move move) {
    const Role role = role_after(move);
    int score = noise();
    if (checks(move, role)) score -= 15;
    if (state_.loser().contains(move.to())) score += worth_taking(move.to());
    if (role == Role::King) {
      if (steps_.contains(move.to())) score += 20;
      if (is_in_place_) score -= 20;
    } else if (role == Role::Pawn) {
      if (!is_armed_) score += 10 + 3 * index_of(rank_of(move.to()));
    } else if (move.kind() == MoveKind::Promotion) {
      score += role == Role::Queen ? 50 : role == Role::Rook ? 48 : 10;
    } else if (is_heavy(role)) {
      score += is_in_place_ ? 8 : 2;
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
    const Role role = role_after(move);
    int score = noise();
    if (state_.winner().contains(move.to())) {
      const Role taken = role_at(state_, move.to());
      score -= is_heavy(taken) || taken == Role::Pawn ? 50 : 20;
    }
    if (way_.contains(move.from())) score += 12;
    if (way_.contains(move.to())) score -= 12;
    if (role == Role::King) {
      score += steps_.contains(move.to()) ? 20 : -6;
      return is_in_place_ ? score - 12 : score;
    }
    if (checks(move, role)) score -= 25;
    if (move.to() == goals_.king || move.to() == goals_.helper) score -= 10;
    if (move.kind() == MoveKind::Promotion && is_heavy(role)) score -= 20;
    if (exit_.any()) return score + blocking_score(move, role);
    return guarded_.contains(move.to()) && role != Role::Pawn ? score + 6 : score;
  }

  // A man beside the loser's king, a pawn on its way to become one.
  int blocking_score(Move move, Role role) const {
    int score = 0;
    if (exit_.contains(move.to())) score += 15;
    if (exit_.contains(move.from())) score -= 15;
    if (role == Role::Pawn || move.kind() == MoveKind::Promotion) score += 8;
    return score;
  }

  State state_;
  KingGoals goals_;
  std::uint64_t noise_;
  const std::size_t plies_;
  std::array<Move, kMostPlies> line_;
  std::size_t size_ = 0;
  std::uint64_t positions_ = 0;

  // Of the player to move.
  Square mover_ = Square::A1;
  Role mover_role_ = Role::King;
  std::array<Bitboard, 6> checking_;  // from where a man gives check, by role
  bool is_in_place_ = false;          // the king
  bool is_armed_ = false;             // with a rook or queen
  Bitboard steps_;                    // of the king to its place
  Bitboard exit_;                     // where minor pieces need a man of the loser's
  Bitboard guarded_;                  // by the winner
  Bitboard way_;                      // of the winner's pawns, while he needs a queen
};

}  // namespace

DiveResult dive(const State& state, std::uint64_t most) {
  DiveResult result;
  for (std::uint64_t number = 0; number < kGames && result.positions < most; ++number) {
    Game game(state, number);
    const bool is_found = game.mates(most - result.positions);
    result.positions += game.positions();
    if (!is_found) continue;
    result.line = game.line();
    break;
  }
  return result;
}

}  // namespace arbiter::winnability
