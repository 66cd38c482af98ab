#include "lib/laws/origin/origin.h"

#include <utility>

#include "lib/chess/setup.h"
#include "lib/laws/chess960.h"
#include "lib/laws/origin/origin_last_move.h"
#include "lib/laws/origin/origin_men.h"
#include "lib/laws/origin/origin_pawns.h"

namespace arbiter {
namespace {

void append(OriginFlaws more, OriginFlaws& flaws) {
  for (OriginFlaw& flaw : more) flaws.push_back(std::move(flaw));
}

}  // namespace

StartArray start_array_of(const Setup& setup) {
  return needs_chess960(setup) ? StartArray::Chess960 : StartArray::Usual;
}

OriginFlaws origin_flaws(const Setup& setup, StartArray start) {
  const FirstMen first = first_men(setup, start);
  OriginFlaws flaws = flaws_of_kings_and_edges(setup);
  const bool has_kings_and_no_edge = flaws.empty() || flaws.front().fault > OriginFault::PawnOnEdge;
  append(flaws_of_men(setup.board, first), flaws);
  if (!has_kings_and_no_edge) return flaws;
  append(flaws_of_pawns(setup.board, first), flaws);
  if (is_playable(setup)) append(flaws_of_last_move(setup, first), flaws);
  append(flaws_of_castling(setup), flaws);
  return flaws;
}

}  // namespace arbiter
