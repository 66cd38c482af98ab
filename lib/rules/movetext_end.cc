// Whether the players could still mate at the end of the main line (5.2.2, 6.9).
#include <fmt/format.h>

#include "lib/chess/legal_moves.h"
#include "lib/rules/flag_rule.h"
#include "lib/rules/movetext_walk.h"
#include "lib/rules/ply.h"

namespace arbiter {

void MovetextWalk::ask_who_can_mate() {
  if (played_.end && played_.end->reason == EndReason::Checkmate) return;
  // First the winner, or else whoever has not just moved: one who can mate is enough.
  const Color first = played_.outcome == Outcome::WhiteWins   ? Color::White
                      : played_.outcome == Outcome::BlackWins ? Color::Black
                                                              : played_.last.turn();
  for (const Color color : {first, other(first)}) {
    auto& proof = played_.cannot_mate[static_cast<std::size_t>(color)];
    proof = quick_unwinnable(played_.last, color);
    if (!proof) return;
  }
  // Those sites go on until the flag falls.
  const bool ends_game =
      draws_.profile() != RulesProfile::Lichess && draws_.profile() != RulesProfile::ChessCom;
  if (ends_game) end_in_dead_position();
}

void MovetextWalk::end_in_dead_position() {
  const DeadMoment moment = first_dead_moment(played_.start.position, played_.moves);
  if (played_.end && played_.end->ply <= moment.ply) return;
  played_.dead = moment;
  played_.end = GameEnd{EndReason::DeadByStructure, Outcome::Draw, moment.ply};
  if (moment.ply < played_.moves.size() && !is_over_) report_play_past_death(moment);
}

// The token of a half-move of the main line, if all of them are written as PGN
// has it.
const Token* MovetextWalk::move_token(std::uint32_t ply) const {
  const Token* found = nullptr;
  std::size_t count = 0;
  std::size_t depth = 0;
  for (const Token& token : game().tokens) {
    if (token.kind == TokenKind::Result && depth == 0) break;
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth == 0 && token.kind == TokenKind::Move && ++count == ply) found = &token;
  }
  return count == played_.moves.size() ? found : nullptr;
}

void MovetextWalk::report_play_past_death(const DeadMoment& moment) {
  is_over_ = true;
  const DiagnosticCode code =
      moment.is_forced ? DiagnosticCode::DeadPositionForced : DiagnosticCode::DeadPositionEnded;
  if (!reporter_.needs(code)) return;
  const Token* token = move_token(moment.ply + 1);
  const FirstMove first(played_.start.position);
  reporter_.report(
      code, token != nullptr ? GameSpan(*token) : GameSpan(game().tokens.back()),
      {.message = fmt::format(
           "the game was over after {}: dead position, neither side can mate by any series of "
           "legal moves (proof for White: {}; for Black: {})",
           ply_name(moment.ply, first), name_of(moment.proof[0]), name_of(moment.proof[1])),
       .ply = moment.ply + 1});
}

}  // namespace arbiter
