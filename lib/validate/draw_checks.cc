#include "lib/validate/draw_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/san_text.h"
#include "lib/text/encoding.h"

namespace arbiter::validate {

namespace {

// A run is worth a note from here on (25 moves by each side).
constexpr std::uint32_t kLongRun = 50;
constexpr std::size_t kShownMoves = 4;
constexpr std::size_t kShownChances = 20;

std::string moves_text(const MoveList& moves, const Position& now) {
  std::string text;
  for (std::size_t i = 0; i < moves.size() && i < kShownMoves; ++i) {
    text += (i == 0 ? "" : i + 1 == moves.size() ? " or " : ", ") + san_of(moves[i], now);
  }
  if (moves.size() > kShownMoves) text += ", ...";
  return text;
}

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

DiagnosticCode code_of_play_past(EndReason reason, RulesProfile profile) {
  switch (reason) {
    case EndReason::DeadByMaterial:
    case EndReason::DeadByStructure:
      return DiagnosticCode::DeadPositionEnded;
    case EndReason::FivefoldRepetition:
      return profile == RulesProfile::Fide2014 ? DiagnosticCode::FivefoldEarlyRule
                                               : DiagnosticCode::FivefoldEnded;
    case EndReason::SeventyFiveMoves:
      return DiagnosticCode::SeventyfiveEnded;
    case EndReason::Checkmate:
      return DiagnosticCode::GameContinuesPastMate;
    case EndReason::Stalemate:
      return DiagnosticCode::GameContinuesPastStalemate;
    case EndReason::ThreefoldRepetition:
    case EndReason::FiftyMoves:
      return DiagnosticCode::PlatformProfile;
  }
  return DiagnosticCode::PlatformProfile;
}

void DrawChecks::start(const Position& first, RulesProfile profile) {
  tracker_.start(first);
  first_ = FirstMove(first);
  profile_ = profile;
  automatic_end_.reset();
  first_claim_.reset();
  for (std::vector<Chance>& chances : chances_) chances.clear();
  had_threefold_ = had_fifty_ = false;
  has_reported_ahead_ = has_reported_fifty_ = has_reported_older_ = false;
  longest_run_ = kLongRun - 1;
  longest_run_end_ = 0;
}

void DrawChecks::longer_run(const Token& token, const Position& now) {
  longest_run_ = now.halfmove_clock();
  longest_run_end_ = tracker_.ply();
  longest_run_token_ = token;
}

void DrawChecks::could_claim(DrawClaim claim, const Token& token, Color claimant) {
  if (!first_claim_) first_claim_ = ClaimableDraw{claim, tracker_.ply()};
  if (claim == DrawClaim::Threefold || claim == DrawClaim::ThreefoldAhead) {
    const auto index = static_cast<std::uint32_t>(&token - reporter_.game().tokens.data());
    chances_[static_cast<std::size_t>(claimant)].push_back({tracker_.ply(), index});
  }
}

void DrawChecks::look(const Token& token, const Position& now) {
  if (automatic_end_) return;
  look_at_automatic_end(token, now);
  if (automatic_end_ && !is_end_of_site(automatic_end_->reason)) {
    had_threefold_ |= tracker_.occurrences() >= 3;
    had_fifty_ |= now.halfmove_clock() >= 100;
    return;  // nobody claims what is over
  }
  look_at_threefold(token, now);
  look_at_fifty(token, now);
  look_at_older_rules(token);
}

void DrawChecks::look_at_automatic_end(const Token& token, const Position& now) {
  std::optional<EndReason> reason;
  if (is_dead_by_material(now.board())) {
    reason = EndReason::DeadByMaterial;
  } else if (has_legal_move(now)) {  // mate takes precedence (9.6.2), and stalemate is plainer
    reason = automatic_draw(tracker_, profile_);
  }
  if (!reason) return;
  automatic_end_ = GameEnd{*reason, Outcome::Draw, tracker_.ply()};
  if (!is_end_of_site(*reason) || !reporter_.wants_or_counts(DiagnosticCode::PlatformProfile))
    return;
  reporter_.report(DiagnosticCode::PlatformProfile, token,
                   {.message = fmt::format("{} ends the game by the rules of {}; by the Laws a "
                                           "player has to claim it",
                                           to_string(*reason), to_string(profile_)),
                    .ply = tracker_.ply()});
}

void DrawChecks::look_at_threefold(const Token& token, const Position& now) {
  const std::uint32_t count = tracker_.occurrences();
  if (count >= 3) {
    had_threefold_ = true;
    could_claim(DrawClaim::Threefold, token, now.turn());
    if (count == 3 && reporter_.wants_or_counts(DiagnosticCode::ThreefoldOnBoard)) {
      const std::vector<std::uint32_t> plies = tracker_.occurrence_plies();
      reporter_.report(
          DiagnosticCode::ThreefoldOnBoard, token,
          {.message = fmt::format("this position stands for the third time, as after {} and {}: "
                                  "{} may claim a draw",
                                  ply_name(plies[0], first_), ply_name(plies[1], first_),
                                  to_string(now.turn())),
           .ply = tracker_.ply()});
    }
    return;
  }
  look_at_claim_ahead(token, now);
  if (!had_threefold_ && tracker_.occurrences_but_for_idle_rights(now) >= 3 &&
      reporter_.wants_or_counts(DiagnosticCode::RepetitionReadingsDiffer)) {
    reporter_.report(DiagnosticCode::RepetitionReadingsDiffer, token,
                     {.message = "this position stands for the third time only if castling rights "
                                 "that could not be used are left out; by the Laws they count",
                      .ply = tracker_.ply()});
  }
}

void DrawChecks::look_at_claim_ahead(const Token& token, const Position& now) {
  const MoveList moves = tracker_.moves_to_threefold(now);
  if (moves.is_empty()) return;
  could_claim(DrawClaim::ThreefoldAhead, token, now.turn());
  if (has_reported_ahead_) return;
  has_reported_ahead_ = true;
  if (!reporter_.wants_or_counts(DiagnosticCode::ThreefoldClaimAhead)) return;
  reporter_.report(DiagnosticCode::ThreefoldClaimAhead, token,
                   {.message = fmt::format("{} could now claim a draw: {} makes the same position "
                                           "for the third time",
                                           to_string(now.turn()), moves_text(moves, now)),
                    .ply = tracker_.ply()});
}

void DrawChecks::look_at_fifty(const Token& token, const Position& now) {
  const std::uint32_t clock = now.halfmove_clock();
  if (clock >= 100) {
    had_fifty_ = true;
    if (is_checkmate(now)) return;
    could_claim(DrawClaim::Fifty, token, now.turn());
    if (has_reported_fifty_) return;
    has_reported_fifty_ = true;
    if (!reporter_.wants_or_counts(DiagnosticCode::FiftyOnBoard)) return;
    reporter_.report(DiagnosticCode::FiftyOnBoard, token,
                     {.message = fmt::format("fifty moves by each side without capture or pawn "
                                             "move: {} may claim a draw",
                                             to_string(now.turn())),
                      .ply = tracker_.ply()});
  } else if (clock == 99) {
    has_reported_fifty_ = false;
    const MoveList moves = tracker_.moves_to_fifty(now);
    if (moves.is_empty()) return;
    could_claim(DrawClaim::FiftyAhead, token, now.turn());
    if (!reporter_.wants_or_counts(DiagnosticCode::FiftyClaimAhead)) return;
    reporter_.report(DiagnosticCode::FiftyClaimAhead, token,
                     {.message = fmt::format("{} could now claim a draw: {} completes fifty moves "
                                             "by each side without capture or pawn move",
                                             to_string(now.turn()), moves_text(moves, now)),
                      .ply = tracker_.ply()});
  }
}

// Ends of today's Laws in games from before them are notes.
void DrawChecks::look_at_older_rules(const Token& token) {
  if (automatic_end_ || has_reported_older_) return;
  if (profile_ != RulesProfile::FidePre2014 && profile_ != RulesProfile::Fide2014) return;
  const bool is_fivefold = tracker_.occurrences() >= 5;
  const bool is_seventy_five = tracker_.halfmove_clock() >= 150;
  if (!is_fivefold && !is_seventy_five) return;
  has_reported_older_ = true;
  const DiagnosticCode code =
      is_fivefold ? DiagnosticCode::FivefoldBeforeRule : DiagnosticCode::SeventyfiveBeforeRule;
  if (!reporter_.wants_or_counts(code)) return;
  reporter_.report(
      code, token,
      {.message = fmt::format("{}, which {}",
                              is_fivefold ? "the same position stands for the fifth time"
                                          : "75 moves by each side without capture or pawn move",
                              profile_ == RulesProfile::Fide2014
                                  ? "before July 2017 ended a game only by consecutive moves"
                                  : "ended no game before July 2014"),
       .ply = tracker_.ply()});
}

void DrawChecks::finish(GameSpan last, std::optional<Outcome> outcome) {
  if (longest_run_ >= kLongRun && reporter_.wants_or_counts(DiagnosticCode::NoProgress)) {
    reporter_.report(
        DiagnosticCode::NoProgress, longest_run_token_,
        {.message = fmt::format("{} half-moves without capture or pawn move, {}: the longest run "
                                "of the game",
                                longest_run_, longest_run_start()),
         .ply = longest_run_end_});
  }
  const bool is_decisive = outcome == Outcome::WhiteWins || outcome == Outcome::BlackWins;
  if (!is_decisive || !could_repeat()) return;
  report_missed_claims(last, outcome == Outcome::WhiteWins ? Color::Black : Color::White);
}

std::string DrawChecks::longest_run_start() const {
  if (longest_run_ > longest_run_end_) {
    return fmt::format("{} of them before the first position", longest_run_ - longest_run_end_);
  }
  return fmt::format("from {} on", ply_name(longest_run_end_ + 1 - longest_run_, first_));
}

void DrawChecks::report_missed_claims(GameSpan last, Color loser) {
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

}  // namespace arbiter::validate
