#include "lib/validate/repair_hints.h"

#include <array>
#include <cstddef>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/laws/illegality.h"
#include "lib/notation/san.h"
#include "lib/tags/claimed_end.h"

namespace arbiter {
namespace {

constexpr std::size_t kEvidence = 4;     // minimum number of following moves
constexpr std::size_t kCandidates = 12;  // maximum number of spellings that are tried
constexpr int kTries = 20'000;           // maximum number of moves that are resolved for one guess

// In ascending order. Exact means written as in PGN, including checks.
enum class Fit { No, Legal, Exact };

// Measures how well the moves fit after a position, within a budget.
struct Follower {
  Fit follow(Position position) {
    Fit fit = Fit::Exact;
    for (const San& san : rest_) {
      if (--budget_ < 0) return Fit::No;
      const SanResolution resolution = resolve(san, position);
      if (resolution.status != SanStatus::Legal) return Fit::No;
      position.play(resolution.move);
      const bool has_check_mark = san.check_mark() != CheckMark::None;
      if (resolution.deviations.any() || has_check_mark != position.is_check()) fit = Fit::Legal;
    }
    return fit;
  }
  bool is_spent() const { return budget_ < 0; }

  std::span<const San> rest_;
  int budget_ = kTries;
};

// Returns those of `moves` after which the rest fits best; none if the budget is exceeded.
std::vector<Move> best_fits(std::span<const Move> moves, const Position& now,
                            std::span<const San> rest) {
  Follower follower(rest);
  std::vector<Move> best;
  Fit best_fit = Fit::Legal;
  for (const Move move : moves) {
    Position after = now;
    after.play(move);
    const Fit fit = follower.follow(after);
    if (follower.is_spent()) return {};
    if (fit < best_fit) continue;
    if (fit > best_fit) best.clear();
    best_fit = fit;
    best.push_back(move);
  }
  return best;
}

std::optional<Move> only_one(const std::vector<Move>& moves) {
  return moves.size() == 1 ? std::optional(moves.front()) : std::nullopt;
}

bool is_centre(Square square) {
  return square == Square::D4 || square == Square::E4 || square == Square::D5 ||
         square == Square::E5;
}

bool is_king_to_centre(const San& san) {
  return san.kind() == San::Kind::Piece && san.role() == Role::King && !san.is_capture() &&
         is_centre(san.to());
}

// Returns the sign of kings on these squares, White's first.
KingsToCentre sign_of(const std::array<Square, 2>& kings) {
  if (!is_centre(kings[0]) || !is_centre(kings[1])) return {};
  const bool white_is_dark = kDarkSquares.contains(kings[0]);
  const bool black_is_dark = kDarkSquares.contains(kings[1]);
  if (white_is_dark != black_is_dark) return {Outcome::Draw};
  return {white_is_dark ? Outcome::BlackWins : Outcome::WhiteWins};
}

}  // namespace

std::optional<Move> suspected_typo(std::string_view written, const Position& now,
                                   std::span<const San> rest) {
  if (rest.size() < kEvidence) return std::nullopt;
  std::vector<Move> candidates;
  for (const NearMove& near : near_moves(written, now, kCandidates)) {
    candidates.push_back(near.move);
  }
  return only_one(best_fits(candidates, now, rest));
}

std::optional<Move> meaning_by_rest(const San& ambiguous, const Position& now,
                                    std::span<const San> rest) {
  if (rest.size() < kEvidence) return std::nullopt;
  std::vector<Move> candidates;
  for (const Move move : legal_moves(now)) {
    San precise = ambiguous;
    precise.set_from(file_of(move.from()));
    precise.set_from(rank_of(move.from()));
    const SanResolution resolution = resolve(precise, now);
    if (resolution.status == SanStatus::Legal && resolution.move == move &&
        ambiguous.origin_mask().contains(move.from())) {
      candidates.push_back(move);
    }
  }
  return only_one(best_fits(candidates, now, rest));
}

std::optional<MissingPly> missing_ply(const Position& now, std::span<const San> rest) {
  if (rest.size() < kEvidence) return std::nullopt;
  const MoveList moves = legal_moves(now);
  const std::vector<Move> fits = best_fits({moves.begin(), moves.size()}, now, rest);
  if (fits.empty()) return std::nullopt;
  return MissingPly{.player = now.turn(), .move = only_one(fits)};
}

std::optional<KingsToCentre> kings_to_centre(const Position& now, std::span<const San> rest) {
  if (rest.empty() || rest.size() > 2) return std::nullopt;
  std::array<Square, 2> kings = {now.king(Color::White), now.king(Color::Black)};
  Color player = now.turn();
  for (const San& san : rest) {
    if (!is_king_to_centre(san)) return std::nullopt;
    kings[static_cast<std::size_t>(player)] = san.to();
    player = other(player);
  }
  if (kings[0] == kings[1]) return std::nullopt;
  const KingsToCentre shown = sign_of(kings);
  const auto on_board = outcome_on_board(now);
  if (on_board && shown.outcome != on_board) return std::nullopt;
  return shown;
}

}  // namespace arbiter
