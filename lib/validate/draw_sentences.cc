// What DrawChecks says at the end of a game.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/movetext/word_reading.h"
#include "lib/validate/draw_checks.h"

namespace arbiter {
namespace {

constexpr std::size_t kShownChances = 20;

// The move that follows the one that is token `index`, outside of variations, as it
// is written; empty if there is none.
std::string_view move_behind(const PgnGame& game, std::size_t index) {
  std::size_t depth = 0;
  for (std::size_t at = index + 1; at < game.tokens.size(); ++at) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth > 0) continue;
    const std::string_view text = game.text_of(token);
    if (token.kind == TokenKind::Move) return text;
    if (token.kind != TokenKind::Word || !is_ascii(text)) continue;
    const WordKind kind = read_word(text, PieceLetters()).kind;
    if (kind == WordKind::Move || kind == WordKind::Garbled) return text;
  }
  return {};
}

}  // namespace

void DrawChecks::finish(TextSpan last, const Ending& ending) {
  if (ending.end && !is_end_of_site(ending.end->reason)) forget_claims_from(ending.end->ply);
  if (longest_run_end_ != 0 && reporter_.wants_or_counts(DiagnosticCode::NoProgress)) {
    reporter_.report(
        DiagnosticCode::NoProgress, longest_run_token_,
        {.message = fmt::format("the longest run without capture or pawn move: {} half-moves, "
                                "{}",
                                longest_run_, longest_run_start()),
         .ply = longest_run_end_});
  }
  if (chances_[0].empty() && chances_[1].empty()) return;
  if (ending.outcome == Outcome::WhiteWins) report_missed_claims(last, Color::Black);
  if (ending.outcome == Outcome::BlackWins) report_missed_claims(last, Color::White);
}

std::string DrawChecks::longest_run_start() const {
  if (longest_run_ > longest_run_end_) {
    return fmt::format("{} of them before the initial position", longest_run_ - longest_run_end_);
  }
  return fmt::format("from {} onwards", ply_name(longest_run_end_ + 1 - longest_run_, first_));
}

void DrawChecks::report_missed_claims(TextSpan last, Color loser) {
  const auto last_ply = [](const std::vector<Chance>& chances) {
    return chances.empty() ? 0 : chances.back().ply;
  };
  if (reporter_.wants_or_counts(DiagnosticCode::ThreefoldMissed)) {
    reporter_.report(
        DiagnosticCode::ThreefoldMissed, last,
        {.message = fmt::format("chances to claim a draw by repetition that were not used: "
                                "White {}; Black {}",
                                chances_text(Color::White), chances_text(Color::Black)),
         .ply = std::max(last_ply(chances_[0]), last_ply(chances_[1]))});
  }
  const std::vector<Chance>& of_loser = chances_[static_cast<std::size_t>(loser)];
  if (of_loser.empty() || !reporter_.wants_or_counts(DiagnosticCode::DecisiveDespiteClaimableDraw))
    return;
  reporter_.report(
      DiagnosticCode::DecisiveDespiteClaimableDraw, last,
      {.message = fmt::format("{} lost, but could have claimed a draw by repetition {}",
                              to_string(loser), occasions_text(of_loser)),
       .ply = last_ply(of_loser)});
}

// "0", or "2, before 102... Kf7 and 103... Bc8".
std::string DrawChecks::chances_text(Color claimant) const {
  const std::vector<Chance>& chances = chances_[static_cast<std::size_t>(claimant)];
  if (chances.empty()) return "0";
  return fmt::format("{}, {}", chances.size(), occasions_text(chances));
}

// "before 102... Kf7 and 103... Bc8": by the moves that were played instead.
std::string DrawChecks::occasions_text(std::span<const Chance> chances) const {
  std::vector<std::string> occasions;
  for (const Chance& chance : chances) {
    if (occasions.size() == kShownChances) break;
    const std::string_view move = move_behind(reporter_.game(), chance.token);
    const std::string number = number_of_ply(chance.ply + 1, first_);
    occasions.push_back(move.empty() ? "the end" : fmt::format("{} {}", number, move));
  }
  if (chances.size() > occasions.size()) {
    occasions.push_back(fmt::format("{} others", chances.size() - occasions.size()));
  }
  std::string text = "before ";
  for (std::size_t i = 0; i < occasions.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == occasions.size() ? " and " : ", ") + occasions[i];
  }
  return text;
}

}  // namespace arbiter
