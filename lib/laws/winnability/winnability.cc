#include "lib/laws/winnability/winnability.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/laws/winnability/greedy_playout.h"
#include "lib/laws/winnability/quick_proofs.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

namespace {

// Texts in the order of WinnabilityProof.
constexpr std::string_view kProofs[] = {
    "a line that ends in checkmate",
    "the game is over",
    "the remaining material",
    "forced moves",
    "exhaustive search to a small depth",
    "no piece can ever reach the squares that it needs",
    "all reachable positions",
    "the limit was reached",
};

// A series of greedy_playout() calls from different positions, in breadth-first order, because the
// heuristic often misses only a single unusual move. Stops after the playout that exceeds `most`
// positions. Precondition: no mate is on the board.
class BranchingPlayouts {
 public:
  PlayoutResult run(const State& first, std::uint64_t most) {
    add(first, 0, Move());
    for (Index index = 0; index < store_.size() && positions_ < most; ++index) {
      const State state = unpacked(store_[index]);
      if (is_mated(state)) return {line_to(index), positions_};
      if (!can_win_by_material(state.pieces, kWinner) || !has_legal_move(state)) continue;
      const PlayoutResult result =
          greedy_playout(state, std::min(kPlayoutPositions, most - positions_));
      positions_ += result.positions;
      if (result.line) return {joined(line_to(index), *result.line), positions_};
      for (const Move move : legal_moves(state)) {
        State after = state;
        play(after, move);
        add(after, index, move);
      }
    }
    return {std::nullopt, positions_};
  }

 private:
  using Index = StateStore::Index;

  void add(const State& state, Index parent, Move move) {
    if (store_.add(packed(state), parent)) moves_.push_back(move);
  }

  std::vector<Move> line_to(Index index) const {
    std::vector<Move> line;
    for (; index != 0; index = store_.parent(index)) line.push_back(moves_[index]);
    std::reverse(line.begin(), line.end());
    return line;
  }

  static std::vector<Move> joined(std::vector<Move> line, const std::vector<Move>& rest) {
    line.insert(line.end(), rest.begin(), rest.end());
    return line;
  }

  StateStore store_;
  std::vector<Move> moves_;  // the move that led to the state with the same index
  std::uint64_t positions_ = 0;
};

constexpr int kLookAhead = 8;
constexpr std::uint64_t kLookAheadPositions = 6000;
constexpr std::uint64_t kChainPositions = 20'000;
constexpr std::uint64_t kBranchingPositions = 25'000;

// The maximum number of stored states, which need 400 MB.
constexpr std::size_t kMaxStored = 5'000'000;

// Returns a cheap proof, if any. Adds the number of examined positions to `positions`.
std::optional<WinnabilityProof> proof_in_a_few_moves(const State& state, std::uint64_t& positions) {
  if (!can_win_by_material(state.pieces, kWinner)) return WinnabilityProof::Material;
  std::uint64_t left = kLookAheadPositions;
  const bool is_proved = all_lines_end(state, kLookAhead, left);
  positions += kLookAheadPositions - left;
  if (is_proved) return WinnabilityProof::AllLines;
  return std::nullopt;
}

// Returns whether White has more mating material than can be captured within the search depth. Then
// the search finds the end of all lines only if all moves are forced, which does not occur in
// games.
bool is_far_from_over(const State& state) {
  return (state.winner() & (state.pieces.pawns | state.pieces.straight)).count() > kLookAhead / 2;
}

struct Inquiry {
  WinnabilityAnswer answer(const WinnabilityLimits& limits) {
    const State first = state_of(position_, winner_);
    if (const auto end = end_of_game(first)) {
      return *end == QuickEnd::Mated ? winnable() : unwinnable(WinnabilityProof::GameOver);
    }
    if (!can_win_by_material(first.pieces, kWinner)) return unwinnable(WinnabilityProof::Material);
    const ForcedMoves forced = play_forced_moves(first);
    positions_ = forced.positions;
    line_ = forced.moves;
    return answer_after(forced, limits);
  }

  WinnabilityAnswer answer_after(const ForcedMoves& forced, const WinnabilityLimits& limits) {
    const State& state = forced.state;
    const auto end = end_of_game(state);
    if (end == QuickEnd::Mated) return winnable();
    if (end || forced.is_cycle) return unwinnable(WinnabilityProof::ForcedMoves);
    if (const auto proof = proof_in_a_few_moves(state, positions_)) {
      const bool is_forced = *proof == WinnabilityProof::Material && !forced.moves.empty();
      return unwinnable(is_forced ? WinnabilityProof::ForcedMoves : *proof);
    }
    const bool is_shut = looks_shut(state);
    if (is_shut && is_fortress(state)) return unwinnable(WinnabilityProof::Fortress);
    if (limits.positions <= positions_) return undetermined();
    PlayoutResult result = greedy_playout(state, limits.positions - positions_);
    positions_ += result.positions;
    if (result.line) return winnable_by(*result.line);
    if (!is_shut && is_fortress(state)) return unwinnable(WinnabilityProof::Fortress);
    if (limits.positions <= positions_) return undetermined();
    const std::uint64_t most = std::min(kChainPositions, limits.positions - positions_);
    std::uint64_t left = most;
    if (all_lines_are_shut(state, left)) return unwinnable(WinnabilityProof::Fortress);
    positions_ += most - left;
    return explored(state, limits);
  }

  WinnabilityAnswer explored(const State& state, const WinnabilityLimits& limits) {
    if (limits.positions <= positions_) return undetermined();
    const PlayoutResult playouts = BranchingPlayouts().run(
        state, std::min(kBranchingPositions, limits.positions - positions_));
    positions_ += playouts.positions;
    if (playouts.line) return winnable_by(*playouts.line);
    if (limits.positions <= positions_) return undetermined();
    ClosureResult result = explore(state, {limits.positions - positions_, kMaxStored});
    positions_ += result.positions;
    if (result.end == ClosureEnd::LimitHit) return undetermined();
    if (result.end == ClosureEnd::Exhausted) return unwinnable(WinnabilityProof::Closure);
    return winnable_by(result.line);
  }

  WinnabilityAnswer winnable_by(const std::vector<Move>& line) {
    line_.insert(line_.end(), line.begin(), line.end());
    return winnable();
  }

  WinnabilityAnswer winnable() const {
    std::vector<Move> line;
    Position position = position_;
    for (const Move move : line_) {
      line.push_back(seen_by(winner_, move));
      assert(is_legal(position, line.back()));
      position.play(line.back());
    }
    assert(position.turn() != winner_ && is_checkmate(position));
    return {Winnability::Winnable, WinnabilityProof::Line, std::move(line), positions_};
  }
  WinnabilityAnswer unwinnable(WinnabilityProof proof) const {
    return {Winnability::Unwinnable, proof, {}, positions_};
  }
  WinnabilityAnswer undetermined() const {
    return {Winnability::Undetermined, WinnabilityProof::LimitHit, {}, positions_};
  }

  const Position& position_;
  const Color winner_;
  std::vector<Move> line_ = {};
  std::uint64_t positions_ = 0;
};

}  // namespace

WinnabilityAnswer find_winnability(const Position& position, Color winner,
                                   const WinnabilityLimits& limits) {
  return Inquiry(position, winner).answer(limits);
}

std::optional<WinnabilityProof> quick_unwinnable(const Position& position, Color winner) {
  const State state = state_of(position, winner);
  if (const auto end = end_of_game(state)) {
    if (*end == QuickEnd::Mated) return std::nullopt;
    return WinnabilityProof::GameOver;
  }
  const bool may_be_fortress = looks_walled_in(state);
  if (!may_be_fortress && is_far_from_over(state)) return std::nullopt;
  const bool is_endless = can_win_by_material(state.pieces, kWinner) && can_kings_walk(state);
  std::uint64_t positions = 0;
  const auto proof = is_endless ? std::nullopt : proof_in_a_few_moves(state, positions);
  if (proof) return proof;
  if (may_be_fortress && is_fortress(state)) return WinnabilityProof::Fortress;
  return std::nullopt;
}

std::string_view to_string(WinnabilityProof proof) {
  return kProofs[static_cast<std::size_t>(proof)];
}

}  // namespace arbiter
