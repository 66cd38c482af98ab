#include "lib/validate/symbol_checks.h"

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

namespace {

constexpr std::uint32_t kLastDefined = 139;
constexpr std::uint32_t kLast = 255;

// How many tokens before a NAG are looked at for the move that it belongs to.
constexpr std::uint32_t kReach = 64;

struct Surroundings {
  bool has_move = false;
  bool is_repeated = false;
};

// Looks back to the move.
Surroundings before(const PgnGame& game, std::uint32_t index) {
  Surroundings found;
  const std::uint32_t number = game.tokens[index].number();
  for (std::uint32_t back = 1; back <= index; ++back) {
    const Token& token = game.tokens[index - back];
    switch (token.kind) {
      case TokenKind::Nag:
        found.is_repeated |= token.number() == number;
        break;
      case TokenKind::BraceComment:
      case TokenKind::LineComment:
      case TokenKind::Escape:
      case TokenKind::Suffix:
      case TokenKind::Stray:
        break;
      case TokenKind::MoveNumber:
      case TokenKind::VariationStart:
        return found;
      default:
        found.has_move = true;
        return found;
    }
    if (back == kReach) found.has_move = true;
    if (found.has_move) return found;
  }
  return found;
}

void say(GameReporter& reporter, DiagnosticCode code, const Token& nag, const char* sentence) {
  if (!reporter.wants_or_counts(code)) return;
  reporter.report(
      code, nag,
      {.message = fmt::format(fmt::runtime(sentence), reporter.game().text_of(nag).substr(0, 20))});
}

}  // namespace

void check_nag(GameReporter& reporter, std::uint32_t index) {
  const Token& nag = reporter.game().tokens[index];
  const std::uint32_t number = nag.number();
  if (number > kLast) {
    say(reporter, DiagnosticCode::NagRange, nag, "{} is too large: NAGs go up to $255");
  } else if (number > kLastDefined) {
    say(reporter, DiagnosticCode::NagUndefined, nag, "the standard does not define {}");
  } else if (number == 0) {
    say(reporter, DiagnosticCode::NagZero, nag, "{} says nothing");
  }
  const Surroundings surroundings = before(reporter.game(), index);
  if (!surroundings.has_move) {
    say(reporter, DiagnosticCode::NagBeforeMove, nag, "{} comes before the first move");
  }
  if (surroundings.is_repeated) {
    say(reporter, DiagnosticCode::NagDuplicate, nag, "{} is repeated here");
  }
}

}  // namespace arbiter
