#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "lib/laws/winnability/quick_proofs.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t bits) {
  hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

// The squares visited by each kind of piece, for each pawn structure and material. Preferring new
// squares quickly finds a path through a position with a single hole. This is only a heuristic:
// structures are identified by hash, and their number is limited.
class Novelty {
 public:
  // Returns whether a piece is on a square that its kind has not visited, and records all squares.
  bool is_new(const State& state) {
    const PieceSets& pieces = state.pieces;
    const std::array<Bitboard, 5> kinds = {pieces.knights, state.bishops(), state.rooks(),
                                           state.queens(), pieces.kings};
    std::uint64_t structure =
        mixed((pieces.pawns & pieces.white).bits(), (pieces.pawns & pieces.black).bits());
    Sights sights;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      sights[2 * i] = kinds[i] & pieces.white;
      sights[2 * i + 1] = kinds[i] & pieces.black;
      structure = mixed(
          structure, static_cast<std::uint64_t>(few(sights[2 * i]) * 64 + few(sights[2 * i + 1])));
    }
    auto found = seen_.find(structure);
    if (found == seen_.end()) {
      if (seen_.size() >= kMaxStructures) return false;
      found = seen_.emplace(structure, Sights{}).first;
    }
    Bitboard fresh;
    for (std::size_t i = 0; i < sights.size(); ++i) {
      fresh |= sights[i] & ~found->second[i];
      found->second[i] |= sights[i];
    }
    return fresh.any();
  }

 private:
  using Sights = std::array<Bitboard, 10>;
  static constexpr std::size_t kMaxStructures = 50'000;

  std::unordered_map<std::uint64_t, Sights> seen_;
};

inline constexpr int kMaxGuidance = 255;

// The number of guides. The first guide leads kings and helpers to a mate in a corner. The second
// reduces the free squares of the loser's king, anywhere.
inline constexpr std::size_t kGuideCount = 2;
using Guidance = std::array<int, kGuideCount>;

// A mate in the corner, with the loser's king on `corner` and the winner's king on `support`. Other
// pieces must give check and guard `exit`; a knight gives check from `knight`. Examples are h8, g6,
// g8 and f7, or h8, h6, g8 and g6.
struct CornerMate {
  Square corner;
  Square support;
  Square exit;
  Square knight;
  // True if the support is on the line through the corner and the knight's file, as h6 is.
  bool is_beside;
};

constexpr CornerMate mirrored(const CornerMate& mate, int flip) {
  const auto turned = [flip](Square square) { return square_at(index_of(square) ^ flip); };
  return {turned(mate.corner), turned(mate.support), turned(mate.exit), turned(mate.knight),
          mate.is_beside};
}

constexpr std::array<CornerMate, 16> corner_mates() {
  std::array<CornerMate, 16> mates{};
  std::size_t i = 0;
  for (const int flip : {0, 7, 56, 63}) {
    mates[i++] = mirrored({Square::H8, Square::G6, Square::G8, Square::F7, false}, flip);
    mates[i++] = mirrored({Square::H8, Square::H6, Square::G8, Square::G6, true}, flip);
    mates[i++] = mirrored({Square::H8, Square::F7, Square::H7, Square::G6, false}, flip);
    mates[i++] = mirrored({Square::H8, Square::F8, Square::H7, Square::F7, true}, flip);
  }
  return mates;
}
constexpr auto kCornerMates = corner_mates();

using Distances = std::array<std::array<std::uint8_t, kSquareCount>, kSquareCount>;

constexpr Distances king_distances() {
  Distances table{};
  for (int a = 0; a < kSquareCount; ++a) {
    for (int b = 0; b < kSquareCount; ++b) {
      const int files = a % 8 < b % 8 ? b % 8 - a % 8 : a % 8 - b % 8;
      const int ranks = a / 8 < b / 8 ? b / 8 - a / 8 : a / 8 - b / 8;
      table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
          static_cast<std::uint8_t>(std::max(files, ranks));
    }
  }
  return table;
}
constexpr Distances kDistances = king_distances();

int distance(Square a, Square b) {
  return kDistances[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

constexpr int kFar = 30;

// The winner's mating material.
enum class Force { Heavy, TwoMinors, OneMinor, Pawns };

Force force_of(const State& state) {
  const Bitboard own = state.winner();
  if ((own & state.pieces.straight).any()) return Force::Heavy;
  const Bitboard minors = own & (state.pieces.knights | state.pieces.diagonal);
  const Bitboard bishops = minors & state.pieces.diagonal;
  const bool is_one_color =
      (bishops & kDarkSquares).is_empty() || (bishops & ~kDarkSquares).is_empty();
  if (minors.has_many() && (minors != bishops || !is_one_color)) return Force::TwoMinors;
  return minors.any() ? Force::OneMinor : Force::Pawns;
}

// Returns the distance of the best pawn of `color` from promotion; blocking pieces increase the
// distance.
int promotion_distance(const State& state, Color color) {
  int least = kFar;
  for (const Square pawn : state.pieces.pawns& state.pieces.of(color)) {
    const Rank rank = relative_rank(color, pawn);
    const Square goal = square_of(file_of(pawn), relative_rank(color, Rank::Eight));
    const Bitboard way = between(pawn, goal) | Bitboard(goal);
    const int pieces = few(way & state.pieces.occupied());
    least = std::min(least, 7 - index_of(rank) + 3 * pieces);
  }
  return least;
}

// Returns the approximate number of knight moves between two squares.
int knight_distance(Square a, Square b) {
  if (a == b) return 0;
  if (knight_attacks(a).contains(b)) return 1;
  if ((knight_attacks(a) & knight_attacks(b)).any()) return 2;
  return 2 + (distance(a, b) + 1) / 2;
}

// Returns the number of moves that the loser needs to put a piece on the square next to the loser's
// king. Returns kFar if no piece can. Pieces that could capture the checking knight from that
// square do not count.
int blocker_distance(const State& state, const CornerMate& mate) {
  const Bitboard loser = state.loser();
  const bool by_knight = (state.winner() & state.pieces.knights).any();
  int least = kFar;
  if (!mate.is_beside) {
    for (const Square piece : loser& state.pieces.knights) {
      least = std::min(least, knight_distance(piece, mate.exit));
    }
  }
  if (!by_knight || mate.is_beside) {
    for (const Square piece : loser& state.bishops() & squares_like(mate.exit)) {
      least = std::min(least, bishop_attacks(piece, kNoSquares).contains(mate.exit) ? 1 : 2);
      if (piece == mate.exit) least = 0;
    }
  }
  if (by_knight && !mate.is_beside) {
    for (const Square piece : loser& state.rooks()) {
      least = std::min(least, piece == mate.exit ? 0 : 2);
    }
  }
  for (const Square piece : loser& state.pieces.pawns) {
    if (file_of(piece) != file_of(mate.exit) || piece < mate.exit) continue;
    least = std::min(least, index_of(rank_of(piece)) - index_of(rank_of(mate.exit)));
  }
  return least;
}

// Returns the distance of the winner's piece from the square where it mates.
int checker_distance(const State& state, const CornerMate& mate) {
  int least = kFar;
  for (const Square piece : state.winner() & state.pieces.knights) {
    least = std::min(least, knight_distance(piece, mate.knight));
  }
  for (const Square piece : state.winner() & state.bishops() & squares_like(mate.corner)) {
    least = std::min(least, bishop_attacks(mate.corner, kNoSquares).contains(piece) ? 1 : 2);
  }
  return least;
}

int corner_guidance(const State& state, Force force) {
  const Square king = state.king(kLoser);
  const Square helper = state.king(kWinner);
  const Bitboard own = state.winner();
  const bool is_bishop_needed =
      force != Force::Heavy && force != Force::Pawns && (own & state.pieces.knights).is_empty();
  const int new_blocker = force == Force::OneMinor ? 6 + promotion_distance(state, kLoser) : 0;
  int best = kMaxGuidance;
  for (const CornerMate& mate : kCornerMates) {
    int cost = 3 * distance(king, mate.corner) + 3 * distance(helper, mate.support);
    if (is_bishop_needed && (own & state.pieces.diagonal & squares_like(mate.corner)).is_empty()) {
      cost += 40;
    }
    if (force == Force::OneMinor) {
      if (cost + 8 >= best) continue;
      const int blocker = blocker_distance(state, mate);
      cost += 8 + 4 * (blocker < kFar ? blocker : new_blocker) + 2 * checker_distance(state, mate);
    }
    best = std::min(best, cost);
  }
  if (force == Force::TwoMinors) best += 8;
  if (force == Force::Pawns) best += 40;
  if (force != Force::Heavy && (own & state.pieces.pawns).any()) {
    best = std::min(best + 30, best / 4 + 30 + 6 * promotion_distance(state, kWinner));
  }
  return std::min(best, kMaxGuidance);
}

// Returns a heuristic based on the free squares next to the loser's king and the distance of the
// winner's pieces.
int net_guidance(const State& state, Force force) {
  const Square king = state.king(kLoser);
  const Bitboard around = king_attacks(king);
  const Bitboard occupied = state.pieces.occupied() & ~Bitboard(king);
  Bitboard attacked = king_attacks(state.king(kWinner));
  int nearest = 8;
  const Bitboard own = state.winner();
  for (const Square from : own& state.pieces.diagonal) attacked |= bishop_attacks(from, occupied);
  for (const Square from : own& state.pieces.straight) attacked |= rook_attacks(from, occupied);
  for (const Square from : own& state.pieces.knights) attacked |= knight_attacks(from);
  for (const Square from : own& state.pieces.pawns) attacked |= pawn_attacks(kWinner, from);
  for (const Square from : own & ~state.pieces.pawns & ~state.pieces.kings) {
    nearest = std::min(nearest, distance(from, king));
  }
  const int flights = few(around & ~state.loser() & ~attacked);
  const int touched = few(around & attacked);
  int cost = 10 * flights + 4 * nearest - touched + 8;
  if (force == Force::Pawns || (force == Force::OneMinor && (own & state.pieces.pawns).any())) {
    cost += 40 + 5 * promotion_distance(state, kWinner);
  }
  return std::min(cost, kMaxGuidance);
}

// Returns a value from 0 (near) to kMaxGuidance for each guide. The values are estimates that
// affect only the search order.
Guidance guidance_of(const State& state) {
  const Force force = force_of(state);
  return {corner_guidance(state, force), net_guidance(state, force)};
}

// A priority queue of states by estimated distance to mate. Among equal estimates, the latest state
// comes first, so that a line is continued. This is ten times as fast as oldest first on flag falls
// of real games (2026-11).
class Agenda {
 public:
  using Index = StateStore::Index;

  void add(int guidance, Index index) {
    const auto at = static_cast<std::size_t>(guidance);
    buckets_[at].push_back(index);
    least_ = std::min(least_, at);
  }

  std::optional<Index> take() {
    while (least_ < buckets_.size() && buckets_[least_].empty()) ++least_;
    if (least_ == buckets_.size()) return std::nullopt;
    const Index index = buckets_[least_].back();
    buckets_[least_].pop_back();
    return index;
  }

 private:
  std::array<std::vector<Index>, kMaxGuidance + 1> buckets_;
  std::size_t least_ = kMaxGuidance + 1;
};

class Exploration {
 public:
  explicit Exploration(const ClosureLimits& limits) : limits_(limits) {}

  ClosureResult run(const State& first) {
    schedule(first, guidance_of(first), *remember(first, 0), 0);
    while (const auto index = next()) {
      if (expand(*index)) return {ClosureEnd::Mate, line_to_mate(*index), positions_};
      if (positions_ >= limits_.positions || store_.size() >= limits_.stored) {
        return {ClosureEnd::LimitHit, {}, positions_};
      }
    }
    return {ClosureEnd::Exhausted, {}, positions_};
  }

 private:
  using Index = StateStore::Index;

  // Returns the best state of each guide in turn, so that a wrong guide cannot mislead the search
  // indefinitely.
  std::optional<Index> next() {
    while (true) {
      const auto index = agendas_[turn_++ % agendas_.size()].take();
      if (!index) return std::nullopt;
      if (is_expanded_[*index]) continue;
      is_expanded_[*index] = true;
      return index;
    }
  }

  std::optional<Index> remember(const State& state, Index parent) {
    const auto index = store_.add(packed(state), parent);
    if (index) is_expanded_.push_back(false);
    return index;
  }

  void schedule(const State& state, const Guidance& guidance, Index index, int effort) {
    efforts_.resize(store_.size());
    efforts_[index] = static_cast<std::uint8_t>(std::min(effort, kMaxGuidance));
    for (std::size_t i = 0; i < kGuideCount; ++i) agendas_[i].add(guidance[i], index);
    agendas_[kGuideCount].add(efforts_[index], index);
    const int boring = novelty_.is_new(state) ? 0 : kMaxGuidance / 2;
    agendas_[kGuideCount + 1].add(boring + std::min(guidance[0], kMaxGuidance / 2), index);
  }

  // Adds the successor states. Returns true if a move mates.
  bool expand(Index index) {
    const State state = unpacked(store_[index]);
    if (index != 0 && has_changed(unpacked(store_[store_.parent(index)]), state) &&
        is_shut(state)) {
      return false;
    }
    const Guidance before = guidance_of(state);
    for (const Move move : legal_moves(state)) {
      State after = state;
      play(after, move);
      ++positions_;
      if (is_mated(after)) {
        mate_ = move;
        return true;
      }
      if (!can_win_by_material(after.pieces, kWinner)) continue;
      const auto added = remember(after, index);
      if (!added) continue;
      const Guidance guidance = guidance_of(after);
      int step = guidance[0] < before[0] || guidance[1] < before[1] ? 0 : 1;
      if (state.pieces.occupied().contains(move.to())) step = state.turn == kWinner ? 0 : 3;
      schedule(after, guidance, *added, efforts_[index] + step);
    }
    return false;
  }

  // Returns whether a capture or a pawn move led to the state. After other moves, no new fortress
  // can appear.
  static bool has_changed(const State& before, const State& state) {
    return before.pieces.pawns != state.pieces.pawns ||
           (before.pieces.occupied() ^ state.pieces.occupied()).has_one();
  }

  // Returns whether the state is a proved fortress. The analysis takes as long as about twenty
  // positions, and counts as twenty positions.
  bool is_shut(const State& state) {
    if (!looks_shut(state)) return false;
    positions_ += 20;
    return is_fortress(state);
  }

  std::vector<Move> line_to_mate(Index last) const {
    std::vector<Move> line{*mate_};
    for (Index index = last; index != 0; index = store_.parent(index)) {
      line.push_back(move_between(store_.parent(index), index));
    }
    std::reverse(line.begin(), line.end());
    return line;
  }

  Move move_between(Index before, Index after) const {
    const State state = unpacked(store_[before]);
    for (const Move move : legal_moves(state)) {
      State next = state;
      play(next, move);
      if (packed(next) == store_[after]) return move;
    }
    assert(false);
    return *mate_;
  }

  const ClosureLimits limits_;
  StateStore store_;
  std::array<Agenda, kGuideCount + 2> agendas_;
  Novelty novelty_;
  std::vector<std::uint8_t> efforts_;
  std::vector<bool> is_expanded_;
  std::uint64_t turn_ = 0;
  std::uint64_t positions_ = 0;
  std::optional<Move> mate_;
};

}  // namespace

ClosureResult explore(const State& state, const ClosureLimits& limits) {
  return Exploration(limits).run(state);
}

}  // namespace arbiter
