#include "lib/export/movetext_export.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/wording.h"
#include "lib/movetext/movetext_reading.h"
#include "lib/notation/annotation_signs.h"
#include "lib/notation/san.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/movetext_characters.h"

namespace arbiter {
namespace {

// Returns the text of a comment, without its braces or semicolon.
std::string_view comment_text(std::string_view written) {
  const bool is_closed = written[0] == '{' && written.size() > 1 && written.back() == '}';
  return written.substr(1, written.size() - (is_closed ? 2 : 1));
}

std::string_view digits_of(std::string_view number) {
  return number.substr(0, number.find_first_not_of("0123456789"));
}

}  // namespace

void MovetextExport::run(const PgnGame& game, const std::optional<Position>& start,
                         MovetextSink& sink) {
  sink_ = &sink;
  is_written_.clear();
  is_respelled_ = false;
  number_ = nullptr;
  result_.reset();
  is_after_result_ = false;
  keeps_rest_ = false;
  result_words_ = {};
  unplayed_rest_.reset();
  translated_move_.reset();
  if (start) {
    read(game, *start);
  } else {
    read_without_board(game);
  }
  flush_unreadable();
  sink.comment(utf8_.of(result_words_));
}

std::optional<Outcome> MovetextExport::outcome_on_board() const {
  const bool is_played = !is_unplayed() && !is_off_record() && !game().ends_in_open_comment();
  return is_played ? arbiter::outcome_on_board(position()) : std::nullopt;
}

// The handlers of moves.

void MovetextExport::respell(const Token& token, std::string san) {
  if (san != text_of(token)) ++tally_.respelled_moves;
  san_ = std::move(san);
  nags_ = {};
  is_respelled_ = true;
}

// Writes evidence of a contradiction as unreadable text. Otherwise, the corrected moves would hide
// it.
void MovetextExport::sheet_fault(const Token& token, const MendedToken& mended) {
  if (mended.fault == SheetFault::NumberForm) tally_.corrected_numbers += mended.alike;
  if (mended.ends_line) {
    flush_unreadable();
    keeps_rest_ = true;
    unplayed_rest_ = {token.offset, std::string(text_of(token)), {}};
    ++tally_.unplayed_games;
  } else if (mended.fault == SheetFault::Bracket) {
    give_up_on(std::string_view(token.kind == TokenKind::VariationStart ? ")" : "("));
  } else if (mended.fault > SheetFault::Notation) {
    if (number_ == &token) number_ = nullptr;
    give_up_on(token);
    keeps_rest_ = true;  // these move numbers would contradict the written move numbers
  }
}

void MovetextExport::deviating_move(const Token& token, San, const SanResolution& resolution) {
  if (resolution.deviations.has(SanDeviation::CaptureSpurious)) doubt(token);
  if (resolution.deviations.any()) respell(token, san_of(resolution.move, position()));
}

// Keeps a sign that contradicts its move as unreadable text, if another legal move would match the
// sign.
void MovetextExport::doubt(const Token& token) {
  if (meant_by_sign(token)) give_up_on(token);
}

void MovetextExport::nonstandard_move(const Token& token, const NamedMove& named) {
  if (!named.is_legal()) return;
  respell(token, san_of(named.move(), position()));
  nags_ = joined_nags(named);
  const bool is_translated =
      named.loose.spelling.has(SpellingDeviation::ForeignLetter) && game_letters().language;
  if (!is_translated || in_variation() || translated_move_) return;
  translated_move_ = {token.offset, fmt::format("{} {}", number_text(position()), text_of(token)),
                      game_letters().language->letters};
}

void MovetextExport::null_move(const Token& token, const NamedMove& named) {
  respell(token, "--");
  nags_ = joined_nags(named);
  Position after = position();
  after.pass();
  write_respelled({.number = position().fullmove_number(),
                   .color = position().turn(),
                   .move = std::nullopt,
                   .after = &after});
}

// Writes a move in correct SAN, whose check mark may still be wrong.
inline void MovetextExport::played(const Token& token, San san, Move move) {
  const Color color = other(position().turn());
  WrittenMove written{.number = position().fullmove_number() - (color == Color::Black ? 1 : 0),
                      .color = color,
                      .move = move,
                      .after = &position()};
  if (is_respelled_) {
    if (san.check_mark() > mark_due(position())) doubt(token);
    return write_respelled(written);
  }
  written.san = with_true_mark(token, san);
  sink().move(written);
  number_ = nullptr;
}

std::string_view MovetextExport::with_true_mark(const Token& token, San san) {
  std::string_view written = game().text_of(token);
  const CheckMark due = mark_due(position());
  if (due == san.check_mark()) return written;
  if (due < san.check_mark()) doubt(token);
  if (san.check_mark() != CheckMark::None) written.remove_suffix(1);
  san_.assign(written);
  if (due != CheckMark::None) san_ += due == CheckMark::Check ? '+' : '#';
  ++tally_.respelled_moves;
  return san_;
}

void MovetextExport::write_respelled(WrittenMove move) {
  move.san = san_;
  sink().move(move);
  for (const std::uint32_t nag : nags_) {
    if (nag != 0) add_nag(nag);
  }
  is_respelled_ = false;
  number_ = nullptr;
}

std::optional<Position> MovetextExport::illegal_move(const Token& token, San, const NamedMove*) {
  give_up_line(token);
  return std::nullopt;
}

void MovetextExport::unplayed(const Token& token) {
  const bool is_number = token.kind == TokenKind::MoveNumber && !is_castling_in_zeros(token);
  if (is_number && has_board() && is_in_wordless()) return;
  if (has_board() || is_skipping()) return give_up_on(token);
  const std::string_view text = text_of(token);
  if (!is_number) return sink().word(text);
  const bool names_board = game().has_two_boards && text.find_first_of("AaBb") != text.npos;
  if (names_board) return sink().word(text);
  const bool has_dots = text.find("..") != std::string_view::npos;
  sink().word(fmt::format("{}{}", digits_of(text), has_dots ? "..." : "."));
}

// Drops the move number, because it is written again. Counts corrected numbers.
void MovetextExport::number(const Token& token) {
  if (token.number() != position().fullmove_number()) ++tally_.corrected_numbers;
  const bool touches = number_ != nullptr && number_ + 1 == &token &&
                       number_->offset + number_->length == token.offset;
  if (!touches) number_ = &token;
}

// The handlers of signs and comments.

void MovetextExport::add_nag(std::uint32_t nag) {
  sink().nag(nag);
  ++tally_.nags;
}

void MovetextExport::nag(const Token& token) {
  if (is_broken()) return give_up_on(token);
  is_sign(token) ? add_nag(token.number()) : sink().nag(token.number());
}

// A draw offer, "(=)", becomes a comment, because it has no NAG.
void MovetextExport::draw_offer(const Token& token) {
  if (is_broken()) return give_up_on(token);
  sink().comment(kDrawOffer);
}

void MovetextExport::elapsed_time(const Token& token) {
  if (is_broken()) return give_up_on(token);
  const auto seconds = movetext_characters::time_in_parentheses(&text_of(token)[0]).seconds;
  sink().comment(
      fmt::format("[%emt {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60));
}

void MovetextExport::suffix(const Token& token) {
  const auto nag = nag_of_suffix(game().text_of(token));
  if (is_broken() || !nag) return give_up_on(token);
  add_nag(*nag);
}

void MovetextExport::brace_comment(const Token& token) {
  const std::string_view text = text_of(token);
  // Text that an earlier export kept in a comment is joined with adjacent unreadable text, because
  // the next export would join them.
  const bool joins = text.starts_with(kUnreadable) && (is_broken() || is_skipping());
  if (joins) return give_up_on(trim(comment_text(text).substr(kUnreadable.size() - 1)));
  if (is_set_aside(text)) ++tally_.unreadable_pieces;
  add_comment(comment_text(text));
}

void MovetextExport::line_comment(const Token& token) {
  ++tally_.line_comments;
  std::string in_braces(comment_text(text_of(token)));
  std::replace(in_braces.begin(), in_braces.end(), '{', '(');
  add_comment(in_braces);
}

// Omits empty comments, which do not separate unreadable text.
void MovetextExport::add_comment(std::string_view text) {
  CommentWord first;
  if (CommentWords(text).next(first)) sink().comment(text);
}

void MovetextExport::escape(const Token& token) {
  std::string line = without_controls(text_of(token));
  line.resize(line.find_last_not_of(' ') + 1);
  sink().escape(line);
}

// Keeps the rest of the line as a comment that begins with a move number, so that it is read as
// moves again.
void MovetextExport::give_up_line(const Token& token) {
  flush_unreadable();
  const std::string written(text_of(token));
  const std::string move_number = number_text(position());
  if (number_ == nullptr) give_up_on(move_number);
  // When the output is read again, the following move numbers would contradict the corrected
  // number.
  keeps_rest_ |= number_ != nullptr && number_->number() != position().fullmove_number();
  give_up_numbers(token);
  give_up_on(token);
  if (in_variation()) return;
  unplayed_rest_ = {token.offset, fmt::format("{} {}", move_number, written), {}};
  const auto& possible = game_letters().possible;
  if (!possible.empty()) unplayed_rest_->letters = possible.front().letters;
  ++tally_.unplayed_games;
}

// Punctuation is dropped, except directly after unreadable text.
void MovetextExport::punctuation(const Token& token) {
  if (is_broken() || token.offset == unreadable_end_) give_up_on(token);
}

// Keeps a word as unreadable text, together with the numbers before it, which do not belong to a
// move.
void MovetextExport::give_up_word(const Token& token) {
  give_up_numbers(token);
  give_up_on(token);
}

void MovetextExport::give_up_numbers(const Token& word) {
  for (; number_ != nullptr && number_ != &word; ++number_) {
    if (number_->kind != TokenKind::MoveNumber) break;
    give_up_on(*number_);
  }
  number_ = nullptr;
}

// Keeps a token as unreadable text. Tokens without spaces between them stay together: "<b>" is
// three tokens. Before the result, "3)" becomes "3.", because a parenthesis may close a variation
// when the text is read as moves again.
void MovetextExport::give_up_on(const Token& token) {
  const bool touches = token.offset == unreadable_end_;
  if (!unreadable_.empty() && !touches) unreadable_ += ' ';
  const std::string_view text = text_of(token);
  const bool is_odd_number = !is_after_result_ && token.kind == TokenKind::MoveNumber &&
                             (text.ends_with(')') || text.ends_with(':'));
  unreadable_ += is_odd_number ? fmt::format("{}.", digits_of(text)) : text;
  unreadable_end_ = token.offset + token.length;
}

void MovetextExport::give_up_on(std::string_view text) {
  if (text.empty()) return;
  if (!unreadable_.empty()) unreadable_ += ' ';
  unreadable_ += text;
  unreadable_end_.reset();
}

void MovetextExport::flush_unreadable() {
  if (unreadable_.empty()) return;
  std::ranges::replace(unreadable_, '\x7f', '_');  // a space would split a word
  const std::string_view mark = is_after_result_ ? kAfterResult : kUnreadable;
  // A leading "..." prevents the comment from being read as moves again.
  const bool looks_like_moves =
      (keeps_rest_ || !is_broken_around()) && begins_with_moves(unreadable_);
  unreadable_.insert(0, fmt::format("{} {}", mark.substr(1), looks_like_moves ? "... " : ""));
  sink_->comment(unreadable_);
  unreadable_.clear();
  unreadable_end_.reset();
  ++tally_.unreadable_pieces;
}

MovetextSink& MovetextExport::sink() {
  if (!unreadable_.empty()) flush_unreadable();
  return *sink_;
}

// The handlers of variations.

MovetextExport::Content MovetextExport::content_of(const Token& open) {
  bool has_words = false;
  bool has_numbers = false;
  bool has_torn_numbers = false;  // "0.5"
  const Token* before = &open;
  std::uint64_t variations = 1;
  std::optional<Outlook> outlook;
  visit_variation(open, [&](const Token& token, bool is_nested) {
    const bool is_word = token.kind == TokenKind::Move || token.kind == TokenKind::Word;
    const bool may_be_move = is_word || is_castling_in_zeros(token);
    if (may_be_move && !is_nested) outlook = outlook_in_variation(token);
    has_words |= is_word || token.kind == TokenKind::Stray || token.kind == TokenKind::Result;
    has_numbers |=
        token.kind == TokenKind::MoveNumber && !is_move_number(token, position_before_last());
    has_torn_numbers |= token.kind == TokenKind::MoveNumber &&
                        before->kind == TokenKind::MoveNumber &&
                        before->offset + before->length == token.offset;
    before = &token;
    if (token.kind == TokenKind::VariationStart) ++variations;
    return outlook.value_or(Outlook::Nothing) == Outlook::Nothing;
  });
  const bool has_unchecked_numbers = has_numbers && !has_words && !has_torn_numbers && !has_board();
  if (outlook == Outlook::Move || has_unchecked_numbers) return Content::Playable;
  if (has_words || has_numbers) return Content::Unplayable;
  tally_.empty_variations += variations;
  return Content::Wordless;
}

VariationUse MovetextExport::variation(const Token& token) {
  const bool can_be_played = has_move() && !is_broken();
  const Content content = is_in_wordless() ? Content::Wordless
                          : can_be_played  ? content_of(token)
                                           : Content::Unplayable;
  is_wordless_ = content == Content::Wordless;
  if (content != Content::Unplayable) return VariationUse::Read;
  give_up_on(token);
  return VariationUse::Skip;
}

void MovetextExport::variation_opened() {
  is_written_.push_back(!is_wordless_);
  if (is_wordless_) return;
  sink().start_variation();
  number_ = nullptr;
}

void MovetextExport::end_variation() {
  if (is_written_.back()) sink().end_variation();
}

void MovetextExport::variation_closed() {
  is_written_.pop_back();
  number_ = nullptr;
}

// The handlers of the end of the game.

void MovetextExport::result(const WrittenResult& written) {
  flush_unreadable();
  is_after_result_ = true;
  result_ = written.reading;
  const std::string_view text = written.text(game());
  if (parse_outcome(text)) return;
  ++tally_.respelled_results;
  if (result_->form != ResultForm::Nonstandard) result_words_ = text;
}

void MovetextExport::result_in_variation(const Token& token) {
  if (is_broken()) return give_up_on(token);
  sink().comment(text_of(token));
}

bool MovetextExport::after_result(const Token& token) {
  give_up_on(token);
  return true;
}

}  // namespace arbiter

template class arbiter::MovetextReader<arbiter::MovetextExport>;
