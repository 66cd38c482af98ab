#include "lib/patterns/square_needs.h"

#include <bit>
#include <utility>

#include "lib/patterns/transform.h"

namespace arbiter {
namespace {

// More bitmaps than this for one claim tell little and cost much.
constexpr int kMostBitmaps = 64;
// Of a pattern that may hold in many places of the board.
constexpr std::size_t kMostVariants = 64;

SquareNeeds stood(Men men, Bitboard squares) {
  const int bitmaps = std::popcount(men) * squares.count();
  if ((men & kNobody) != 0 || bitmaps > kMostBitmaps) return {};
  return {.kind = SquareNeeds::Kind::Stood, .men = men, .squares = squares};
}

SquareNeeds all_needs(std::vector<SquareNeeds> parts) {
  std::erase_if(parts, [](const SquareNeeds& part) { return part.is_empty(); });
  if (parts.empty()) return {};
  if (parts.size() == 1) return std::move(parts.front());
  return {.kind = SquareNeeds::Kind::All, .parts = std::move(parts)};
}

SquareNeeds any_needs(std::vector<SquareNeeds> parts) {
  if (parts.size() > kMostVariants) return {};
  for (const SquareNeeds& part : parts) {
    if (part.is_empty()) return {};
  }
  if (parts.size() == 1) return std::move(parts.front());
  return {.kind = SquareNeeds::Kind::Any, .parts = std::move(parts)};
}

struct ClaimNeeds {
  SquareNeeds operator()(const PiecesStand& standing) const {
    return standing.count.least >= 1 ? stood(standing.men, standing.squares) : SquareNeeds();
  }
  SquareNeeds operator()(const PawnStructure& pawns) const {
    std::vector<SquareNeeds> parts;
    for (const Color color : {Color::White, Color::Black}) {
      const Bitboard own = color == Color::White ? pawns.white : pawns.black;
      for (const Square square : own) {
        parts.push_back(stood(men_of(Piece(color, Role::Pawn)), square));
      }
    }
    return all_needs(std::move(parts));
  }
  SquareNeeds operator()(const BoardHolds& board) const {
    std::vector<SquareNeeds> parts;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
      parts.push_back(stood(board.men[i], square_at(static_cast<int>(i))));
    }
    return all_needs(std::move(parts));
  }
  SquareNeeds operator()(const Reached& reached) const {
    std::vector<SquareNeeds> parts;
    for (const Square square : reached.board.occupied()) {
      parts.push_back(stood(men_of(*reached.board.at(square)), square));
    }
    return all_needs(std::move(parts));
  }
  SquareNeeds operator()(const MovePlayed& move) const {
    if (move.castling != MovePlayed::Castling::No) return {};
    // A pawn that promotes has not stood on the last rank.
    constexpr Bitboard kLastRanks = Bitboard(Rank::One) | Bitboard(Rank::Eight);
    const bool may_promote = (move.movers & kPawns) != 0 && (move.to & kLastRanks).any();
    return all_needs(
        {stood(move.movers, move.from), may_promote ? SquareNeeds() : stood(move.movers, move.to)});
  }
  template <class Claim>
  SquareNeeds operator()(const Claim&) const {
    return {};
  }
};

}  // namespace

SquareNeeds needs_of(const Pattern& pattern) {
  std::vector<SquareNeeds> parts;
  switch (pattern.kind) {
    case Pattern::Kind::Single:
      return std::visit(ClaimNeeds(), *pattern.claim);
    case Pattern::Kind::Not:
      return {};
    case Pattern::Kind::Either:
    case Pattern::Kind::Mirror:
    case Pattern::Kind::Shift:
      for (const Pattern& variant : variants_of(pattern)) parts.push_back(needs_of(variant));
      return any_needs(std::move(parts));
    default:
      for (const Pattern& part : pattern.parts) parts.push_back(needs_of(part));
      return pattern.kind == Pattern::Kind::Any ? any_needs(std::move(parts))
                                                : all_needs(std::move(parts));
  }
}

}  // namespace arbiter
