#include "lib/validate/nag_checks.h"

#include <fmt/format.h>

namespace arbiter {
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
