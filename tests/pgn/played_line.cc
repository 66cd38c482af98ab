#include "tests/pgn/played_line.h"

#include "lib/notation/san.h"

namespace arbiter::testing {

PlayedLine line_of(const PgnGame& game) {
  PlayedLine line;
  line.positions.emplace_back();
  int depth = 0;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd) --depth;
    if (token.kind != TokenKind::Move || depth > 0) continue;
    const SanResolution resolved = resolve(token.san(), line.positions.back());
    if (resolved.status != SanStatus::Legal) break;
    line.moves.push_back(resolved.move);
    Position after = line.positions.back();
    after.play(resolved.move);
    line.positions.push_back(after);
  }
  return line;
}

}  // namespace arbiter::testing
