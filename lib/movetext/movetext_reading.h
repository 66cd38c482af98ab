// The implementation of MovetextReader. Include this file only to instantiate the template, with
// `template class MovetextReader<Listener>;`.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "lib/base/text.h"
#include "lib/laws/wording.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/movetext/word_reading.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {

// Variations at a greater depth are skipped, to limit memory.
inline constexpr std::size_t kMaxVariationDepth = 200;

// Returns 1 for an opening parenthesis, -1 for a closing one, and 0 for other tokens.
inline int opening_of(const Token& token) {
  return token.kind == TokenKind::VariationStart ? 1
         : token.kind == TokenKind::VariationEnd ? -1
                                                 : 0;
}

template <class Listener>
bool MovetextReader<Listener>::is_punctuation(const Token& token) const {
  if (token.kind != TokenKind::Stray) return false;
  const char sign = game_->text_of(token)[0];
  return sign == ',' || sign == '.' || sign == ';';
}

template <class Listener>
bool MovetextReader<Listener>::is_last_word(const Token& token) const {
  const auto says_nothing = [this](const Token& next) {
    return is_remark(next) || is_punctuation(next);
  };
  return std::all_of(game_->tokens.begin() + index_of(token) + 1, game_->tokens.end(),
                     says_nothing);
}

template <class Listener>
bool MovetextReader<Listener>::result(const Token& token) {
  if (!in_variation() || is_last_word(token)) {
    const std::uint32_t index = index_of(token);
    end_with({index, index, result_with_comment(*game_, token)});
    return false;
  }
  if (skipped_depth_ > 0) {
    listener().unplayed(token);
  } else {
    listener().result_in_variation(token);
  }
  return true;
}

// Ends the game with a result in words: "1/2", "draw", "0-0". Returns false inside of variations,
// and for zeros that are legal as castling.
template <class Listener>
bool MovetextReader<Listener>::end_in_words(const WrittenResult& words) {
  if (in_variation()) return false;
  const std::string_view text = words.text(*game_);
  if (may_be_castling(text, *game_) && !line_.is_unplayed) {
    const auto castling = named_move(text, line_.position, letters_);
    if (castling && castling->is_legal()) {
      listener().castling_or_result(game_->tokens[words.first]);
      return false;
    }
  }
  end_with(words);
  return true;
}

template <class Listener>
void MovetextReader<Listener>::end_with(const WrittenResult& result) {
  finish_variations();
  listener().result(result);
  for (std::size_t at = result.last + 1; at < game_->tokens.size(); ++at) {
    const Token& behind = game_->tokens[at];
    if (is_remark(behind)) {
      visit(behind);
    } else if (is_punctuation(behind)) {
      listener().punctuation(behind);
    } else if (!listener().after_result(behind)) {
      return;
    }
  }
}

template <class Listener>
void MovetextReader<Listener>::open_variation(const Token& token) {
  if (skipped_depth_ > 0) {
    ++skipped_depth_;
    return listener().unplayed(token);
  }
  const bool is_too_deep = outer_.size() >= kMaxVariationDepth;
  if (is_too_deep) listener().variation_too_deep(token);
  const bool is_skipped = is_too_deep || listener().variation(token) == VariationUse::Skip;
  if (is_skipped) {
    skipped_depth_ = 1;
    outer_is_unplayed_ = std::exchange(line_.is_unplayed, true);
    return;
  }
  const bool can_be_played = line_.has_move && !line_.is_unplayed;
  outer_.push_back({line_, index_of(token)});
  line_.position = line_.before;
  line_.has_move = false;
  line_.is_unplayed = !can_be_played;
  listener().variation_opened();
}

template <class Listener>
void MovetextReader<Listener>::close_variation(const Token& token) {
  if (skipped_depth_ > 0) {
    listener().unplayed(token);
    if (--skipped_depth_ == 0) line_.is_unplayed = outer_is_unplayed_;
    return;
  }
  if (outer_.empty()) return reread_from(token) ? void() : unread_stray(token);
  listener().variation_closing(outer_.back().opened_at, token);
  leave_variation();
}

template <class Listener>
void MovetextReader<Listener>::leave_variation() {
  line_ = outer_.back().line;
  outer_.pop_back();
  listener().variation_closed();
}

template <class Listener>
void MovetextReader<Listener>::finish_variations() {
  if (skipped_depth_ > 0) line_.is_unplayed = outer_is_unplayed_;
  skipped_depth_ = 0;
  while (!outer_.empty()) {
    listener().variation_unclosed(outer_.back().opened_at);
    leave_variation();
  }
}

template <class Listener>
void MovetextReader<Listener>::stray(const Token& token) {
  const bool closes = in_variation() && closes_one_of(outer_.size() + skipped_depth_, token);
  if (closes) return close_variation(token);
  if (skipped_depth_ > 0) return listener().unplayed(token);
  if (separates_variations(token)) {
    close_variation(token);
    return open_variation(token);
  }
  if (!is_punctuation(token)) return unread_stray(token);
  if (joins_unread(token)) last_unread_ = &token;
  listener().punctuation(token);
}

template <class Listener>
void MovetextReader<Listener>::unread_stray(const Token& token) {
  last_unread_ = &token;
  listener().stray(token);
}

// Checks for a semicolon before another variation of the same move: "(2. Nc3 Nf6; 2. f4)".
template <class Listener>
bool MovetextReader<Listener>::separates_variations(const Token& token) const {
  const std::uint32_t next = index_of(token) + 1;
  return has_board_ && !outer_.empty() && game_->text_of(token) == ";" &&
         next < game_->tokens.size() && game_->tokens[next].kind == TokenKind::MoveNumber &&
         game_->tokens[next].plies_before() == plies_before(outer_.back().line.before);
}

// Checks whether a "}" closes the innermost open variation, because no later parenthesis does.
template <class Listener>
bool MovetextReader<Listener>::closes_one_of(std::size_t variations, const Token& token) {
  if (token.kind != TokenKind::Stray || game_->text_of(token) != "}") return false;
  if (surplus_after_.empty()) {
    surplus_after_.resize(game_->tokens.size());
    std::int64_t surplus = 0;
    for (std::size_t at = game_->tokens.size(); at-- > 0;) {
      surplus_after_[at] = surplus;
      surplus += opening_of(game_->tokens[at]);
    }
  }
  return static_cast<std::int64_t>(variations) + surplus_after_[index_of(token)] > 0;
}

template <class Listener>
template <class Visit>
void MovetextReader<Listener>::visit_variation(const Token& open, Visit visit) {
  std::size_t depth = 1;
  for (std::size_t at = index_of(open) + 1; at < game_->tokens.size(); ++at) {
    const Token& token = game_->tokens[at];
    const bool closes = token.kind == TokenKind::VariationEnd ||
                        closes_one_of(outer_.size() + skipped_depth_ + depth, token);
    if (closes && --depth == 0) return;
    if (closes) continue;
    if (token.kind == TokenKind::Result && is_last_word(token)) return;
    if (!visit(token, depth > 1)) return;
    if (token.kind == TokenKind::VariationStart) ++depth;
  }
}

// Checks whether two tokens are adjacent in the text.
inline bool touch(const Token& left, const Token& right) {
  return left.offset + left.length == right.offset;
}

// Checks whether a number differs by at most one from the number of the next move of `position`.
inline bool is_near(const Token& number, const Position& position) {
  const std::uint32_t due = position.fullmove_number();
  return number.number() > 0 && number.number() + 1 >= due && number.number() <= due + 1;
}

template <class Listener>
void MovetextReader<Listener>::start(const PgnGame& game) {
  game_ = &game;
  line_.has_move = false;
  line_.is_unplayed = false;
  line_.is_off_record = false;
  outer_.clear();
  skipped_depth_ = 0;
  keeps_before_ = game.has_variations;
  last_sign_ = nullptr;
  last_unread_ = nullptr;
  surplus_after_.clear();
  may_reread_ = true;
  is_sign_checked_ = false;
  is_reread_ = false;
  is_in_signs_ = false;
  ahead_ = 0;
  sheet_.reset();
  earlier_.at = 0;
  if (are_letters_settled_) [[unlikely]]
    reset_letters();
}

template <class Listener>
void MovetextReader<Listener>::read(const PgnGame& game, const Position& first) {
  start(game);
  has_board_ = true;
  line_.position = first;
  first_ = &first;
  if (!has_fixed_letters_ && may_have_other_letters(game)) settle_letters();
  if constexpr (Listener::kSheetUse != SheetUse::None) {
    if (may_be_damaged(game, letters_) && reread(0)) return walk_mended(0);
  }
  walk();
}

// Reads the whole game again. Returns false if the new reading is the same, or if it differs before
// the token `index`.
template <class Listener>
bool MovetextReader<Listener>::reread(std::uint32_t index) {
  may_reread_ = false;
  auto sheet = read_sheet(*game_, *first_, letters_);
  if (!sheet || (Listener::kSheetUse == SheetUse::Words && !sheet->changes_only_words()))
    return false;
  const Tokens& now = sheet->game.tokens;
  const Tokens& before = game_->tokens;
  const auto is_same = [](const Token& a, const Token& b) {
    return a.offset == b.offset && a.length == b.length && a.kind == b.kind;
  };
  const bool is_equal = now.size() >= index && sheet->mended.front().token >= index &&
                        std::equal(now.begin(), now.begin() + index, before.begin(), is_same);
  if (!is_equal) return false;
  replace_game(*std::move(sheet));
  if (!keeps_before_ && game_->has_variations) keep_before(index);
  return true;
}

// Continues with other tokens, which are equal to the tokens that have been read.
template <class Listener>
void MovetextReader<Listener>::replace_game(SheetReading sheet) {
  const Token* const before = game_->tokens.data();
  sheet_ = std::move(sheet);
  game_ = &sheet_->game;
  const Token* const now = game_->tokens.data();
  const auto move_to_new = [&](const Token*& token) {
    if (token != nullptr) token = now + (token - before);
  };
  move_to_new(last_sign_);
  move_to_new(last_unread_);
  listener().tokens_moved(before, now);
  surplus_after_.clear();
}

// From now on, tracks the position before the last move. The first `index` tokens have already been
// read, and the game has no variations.
template <class Listener>
void MovetextReader<Listener>::keep_before(std::uint32_t index) {
  keeps_before_ = true;
  line_.before = *first_;
  Position position = *first_;
  for (const Token& token : std::span(game_->tokens).first(index)) {
    if (token.kind != TokenKind::Move && token.kind != TokenKind::Word) continue;
    const bool is_san = token.kind == TokenKind::Move && !has_other_letters_;
    const SanResolution in_san = is_san ? resolve(token.san(), position) : SanResolution();
    const auto move = in_san.status == SanStatus::Legal
                          ? std::optional(in_san.move)
                          : read_legal_move(utf8_of(token), position, letters_);
    if (!move) continue;
    line_.before = position;
    position.play(*move);
  }
}

// Rereads the rest of the game from a main-line token on, if the game must be read as a whole.
// Returns false if the caller must read the token itself.
template <class Listener>
bool MovetextReader<Listener>::reread_from(const Token& token) {
  if constexpr (Listener::kSheetUse != SheetUse::None) {
    if (!may_reread_ || in_variation() || is_in_signs_ || !has_board_ || line_.is_unplayed)
      return false;
    std::uint32_t index = index_of(token);
    while (index > 0 && game_->tokens[index - 1].kind == TokenKind::MoveNumber) --index;
    if (!reread(index)) return false;
    walk_mended(index);
    is_reread_ = true;
    end_of_visit_ = &token + 1;
    return true;
  }
  return false;
}

template <class Listener>
void MovetextReader<Listener>::walk_mended(std::uint32_t from) {
  const auto words = result_in_words(*game_);
  const std::span<const Token> tokens(game_->tokens);
  const std::size_t count = words ? words->first : tokens.size();
  const Token* const end = tokens.data() + count;
  end_of_visit_ = end;
  auto mend = sheet_->mended.begin();
  const Token* at = tokens.data() + from;
  while (at != nullptr && at < end) {
    while (mend != sheet_->mended.end() && mend->token < index_of(*at)) ++mend;
    const Token* const next = mend != sheet_->mended.end() ? tokens.data() + mend->token : end;
    if (may_read_plain_line() && at < next) {
      end_of_visit_ = std::min(next, end);
      at = plain_line(at);
      end_of_visit_ = end;
      if (at == end || at == next) continue;
    }
    const bool is_mended = mend != sheet_->mended.end() && mend->token == index_of(*at);
    at = is_mended ? mended(*at, *mend++) : visit(*at);
    if (at != nullptr) ++at;
  }
  if (at != nullptr && words && !end_in_words(*words)) visit_all(tokens.subspan(count));
  finish_variations();
}

// Visits a token with its explanation from read_sheet().
template <class Listener>
const Token* MovetextReader<Listener>::mended(const Token& token, const MendedToken& mended) {
  const bool is_as_written =
      mended.fault == SheetFault::Misread && Listener::kSheetUse == SheetUse::Words;
  if (line_.is_unplayed || is_as_written) return visit(token);
  if (mended.fault == SheetFault::Text) {
    unread(token, utf8_of(token));
    return &token;
  }
  if (mended.fault == SheetFault::Replaced) {
    listener().garbled_move(token, utf8_of(token));
    return break_line(), &token;
  }
  if (mended.fault != SheetFault::None) listener().sheet_fault(token, mended);
  if (mended.ends_line) break_line();
  if (mended.move) {
    const auto san = parse_san(san_of(*mended.move, line_.position));
    listener().mended_move(token, *mended.move);
    last_sign_ = &token;
    play(token, *san, *mended.move);
    return &token;
  }
  const bool is_read = mended.fault == SheetFault::Twice || mended.fault == SheetFault::Number ||
                       (mended.fault == SheetFault::Missing && !mended.ends_line);
  if (token.kind == TokenKind::MoveNumber && !mended.ends_line) {
    ahead_ = token.number() - std::int64_t{line_.position.fullmove_number()};
  }
  return is_read ? &token : visit(token);
}

// Checks whether the number of the next move contradicts earlier numbers, and records it if so.
template <class Listener>
bool MovetextReader<Listener>::contradicts(const Token& number) {
  const std::int64_t ahead = number.number() - std::int64_t{line_.position.fullmove_number()};
  const bool is_first = !line_.has_move && *first_ != Position(initial_setup());
  return std::exchange(ahead_, ahead) != ahead && ahead != 0 && !is_first;
}

template <class Listener>
void MovetextReader<Listener>::reset_letters() {
  game_letters_ = {};
  letters_ = PieceLetters();
  has_other_letters_ = are_letters_settled_ = false;
}

template <class Listener>
void MovetextReader<Listener>::settle_letters() {
  are_letters_settled_ = true;
  game_letters_ = determine_letters(*game_, *first_);
  letters_ = game_letters_.letters;
  has_other_letters_ = game_letters_.language.has_value();
}

// Reads a word that is not a legal move in English, using other letters. Returns false if the game
// is in English.
template <class Listener>
bool MovetextReader<Listener>::read_in_other_letters(const Token& token) {
  if (has_fixed_letters_ || are_letters_settled_ || in_variation()) return false;
  settle_letters();
  if (has_other_letters_) read_board_word(token, utf8_of(token));
  return has_other_letters_;
}

template <class Listener>
void MovetextReader<Listener>::read_without_board(const PgnGame& game) {
  start(game);
  has_board_ = false;
  line_.is_unplayed = true;
  walk();
}

template <class Listener>
void MovetextReader<Listener>::walk() {
  const auto words = result_in_words(*game_);
  const std::span<const Token> tokens(game_->tokens);
  const std::size_t count = words ? words->first : tokens.size();
  if (visit_all(tokens.first(count)) && words && !end_in_words(*words)) {
    visit_all(tokens.subspan(count));
  }
  finish_variations();
}

// Visits the tokens. Returns false if the game ends before the last token.
template <class Listener>
bool MovetextReader<Listener>::visit_all(std::span<const Token> tokens) {
  const Token* const end = tokens.data() + tokens.size();
  end_of_visit_ = end;
  for (const Token* at = tokens.data(); at != end_of_visit_; ++at) {
    if (may_read_plain_line()) at = plain_line(at);
    if (at == end_of_visit_) break;
    // A comment that contains "{", and a move number or a command at its start, may be two comments
    // with moves between them.
    const bool may_be_two =
        at->kind == TokenKind::BraceComment && (at->payload & Token::kHasBrace) != 0 &&
        ((at->payload & Token::kHasNumber) != 0 || game_->text_of(*at).starts_with("{[%"));
    if (may_be_two && reread_from(*at)) continue;
    at = visit(*at);
    if (at == nullptr) return false;
  }
  return !is_reread_;
}

template <class Listener>
bool MovetextReader<Listener>::may_read_plain_line() const {
  return Listener::kReadsPlainLines && !line_.is_unplayed && !line_.is_off_record &&
         !has_other_letters_ && !in_variation() &&
         !static_cast<const Listener&>(*this).needs_of_move();
}

// The fast path: reads consecutive plain moves of the main line with numbers and comments. Returns
// the first other token, for visit(). Reading all tokens with visit() gives the same events.
template <class Listener>
const Token* MovetextReader<Listener>::plain_line(const Token* at) {
  const Token* const end = end_of_visit_;
  for (; at != end; ++at) {
    if (at->kind == TokenKind::Move) {
      const bool is_usual = line_.position.turn() == Color::White ? plain_move<Color::White>(*at)
                                                                  : plain_move<Color::Black>(*at);
      if (!is_usual) [[unlikely]]
        return line_.is_unplayed ? at + 1 : at;
    } else if (at->kind == TokenKind::MoveNumber && is_due(*at)) {
      listener().number(*at);
    } else if (at->kind == TokenKind::BraceComment && (at->payload & Token::kHasBrace) == 0) {
      listener().plain_comment(*at);
    } else {
      break;
    }
  }
  return at;
}

// Plays the move that find_plain() finds, and calls `played(move)`. Returns false if there is no
// such move.
template <class Listener>
template <Color us, class Played>
inline bool MovetextReader<Listener>::play_plain(const Token& token, Played played) {
  const San san = token.san();
  const Bitboard origin = token.is_plain_move() ? find_plain<us>(san, line_.position) : kNoSquares;
  if (origin.is_empty()) [[unlikely]]
    return false;
  if (keeps_before_) [[unlikely]]
    line_.before = line_.position;
  const Square from = origin.first();
  line_.position.play_normal(Piece(us, san.role()), from, san.to());
  line_.has_move = true;
  played(Move::normal(from, san.to()));
  return true;
}

// Reads a move of plain_line(). Returns false if visit() must read it, or if it breaks the line.
template <class Listener>
template <Color us>
inline bool MovetextReader<Listener>::plain_move(const Token& token) {
  bool goes_on = true;
  const auto played = [&](Move move) {
    goes_on = listener().played_plainly(token, token.san(), move);
  };
  return play_plain<us>(token, played) ? goes_on : usual_move(token);
}

// Reads a move in another SAN form that needs no event except played_plainly(). Returns false if
// visit() must read it, or if it breaks the line.
template <class Listener>
bool MovetextReader<Listener>::usual_move(const Token& token) {
  const SanResolution resolution = resolve(token.san(), line_.position);
  const bool is_usual = resolution.status == SanStatus::Legal && !resolution.deviations.any() &&
                        !resolution.has_pinned_twin;
  if (!is_usual) return false;
  if (keeps_before_) line_.before = line_.position;
  line_.position.play(resolution.move);
  line_.has_move = true;
  return listener().played_plainly(token, token.san(), resolution.move);
}

// Visits a NAG, or a group of adjacent signs. Signs directly before a move, or before its number,
// belong to that move. Returns the last token that was visited.
template <class Listener>
const Token* MovetextReader<Listener>::signs(const Token* first) {
  const Token* const end = end_of_visit_;
  const Token* after = first + 1;
  if (is_sign(*first))
    after = std::find_if_not(after, end, [&](const Token& token) {
      return token.kind == TokenKind::Nag && is_sign(token);
    });
  const Token* const move = is_sign(*first) ? move_after_signs(first, after, end) : nullptr;
  if (move != nullptr) {
    is_in_signs_ = true;
    for (const Token* at = after; at <= move; ++at) visit(*at);
    is_in_signs_ = false;
  }
  for (const Token* at = first; at != after; ++at) {
    skipped_depth_ > 0 ? listener().unplayed(*at) : listener().nag(*at);
  }
  return move != nullptr ? move : after - 1;
}

// Returns the move after the signs from `first` to `after`, if they belong to it; null if they
// belong to the move before them.
template <class Listener>
const Token* MovetextReader<Listener>::move_after_signs(const Token* first, const Token* after,
                                                        const Token* end) const {
  if (line_.is_unplayed || after == end) return nullptr;
  const bool is_first = first == game_->tokens.data();
  const bool begins_move = is_first || first[-1].kind == TokenKind::MoveNumber ||
                           first[-1].kind == TokenKind::VariationStart;
  const bool is_joined = touch(after[-1], *after) && (is_first || !touch(first[-1], *first));
  if (!begins_move && !is_joined) return nullptr;
  const Token* const move = std::find_if_not(
      after, end, [](const Token& token) { return token.kind == TokenKind::MoveNumber; });
  const bool is_move =
      move != end && (move->kind == TokenKind::Move || move->kind == TokenKind::Word);
  return is_move ? move : nullptr;
}

// Visits a token and the tokens that belong to it. Returns the last of them; null after the result.
template <class Listener>
const Token* MovetextReader<Listener>::visit(const Token& token) {
  switch (token.kind) {
    case TokenKind::Move:
      return move(token), &token;
    case TokenKind::MoveNumber:
      return number(token), &token;
    case TokenKind::BraceComment:
      return listener().brace_comment(token), &token;
    case TokenKind::Nag:
      return begins_torn_move(token) ? torn_move(token) : signs(&token);
    case TokenKind::ElapsedTime:
      return (skipped_depth_ > 0 ? listener().unplayed(token) : listener().elapsed_time(token)),
             &token;
    case TokenKind::DrawOffer:
      return (skipped_depth_ > 0 ? listener().unplayed(token) : listener().draw_offer(token)),
             &token;
    case TokenKind::Suffix:
      return begins_torn_move(token) ? torn_move(token) : (suffix(token), &token);
    case TokenKind::VariationStart:
      return open_variation(token), &token;
    case TokenKind::VariationEnd:
      return close_variation(token), &token;
    case TokenKind::Result:
      return result(token) ? &token : nullptr;
    case TokenKind::Word:
      return word(token), &token;
    case TokenKind::LineComment:
      return listener().line_comment(token), &token;
    case TokenKind::Escape:
      return listener().escape(token), &token;
    case TokenKind::Stray:
      return begins_torn_move(token) ? torn_move(token) : (stray(token), &token);
  }
  return &token;
}

// Checks for a sign or a dot directly before a pawn move, as in "?f3", if a piece can move to the
// square, too. The sign may then stand for a piece letter. Signs before piece letters in the same
// game show that its signs precede their moves.
template <class Listener>
bool MovetextReader<Listener>::begins_torn_move(const Token& sign) const {
  if (Listener::kSheetUse == SheetUse::None || line_.is_unplayed || in_variation() || sheet_)
    return false;
  const std::span<const Token> tokens(game_->tokens);
  const std::size_t index = index_of(sign);
  const auto precedes_touching = [&](std::size_t at) {
    const Token& first = tokens[at];
    const bool is_mark = first.kind == TokenKind::Suffix ||
                         (first.kind == TokenKind::Nag && is_sign(first)) ||
                         (first.kind == TokenKind::Stray && game_->text_of(first) == ".");
    const bool is_apart =
        at == 0 || tokens[at - 1].kind == TokenKind::MoveNumber || !touch(tokens[at - 1], first);
    return is_mark && is_apart && at + 1 < tokens.size() &&
           tokens[at + 1].kind == TokenKind::Move && touch(first, tokens[at + 1]);
  };
  const auto moves_pawn = [](San san) {
    return san.kind() == San::Kind::Piece && san.role() == Role::Pawn && !san.promotion();
  };
  if (!precedes_touching(index)) return false;
  const San pawn = tokens[index + 1].san();
  if (!moves_pawn(pawn) || resolve(pawn, line_.position).status != SanStatus::Legal) return false;
  const bool may_be_piece = std::ranges::any_of(
      std::array{Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight}, [&](Role role) {
        San piece = San::piece(role, pawn.to());
        if (pawn.from_file()) piece.set_from(*pawn.from_file());
        const SanStatus status = resolve(piece, line_.position).status;
        return status == SanStatus::Legal || status == SanStatus::Ambiguous;
      });
  if (!may_be_piece) return false;
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (precedes_touching(at) && !moves_pawn(tokens[at + 1].san())) return false;
  }
  return true;
}

// Reads the rest of the game with the sign and the pawn move after it as one word.
template <class Listener>
const Token* MovetextReader<Listener>::torn_move(const Token& sign) {
  if (reread_from(sign)) return &sign;
  SheetReading torn{.game = *game_, .mended = {}};
  const std::uint32_t index = index_of(sign);
  Token& word = torn.game.tokens[index];
  word.length += torn.game.tokens[index + 1].length;
  word.payload = 0;
  word.kind = TokenKind::Word;
  word.dots = 0;
  torn.game.tokens.erase(torn.game.tokens.begin() + index + 1);
  torn.game.has_words = true;
  replace_game(std::move(torn));
  walk_mended(index);
  is_reread_ = true;
  end_of_visit_ = &sign + 1;
  return &sign;
}

// Reads a move. An illegal move may be legal with a small piece letter: "bxc6" by a bishop.
template <class Listener>
void MovetextReader<Listener>::move(const Token& token) {
  if (line_.is_unplayed) return unplayed(token);
  if (has_other_letters_) return read_board_word(token, utf8_of(token));
  const San san = token.san();
  // The fast path is also used here, because most moves of variations are plain.
  if (Listener::kReadsPlainLines && !line_.is_off_record && !listener().needs_of_move()) {
    const auto played = [&](Move move) { listener().played(token, san, move); };
    const bool is_white = line_.position.turn() == Color::White;
    if (is_white ? play_plain<Color::White>(token, played)
                 : play_plain<Color::Black>(token, played))
      return;
  }
  const SanResolution resolution = resolve(san, line_.position);
  if (resolution.status == SanStatus::Legal) {
    listener().of_move(token);
    const bool deviates = resolution.deviations.any() || resolution.has_pinned_twin;
    if (captures_king(token, resolution.move)) return;
    if (deviates) listener().deviating_move(token, san, resolution);
    return play(token, san, resolution.move);
  }
  const auto read = named_move(game_->text_of(token), line_.position, letters_);
  if (read && read->is_legal()) return named(token, *read);
  if (read_in_other_letters(token) || reread_from(token)) return;
  listener().of_move(token);
  illegal(token, san, nullptr);
}

// Checks for a king capture, which only an accepted illegal move makes possible. A king capture
// breaks the line, because the position after it is invalid.
template <class Listener>
inline bool MovetextReader<Listener>::captures_king(const Token& token, Move move) {
  if (!line_.is_off_record) [[likely]]
    return false;
  if (move.to() != line_.position.king(other(line_.position.turn()))) return false;
  listener().king_capture(token);
  break_line();
  return true;
}

template <class Listener>
inline void MovetextReader<Listener>::play(const Token& token, San san, Move move) {
  if (captures_king(token, move)) [[unlikely]]
    return;
  if (keeps_before_) line_.before = line_.position;
  line_.position.play(move);
  line_.has_move = true;
  listener().played(token, san, move);
}

template <class Listener>
void MovetextReader<Listener>::named(const Token& token, const NamedMove& read) {
  if (read.is_null()) return null_move(token, read);
  if (!read.is_legal() && read_in_other_letters(token)) return;
  const bool may_be_other =
      read.loose.other_reading && read.loose.spelling.has(SpellingDeviation::CapitalFile);
  if ((!read.is_legal() || may_be_other) && reread_from(token)) return;
  last_sign_ = &token;
  listener().of_move(token);
  if (read.is_legal() && captures_king(token, read.move())) return;
  listener().nonstandard_move(token, read);
  if (read.is_legal()) return play(token, read.resolved.san, read.move());
  if (token.kind == TokenKind::MoveNumber) return listener().unplayable_zeros(token, read);
  illegal(token, read.resolved.san, &read);
}

template <class Listener>
void MovetextReader<Listener>::null_move(const Token& token, const NamedMove& read) {
  if (line_.position.is_check()) return listener().impossible_null_move(token);
  last_sign_ = &token;
  listener().null_move(token, read);
  if (keeps_before_) line_.before = line_.position;
  line_.position.pass();
  line_.has_move = true;
  if (!in_variation()) leave_record();
}

template <class Listener>
void MovetextReader<Listener>::illegal(const Token& token, San san, const NamedMove* read) {
  const std::optional<Position> after = listener().illegal_move(token, san, read);
  if (!after) return break_line();
  line_.before = line_.position;
  line_.position = *after;
  line_.has_move = true;
  leave_record();
}

template <class Listener>
void MovetextReader<Listener>::word(const Token& token) {
  listener().any_word(token);
  if (line_.is_unplayed) return unplayed(token);
  read_board_word(token, utf8_of(token));
}

template <class Listener>
void MovetextReader<Listener>::read_board_word(const Token& token, std::string_view text) {
  const WordReading reading = read_word(text, letters_);
  const bool is_sign = reading.kind == WordKind::Mark || reading.kind == WordKind::Glyph;
  const bool follows_move = is_sign && belongs_to_move(token);
  // A letter such as "N" at the end of a truncated file is the beginning of a move.
  const bool is_cut_off = is_letter(text[0]) && &token == &game_->tokens.back();
  if (reading.kind == WordKind::Glyph && is_cut_off) return unread(token, text);
  if (follows_move) last_sign_ = &token;
  if (reading.kind == WordKind::Glyph) return listener().glyph(token, reading.nag, follows_move);
  if (reading.kind == WordKind::Mark) {
    return follows_move ? listener().mark(token, reading.mark) : unread(token, text);
  }
  if (const auto read = named_move(text, line_.position, letters_)) return named(token, *read);
  if (reread_from(token)) return;
  if (!is_meant_as_move(token, text, reading.kind, line_.position)) return unread(token, text);
  if (read_in_other_letters(token)) return;
  listener().garbled_move(token, text);
  break_line();
}

// Checks whether a word that does not name a move was meant as one.
template <class Listener>
bool MovetextReader<Listener>::is_meant_as_move(const Token& token, std::string_view text,
                                                WordKind kind, const Position& position) const {
  return kind == WordKind::Garbled || is_misread_move(text, position, letters_) ||
         ended_line(*game_, token);
}

template <class Listener>
void MovetextReader<Listener>::number(const Token& token) {
  if (!line_.is_unplayed && is_due(token)) return listener().number(token);
  const bool may_be_of_earlier = depth() == 1 && !line_.is_unplayed && !line_.has_move;
  if (may_be_of_earlier && names_earlier_move((&token)[1], line_.position)) {
    listener().sheet_fault(token, {.token = index_of(token), .fault = SheetFault::Moved});
    return break_line();
  }
  const bool is_torn = touches_number(token);
  if (line_.is_unplayed) {
    const bool is_text = !has_board_ && skipped_depth_ == 0 && is_torn;
    return is_text ? unread(token, game_->text_of(token)) : unplayed(token);
  }
  if (is_castling_in_zeros(token)) {
    // "7.00" is castling at White's move 7, and a number at any other move.
    const bool is_castling = is_torn ? is_due((&token)[-1]) : !precedes_same_move(token);
    if (is_castling) return read_board_word(token, game_->text_of(token));
  } else if (is_move_number(token, line_.position)) {
    const bool is_of_white = line_.position.turn() == Color::Black && token.dots == 1;
    const bool is_odd = !in_variation() && contradicts(token);
    if ((is_odd || is_of_white) && reread_from(token)) return;
    if (!is_odd) return listener().number(token);
    const std::uint32_t due = line_.position.fullmove_number();
    return listener().sheet_fault(
        token, {.token = index_of(token), .fault = SheetFault::Number, .due = due});
  }
  // Checks for a split number, such as "1" and "2." before move 12.
  const auto begins_due = [&](const Token& next) {
    return next.kind == TokenKind::MoveNumber && token.dots == 0 && next.dots != 0 &&
           std::string(game_->text_of(token)) + std::to_string(next.number()) ==
               std::to_string(line_.position.fullmove_number());
  };
  const bool is_last = &token == &game_->tokens.back();
  const bool may_be_other = (!is_last && begins_due((&token)[1])) ||
                            (token.dots == 0 && read_look_alikes(game_->text_of(token), letters_));
  if (may_be_other && reread_from(token)) return;
  unread(token, game_->text_of(token));
}

template <class Listener>
bool MovetextReader<Listener>::is_move_number(const Token& token, const Position& position) const {
  const bool has_sign = !is_digit(game_->text_of(token).back());  // "12." "12)" "12:"
  if (has_sign && token.number() == position.fullmove_number()) return true;
  if (joins_unread(token) || touches_number(token)) return false;
  return (has_sign || is_near(token, position)) && precedes_move(token, position);
}

// Checks whether a variation of the main line belongs to one of the two half-moves before the one
// at `replaced`. Its number is then that of this half-move, and its first move is legal there.
template <class Listener>
bool MovetextReader<Listener>::names_earlier_move(const Token& word, const Position& replaced) {
  const std::uint32_t index = index_of(word);
  const bool is_word = index >= 2 && index < game_->tokens.size() &&
                       (word.kind == TokenKind::Move || word.kind == TokenKind::Word);
  if (!is_word || sheet_ || ahead_ != 0) return false;
  const Token& number = (&word)[-1];
  if (number.kind != TokenKind::MoveNumber || (&word)[-2].kind != TokenKind::VariationStart ||
      number.dots == 0)
    return false;
  const std::int64_t named = number.plies_before();
  const std::int64_t last = plies_before(replaced);
  if (named >= last || named + 2 < last || named < plies_before(*first_)) return false;
  if (earlier_.at == 0) earlier_.position = *first_;
  play_main_line(earlier_, last - 2);
  PlayedTokens played = earlier_;
  play_main_line(played, named);
  if (plies_before(played.position) != named) return false;
  const auto first = read_legal_move(utf8_of(word), played.position, letters_);
  if (!first) return false;
  played.position.play(*first);
  // A wrong number may also be a misprint; then the next move shows it.
  const auto second =
      std::find_if(game_->tokens.begin() + index + 1, game_->tokens.end(), [](const Token& token) {
        return !is_remark(token) && token.kind != TokenKind::MoveNumber &&
               token.kind != TokenKind::Suffix && token.kind != TokenKind::Nag;
      });
  const bool has_second = second != game_->tokens.end() &&
                          (second->kind == TokenKind::Move || second->kind == TokenKind::Word);
  return !has_second || read_legal_move(utf8_of(*second), played.position, letters_);
}

// Plays the moves of the main line up to a number of half-moves.
template <class Listener>
void MovetextReader<Listener>::play_main_line(PlayedTokens& played, std::int64_t plies) {
  int depth = 0;
  for (; plies_before(played.position) < plies && played.at < game_->tokens.size(); ++played.at) {
    const Token& token = game_->tokens[played.at];
    depth += opening_of(token);
    const bool may_be_move = token.kind == TokenKind::Move || token.kind == TokenKind::Word;
    const auto move = may_be_move && depth == 0
                          ? read_legal_move(utf8_of(token), played.position, letters_)
                          : std::nullopt;
    if (move) played.position.play(*move);
  }
}

// Checks whether "12" or "12." directly precedes or follows another number, as in "0.5".
template <class Listener>
bool MovetextReader<Listener>::touches_number(const Token& token) const {
  const auto is_number = [](const Token& other) { return other.kind == TokenKind::MoveNumber; };
  const Token* const first = game_->tokens.data();
  const Token* const last = first + game_->tokens.size() - 1;
  return (&token != first && is_number((&token)[-1]) && touch((&token)[-1], token)) ||
         (&token != last && is_number((&token)[1]) && touch(token, (&token)[1]));
}

// Checks whether a move, or a word that may be one, comes next. Also true at the end of a line, for
// the number of the next move, or a close number with dots. "(2)" does not end a line.
template <class Listener>
bool MovetextReader<Listener>::precedes_move(const Token& number, const Position& position) const {
  const auto is_passed = [this](const Token& next) {
    return is_remark(next) || is_punctuation(next) || next.kind == TokenKind::Suffix ||
           next.kind == TokenKind::Nag;
  };
  const auto next = std::find_if_not(game_->tokens.begin() + index_of(number) + 1,
                                     game_->tokens.end(), is_passed);
  const bool is_at_end = next == game_->tokens.end() || next->kind == TokenKind::Result;
  const bool is_alone =
      &number != game_->tokens.data() && (&number)[-1].kind == TokenKind::VariationStart;
  if (is_at_end || (next->kind == TokenKind::VariationEnd && (number.dots > 0 || !is_alone))) {
    return number.number() == position.fullmove_number() ||
           (number.dots > 0 && is_near(number, position));
  }
  return next->kind == TokenKind::Move || next->kind == TokenKind::Word ||
         is_castling_in_zeros(*next);
}

// Reports text that is neither a move nor part of one.
template <class Listener>
void MovetextReader<Listener>::unread(const Token& token, std::string_view text) {
  last_unread_ = &token;
  listener().unreadable_word(token, text);
}

// Checks whether the token directly follows text that was not understood.
template <class Listener>
bool MovetextReader<Listener>::joins_unread(const Token& token) const {
  return last_unread_ != nullptr && touch(*last_unread_, token);
}

template <class Listener>
void MovetextReader<Listener>::suffix(const Token& token) {
  if (skipped_depth_ > 0) return listener().unplayed(token);
  const std::string_view text = game_->text_of(token);
  const bool is_text = joins_unread(token) || !nag_of_suffix(text) || stands_for_move(token);
  if (is_text && !line_.is_unplayed) return unread(token, text);
  listener().suffix(token);
}

// Checks for a sign in place of a move, as in "4. ?? *".
template <class Listener>
bool MovetextReader<Listener>::stands_for_move(const Token& token) const {
  const std::uint32_t index = index_of(token);
  if (index == 0 || (&token)[-1].kind != TokenKind::MoveNumber) return false;
  if (index + 1 == game_->tokens.size()) return true;
  const TokenKind next = (&token)[1].kind;
  return next == TokenKind::MoveNumber || next == TokenKind::Result ||
         next == TokenKind::VariationEnd;
}

template <class Listener>
bool MovetextReader<Listener>::is_castling_in_zeros(const Token& token) const {
  if (token.kind != TokenKind::MoveNumber) return false;
  const std::string_view text = game_->text_of(token);
  if (text != "00" && text != "000") return false;
  const std::uint32_t index = index_of(token);
  if (index == 0 || !touch((&token)[-1], token)) return true;
  const Token& before = (&token)[-1];
  if (before.kind != TokenKind::MoveNumber) return !is_punctuation(before);
  if (before.number() == 0) return false;
  if (index + 1 == game_->tokens.size() || !touch(token, (&token)[1])) return true;
  const Token& next = (&token)[1];  // ")", or "%" in "(4.00%)"
  const bool is_alone = index > 1 && (&before)[-1].kind == TokenKind::VariationStart &&
                        next.kind == TokenKind::VariationEnd;
  return !is_alone && (next.kind != TokenKind::Stray || is_punctuation(next));
}

// Checks whether the next move number shows that the token is not a move: "4. d3 00 d6 5. c3".
template <class Listener>
bool MovetextReader<Listener>::precedes_same_move(const Token& token) const {
  constexpr std::uint32_t kNear = 16;
  const std::uint32_t index = index_of(token);
  std::int64_t plies = plies_before(line_.position);
  int depth = 0;
  for (const Token& next :
       std::span(game_->tokens)
           .subspan(index + 1)
           .first(std::min<std::size_t>(kNear, game_->tokens.size() - index - 1))) {
    depth += opening_of(next);
    if (depth < 0) return false;
    if (depth > 0) continue;
    if (next.kind == TokenKind::MoveNumber && next.dots > 0 && !touches_number(next))
      return next.plies_before() == plies;
    const bool is_move = next.kind == TokenKind::Move ||
                         (next.kind == TokenKind::Word &&
                          read_word(game_->text_of(next), letters_).kind == WordKind::Move);
    plies += is_move ? 1 : 0;
  }
  return false;
}

template <class Listener>
void MovetextReader<Listener>::unplayed(const Token& token) {
  if (skipped_depth_ == 0 && token.kind != TokenKind::MoveNumber) line_.has_move = true;
  listener().unplayed(token);
}

// Checks whether the previous word, suffixes aside, is a move or a sign that belongs to one.
template <class Listener>
bool MovetextReader<Listener>::belongs_to_move(const Token& token) const {
  const Token* before = &token;
  while (before != game_->tokens.data() && (--before)->kind == TokenKind::Suffix) {
  }
  return before != &token && (before->kind == TokenKind::Move || before == last_sign_);
}

template <class Listener>
auto MovetextReader<Listener>::outlook_in_variation(const Token& token) -> Outlook {
  if (!has_board_) return Outlook::Move;
  if (!in_variation() && names_earlier_move(token, line_.before)) return Outlook::Break;
  std::string converted;
  const std::string_view text = word_in_utf8(game_->text_of(token), converted);
  const WordReading reading = read_word(text, letters_);
  if (reading.kind == WordKind::Mark || reading.kind == WordKind::Glyph) return Outlook::Nothing;
  const std::optional<NamedMove> read = named_move(text, line_.before, letters_);
  if (!read) {
    return is_meant_as_move(token, text, reading.kind, line_.before) ? Outlook::Break
                                                                     : Outlook::Nothing;
  }
  if (read->is_null()) return line_.before.is_check() ? Outlook::Nothing : Outlook::Move;
  if (read->is_legal()) return Outlook::Move;
  return token.kind == TokenKind::MoveNumber ? Outlook::Nothing : Outlook::Break;
}

// Returns the token in UTF-8, valid until the next call.
template <class Listener>
std::string_view MovetextReader<Listener>::utf8_of(const Token& token) {
  return word_in_utf8(game_->text_of(token), converted_);
}

}  // namespace arbiter
