#include "tools/cli/output/hit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/notation/fen.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// Half-moves that are shown before and after the one that led to the hit.
constexpr std::size_t kMovesAround = 2;

std::string number_text(const Position& before) {
  return fmt::format("{}.{} ", before.fullmove_number(), before.turn() == Color::White ? "" : "..");
}

HitText text_of(const StoredGame& game, PatternHit hit) {
  HitText text{hit, "start", {}, {}};
  const std::size_t marked = hit.first;  // the number of the move, from 1
  const std::size_t first = marked > kMovesAround ? marked - kMovesAround : 1;
  const std::size_t last = std::min(marked + kMovesAround, game.moves.size());
  Position position(first_setup(game));
  if (marked == 0) text.context = "[start]", text.fen = fen_of(position);
  for (std::size_t i = 1; i <= last; ++i) {
    if (i >= first) {
      const bool has_number = i == first || i == marked || position.turn() == Color::White;
      const std::string san =
          (has_number ? number_text(position) : "") + san_of(game.moves[i - 1], position);
      if (!text.context.empty()) text.context += ' ';
      text.context += i == marked ? fmt::format("[{}]", san) : san;
      if (i == marked) text.move = san;
    }
    position.play(game.moves[i - 1]);
    if (i == marked) text.fen = fen_of(position);
  }
  return text;
}

}  // namespace

GameHits hits_in(const StoredGame& game,
                 std::span<const std::shared_ptr<const PatternPlan>> patterns, HitDetail detail) {
  const std::vector<PatternHit> hits = pattern_hits(patterns, first_setup(game), game.moves);
  GameHits result{.count = hits.size(), .shown = {}};
  for (const PatternHit& hit : hits) {
    if (detail == HitDetail::Count || (detail == HitDetail::First && !result.shown.empty())) break;
    result.shown.push_back(text_of(game, hit));
  }
  return result;
}

}  // namespace arbiter
