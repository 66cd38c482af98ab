#include "lib/validate/draw_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/wording.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/san.h"

namespace arbiter {

namespace {

// The minimum number of half-moves without a capture or a pawn move for a note.
constexpr std::uint32_t kLongRun = 50;
constexpr std::size_t kShownRepetitions = 4;

std::string moves_text(const MoveList& moves, const Position& now) {
  std::string text;
  for (std::size_t i = 0; i < moves.size() && i < kShownRepetitions; ++i) {
    text += (i == 0 ? "" : i + 1 == moves.size() ? " or " : ", ") + san_of(moves[i], now);
  }
  if (moves.size() > kShownRepetitions) text += ", ...";
  return text;
}

// Returns "fifty", or another number as text.
std::string moves_name(std::uint32_t half_moves) {
  return half_moves == kFiftyMoves ? "fifty" : fmt::format("{}", half_moves / 2);
}

constexpr std::size_t kShownChances = 20;

// Returns the text of the next move outside of variations, after the token `index`; empty if there
// is none.
std::string_view move_after(const PgnGame& game, std::size_t index) {
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
  using enum DiagnosticCode;
  constexpr DiagnosticCode kCodes[] = {
      GameContinuesPastMate, GameContinuesPastStalemate, DeadPositionEnded, DeadPositionEnded,
      FivefoldEnded,         SeventyfiveEnded,           PlatformProfile,   PlatformProfile};
  const bool is_early =
      reason == EndReason::FivefoldRepetition && profile == RulesProfile::Fide2014;
  return is_early ? FivefoldEarlyRule : kCodes[static_cast<std::size_t>(reason)];
}

void DrawChecks::start(const Position& first, RulesProfile profile) {
  tracker_.start(first);
  first_ = FirstMove(first);
  profile_ = profile;
  automatic_end_.reset();
  first_claim_.reset();
  for (std::vector<Chance>& chances : chances_) chances.clear();
  had_threefold_ = had_fifty_ = false;
  had_chance_ahead_ = has_reported_fifty_ = has_reported_older_ = false;
  longest_run_ = kLongRun - 1;
  longest_run_end_ = 0;
  if (first.halfmove_clock() >= 99 || is_dead_by_material(first.board())) look_at_first(first);
}

// Checks the initial position. It comes from the FEN tag, so its findings are reported at that tag.
void DrawChecks::look_at_first(const Position& first) {
  if (!has_legal_move(first)) return;
  const PgnTag* tag = reporter_.game().tag(KnownTag::Fen);
  const TextSpan place =
      tag == nullptr ? TextSpan()
                     : TextSpan(tag->value_offset, static_cast<std::uint32_t>(tag->value.size()));
  look_at_automatic_end(place, first);
  if (automatic_end_ && !is_end_of_site(automatic_end_->reason)) {
    had_fifty_ |= first.halfmove_clock() >= 100;
    return;
  }
  look_at_fifty(place, first);
}

std::optional<std::uint32_t> DrawChecks::ply_of_move() const {
  return tracker_.ply() == 0 ? std::nullopt : std::optional(tracker_.ply());
}

void DrawChecks::longer_run(const Token& token, const Position& now) {
  longest_run_ = now.halfmove_clock();
  longest_run_end_ = tracker_.ply();
  longest_run_token_ = token;
}

void DrawChecks::could_claim(DrawClaim claim) {
  if (!first_claim_) first_claim_ = ClaimableDraw{claim, tracker_.ply()};
}

void DrawChecks::could_claim_repetition(DrawClaim claim, const Token& token, Color claimant) {
  could_claim(claim);
  const auto index = static_cast<std::uint32_t>(&token - reporter_.game().tokens.data());
  chances_[static_cast<std::size_t>(claimant)].push_back({tracker_.ply(), index});
}

// Removes claims after the end of the game, which was detected only later.
void DrawChecks::forget_claims_from(std::uint32_t ply) {
  if (first_claim_ && first_claim_->ply >= ply) first_claim_.reset();
  for (std::vector<Chance>& chances : chances_) {
    while (!chances.empty() && chances.back().ply >= ply) chances.pop_back();
  }
}

void DrawChecks::look(const Token& token, const Position& now) {
  if (automatic_end_) return;
  look_at_automatic_end(token, now);
  if (automatic_end_ && !is_end_of_site(automatic_end_->reason)) {
    had_threefold_ |= tracker_.occurrences() >= 3;
    had_fifty_ |= now.halfmove_clock() >= 100;
    return;  // no claims after the end of the game
  }
  look_at_threefold(token, now);
  look_at_fifty(token, now);
  look_at_older_rules(token);
}

void DrawChecks::look_at_automatic_end(TextSpan place, const Position& now) {
  std::optional<EndReason> reason;
  if (is_dead_by_material(now.board())) {
    reason = EndReason::DeadByMaterial;
  } else {
    reason = automatic_draw(tracker_, profile_);
    // Mate takes precedence (9.6.2), and stalemate is the simpler explanation.
    if (reason && !has_legal_move(now)) return;
  }
  if (!reason) return;
  automatic_end_ = GameEnd{*reason, Outcome::Draw, tracker_.ply()};
  if (!is_end_of_site(*reason)) return;
  reporter_.report_at(
      ply_of_move(), DiagnosticCode::PlatformProfile, place,
      "{} ends the game under the rules of {}; under the Laws a player must claim the draw",
      to_string(*reason), to_string(profile_));
}

void DrawChecks::look_at_threefold(const Token& token, const Position& now) {
  const std::uint32_t count = tracker_.occurrences();
  if (count >= 3) {
    had_threefold_ = true;
    could_claim_repetition(DrawClaim::Threefold, token, now.turn());
    if (count == 3) {
      const std::vector<std::uint32_t> plies = tracker_.occurrence_plies();
      const auto place = [&](std::uint32_t ply) {
        return ply == 0 ? "at the start" : "after " + ply_name(ply, first_);
      };
      reporter_.report_at(
          tracker_.ply(), DiagnosticCode::ThreefoldOnBoard, token,
          "this position occurs for the third time (also {} and {}): {} may claim a draw",
          place(plies[0]), place(plies[1]), to_string(now.turn()));
    }
    return;
  }
  look_at_claim_ahead(token, now);
  if (!had_threefold_ && tracker_.occurrences_but_for_idle_rights(now) >= 3) {
    reporter_.report_at(tracker_.ply(), DiagnosticCode::RepetitionReadingsDiffer, token,
                        "this position occurs for the third time only if unusable castling rights "
                        "are ignored; under the Laws they count");
  }
}

void DrawChecks::look_at_claim_ahead(const Token& token, const Position& now) {
  const MoveList moves = tracker_.moves_to_threefold(now);
  if (moves.is_empty()) return;
  could_claim_repetition(DrawClaim::ThreefoldAhead, token, now.turn());
  if (had_chance_ahead_) return;
  had_chance_ahead_ = true;
  reporter_.report_at(tracker_.ply(), DiagnosticCode::ThreefoldClaimAhead, token,
                      "{} could now claim a draw: {} would bring about a threefold repetition",
                      to_string(now.turn()), moves_text(moves, now));
}

void DrawChecks::look_at_fifty(TextSpan place, const Position& now) {
  const std::uint32_t clock = now.halfmove_clock();
  if (clock + 1 < kFiftyMoves) return;
  const std::uint32_t needed = half_moves_to_claim(now.board(), profile_);
  if (clock >= 100) had_fifty_ = true;
  if (clock >= needed) {
    fifty_on_board(place, now);
  } else if (clock + 1 == needed) {
    fifty_ahead(place, now, needed);
  } else if (clock == 100) {
    reporter_.report_at(ply_of_move(), DiagnosticCode::FiftyExtended, place,
                        "fifty moves by each side without capture or pawn move, but the Laws of "
                        "the time required {} in this ending",
                        needed / 2);
  }
}

void DrawChecks::fifty_on_board(TextSpan place, const Position& now) {
  if (!has_legal_move(now)) return;
  could_claim(DrawClaim::Fifty);
  if (has_reported_fifty_) return;
  has_reported_fifty_ = true;
  reporter_.report_at(ply_of_move(), DiagnosticCode::FiftyOnBoard, place,
                      "{} moves by each side without capture or pawn move: {} may claim a draw",
                      moves_name(half_moves_to_claim(now.board(), profile_)),
                      to_string(now.turn()));
}

void DrawChecks::fifty_ahead(TextSpan place, const Position& now, std::uint32_t needed) {
  has_reported_fifty_ = false;
  const MoveList moves = tracker_.moves_to_fifty(now, needed);
  if (moves.is_empty()) return;
  could_claim(DrawClaim::FiftyAhead);
  reporter_.report_at(ply_of_move(), DiagnosticCode::FiftyClaimAhead, place,
                      "{} could now claim a draw: {} would complete {} moves by each side without "
                      "capture or pawn move",
                      to_string(now.turn()), moves_text(moves, now), moves_name(needed));
}

// In older games, draws that are automatic today are notes.
void DrawChecks::look_at_older_rules(const Token& token) {
  if (automatic_end_ || has_reported_older_) return;
  if (!is_before_2017(profile_)) return;
  const bool is_fivefold = tracker_.occurrences() >= 5;
  const bool is_seventy_five = tracker_.halfmove_clock() >= 150;
  if (!is_fivefold && !is_seventy_five) return;
  has_reported_older_ = true;
  reporter_.report_at(
      tracker_.ply(),
      is_fivefold ? DiagnosticCode::FivefoldBeforeRule : DiagnosticCode::SeventyfiveBeforeRule,
      token, "{}, which {}",
      is_fivefold ? "the same position occurs for the fifth time"
                  : "75 moves by each side without capture or pawn move",
      profile_ == RulesProfile::Fide2014 ? "before July 2017 ended a game only by consecutive moves"
                                         : "did not end a game before July 2014");
}

void DrawChecks::finish(TextSpan last, const Ending& ending) {
  if (ending.end && !is_end_of_site(ending.end->reason)) forget_claims_from(ending.end->ply);
  if (longest_run_end_ != 0) {
    reporter_.report_at(longest_run_end_, DiagnosticCode::NoProgress, longest_run_token_,
                        "the longest run without capture or pawn move: {} half-moves, {}",
                        longest_run_, longest_run_start());
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
  reporter_.report_at(std::max(last_ply(chances_[0]), last_ply(chances_[1])),
                      DiagnosticCode::ThreefoldMissed, last,
                      "missed claims of a draw by repetition: White {}; Black {}",
                      chances_text(Color::White), chances_text(Color::Black));
  const std::vector<Chance>& of_loser = chances_[static_cast<std::size_t>(loser)];
  if (of_loser.empty()) return;
  reporter_.report_at(last_ply(of_loser), DiagnosticCode::DecisiveDespiteClaimableDraw, last,
                      "{} lost, but could have claimed a draw by repetition {}", to_string(loser),
                      occasions_text(of_loser));
}

// Returns text such as "0" or "2, before 102... Kf7 and 103... Bc8".
std::string DrawChecks::chances_text(Color claimant) const {
  const std::vector<Chance>& chances = chances_[static_cast<std::size_t>(claimant)];
  if (chances.empty()) return "0";
  return fmt::format("{}, {}", chances.size(), occasions_text(chances));
}

// Returns text such as "before 102... Kf7 and 103... Bc8", with the moves played instead.
std::string DrawChecks::occasions_text(std::span<const Chance> chances) const {
  std::vector<std::string> occasions;
  for (const Chance& chance : chances) {
    if (occasions.size() == kShownChances) break;
    const std::string_view move = move_after(reporter_.game(), chance.token);
    const std::string number = number_of_ply(chance.ply + 1, first_);
    occasions.push_back(move.empty() ? "the end" : fmt::format("{} {}", number, move));
  }
  if (chances.size() > occasions.size()) {
    occasions.push_back(fmt::format("{} others", chances.size() - occasions.size()));
  }
  return "before " + listed(occasions);
}

}  // namespace arbiter
