#include "lib/laws/origin/origin_flaw.h"

#include <array>

namespace arbiter {
namespace {

struct Facts {
  OriginFault fault;
  std::string_view name;
  std::string_view article;
};

constexpr std::array<Facts, 14> kFacts = {{
    {OriginFault::Kings, "kings", "2.2"},
    {OriginFault::PawnOnEdge, "pawn-on-edge", "3.7.3.3"},
    {OriginFault::KingsAdjacent, "kings-adjacent", "3.8.1"},
    {OriginFault::OppositeCheck, "opposite-check", "3.9.2"},
    {OriginFault::TooManyMen, "too-many-men", "2.2"},
    {OriginFault::TooManyPawns, "too-many-pawns", "2.2"},
    {OriginFault::TooManyPromoted, "too-many-promoted", "3.7.3.3"},
    {OriginFault::Misplaced, "misplaced", "3.1"},
    {OriginFault::PawnCaptures, "pawn-captures", "3.7.3"},
    {OriginFault::PawnsPassed, "pawns-passed", "3.7.1"},
    {OriginFault::ImpossibleCheck, "impossible-check", "3.9.2"},
    {OriginFault::EnPassant, "en-passant", "3.7.3.1"},
    {OriginFault::NoLastMove, "no-last-move", "3.10.3"},
    {OriginFault::Castling, "castling", "3.8.2.1"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kFacts.size(); ++i) {
    if (static_cast<std::size_t>(kFacts[i].fault) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::string_view to_string(OriginFault fault) {
  return kFacts[static_cast<std::size_t>(fault)].name;
}

std::string_view article_of(OriginFault fault) {
  return kFacts[static_cast<std::size_t>(fault)].article;
}

}  // namespace arbiter
