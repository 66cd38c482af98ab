#include "lib/repair/plausibility.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lib/repair/exchange.h"

namespace arbiter {
namespace {

// In natural logarithms; chosen by hand.
constexpr double kPerPawnWon = 0.45;
constexpr double kPerPawnLost = 0.5;
constexpr double kCapture = 0.8;
constexpr double kRecapture = 1.5;
constexpr double kSaved = 0.35;  // per pawn that was threatened
constexpr double kCheck = 0.5;
constexpr double kCastling = 1.8;
constexpr double kDevelopment = 0.8;
constexpr double kEarlyKing = -1.5;
constexpr double kQueen = 1.5;
constexpr double kOtherPromotion = -3;
constexpr double kBackwards = -0.5;
constexpr double kEdgePawn = -0.3;
constexpr double kMost = 5;  // pawns: more are not more surprising

double in_pawns(int value) { return std::clamp(value / 100.0, -kMost, kMost); }

bool gives_check(Move move, const Position& position) {
  Position after = position;
  after.play(move);
  return after.is_check();
}

double of_quiet_move(Move move, const Position& position) {
  const Role role = position.board().at(move.from())->role();
  const Color us = position.turn();
  const Rank from = relative_rank(us, move.from());
  if (role == Role::King && position.board().of(Role::Queen).any()) return kEarlyKing;
  if (role == Role::Pawn) {
    const File file = file_of(move.to());
    return file == File::A || file == File::H ? kEdgePawn : 0;
  }
  const bool is_minor = role == Role::Knight || role == Role::Bishop;
  if (is_minor && from == Rank::One) return kDevelopment;
  return relative_rank(us, move.to()) < from ? kBackwards : 0;
}

double of_promotion(Move move) {
  return move.promotion_role() == Role::Queen ? kQueen : kOtherPromotion;
}

// What is threatened on each square that a piece can leave, worked out once.
class Threats {
 public:
  explicit Threats(const Position& position) : position_(position) { known_.fill(-1); }
  double against(Square square) {
    int& known = known_[static_cast<std::size_t>(square)];
    if (known < 0) known = threat_against(square, position_);
    return in_pawns(known);
  }

 private:
  const Position& position_;
  std::array<int, kSquareCount> known_{};
};

double weight_before_sharing(Move move, const Position& position, std::optional<Move> last,
                             Threats& threats) {
  if (move.kind() == MoveKind::Castling) return kCastling;
  const double gain = in_pawns(exchange_value(move, position));
  double weight = gain * (gain > 0 ? kPerPawnWon : kPerPawnLost);
  const bool is_king = position.board().at(move.from())->role() == Role::King;
  if (!is_king) weight += kSaved * threats.against(move.from());
  if (!position.board().is_empty(move.to())) {
    weight += last && last->to() == move.to() ? kRecapture : kCapture;
  } else {
    weight += of_quiet_move(move, position);
  }
  if (move.kind() == MoveKind::Promotion) weight += of_promotion(move);
  if (gain >= 0 && gives_check(move, position)) weight += kCheck;
  return weight;
}

}  // namespace

std::vector<LikelyMove> likely_moves(const Position& position, std::optional<Move> last) {
  std::vector<LikelyMove> moves;
  Threats threats(position);
  double sum = 0;
  for (const Move move : legal_moves(position)) {
    const double weight = weight_before_sharing(move, position, last, threats);
    moves.push_back({move, weight});
    sum += std::exp(weight);
  }
  const double average =
      std::log(sum / static_cast<double>(std::max<std::size_t>(1, moves.size())));
  for (LikelyMove& likely : moves) likely.weight -= average;
  return moves;
}

double weight_of(Move move, const Position& position, std::optional<Move> last) {
  for (const LikelyMove& likely : likely_moves(position, last)) {
    if (likely.move == move) return likely.weight;
  }
  return 0;
}

}  // namespace arbiter
