// The end of the main line: how the board ended the game, and whether the players
// could still mate (5.2.2, 6.9).
#include <fmt/format.h>

#include <string>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/laws/flag_rule.h"
#include "lib/laws/ply.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/validate/ending_checks.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

// Play of this length, a move of each player, is an oversight in a drawn game; more of it is not.
constexpr std::uint32_t kOversight = 2;

// What it is called to play on in a dead position, where `free_moves` were not forced.
DiagnosticCode code_of_play_past_death(std::uint32_t free_moves, Outcome claimed) {
  if (free_moves == 0) return DiagnosticCode::DeadPositionForced;
  const bool is_won = claimed == Outcome::WhiteWins || claimed == Outcome::BlackWins;
  return is_won || free_moves > kOversight ? DiagnosticCode::DeadPositionEnded
                                           : DiagnosticCode::DeadPositionOverlooked;
}

}  // namespace

// What comes of it in a dead position depends on the rest of the game.
void MovetextWalk::move_after_end(const Token& token) {
  first_past_end_ = &token;
  const GameEnd& end = *draws_.automatic_end();
  if (is_end_of_site(end.reason) || is_dead(end.reason)) return;
  const DiagnosticCode code = code_of_play_past(end.reason, draws_.profile());
  if (!reporter_.wants_or_counts(code)) return;
  const FirstMove first(played_.start.position);
  reporter_.report(
      code, token,
      remark_after(token, fmt::format("the game was over after {}: {}", ply_name(end.ply, first),
                                      to_string(end.reason))));
}

// What the board says at the end of the main line.
void MovetextWalk::finish() {
  played_.last = position();
  if (game().ends_in_open_comment() && played_.has_board) {
    stop_record(DiagnosticCode::UnterminatedBraceComment);
    break_line();
  }
  played_.is_replayed = !is_unplayed();
  decide_result();
  if (kings_ != nullptr) report_kings();
  played_.last_occurrences = draws_.tracker().occurrences();
  if (draws_.automatic_end()) {
    played_.end = draws_.automatic_end();
  } else if (played_.is_complete && !has_legal_move(played_.last)) {
    const auto ply = static_cast<std::uint32_t>(played_.moves.size());
    const bool is_mate = played_.last.is_check();
    played_.end = GameEnd{is_mate ? EndReason::Checkmate : EndReason::Stalemate,
                          is_mate ? win_of(other(played_.last.turn())) : Outcome::Draw, ply};
  }
  if (played_.is_complete) ask_who_can_mate();
  if (played_.end && is_dead(played_.end->reason) && played_.end->ply < plies()) {
    report_play_past_death();
  }
}

void MovetextWalk::decide_result() {
  ResultEvidence evidence{.tag = tagged_result(game())};
  if (played_.terminator) evidence.terminator = played_.terminator->reading;
  const bool is_written = evidence.terminator || evidence.tag;
  if (!is_written && played_.is_complete) evidence.board = outcome_on_board(played_.last);
  played_.result = arbiter::decide_result(evidence);
}

void MovetextWalk::ask_who_can_mate() {
  if (played_.end && played_.end->reason == EndReason::Checkmate) return;
  // First the winner, or else whoever has not just moved: one who can mate is enough.
  const Outcome outcome = played_.result.value_or(GameResult()).outcome;
  const Color first = outcome == Outcome::WhiteWins   ? Color::White
                      : outcome == Outcome::BlackWins ? Color::Black
                                                      : played_.last.turn();
  for (const Color color : {first, other(first)}) {
    auto& proof = played_.cannot_mate[static_cast<std::size_t>(color)];
    proof = quick_unwinnable(played_.last, color);
    if (!proof) return;
  }
  if (counts_dead_positions(draws_.profile())) end_in_dead_position();
}

void MovetextWalk::end_in_dead_position() {
  const DeadMoment moment = first_dead_moment(played_.start.position, played_.moves);
  if (played_.end && played_.end->ply <= moment.ply) return;
  played_.dead = moment;
  played_.end = GameEnd{EndReason::DeadByStructure, Outcome::Draw, moment.ply};
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

void MovetextWalk::report_play_past_death() {
  const GameEnd& end = *played_.end;
  const Position& start = played_.start.position;
  const DiagnosticCode code =
      code_of_play_past_death(free_moves_after(end.ply, start, played_.moves),
                              played_.result.value_or(GameResult()).outcome);
  if (!reporter_.wants_or_counts(code)) return;
  Position before = start;
  for (const Move move : std::span(played_.moves).first(end.ply)) before.play(move);
  const Token* token = end == draws_.automatic_end() ? first_past_end_ : move_token(end.ply + 1);
  const std::string san = token != nullptr ? std::string(game().text_of(*token))
                                           : san_of(played_.moves[end.ply], before);
  Remark past{
      .message = fmt::format("{} {}: the game was over after {}: {}", number_text(before), san,
                             ply_name(end.ply, FirstMove(start)), to_string(end.reason)),
      .ply = end.ply + 1,
      .san = san,
      .fen = fen_of(before)};
  if (end.reason == EndReason::DeadByStructure) {
    const DeadProof& proof = played_.dead->proof;
    past.message += fmt::format(
        ", neither side can mate by any series of legal moves (proof for White: {}; for Black: {})",
        to_string(proof[0]), to_string(proof[1]));
  }
  reporter_.report(code, token != nullptr ? TextSpan(*token) : TextSpan(game().tokens.back()),
                   std::move(past));
}

}  // namespace arbiter
