// Variations (PGN 8.2.5): each replaces the move just before it.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/pgn/game_reporter.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

namespace {

using Words = std::vector<std::string_view>;

// How far comparisons go, so that their cost is bounded in any file.
constexpr std::size_t kComparedMoves = 40;
constexpr std::uint32_t kComparedTokens = 2000;
constexpr std::size_t kComparedVariations = 20;

bool is_move(const Token& token) {
  return token.kind == TokenKind::Move || token.kind == TokenKind::Word;
}

// The moves of one line from `at` on, without the variations inside, up to the
// end of the line.
Words moves_from(const PgnGame& game, std::uint32_t at) {
  Words words;
  int depth = 0;
  const std::size_t end = std::min<std::size_t>(game.tokens.size(), at + kComparedTokens);
  for (; at < end && words.size() < kComparedMoves; ++at) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && --depth < 0) break;
    if (depth != 0) continue;
    if (token.kind == TokenKind::Result) break;
    if (is_move(token)) words.push_back(game.text_of(token));
  }
  return words;
}

// The move before the token `at` on its own level, and the openings of the
// variations in between.
struct Place {
  std::optional<std::uint32_t> replaced;
  std::vector<std::uint32_t> earlier;
};
Place place_of(const PgnGame& game, std::uint32_t open) {
  Place place;
  int depth = 0;
  const std::uint32_t begin = open - std::min(open, kComparedTokens);
  for (std::uint32_t at = open; at-- > begin && place.earlier.size() < kComparedVariations;) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::VariationEnd) ++depth;
    if (token.kind == TokenKind::VariationStart) {
      if (depth == 0) break;
      if (--depth == 0) place.earlier.push_back(at);
    }
    if (depth == 0 && is_move(token)) {
      place.replaced = at;
      break;
    }
  }
  return place;
}

bool begins_with(const Words& longer, const Words& shorter) {
  return longer.size() >= shorter.size() &&
         std::equal(shorter.begin(), shorter.end(), longer.begin());
}

void check_content(GameReporter& reporter, std::uint32_t open, std::uint32_t close) {
  const PgnGame& game = reporter.game();
  const Token& first = game.tokens[open];
  const Token& last = game.tokens[close];
  const bool is_empty = close == open + 1;
  const DiagnosticCode code = is_empty ? DiagnosticCode::RavEmpty : DiagnosticCode::RavCommentOnly;
  if (!reporter.wants_or_counts(code)) return;
  const TextSpan both(first.offset, last.offset + last.length - first.offset);
  reporter.report(code, is_empty ? both : TextSpan(first),
                  {.message = is_empty ? "this variation is empty" : "this variation has no move"});
}

// The variation between the tokens "(" and ")": nothing in it, the same moves
// as were played, the same as another in its place.
void check_variation(GameReporter& reporter, std::uint32_t open, std::uint32_t close) {
  const PgnGame& game = reporter.game();
  const Words moves = moves_from(game, open + 1);
  if (moves.empty()) return check_content(reporter, open, close);
  const Place place = place_of(game, open);
  if (place.replaced && begins_with(moves_from(game, *place.replaced), moves)) {
    if (reporter.wants_or_counts(DiagnosticCode::RavIdenticalToMainline)) {
      reporter.report(DiagnosticCode::RavIdenticalToMainline, game.tokens[open],
                      {.message = "this variation repeats the moves that were played"});
    }
    return;
  }
  for (const std::uint32_t earlier : place.earlier) {
    if (moves_from(game, earlier + 1) != moves) continue;
    if (reporter.wants_or_counts(DiagnosticCode::RavDuplicate)) {
      reporter.report(DiagnosticCode::RavDuplicate, game.tokens[open],
                      {.message = "this variation repeats another one in the same place"});
    }
    return;
  }
}

}  // namespace

VariationUse MovetextWalk::variation(const Token& token) {
  numbers_.interrupt();
  if (!has_move() || is_broken()) played_.may_set_aside = true;
  if (!has_move()) {
    say(DiagnosticCode::RavBeforeFirstMove, token,
        "there is no move before this variation that it could replace");
  }
  return VariationUse::Read;
}

void MovetextWalk::variation_too_deep(const Token& token) {
  played_.may_set_aside = true;
  numbers_.interrupt();
  say(DiagnosticCode::RavDepth, token, "variations are nested too deeply; this one is not checked");
}

void MovetextWalk::variation_closing(std::uint32_t open, const Token& close) {
  if (close.kind == TokenKind::Stray) {
    say(DiagnosticCode::BracketMismatchSuspect, close,
        "this closes a variation that ( opened; it is read as )");
  }
  check_variation(reporter_, open, index_of(close));
}

void MovetextWalk::variation_closed() {
  numbers_.interrupt();
  numbers_.go_on_from(outer_offsets_.back());
  outer_offsets_.pop_back();
}

// Told of the outermost only.
void MovetextWalk::variation_unclosed(std::uint32_t open) {
  if (depth() > 1) return;
  say(DiagnosticCode::RavUnclosed, game().tokens[open],
      "this variation is never closed; the moves after it are not part of the game");
}

}  // namespace arbiter
