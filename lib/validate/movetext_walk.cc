#include "lib/validate/movetext_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "lib/chess/legal_moves.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/illegality.h"
#include "lib/laws/wording.h"
#include "lib/movetext/movetext_reading.h"
#include "lib/notation/fen.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/move_spelling.h"

namespace arbiter {
namespace {

bool is_note(DiagnosticCode code) { return entry_of(code).severity == Severity::Note; }

// Replaces the check mark: "Bb5" or "Bb5#" becomes "Bb5+".
std::string with_mark(std::string_view san, CheckMark due) {
  std::string text(san.substr(0, san.find_last_not_of("+#") + 1));
  if (due != CheckMark::None) text += due == CheckMark::Check ? '+' : '#';
  return text;
}

}  // namespace

MovetextWalk::MovetextWalk(GameReporter& reporter, const ValidatorOptions& options)
    : MovetextListener(options.piece_letters),
      reporter_(reporter),
      sought_(options.sought),
      follows_illegal_(options.illegal_moves == IllegalMoves::Follow),
      draws_(reporter),
      clocks_(reporter, options.sought),
      numbers_(reporter),
      repeated_(reporter) {}

void MovetextWalk::reset() {
  static_cast<GameVerdict&>(played_) = {};
  played_.moves = {};
  played_.keys = {};
  played_.terminator.reset();
  played_.cannot_mate = {};
  played_.dead.reset();
  played_.kings.reset();
  played_.ends_in_zeros = false;
  played_.has_other_letters = false;
  played_.has_other_words = false;
  played_.may_set_aside = false;
  outer_offsets_.clear();
  prose_end_ = 0;
  castling_in_zeros_ = nullptr;
  kings_ = nullptr;
  first_past_end_ = nullptr;
  replayed_plies_ = 0;
  numbers_.start();
}

const PlayedGame& MovetextWalk::run(const StartPosition& start, RulesProfile profile) {
  reset();
  played_.start = start;
  played_.has_board = true;
  draws_.start(start.position, profile);
  find_care();
  clocks_.start(FirstMove(start.position));
  read(reporter_.game(), start.position);
  played_.has_other_letters = has_other_letters();
  finish();
  return played_;
}

const PlayedGame& MovetextWalk::run_without_board() {
  reset();
  draws_.start(played_.start.position, RulesProfile::Fide);
  clocks_.start(FirstMove());
  played_.is_complete = false;
  played_.may_set_aside = true;
  played_.has_board = false;
  played_.has_other_letters = has_other_letters();
  read_without_board(reporter_.game());
  finish();
  return played_;
}

void MovetextWalk::deviating_move(const Token& token, San san, const SanResolution& resolution) {
  report_spelling(reporter_, {token, san, resolution, position(), ply_from(position())});
  if (resolution.deviations.has(SanDeviation::CaptureSpurious)) doubt(token, position());
}

// Reports a sign that contradicts its move, if another move would match it.
void MovetextWalk::doubt(const Token& token, const Position& before) {
  const auto meant = meant_by_sign(token);
  if (!meant) return;
  played_.has_other_words = true;
  played_.may_set_aside = true;
  if (!reporter_.wants_or_counts(DiagnosticCode::MoveMisread)) return;
  const std::string san = san_of(meant->move, meant->before);
  const Token& misread = game().tokens[meant->token];
  const std::string reading = &misread == &token
                                  ? san
                                  : fmt::format("{} {} instead of {}", number_text(meant->before),
                                                san, game().text_of(misread));
  const std::string sentence = fmt::format(
      "the sign contradicts the move, but fits {}, with which the rest of the game is legal too",
      reading);
  reporter_.report(DiagnosticCode::MoveMisread, token,
                   remark_on({game().text_of(token), before, ply_from(before)}, sentence));
}

void MovetextWalk::played(const Token& token, San san, Move move) {
  if (!in_variation() && !is_off_record()) return void(played_plainly(token, san, move));
  const bool has_check_mark = san.check_mark() != CheckMark::None;
  if (has_check_mark || position().is_check()) check_mark(token, san);
}

inline bool MovetextWalk::played_plainly(const Token& token, San san, Move move) {
  const bool has_check_mark = san.check_mark() != CheckMark::None;
  if (has_check_mark || position().is_check()) check_mark(token, san);
  if (plies() >= care_from_ && needs_care(token)) [[unlikely]]
    return false;
  if (draws_.observe(token, position(), move)) [[unlikely]]
    find_care();
  return true;
}

// Reports a move after the end of the game, or beyond the maximum length. Returns true beyond the
// maximum length, where moves are not recorded.
bool MovetextWalk::needs_care(const Token& token) {
  if (draws_.automatic_end() && first_past_end_ == nullptr) move_after_end(token);
  const bool is_too_long = plies() >= kMaxGamePlies;
  if (is_too_long) too_long(token);
  return is_too_long;
}

void MovetextWalk::check_mark(const Token& token, San san) {
  const CheckMark due = mark_due(position());
  if (due == san.check_mark() || has_mark_apart(token)) return;
  if (due < san.check_mark()) doubt(token, position_before());
  const MarkFault fault = mark_fault(san.check_mark(), due);
  if (!reporter_.wants_or_counts(fault.code)) return;
  const bool has_sign = san.check_mark() != CheckMark::None;
  const TextSpan sign(token.offset + token.length - 1, 1);
  Remark mark = remark_after(token, fault.sentence);
  if (token.kind == TokenKind::Move) {
    mark.help = fmt::format("write {}", with_mark(game().text_of(token), due));
  }
  reporter_.report(fault.code, has_sign ? sign : TextSpan(token), std::move(mark));
}

void MovetextWalk::too_long(const Token& token) {
  report(
      DiagnosticCode::GameTooLong, token,
      fmt::format("the game has more than {} half-moves; the rest is not replayed", kMaxGamePlies));
  break_line();
  stop_record(DiagnosticCode::GameTooLong);
}

// Returns the ply of the half-move after `before`; nothing in variations.
std::optional<std::uint32_t> MovetextWalk::ply_from(const Position& before) const {
  if (in_variation()) return std::nullopt;
  return plies_between(played_.start.position, before) + 1;
}

// Ends the record of the main line.
void MovetextWalk::stop_record(DiagnosticCode reason) {
  if (in_variation() || !played_.is_complete) return;
  played_.is_complete = false;
  played_.stop = ReplayStop{reason, plies() + 1};
}

// Returns the reason why the move is illegal. The moves of variations are not stored, so castling
// is explained by the moves before the variation, and other moves by the position alone.
Illegality MovetextWalk::reason_against(San san) const {
  if (has_exposed_king(position())) {
    return {.code = DiagnosticCode::Unreachable,
            .message =
                "no move is legal, because the king was left exposed by an earlier illegal move"};
  }
  const bool is_recorded = !in_variation() && !is_off_record();
  const bool is_castling = san.kind() != San::Kind::Piece;
  const Setup first = is_recorded || is_castling ? played_.start.setup : position().setup();
  std::span<const Move> moves = draws_.tracker().moves();
  if (!is_recorded) moves = moves.first(is_castling && !moves.empty() ? moves.size() - 1 : 0);
  return explain(san, {first, moves, position()});
}

std::optional<Position> MovetextWalk::illegal_move(const Token& token, San san,
                                                   const NamedMove* named) {
  played_.may_set_aside = true;
  if (named != nullptr && named->loose.spelling.has(SpellingDeviation::PromotionImpossible)) {
    report_move(DiagnosticCode::PromoToKingOrPawn, token,
                sentence_of(SpellingDeviation::PromotionImpossible));
    stop_record(DiagnosticCode::PromoToKingOrPawn);
    return std::nullopt;
  }
  const bool is_recorded = !in_variation() && !is_off_record();
  if (is_recorded && is_kings_to_centre(token)) {
    stop_record(DiagnosticCode::KingsToCentre);
    return std::nullopt;
  }
  const bool may_stand = follows_illegal_ && !in_variation() && !has_exposed_king(position());
  const auto after = may_stand ? position_after_illegal(san, position()) : std::nullopt;
  if (after) {
    report_illegal(DiagnosticCode::IllegalMoveInRecord, token, san);
    stop_record(DiagnosticCode::IllegalMoveInRecord);
    return after;
  }
  if (in_variation()) {
    report_refused(token, san);
    return std::nullopt;
  }
  Illegality reason = reason_against(san);
  const auto guess = is_recorded ? guess_at(token, san, reason.code) : std::nullopt;
  // A guess that the rest of the game supports is added as help, because it is more helpful than
  // the position alone. As a note, it would usually be hidden.
  const bool is_sure = guess && guess->code == DiagnosticCode::BlackBegan;
  if (guess && (is_sure || is_note(guess->code))) reason.help = guess->message;
  report_illegal(reason.code, token, reason);
  if (guess) report_guess(token, *guess);
  stop_record(reason.code);
  return std::nullopt;
}

// Reports an illegal move that is not played.
void MovetextWalk::report_refused(const Token& token, San san) {
  if (in_variation()) return report_illegal(DiagnosticCode::RavIllegalMove, token, san);
  const Illegality reason = reason_against(san);
  report_illegal(reason.code, token, reason);
}

// Determining the reason may cost as much as replaying the game, so this is done only if it is
// shown.
void MovetextWalk::report_illegal(DiagnosticCode code, const Token& token, San san) {
  if (reporter_.wants(code)) {
    report_illegal(code, token, reason_against(san));
  } else {
    reporter_.sink().count(code);
  }
}

void MovetextWalk::report_illegal(DiagnosticCode code, const Token& token,
                                  const Illegality& reason) {
  if (!reporter_.wants_or_counts(code)) return;
  Remark illegal_move = remark(token, reason.message);
  illegal_move.help = reason.help.empty() ? other_letters_help() : reason.help;
  if (code == reason.code) illegal_move.own_reference = reason.article;
  reporter_.report(code, token, std::move(illegal_move));
}

Remark MovetextWalk::remark(const Token& token, const Sentence& sentence) const {
  return remark_on({game().text_of(token), position(), ply_from(position())}, sentence);
}

Remark MovetextWalk::remark_after(const Token& token, const Sentence& sentence) {
  const Position before = position_before();
  return remark_on({game().text_of(token), before, ply_from(before)}, sentence);
}

// Returns the position before the last move, which is not yet recorded. Continues from the position
// of the last call, so that the total cost is linear.
Position MovetextWalk::position_before() {
  if (keeps_position_before_last()) return position_before_last();
  if (replayed_plies_ == 0) replayed_ = played_.start.position;
  const std::span<const Move> moves = draws_.tracker().moves();
  while (replayed_plies_ < moves.size()) replayed_.play(moves[replayed_plies_++]);
  return replayed_;
}

}  // namespace arbiter

template class arbiter::MovetextReader<arbiter::MovetextWalk>;
