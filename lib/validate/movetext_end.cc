// The end of the main line: the end on the board, and whether the players could still mate (5.2.2,
// 6.9).
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/laws/ply.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/validate/ending_checks.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/repair_hints.h"
#include "lib/validate/start_position.h"

namespace arbiter {

namespace {

// In a drawn game, up to this number of half-moves after the end count as an oversight.
constexpr std::uint32_t kOversight = 2;

// Returns the code for play in a dead position, where `free_moves` were not forced.
DiagnosticCode code_of_play_past_death(std::uint32_t free_moves, Outcome claimed) {
  if (free_moves == 0) return DiagnosticCode::DeadPositionForced;
  const bool is_won = claimed == Outcome::WhiteWins || claimed == Outcome::BlackWins;
  return is_won || free_moves > kOversight ? DiagnosticCode::DeadPositionEnded
                                           : DiagnosticCode::DeadPositionOverlooked;
}

}  // namespace

// In a dead position the finding depends on the rest of the game.
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

// Determines the result on the board at the end of the main line.
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
  if (played_.is_complete) check_who_can_mate();
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

void MovetextWalk::check_who_can_mate() {
  if (played_.end && played_.end->reason == EndReason::Checkmate) return;
  // Starts with the winner, otherwise with the player to move; one player who can mate is enough.
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

// Returns the token of a half-move of the main line, if all of them are written in SAN.
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

// Returns the moves of the main line from `token` on, as far as they are written in SAN.
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

// Returns whether the tag or the text after the moves gives a result.
bool MovetextWalk::has_known_result() const {
  const auto is_known = [](const ResultReading& reading) { return result_of(reading).is_known(); };
  const auto tagged = tagged_result(game());
  if (tagged && is_known(*tagged)) return true;
  if (const auto words = result_in_words(game())) return is_known(words->reading);
  return std::ranges::any_of(game().tokens, [&](const Token& token) {
    return token.kind == TokenKind::Result && is_known(result_with_comment(game(), token));
  });
}

// Records the kings if the remaining moves put them on squares that encode the result. Returns
// whether they do.
bool MovetextWalk::is_kings_to_centre(const Token& token) {
  const std::vector<San> rest = rest_of_line(token);
  const auto kings = kings_to_centre(position(), rest);
  if (!kings || !has_known_result()) return false;
  kings_ = &token;
  played_.kings = kings->outcome;
  return true;
}

// Reports the kings after the written result is known.
void MovetextWalk::report_kings() {
  if (!reporter_.wants_or_counts(DiagnosticCode::KingsToCentre)) return;
  const auto& shown = played_.kings;
  const std::string meaning =
      shown ? fmt::format(", which shows an electronic board {}", to_string(*shown)) : "";
  Remark kings =
      remark(*kings_, fmt::format("a king put on a centre square at the end{}", meaning));
  kings.help = "remove it from the game";
  reporter_.report(DiagnosticCode::KingsToCentre, *kings_, std::move(kings));
}

// Returns at most one guess, which the rest of the game must support.
std::optional<SuspectedMistake> MovetextWalk::guess_at(const Token& token, San san,
                                                       DiagnosticCode code) {
  const std::vector<San> rest = rest_of_line(token);
  if (rest.empty()) return std::nullopt;
  const std::span<const San> behind = std::span(rest).subspan(1);
  const Position& now = position();
  const auto meant = code == DiagnosticCode::Ambiguous
                         ? meaning_by_rest(san, now, behind)
                         : suspected_typo(game().text_of(token), now, behind);
  if (meant) {
    return SuspectedMistake{
        DiagnosticCode::SuspectedTypo,
        fmt::format("with {} the rest of the game is legal", san_of(*meant, now))};
  }
  if (played_.moves.empty() && is_numbered_from_black(game()) &&
      resolve(san, black_start().position).status == SanStatus::Legal) {
    return verdict_on_numbers(rest.size());
  }
  const bool began_as_usual = played_.start.setup == initial_setup();
  const auto start = began_as_usual
                         ? altered_start(rest_of_line(game().tokens.front()), played_.moves.size())
                         : std::nullopt;
  if (start) return verdict_on(*start, played_.moves.size() + rest.size());
  const auto missing = missing_ply(now, rest);
  if (!missing) return std::nullopt;
  const std::string which =
      missing->move ? fmt::format(", perhaps {}", san_of(*missing->move, now)) : "";
  return SuspectedMistake{
      DiagnosticCode::MissingPly,
      fmt::format("a move by {} seems to be missing before this one{}: with one more move the rest "
                  "of the game is legal",
                  to_string(missing->player), which)};
}

void MovetextWalk::report_guess(const Token& token, SuspectedMistake guess) {
  if (!reporter_.wants_or_counts(guess.code)) return;
  Remark note = remark(token, guess.message);
  note.help = std::move(guess.help);
  reporter_.report(guess.code, token, std::move(note));
}

}  // namespace arbiter
