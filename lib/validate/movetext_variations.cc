// Variations (PGN 8.2.5): each replaces the move just before it.
#include <algorithm>

#include "lib/validate/movetext_walk.h"
#include "lib/validate/variation_checks.h"

namespace arbiter::validate {

namespace {

// Deeper ones are skipped, so that hostile files cannot exhaust the memory.
constexpr std::size_t kDeepest = 200;

}  // namespace

void MovetextWalk::open_variation(const Token& token) {
  numbers_.interrupt();
  if (outer_.size() >= kDeepest) {
    if (skipped_depth_++ == 0 && reporter_.needs(DiagnosticCode::RavDepth)) {
      reporter_.report(DiagnosticCode::RavDepth, token,
                       {.message = "variations are nested too deep; this one is not looked at"});
    }
    line_.is_broken = true;
    return;
  }
  if (!line_.has_move && reporter_.needs(DiagnosticCode::RavBeforeFirstMove)) {
    reporter_.report(DiagnosticCode::RavBeforeFirstMove, token,
                     {.message = "no move stands before this variation that it could replace"});
  }
  const bool has_start = line_.has_move && !line_.is_broken;
  outer_.push_back({line_, index_of(token), numbers_.ahead()});
  line_.position = line_.before;
  line_.has_move = false;
  line_.is_broken = !has_start;
}

void MovetextWalk::close_variation(const Token& token) {
  numbers_.interrupt();
  if (skipped_depth_ > 0) {
    --skipped_depth_;
    return;
  }
  if (outer_.empty()) {
    if (reporter_.needs(DiagnosticCode::StrayCloseParen)) {
      reporter_.report(DiagnosticCode::StrayCloseParen, token,
                       {.message = "no variation is open that this could close"});
    }
    return;
  }
  check_variation(reporter_, outer_.back().opened_at, index_of(token));
  line_ = outer_.back().line;
  numbers_.go_on_from(outer_.back().numbers_ahead);
  outer_.pop_back();
}

// Whether a variation is open that no parenthesis behind `brace` closes.
bool MovetextWalk::closes_variation(const Token& brace) const {
  if (!in_variation()) return false;
  std::int64_t open = static_cast<std::int64_t>(outer_.size() + skipped_depth_);
  for (std::size_t at = index_of(brace) + 1; at < game().tokens.size(); ++at) {
    const TokenKind kind = game().tokens[at].kind;
    if (kind == TokenKind::VariationStart) ++open;
    if (kind == TokenKind::VariationEnd) --open;
  }
  return open > 0;
}

void MovetextWalk::finish_variations() {
  if (outer_.empty()) return;
  const Token& opened = game().tokens[outer_.front().opened_at];
  if (reporter_.needs(DiagnosticCode::RavUnclosed)) {
    reporter_.report(DiagnosticCode::RavUnclosed, opened,
                     {.message = "this variation is never closed; the moves behind it are not "
                                 "part of the game"});
  }
  line_ = outer_.front().line;
  outer_.clear();
  skipped_depth_ = 0;
}

}  // namespace arbiter::validate
