#include "lib/validate/movetext_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "lib/chess/legal_moves.h"
#include "lib/laws/illegal_record.h"
#include "lib/laws/illegality.h"
#include "lib/laws/ply.h"
#include "lib/notation/fen.h"
#include "lib/validate/longest_game.h"
#include "lib/validate/move_spelling.h"

namespace arbiter::validate {

namespace {

// "Bb5+" for "Bb5" or "Bb5#".
std::string with_mark(std::string_view san, CheckMark due) {
  std::string text(san.substr(0, san.find_last_not_of("+#") + 1));
  if (due != CheckMark::None) text += due == CheckMark::Check ? '+' : '#';
  return text;
}

}  // namespace

MovetextWalk::MovetextWalk(GameReporter& reporter, const ValidatorOptions& options)
    : reporter_(reporter),
      letters_(options.piece_letters),
      sought_(options.sought),
      follows_illegal_(options.illegal_moves == IllegalMoves::Follow),
      has_other_letters_(letters_ != PieceLetters()),
      draws_(reporter),
      clocks_(reporter, options.sought),
      numbers_(reporter) {}

void MovetextWalk::reset() {
  played_.moves.clear();
  played_.keys.clear();
  played_.is_complete = true;
  played_.terminator.reset();
  played_.outcome.reset();
  played_.end.reset();
  played_.cannot_mate = {};
  played_.dead.reset();
  played_.is_replayed = true;
  played_.stop.reset();
  played_.kings.reset();
  played_.ends_in_zeros = false;
  played_.has_odd_san = false;
  outer_.clear();
  skipped_depth_ = 0;
  line_.has_move = false;
  line_.is_broken = false;
  line_.is_off_record = false;
  keeps_before_ = game().has_variations;
  kings_ = nullptr;
  is_over_ = false;
  numbers_.start();
}

const PlayedGame& MovetextWalk::run(const StartPosition& start, RulesProfile profile) {
  reset();
  played_.start = start;
  played_.has_board = true;
  line_.position = start.position;
  played_.keys.push_back(start.position.key());
  draws_.start(start.position, profile);
  clocks_.start(FirstMove(start.position));
  return walk();
}

const PlayedGame& MovetextWalk::run_without_board() {
  reset();
  draws_.start(played_.start.position, RulesProfile::Fide);
  clocks_.start(FirstMove());
  line_.is_broken = true;
  played_.is_complete = false;
  played_.has_board = false;
  return walk();
}

const PlayedGame& MovetextWalk::walk() {
  for (const Token& token : game().tokens) {
    if (!visit(token)) break;
  }
  if (in_variation()) finish_variations();
  played_.last = line_.position;
  finish();
  return played_;
}

// False where the game is over: behind its terminator.
inline bool MovetextWalk::visit(const Token& token) {
  switch (token.kind) {
    case TokenKind::Move:
      move(token, token.san());
      break;
    case TokenKind::MoveNumber:
      if (token.number() == 0 && is_castling_in_zeros(token)) [[unlikely]] {
        word(token);
        break;
      }
      if (!line_.is_broken) numbers_.number(token, line_.position);
      break;
    case TokenKind::BraceComment:
      comment(token);
      break;
    case TokenKind::Nag:
      nag(token);
      break;
    case TokenKind::Suffix:
      suffix(token);
      break;
    case TokenKind::VariationStart:
      open_variation(token);
      break;
    case TokenKind::VariationEnd:
      close_variation(token);
      break;
    case TokenKind::Result:
      return result(token);
    case TokenKind::Word:
      word(token);
      break;
    case TokenKind::LineComment:
      line_comment(token);
      break;
    case TokenKind::Escape:
      escape(token);
      break;
    case TokenKind::Stray:
      stray(token);
      break;
  }
  return true;
}

inline void MovetextWalk::move(const Token& token, San san) {
  if (line_.is_broken) return;
  if (has_other_letters_) [[unlikely]] {
    word(token);
    return;
  }
  numbers_.move(token, line_.position);
  const SanResolution resolution = resolve(san, line_.position);
  const bool is_plain = resolution.status == SanStatus::Legal && !resolution.deviations.any() &&
                        !resolution.has_pinned_twin;
  if (!is_plain) [[unlikely]]
    return move_with_care(token, san, resolution);
  play(token, san, resolution.move);
}

void MovetextWalk::move_with_care(const Token& token, San san, const SanResolution& resolution) {
  const bool is_legal = resolution.status == SanStatus::Legal;
  played_.has_odd_san |= !is_legal || resolution.deviations.any();
  if (!is_legal) return illegal(token, san);
  report_spelling(reporter_, {token, san, resolution, line_.position, ply()});
  play(token, san, resolution.move);
}

inline void MovetextWalk::play(const Token& token, San san, Move move) {
  if (line_.is_off_record && move.to() == line_.position.king(other(line_.position.turn())))
      [[unlikely]] {
    return king_capture(token);
  }
  if (keeps_before_) line_.before = line_.position;
  line_.position.play(move);
  line_.has_move = true;
  const bool says_check = san.check_mark() != CheckMark::None;
  if (says_check || line_.position.is_check()) check_mark(token, san);
  if (in_variation() || line_.is_off_record) return;
  if (draws_.automatic_end() && !is_over_) [[unlikely]]
    past_the_end(token);
  if (played_.moves.size() >= kLongestGame) [[unlikely]]
    return too_long(token);
  played_.moves.push_back(move);
  played_.keys.push_back(line_.position.key());
  draws_.observe(token, line_.position, move);
}

// Whether the sign of check is the next word: its spelling is reported there.
bool MovetextWalk::has_mark_apart(const Token& token) const {
  std::uint32_t next = index_of(token) + 1;
  if (next < game().tokens.size() && game().tokens[next].kind == TokenKind::Suffix) ++next;
  return next < game().tokens.size() && game().tokens[next].kind == TokenKind::Word &&
         mark_in(game().text_of(game().tokens[next])) == Looseness::CheckSpelling;
}

void MovetextWalk::check_mark(const Token& token, San san) {
  const CheckMark due = !line_.position.is_check()       ? CheckMark::None
                        : has_legal_move(line_.position) ? CheckMark::Check
                                                         : CheckMark::Mate;
  if (due == san.check_mark() || has_mark_apart(token)) return;
  const MarkFault fault = mark_fault(san.check_mark(), due);
  if (!reporter_.needs(fault.code)) return;
  const bool has_sign = san.check_mark() != CheckMark::None;
  const GameSpan sign(token.offset + token.length - 1, 1);
  Remark mark = remark_after(token, fault.sentence);
  if (token.kind == TokenKind::Move) {
    mark.help = fmt::format("write {}", with_mark(game().text_of(token), due));
  }
  reporter_.report(fault.code, has_sign ? sign : GameSpan(token), std::move(mark));
}

// "00" and "000", which look like numbers of moves.
bool MovetextWalk::is_castling_in_zeros(const Token& token) const {
  const std::string_view text = game().text_of(token);
  return text == "00" || text == "000";
}

// Possible only after an illegal move that stood.
void MovetextWalk::king_capture(const Token& token) {
  if (reporter_.needs(DiagnosticCode::KingCapture)) {
    reporter_.report(DiagnosticCode::KingCapture, token, remark(token, "a king is never captured"));
  }
  break_line(DiagnosticCode::KingCapture);
}

void MovetextWalk::too_long(const Token& token) {
  say(DiagnosticCode::GameTooLong, token,
      fmt::format("the game has more than {} half-moves; the rest is not followed", kLongestGame));
  break_line(DiagnosticCode::GameTooLong);
}

void MovetextWalk::break_line(DiagnosticCode reason) {
  line_.has_move = true;
  line_.is_broken = true;
  if (!in_variation()) stop_record(reason);
}

// The game is no longer one of chess, but its moves can still be followed.
void MovetextWalk::leave_record(DiagnosticCode reason) {
  line_.is_off_record = true;
  keeps_before_ = true;  // for no list of moves leads there any more
  stop_record(reason);
}

void MovetextWalk::stop_record(DiagnosticCode reason) {
  if (!played_.is_complete) return;
  played_.is_complete = false;
  played_.stop = ReplayStop{reason, static_cast<std::uint32_t>(played_.moves.size() + 1)};
}

void MovetextWalk::illegal(const Token& token, San san) {
  const bool is_recorded = !in_variation() && !line_.is_off_record;
  if (has_exposed_king(line_.position)) {
    say(DiagnosticCode::Unreachable, token, "no legal move follows the illegal one before");
    return break_line(DiagnosticCode::Unreachable);
  }
  if (is_recorded && is_kings_to_centre(token)) return break_line(DiagnosticCode::KingsToCentre);
  // A variation's own moves are not kept: castling is explained by those before
  // it, anything else by the position alone.
  const bool is_castling = san.kind() != San::Kind::Piece;
  const Setup first = is_recorded || is_castling ? played_.start.setup : line_.position.setup();
  std::span<const Move> moves = played_.moves;
  if (!is_recorded) moves = moves.first(is_castling && !moves.empty() ? moves.size() - 1 : 0);
  const Illegality reason = explain(san, {first, moves, line_.position});
  const auto after = !in_variation() && follows_illegal_
                         ? position_after_illegal(san, line_.position)
                         : std::nullopt;
  const DiagnosticCode code = in_variation() ? DiagnosticCode::RavIllegalMove
                              : after        ? DiagnosticCode::IllegalMoveInRecord
                                             : reason.code;
  if (reporter_.needs(code)) {
    Remark illegal_move = remark(token, reason.message);
    illegal_move.help = reason.help;
    reporter_.report(code, token, std::move(illegal_move));
  }
  if (reason.meant) return play(token, san, *reason.meant);
  if (after) {
    line_.before = line_.position;
    line_.position = *after;
    line_.has_move = true;
    return leave_record(code);
  }
  if (is_recorded) suggest_repair(token, san, reason.code);
  break_line(code);
}

Remark MovetextWalk::remark(const Token& token, std::string_view sentence) const {
  const std::string_view text = game().text_of(token);
  return {.message = fmt::format("{} {}: {}", number_text(line_.position), text, sentence),
          .ply = ply(),
          .san = std::string(text),
          .fen = fen_of(line_.position)};
}

Remark MovetextWalk::remark_after(const Token& token, std::string_view sentence) const {
  const std::string_view text = game().text_of(token);
  const Position before = position_before();
  return {.message = fmt::format("{} {}: {}", number_text(before), text, sentence),
          .ply = ply(),
          .san = std::string(text),
          .fen = fen_of(before)};
}

// The last move, which has just been played, is not yet among those of the game.
Position MovetextWalk::position_before() const {
  if (keeps_before_) return line_.before;
  Position position = played_.start.position;
  for (const Move move : played_.moves) position.play(move);
  return position;
}

}  // namespace arbiter::validate
