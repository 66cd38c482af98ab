// Guesses about the first illegal move of a main line.
#include <fmt/format.h>

#include <utility>

#include "lib/notation/san.h"
#include "lib/validate/ending_checks.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/repair_hints.h"
#include "lib/validate/start_checks.h"

namespace arbiter {

// The moves of the main line from `token` on, as far as they are written in SAN.
std::vector<San> MovetextWalk::rest_of_line(const Token& token) const {
  std::vector<San> rest;
  int depth = 0;
  for (std::size_t at = index_of(token); at < game().tokens.size(); ++at) {
    const Token& next = game().tokens[at];
    if (next.kind == TokenKind::VariationStart) ++depth;
    if (next.kind == TokenKind::VariationEnd) --depth;
    if (depth > 0) continue;
    if (next.kind == TokenKind::Result || next.kind == TokenKind::Word) break;
    if (next.kind == TokenKind::Move) rest.push_back(next.san());
  }
  return rest;
}

// Electronic boards record the result by the kings' squares: these are no moves.
bool MovetextWalk::is_kings_to_centre(const Token& token) {
  const std::vector<San> rest = rest_of_line(token);
  const auto kings = kings_to_centre(position(), rest);
  if (!kings) return false;
  kings_ = &token;
  played_.kings = kings->outcome;
  return true;
}

// Once the result that is written is known.
void MovetextWalk::report_kings() {
  if (!reporter_.wants_or_counts(DiagnosticCode::KingsToCentre)) return;
  const auto& told = played_.kings;
  const std::string meaning =
      told ? fmt::format(", which shows an electronic board {}", to_string(*told)) : "";
  Remark kings =
      remark(*kings_, fmt::format("a king put on a centre square at the end{}", meaning));
  kings.help = "remove it from the game";
  const bool is_open = !played_.result.value_or(GameResult()).is_known();
  if (told && is_open) {
    kings.help +=
        fmt::format(", and write {} as the result if the kings are right", to_string(*told));
  }
  reporter_.report(DiagnosticCode::KingsToCentre, *kings_, std::move(kings));
}

// At most one guess, and only one that the rest of the game bears out.
std::optional<MovetextWalk::Guess> MovetextWalk::guess_at(const Token& token, San san,
                                                          DiagnosticCode code) {
  const std::vector<San> rest = rest_of_line(token);
  if (rest.empty()) return std::nullopt;
  const std::span<const San> behind = std::span(rest).subspan(1);
  const Position& now = position();
  const auto meant = code == DiagnosticCode::Ambiguous
                         ? meaning_by_rest(san, now, behind)
                         : suspected_typo(game().text_of(token), now, behind);
  if (meant) {
    return Guess{DiagnosticCode::SuspectedTypo,
                 fmt::format("with {} the rest of the game is legal", san_of(*meant, now))};
  }
  const bool began_as_usual = played_.start.setup == initial_setup();
  const auto start = began_as_usual
                         ? altered_start(rest_of_line(game().tokens.front()), played_.moves.size())
                         : std::nullopt;
  if (start) {
    StartVerdict verdict = verdict_on(*start, played_.moves.size() + rest.size());
    return Guess{verdict.code, std::move(verdict.message), std::move(verdict.help)};
  }
  const auto missing = missing_ply(now, rest);
  if (!missing) return std::nullopt;
  const std::string which =
      missing->move ? fmt::format(", perhaps {}", san_of(*missing->move, now)) : "";
  return Guess{DiagnosticCode::MissingPly,
               fmt::format("a move by {} seems to be missing before this one{}: with one more "
                           "move the rest of the game is legal",
                           to_string(missing->player), which)};
}

void MovetextWalk::report_guess(const Token& token, Guess guess) {
  if (!reporter_.wants_or_counts(guess.code)) return;
  Remark note = remark(token, guess.message);
  note.help = std::move(guess.help);
  reporter_.report(guess.code, token, std::move(note));
}

}  // namespace arbiter
