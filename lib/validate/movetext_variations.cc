// Variations (PGN 8.2.5): each replaces the move just before it.
#include "lib/validate/movetext_walk.h"
#include "lib/validate/variation_checks.h"

namespace arbiter {

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
