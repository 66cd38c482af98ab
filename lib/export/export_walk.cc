#include "lib/export/export_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "lib/chess/legal_moves.h"
#include "lib/laws/ply.h"
#include "lib/movetext/foreign_move.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san_resolution.h"
#include "lib/notation/san_text.h"
#include "lib/text/encoding.h"

namespace arbiter::export_ {

namespace {

// Deeper variations are kept as text.
constexpr std::size_t kDeepest = 200;

bool is_comment(const Token& token) {
  return token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment ||
         token.kind == TokenKind::Escape;
}

// The last token but for comments; the number of tokens if there is none.
std::size_t last_word(const PgnGame& game) {
  const auto found = std::find_if_not(game.tokens.rbegin(), game.tokens.rend(), is_comment);
  if (found == game.tokens.rend()) return game.tokens.size();
  return static_cast<std::size_t>(game.tokens.rend() - found) - 1;
}

std::optional<ResultReading> read_as_result(std::string_view written) {
  const std::optional<ResultReading> reading = read_result(decode_text(written).utf8);
  if (!reading || reading->form == ResultForm::DoubleForfeit) return std::nullopt;
  return reading;
}

// What stands in a brace comment or behind a semicolon.
std::string_view comment_text(std::string_view written) {
  const bool is_closed = written[0] == '{' && written.size() > 1 && written.back() == '}';
  return written.substr(1, written.size() - (is_closed ? 2 : 1));
}

CheckMark mark_due(const Position& after) {
  if (!after.is_check()) return CheckMark::None;
  return has_legal_move(after) ? CheckMark::Check : CheckMark::Mate;
}

}  // namespace

std::optional<WrittenTerminator> find_terminator(const PgnGame& game) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < game.tokens.size(); ++i) {
    const TokenKind kind = game.tokens[i].kind;
    if (kind == TokenKind::VariationStart) ++depth;
    if (kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (kind == TokenKind::Result && depth == 0) {
      return WrittenTerminator{i, game.text_of(game.tokens[i])};
    }
  }
  const std::size_t last = last_word(game);
  if (last == game.tokens.size()) return std::nullopt;
  const Token& token = game.tokens[last];
  if (token.kind == TokenKind::Result) return WrittenTerminator{last, game.text_of(token)};
  if (token.kind != TokenKind::Word || depth > 0) return std::nullopt;
  const std::optional<ResultReading> reading = read_as_result(game.text_of(token));
  if (!reading) return std::nullopt;
  return WrittenTerminator{last, to_string(reading->outcome), reading->form};
}

void ExportWalk::run(const PgnGame& game, const std::optional<Position>& start,
                     const std::optional<WrittenTerminator>& terminator, ExportWriter& writer) {
  game_ = &game;
  writer_ = &writer;
  has_board_ = start.has_value();
  terminator_ = terminator ? terminator->token : game.tokens.size();
  line_ = Line();
  if (start) line_.position = *start;
  outer_.clear();
  unread_depth_ = 0;
  wordless_end_ = 0;
  number_ = nullptr;
  unplayed_rest_.reset();
  for (std::size_t i = 0; i < game.tokens.size(); ++i) {
    if (i != terminator_) {
      visit(i);
      continue;
    }
    while (!outer_.empty()) close_variation();
    line_.is_broken = true;
    if (terminator->form == ResultForm::Forfeit) this->writer().comment(text_of(game.tokens[i]));
  }
  while (!outer_.empty()) close_variation();
  flush_unreadable();
}

inline void ExportWalk::visit(std::size_t index) {
  const Token& token = game_->tokens[index];
  if (is_comment(token)) return comment(token);
  if (line_.is_broken || unread_depth_ > 0) return visit_unreadable(token);
  switch (token.kind) {
    case TokenKind::Move:
      return move(token);
    case TokenKind::Word:
      return word(token);
    case TokenKind::MoveNumber:
      return number(token);
    case TokenKind::Suffix:
      return suffix(token);
    case TokenKind::Nag:
      return writer().nag(token.number());
    case TokenKind::VariationStart:
      return open_variation(index);
    case TokenKind::VariationEnd:
      if (index < wordless_end_) return;
      if (!outer_.empty()) return close_variation();
      return give_up_on(token);
    case TokenKind::Result:
      return writer().comment(game_->text_of(token));
    default:
      return give_up_on(token);
  }
}

void ExportWalk::visit_unreadable(const Token& token) {
  if (token.kind == TokenKind::VariationStart) ++unread_depth_;
  if (token.kind == TokenKind::VariationEnd) {
    if (unread_depth_ > 0) {
      --unread_depth_;
    } else if (!outer_.empty()) {
      return close_variation();
    }
  }
  give_up_on(token);
}

// Words that touch stay together: "<b>" is three.
void ExportWalk::give_up_on(const Token& token) {
  const bool touches = token.offset == unreadable_end_;
  if (!unreadable_.empty() && !touches) unreadable_ += ' ';
  unreadable_ += text_of(token);
  unreadable_end_ = token.offset + token.length;
}

void ExportWalk::give_up_on(std::string_view text) {
  if (!unreadable_.empty()) unreadable_ += ' ';
  unreadable_ += text;
  unreadable_end_.reset();
}

void ExportWalk::flush_unreadable() {
  if (unreadable_.empty()) return;
  unreadable_.insert(0, "unreadable: ");
  writer_->comment(unreadable_);
  unreadable_.clear();
  unreadable_end_.reset();
  ++tally_.unreadable_pieces;
}

// Plain SAN is right already, but for its sign of check.
inline void ExportWalk::move(const Token& token) {
  if (!has_board_ || has_other_letters_) return word(token);
  const SanResolution resolution = resolve(token.san(), line_.position);
  if (resolution.status != SanStatus::Legal || resolution.deviations.any()) return word(token);
  const std::uint32_t number = line_.position.fullmove_number();
  const Color color = line_.position.turn();
  advance(resolution.move);
  std::string_view san = game_->text_of(token);
  const CheckMark due = mark_due(line_.position);
  if (due != token.san().check_mark()) {
    if (token.san().check_mark() != CheckMark::None) san.remove_suffix(1);
    respelled_.assign(san);
    if (due != CheckMark::None) respelled_ += due == CheckMark::Check ? '+' : '#';
    san = respelled_;
    ++tally_.respelled_moves;
  }
  writer().move(san, number, color);
}

void ExportWalk::word(const Token& token) {
  const std::string_view text = text_of(token);
  if (!has_board_) {
    line_.has_move = true;
    return writer().word(text);
  }
  if (const auto reading = read_move(text, line_.position, letters_)) return play(text, *reading);
  if (line_.has_move && mark_in(text)) {
    ++tally_.respelled_moves;
  } else if (const auto glyph = nag_of_glyph(text)) {
    add_nag(*glyph);
  } else if (may_be_move(text)) {
    break_line(token);
  } else {
    give_up_on(token);
  }
}

void ExportWalk::play(std::string_view written, const MoveReading& reading) {
  const std::uint32_t number = line_.position.fullmove_number();
  const Color color = line_.position.turn();
  respelled_ = reading.is_null ? "--" : san_of(reading.move, line_.position);
  if (respelled_ != written) ++tally_.respelled_moves;
  if (reading.is_null) {
    if (game_->has_variations) line_.before = line_.position;
    line_.position.pass();
    line_.has_move = true;
    number_ = nullptr;
  } else {
    advance(reading.move);
  }
  writer().move(respelled_, number, color);
  for (const std::uint32_t nag : reading.nags) {
    if (nag != 0) add_nag(nag);
  }
}

inline void ExportWalk::advance(Move move) {
  if (game_->has_variations) line_.before = line_.position;
  line_.position.play(move);
  line_.has_move = true;
  number_ = nullptr;
}

void ExportWalk::break_line(const Token& token) {
  const std::string written(text_of(token));
  const std::string move_number = number_text(line_.position);
  if (number_ == nullptr) {
    give_up_on(move_number);
  } else {
    give_up_on(*number_);
  }
  give_up_on(token);
  if (outer_.empty()) {
    unplayed_rest_ = {token.offset, fmt::format("{} {}", move_number, written), {}};
    const auto foreign =
        has_other_letters_ ? std::nullopt : read_foreign_move(written, line_.position);
    if (foreign) unplayed_rest_->letters = foreign->language.letters;
    ++tally_.unplayed_games;
  }
  line_.is_broken = true;
  line_.has_move = true;
}

void ExportWalk::add_nag(std::uint32_t nag) {
  writer().nag(nag);
  ++tally_.nags;
}

void ExportWalk::suffix(const Token& token) {
  if (const auto nag = nag_of_suffix(game_->text_of(token))) return add_nag(*nag);
  give_up_on(token);
}

// Numbers follow from the moves; without a board they stay as they are.
void ExportWalk::number(const Token& token) {
  const std::string_view text = game_->text_of(token);
  if (text == "00" || text == "000") return word(token);  // castling
  if (has_board_) {
    if (token.number() != line_.position.fullmove_number()) ++tally_.corrected_numbers;
    number_ = &token;
    return;
  }
  const bool has_dots = text.find("..") != std::string_view::npos;
  writer().word(fmt::format("{}{}", token.number(), has_dots ? "..." : "."));
}

void ExportWalk::comment(const Token& token) {
  const std::string_view text = text_of(token);
  if (token.kind == TokenKind::Escape) return writer().escape(text);
  if (token.kind == TokenKind::BraceComment) return writer().comment(comment_text(text));
  ++tally_.line_comments;
  std::string in_braces(comment_text(text));
  std::replace(in_braces.begin(), in_braces.end(), '{', '(');
  writer().comment(in_braces);
}

bool ExportWalk::begins_variation(const Token& token) {
  if (!has_board_) return true;
  if (!has_other_letters_ && token.kind == TokenKind::Move &&
      resolve(token.san(), line_.before).status == SanStatus::Legal) {
    return true;
  }
  return read_move(text_of(token), line_.before, letters_).has_value();
}

ExportWalk::Variation ExportWalk::look_into(std::size_t open) {
  bool has_words = false;
  std::size_t depth = 0;
  std::size_t at = open + 1;
  for (; at < terminator_ && at < game_->tokens.size(); ++at) {
    const Token& token = game_->tokens[at];
    const bool is_word = token.kind == TokenKind::Move || token.kind == TokenKind::Word;
    if (is_word && depth == 0) {
      if (begins_variation(token)) return Variation::Playable;
      if (may_be_move(text_of(token))) return Variation::Unplayable;
    }
    has_words |= is_word || token.kind == TokenKind::Stray || token.kind == TokenKind::Result;
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth-- == 0) break;
  }
  if (has_words) return Variation::Unplayable;
  const std::span<const Token> looked_into(game_->tokens.data() + open, at - open);
  tally_.empty_variations += static_cast<std::uint64_t>(
      std::ranges::count(looked_into, TokenKind::VariationStart, &Token::kind));
  wordless_end_ = at + 1;
  return Variation::Wordless;
}

void ExportWalk::open_variation(std::size_t index) {
  if (index < wordless_end_) return;
  const bool can_be_played = line_.has_move && outer_.size() < kDeepest;
  const Variation kind = can_be_played ? look_into(index) : Variation::Unplayable;
  if (kind == Variation::Wordless) return;
  if (kind == Variation::Unplayable) {
    ++unread_depth_;
    return give_up_on(game_->tokens[index]);
  }
  writer().start_variation();
  outer_.push_back(line_);
  line_.position = outer_.back().before;
  line_.has_move = false;
  number_ = nullptr;
}

void ExportWalk::close_variation() {
  unread_depth_ = 0;
  writer().end_variation();
  line_ = outer_.back();
  outer_.pop_back();
  number_ = nullptr;
}

ExportWriter& ExportWalk::writer() {
  if (!unreadable_.empty()) flush_unreadable();
  return *writer_;
}

}  // namespace arbiter::export_
