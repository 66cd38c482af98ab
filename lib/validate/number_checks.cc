#include "lib/validate/number_checks.h"

#include <fmt/format.h>

#include <string>

#include "lib/laws/ply.h"

namespace arbiter {

// The true number is always right, and so is one that goes on from those before it. One wrong
// number is not yet believed: what follows it may return to the true ones.
void NumberChecks::compare(const Token& token, const Position& position) {
  const std::int64_t offset = token.number() - std::int64_t{position.fullmove_number()};
  const bool is_right = offset == 0 || offset == offsets_.last || offset == offsets_.believed;
  if (!is_right) return wrong(token, position);
  offsets_ = {.believed = offset, .last = offset};
}

void NumberChecks::wrong(const Token& token, const Position& position) {
  const std::int64_t expected = position.fullmove_number() + offsets_.believed;
  const bool skips_black =
      position.turn() == Color::Black && token.number() == expected + 1 && token.dots == 1;
  if (!skips_black) offsets_.last = token.number() - std::int64_t{position.fullmove_number()};
  if (!reporter_.wants_or_counts(DiagnosticCode::MoveNumberWrong)) return;
  reporter_.report(DiagnosticCode::MoveNumberWrong, token,
                   {.message = fmt::format("the number is {}, but {}'s move {} comes next",
                                           token.number(), to_string(position.turn()), expected),
                    .help = skips_black ? "a move by Black may be missing" : ""});
}

void NumberChecks::style(const Token& token, const Position& position) {
  const bool is_white = position.turn() == Color::White;
  const bool is_needed = is_white || is_interrupted_;
  const std::string wanted = number_text(position);
  if (number_ == nullptr) {
    if (is_needed && reporter_.wants_or_counts(DiagnosticCode::MoveNumberMissing)) {
      reporter_.report(
          DiagnosticCode::MoveNumberMissing, token,
          {.message = fmt::format("the number {} is missing before this move", wanted)});
    }
  } else if (!is_needed) {
    if (reporter_.wants_or_counts(DiagnosticCode::MoveNumberSuperfluous)) {
      reporter_.report(DiagnosticCode::MoveNumberSuperfluous, *number_,
                       {.message = "this number is not needed: nothing stands between White's "
                                   "move and this one"});
    }
  } else if (number_->dots != (is_white ? 1 : 3)) {
    if (reporter_.wants_or_counts(DiagnosticCode::MoveNumberDots)) {
      reporter_.report(DiagnosticCode::MoveNumberDots, *number_,
                       {.message = fmt::format("the export format writes {}", wanted)});
    }
  }
  number_ = nullptr;
  is_interrupted_ = false;
}

}  // namespace arbiter
