#include "lib/movetext/sheet.h"

#include <algorithm>
#include <utility>

#include "lib/base/text.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"
#include "lib/pgn/movetext_characters.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

constexpr std::uint32_t kMaxTornTokens = 5;

bool is_fragment(std::string_view word) {
  constexpr std::string_view kCharacters = "abcdefghKQRBNPOo012345678x+#=:-";
  if (word.starts_with("\xe2\x99")) return true;  // a figurine
  return word.size() <= 4 && std::ranges::any_of(word, is_letter) &&
         word.find_first_not_of(kCharacters) == std::string_view::npos;
}

// Appends the moves of a word that contains at least two moves, such as "Nf3Nc6" or "e4e52". Digits
// between them are move numbers.
bool split_moves(std::string_view word, std::vector<std::string_view>& moves) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) return moves.size() >= 2;
  const std::string_view rest = word.substr(digits);
  for (std::size_t length = std::min<std::size_t>(rest.size(), 7); length >= 2; --length) {
    if (moves.empty() && length == rest.size()) continue;
    if (!parse_san(rest.substr(0, length))) continue;
    moves.push_back(rest.substr(0, length));
    if (length == rest.size() || split_moves(rest.substr(length), moves)) return moves.size() >= 2;
    moves.pop_back();
  }
  return false;
}

// Returns the length of "{[%clk 0:10:00]" if a move follows, so that only the "}" is missing, as a
// later "{" shows; 0 for other comments.
std::size_t length_of_command(std::string_view comment) {
  const std::size_t end = comment.find(']');
  const std::size_t next = comment.find('{', 1);
  if (!comment.starts_with("{[%") || end > next || next == std::string_view::npos) return 0;
  const std::string_view rest = trim(comment.substr(end + 1, next - end - 1));
  return parse_san(rest.substr(0, rest.find_first_of(" \t\n"))) ? end + 1 : 0;
}

std::uint64_t key_of_word(std::string_view word) {
  std::uint64_t key = word.size();
  for (const char c : word.substr(0, 9)) key = (key << 7) ^ static_cast<unsigned char>(c);
  return key | std::uint64_t{1} << 63;
}

}  // namespace

bool is_dash(std::string_view word) {
  return word.find_first_not_of("-") == std::string_view::npos || word == "\u2013" ||
         word == "\u2014" || word == "\u2013\u2013";
}

bool may_be_glued(const Token& token, const PgnGame& game) {
  return token.kind == TokenKind::Word ||
         (token.length >= 5 && std::ranges::count_if(game.text_of(token), is_digit) == 2);
}

Sheet::Sheet(const PgnGame& game, const PieceLetters& letters, std::uint32_t start)
    : game_(game), start_(start), letters_(letters), is_english_(letters == PieceLetters()) {
  add_tokens();
  if (start == 0) join_columns();
  classify();
  join_numbers();
  match_brackets();
  note_style();
  add_items();
}

std::uint64_t Sheet::key_of(const Token& token) const {
  if (token.kind == TokenKind::Move && is_english_) return token.payload;
  return key_of_word(text_of(token));
}

std::span<const std::pair<std::int64_t, std::uint32_t>> Sheet::items_at(std::int64_t claim) const {
  if (!std::exchange(has_claims_, true)) {
    by_claim_.reserve(items.size());
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      const std::uint32_t number = items[i].number;
      if (number == kNoToken || items[i].fault == SheetFault::Torn) continue;
      if (!numbers_have_dots || tokens[number].dots > 0)
        by_claim_.emplace_back(claim_of(number), i);
    }
    if (!std::ranges::is_sorted(by_claim_)) std::ranges::sort(by_claim_);
  }
  return std::ranges::equal_range(by_claim_, claim, {},
                                  [](const auto& numbered) { return numbered.first; });
}

Sheet::NextRow Sheet::next_row(std::uint32_t at, std::int64_t due) const {
  constexpr std::int64_t kMaxMoves = 8;
  std::int64_t moves = 0;
  bool has_words = false;
  bool begins_with_words = false;
  for (; at < size() && moves <= kMaxMoves; ++at) {
    const SheetPart part = parts[at];
    const bool is_loose_number =
        part == SheetPart::Number && numbers_have_dots && tokens[at].dots == 0;
    if (is_inside(at) || part == SheetPart::Remark || is_loose_number) continue;
    if (part == SheetPart::Move) {
      ++moves;
    } else if (part == SheetPart::Prose || part == SheetPart::Fragment ||
               part == SheetPart::Stray) {
      has_words = true;
      begins_with_words |= moves == 0;
    } else if (part != SheetPart::Number) {
      return {};
    } else {
      const std::int64_t claim = claim_of(at);
      if (claim == due && moves == 0 && !has_words) continue;
      const std::int64_t missing = claim - due - moves;
      const bool is_right = claim > due && (missing == 0 || (missing == 1 && has_words));
      const bool is_only_row = std::ranges::all_of(
          items_at(claim), [&](const auto& row) { return items[row.second].number == at; });
      if (!is_right || !is_only_row) return {};
      return {.number = at, .follows_gap = missing == 1 && begins_with_words};
    }
  }
  return {};
}

std::optional<LooseMove> Sheet::look_alike(const SheetItem& item) const {
  if (item.word == kNoToken) return std::nullopt;
  const std::string_view word = words[item.word];
  const bool is_other_piece = is_capital(word[0]) && !letters_.match(word);
  return is_other_piece ? std::nullopt : read_look_alikes(word, letters_);
}

void Sheet::add_tokens() {
  tokens.assign(game_.tokens.begin() + start_, game_.tokens.end());
  items.reserve(tokens.size());
  comment.assign(tokens.size(), kNoToken);
  const auto is_damaged = [&](const Token& token) {
    return token.kind == TokenKind::BraceComment &&
           ((token.payload & Token::kHasBrace) != 0 || !game_.text_of(token).ends_with('}'));
  };
  if (std::ranges::none_of(tokens, is_damaged)) return;
  tokens.clear();
  comment.clear();
  for (std::uint32_t at = start_; at < game_.tokens.size(); ++at) {
    const Token& token = game_.tokens[at];
    is_damaged(token) ? add_comment(at) : add(token, kNoToken);
  }
}

void Sheet::add(const Token& token, std::uint32_t origin) {
  tokens.push_back(token);
  comment.push_back(origin);
}

// Adds the words of a comment that was closed too late or not at all.
void Sheet::add_comment(std::uint32_t index) {
  const Token& whole = game_.tokens[index];
  const std::size_t begin = length_of_command(game_.text_of(whole));
  const std::uint32_t origin = begin > 0 ? kNoToken : index;
  Token brace = whole;
  brace.length = static_cast<std::uint32_t>(std::max<std::size_t>(begin, 1));
  brace.kind = begin > 0 ? TokenKind::Word : TokenKind::Stray;
  brace.dots = 0;
  add(brace, origin);
  const std::string_view inside = game_.text_of(whole).substr(brace.length);
  const std::string padded = std::string(inside) + std::string(kTextPadding, '\0');
  PgnGame piece;
  CommentHorizon horizon;
  const MovetextLexer lexer(std::string_view(padded).substr(0, inside.size()), horizon);
  for (const char* at = padded.data(); at < padded.data() + inside.size();) {
    const char* const before = at;
    lexer.run(at, padded.data(), piece);
    if (at == before) ++at;
  }
  for (Token token : piece.tokens) {
    token.offset += whole.offset + brace.length;
    if (token.kind == TokenKind::BraceComment) {
      token.payload = (token.payload & Token::kHasText) | Token::kHasBracket;
      token.dots = 0;
    }
    add(token, origin);
  }
}

// Reorders two columns whose rows are on the same lines, such as "1. e4 e5 21. Rd1 Rd8 2. Nf3 Nc6
// 22. h3 h6", moving the second column after the first.
void Sheet::join_columns() {
  std::vector<std::uint32_t> rows;
  const auto number = [&](std::size_t row) { return std::int64_t{tokens[rows[row]].number()}; };
  for (std::uint32_t at = 0; at < size(); ++at) {
    if (tokens[at].kind == TokenKind::VariationStart) return;
    if (tokens[at].kind == TokenKind::MoveNumber && tokens[at].dots == 1) rows.push_back(at);
    if (rows.size() == 2 && number(1) < number(0) + 3) return;
  }
  if (rows.size() < 6 || number(1) != number(0) + static_cast<std::int64_t>(rows.size() + 1) / 2)
    return;
  for (std::size_t row = 2; row < rows.size(); ++row) {
    if (number(row) != number(row - 2) + 1) return;
  }
  const auto last = std::find_if(tokens.begin() + rows.back(), tokens.end(),
                                 [](const Token& t) { return t.kind == TokenKind::Result; });
  Tokens joined(tokens.begin(), tokens.begin() + rows[0]);
  for (const std::size_t column : {0, 1}) {
    for (std::size_t row = column; row < rows.size(); row += 2) {
      const auto end = row + 1 < rows.size() ? tokens.begin() + rows[row + 1] : last;
      joined.insert(joined.end(), tokens.begin() + rows[row], end);
    }
  }
  joined.insert(joined.end(), last, tokens.end());
  tokens = std::move(joined);
  has_columns = true;
}

void Sheet::classify() {
  const auto words_of_result = result_in_words(game_);
  const std::uint32_t end =
      words_of_result ? game_.tokens[words_of_result->first].offset : ~std::uint32_t{0};
  parts.resize(tokens.size());
  for (std::uint32_t at = 0; at < size(); ++at) {
    parts[at] = tokens[at].offset >= end             ? SheetPart::Result
                : tokens[at].kind == TokenKind::Move ? SheetPart::Move
                                                     : part_of(at);
    if (parts[at] != SheetPart::Remark) last_other_ = at;
  }
  for (std::uint32_t at = 0; at < size(); ++at) {
    const auto is_prose = [&](std::uint32_t near) {
      return near < size() && parts[near] == SheetPart::Prose;
    };
    if (parts[at] != SheetPart::Fragment) continue;
    const bool is_look_alike = read_look_alikes(text_of(tokens[at]), letters_).has_value();
    const bool may_be_prose = is_look_alike || is_small(text_of(tokens[at])[0]);
    if (may_be_prose && (is_prose(at - 1) || is_prose(at + 1))) {
      parts[at] = SheetPart::Prose;
    } else if (is_look_alike) {
      parts[at] = SheetPart::Move;
      ++look_alikes;
    }
  }
}

// Joins move numbers split by a line end: before move 12, "1" and "2." are joined. The first part
// becomes a stray token.
void Sheet::join_numbers() {
  std::uint32_t before = 0;
  for (std::uint32_t at = 1; at < size(); ++at) {
    if (parts[at] != SheetPart::Number || tokens[at].dots == 0) continue;
    const Token& start = tokens[at - 1];
    Token& end = tokens[at];
    if (parts[at - 1] == SheetPart::Number && start.dots == 0) {
      std::string digits(game_.text.substr(start.offset, end.offset + end.length - start.offset));
      const bool has_line_end = std::erase(digits, '\n') == 1;
      std::erase_if(digits, [](char c) { return !is_digit(c); });
      if (has_line_end && digits == std::to_string(before + 1)) {
        parts[at - 1] = SheetPart::Stray;
        end.payload = before + 1;
      }
    }
    before = end.number();
  }
}

SheetPart Sheet::part_of(std::uint32_t at) const {
  const Token& token = tokens[at];
  switch (token.kind) {
    case TokenKind::MoveNumber:
      if (token.length == 1 && token.number() == 0) return SheetPart::Fragment;
      return touches_number(at) ? SheetPart::Remark : SheetPart::Number;
    case TokenKind::Word:
      return part_of_word(at);
    case TokenKind::VariationStart:
      return SheetPart::Open;
    case TokenKind::VariationEnd:
      return SheetPart::Close;
    case TokenKind::Result:
      return SheetPart::Result;
    case TokenKind::Stray:
      switch (text_of(token)[0]) {
        case ',':
        case '.':
          return SheetPart::Remark;
        case '{':
          return SheetPart::LooseOpen;
        case '}':
          return SheetPart::LooseClose;
        default:
          return SheetPart::Stray;
      }
    default:
      return SheetPart::Remark;
  }
}

// Checks for a part of "0.5" or "12:30", which is not the number of a move.
bool Sheet::touches_number(std::uint32_t at) const {
  const auto touch = [&](std::uint32_t first) {
    const Token& a = tokens[first];
    const Token& b = tokens[first + 1];
    return a.kind == TokenKind::MoveNumber && b.kind == TokenKind::MoveNumber &&
           a.offset + a.length == b.offset && (a.number() == 0 || !text_of(b).starts_with("00"));
  };
  return (at > 0 && touch(at - 1)) || (at + 1 < size() && touch(at));
}

SheetPart Sheet::part_of_word(std::uint32_t at) const {
  std::string converted;
  const std::string_view word = word_in_utf8(text_of(tokens[at]), converted);
  const WordReading reading = read_word(word, letters_);
  if (reading.kind == WordKind::Mark || reading.kind == WordKind::Glyph) {
    if (is_sign(at, word)) return SheetPart::Remark;
    return is_letter(word[0]) ? SheetPart::Fragment : SheetPart::Stray;
  }
  if (is_dash(word)) return SheetPart::Dash;
  if (castling_in_words(at).last != kNoToken) return SheetPart::Move;
  if (reading.kind != WordKind::Other) return SheetPart::Move;
  if (is_fragment(word) || read_look_alikes(word, letters_)) return SheetPart::Fragment;
  std::vector<std::string_view> moves;
  if (word.size() >= 4 && word.size() <= 64 && split_moves(word, moves)) return SheetPart::Move;
  return std::ranges::any_of(word, is_letter) || !is_ascii(word) ? SheetPart::Prose
                                                                 : SheetPart::Stray;
}

// Returns castling in words, as in "castles", "castles long" and "castles Q".
Sheet::CastlingWords Sheet::castling_in_words(std::uint32_t at) const {
  const auto is_word = [&](std::uint32_t index, std::string_view list) {
    return index < size() &&
           (tokens[index].kind == TokenKind::Word || tokens[index].kind == TokenKind::Move) &&
           is_listed(to_small(text_of(tokens[index])), list);
  };
  if (tokens[at].kind != TokenKind::Word || !is_word(at, "castles|castle|castled")) return {};
  if (is_word(at + 1, "long|queenside|q|qr")) return {at + 1, "O-O-O"};
  if (is_word(at + 1, "short|kingside|k|kr")) return {at + 1, "O-O"};
  return {at, "O-O"};
}

// Checks for an annotation sign after a move. A sign that is a letter, such as "N", must also
// precede a number or remark.
bool Sheet::is_sign(std::uint32_t at, std::string_view word) const {
  const bool follows =
      last_other_ != kNoToken && (last_other_ + 1 != at || parts[last_other_] == SheetPart::Move ||
                                  parts[last_other_] == SheetPart::Close);
  if (!follows) return false;
  if (!is_letter(word[0]) || word.size() > 1) return true;
  if (at + 1 == size()) return false;
  const Token& next = tokens[is_sign_inside(at + 1) ? at + 2 : at + 1];
  if (next.kind == TokenKind::MoveNumber) return next.dots > 0;
  const bool is_word = next.kind == TokenKind::Move || next.kind == TokenKind::Word;
  return !is_word || !parse_loose_move(std::string(word) + std::string(text_of(next)), letters_);
}

// Closes open parentheses at the end, if the text is cut inside, or if the moves after a single one
// contain no second number. Otherwise the main line may continue inside.
void Sheet::close_last(std::vector<std::uint32_t>& open) {
  if (open.empty()) return;
  std::uint32_t last = size();
  std::size_t numbers = 0;
  std::uint32_t before = 0;
  bool is_cut = true;  // the text ends inside, as its numbers rise and no result follows
  for (std::uint32_t at = open[0] + 1; at < size(); ++at) {
    if (parts[at] == SheetPart::Result) {
      is_cut = false;
      break;
    }
    if (std::ranges::binary_search(open, at)) before = 0;
    if (match[at] != kNoToken) at = match[at];
    if (parts[at] == SheetPart::Number) {
      const Token& number = tokens[at];
      is_cut &= number.number() > before || (number.number() == before && number.dots > 1);
      before = number.number();
      ++numbers;
    }
    if (parts[at] != SheetPart::Remark) last = at;
  }
  if (last == size() || (!is_cut && (numbers > 1 || open.size() > 1))) return;
  for (const std::uint32_t at : open) match[at] = last;
  open.clear();
}

void Sheet::match_brackets() {
  match.assign(tokens.size(), kNoToken);
  inside_.assign(tokens.size(), 0);
  std::vector<std::uint32_t> open;
  for (std::uint32_t at = 0; at < size(); ++at) {
    if (parts[at] == SheetPart::Open) {
      open.push_back(at);
    } else if (parts[at] == SheetPart::Close && open.empty()) {
      // "*)" is a footnote mark.
      const bool is_mark = at > 0 && text_of(tokens[at - 1]) == "*";
      parts[at] = is_mark ? SheetPart::Stray : SheetPart::LooseClose;
    } else if (parts[at] == SheetPart::Close) {
      match[open.back()] = at;
      open.pop_back();
    }
  }
  // "}" closes variations without a closing parenthesis.
  for (std::uint32_t at = size(); at-- > 0 && !open.empty();) {
    const bool is_brace = parts[at] == SheetPart::LooseClose && text_of(tokens[at]) == "}";
    if (!is_brace || comment[at] != kNoToken || at < open.back()) continue;
    match[open.back()] = at;
    open.pop_back();
  }
  close_last(open);
  for (const std::uint32_t at : open) parts[at] = SheetPart::LooseOpen;
  moves_from.assign(tokens.size() + 1, 0);
  for (std::uint32_t at = 0; at < size(); ++at) {
    if (match[at] == kNoToken) continue;
    for (std::uint32_t within = at; within <= match[at]; ++within) inside_[within] = 1;
    at = match[at];
  }
  for (std::uint32_t at = size(); at-- > 0;) {
    moves_from[at] =
        moves_from[at + 1] + (parts[at] == SheetPart::Move && inside_[at] == 0 ? 1 : 0);
  }
}

void Sheet::add_items() {
  std::uint32_t number = kNoToken;
  for (std::uint32_t at = 0; at < size(); ++at) {
    if (is_inside(at)) continue;
    if (tokens[at].kind == TokenKind::Result) break;  // text after the result is no move
    while (next_word_ < size() && (next_word_ < at || tokens[next_word_].kind != TokenKind::Word)) {
      ++next_word_;
    }
    if (parts[at] == SheetPart::Number && tokens[at].dots == 0) add_digit_for_piece(at, number);
    if (parts[at] == SheetPart::Number && !is_loose(at, number)) number = at;
    if (parts[at] == SheetPart::Number || parts[at] == SheetPart::Remark) continue;
    if (is_only_move(at)) {
      const Token& token = tokens[at];
      add_item({.first = at,
                .last = at,
                .begin = token.offset,
                .end = token.offset + token.length,
                .number = number,
                .san = token.san()});
    } else if (parts[at] != SheetPart::Result) {
      add_items_at(at, number);
    }
    number = kNoToken;
  }
}

// Checks for a move in SAN that is not a part of another word.
bool Sheet::is_only_move(std::uint32_t at) const {
  return tokens[at].kind == TokenKind::Move && parts[at] == SheetPart::Move && is_english_ &&
         next_word_ >= at + kMaxTornTokens && !may_be_glued(tokens[at], game_);
}

// Adds moves whose first letter was misread as a digit: "66" for b6, "8d2" for Bd2.
void Sheet::add_digit_for_piece(std::uint32_t at, std::uint32_t number) {
  SheetItem item{.first = at,
                 .last = at,
                 .begin = tokens[at].offset,
                 .end = tokens[at].offset + tokens[at].length,
                 .number = number,
                 .fault = SheetFault::Misread};
  if (at + 1 < size() && parts[at + 1] == SheetPart::Move && tokens[at + 1].offset == item.end) {
    ++item.last;
    item.end += tokens[item.last].length;
  }
  if (!read_look_alikes(text_of(item), letters_)) return;
  ++look_alikes;
  add_word(item, std::string(text_of(item)));
}

void Sheet::add_items_at(std::uint32_t at, std::uint32_t number) {
  const Token& token = tokens[at];
  SheetItem item{.first = at,
                 .last = at,
                 .begin = token.offset,
                 .end = token.offset + token.length,
                 .number = number};
  if (const CastlingWords castling = castling_in_words(at); castling.last != kNoToken) {
    item.last = castling.last;
    item.end = tokens[item.last].offset + tokens[item.last].length;
    item.fault = SheetFault::Torn;
    return add_word(item, std::string(castling.san));
  }
  if (parts[at] == SheetPart::Move || parts[at] == SheetPart::Dash) {
    if (token.kind == TokenKind::Move && is_english_) {
      item.san = token.san();
      add_item(item);
    } else {
      std::string converted;
      add_word(item, std::string(word_in_utf8(text_of(token), converted)));
    }
  }
  const bool may_be_torn = parts[at] == SheetPart::Move || parts[at] == SheetPart::Fragment;
  if (may_be_torn && next_word_ < at + kMaxTornTokens && precedes_word(at)) add_torn(item);
  if (parts[at] == SheetPart::Move && may_be_glued(token, game_)) add_glued(item);
}

void Sheet::add_item(const SheetItem& added) {
  constexpr std::uint64_t kParts = 64;
  SheetItem& item = items.emplace_back(added);
  item.place = kParts * item.first + item.part;
  item.key = item.word == kNoToken ? item.san.bits() : key_of_word(text_of(item));
  item.place_after = item.part + 1 < item.parts ? item.place + 1 : kParts * (item.last + 1);
  glued += item.fault == SheetFault::Glued && item.part == 0 ? 1 : 0;
  torn += item.fault == SheetFault::Torn ? 1 : 0;
}

void Sheet::add_word(SheetItem item, std::string word) {
  item.word = static_cast<std::uint32_t>(words.size());
  words.push_back(std::move(word));
  add_item(item);
}

void Sheet::add_glued(SheetItem item) {
  const std::string_view word = text_of(tokens[item.first]);
  std::vector<std::string_view> moves;
  if (word.size() < 4 || word.size() > 64 || !split_moves(word, moves)) return;
  item.parts = static_cast<std::uint32_t>(moves.size());
  for (const std::string_view move : moves) {
    item.begin = static_cast<std::uint32_t>(move.data() - game_.text.data());
    item.end = static_cast<std::uint32_t>(item.begin + move.size());
    item.san = *parse_san(move);
    item.fault = SheetFault::Glued;
    add_item(item);
    item.number = kNoToken;
    ++item.part;
  }
}

// Checks for a sign or dot inside a move, as in "N?f6" and "N.f6".
bool Sheet::is_sign_inside(std::uint32_t at) const {
  const auto touch = [](const Token& a, const Token& b) { return a.offset + a.length == b.offset; };
  const bool is_sign = tokens[at].kind == TokenKind::Suffix || text_of(tokens[at]) == ".";
  return is_sign && at + 1 < size() && touch(tokens[at - 1], tokens[at]) &&
         touch(tokens[at], tokens[at + 1]);
}

// Checks whether the token and the tokens after it may be parts of one word.
bool Sheet::precedes_word(std::uint32_t at) const {
  bool has_word = tokens[at].kind == TokenKind::Word;
  const std::uint32_t end = std::min(size(), at + kMaxTornTokens);
  for (std::uint32_t next = at + 1; next < end; ++next) {
    const TokenKind kind = tokens[next].kind;
    has_word |= kind == TokenKind::Word;
    if (has_word) return true;
    const bool is_digit_alone = kind == TokenKind::MoveNumber && tokens[next].dots == 0;
    if (kind != TokenKind::Move && !is_digit_alone) return false;
  }
  return false;
}

// Adds the moves that consist of a token and the tokens after it.
void Sheet::add_torn(SheetItem item) {
  item.fault = SheetFault::Torn;
  std::string converted;
  std::string joined(word_in_utf8(text_of(tokens[item.first]), converted));
  bool has_word = tokens[item.first].kind == TokenKind::Word;
  for (std::uint32_t at = item.first + 1;
       at < size() && at < item.first + kMaxTornTokens && !is_inside(at) && follows(at); ++at) {
    const Token& token = tokens[at];
    if (is_sign_inside(at)) continue;
    const bool is_digit_alone = token.kind == TokenKind::MoveNumber && token.dots == 0;
    const bool is_word = token.kind == TokenKind::Word && parts[at] != SheetPart::Prose;
    const char digit =
        token.kind == TokenKind::Nag ? movetext_characters::raised_digit(text_of(token)) : '\0';
    if (!is_digit_alone && !is_word && digit == 0 && token.kind != TokenKind::Move) return;
    has_word |= is_word;
    if (joined.ends_with('-') && is_letter(joined[0]) && joined[0] != 'O' && joined[0] != 'o')
      joined.pop_back();
    joined += digit != 0 ? std::string_view(&digit, 1) : word_in_utf8(text_of(token), converted);
    if (joined.size() > kMaxTornLength) return;
    item.last = at;
    item.end = token.offset + token.length;
    const auto loose = has_word ? parse_loose_move(joined, letters_) : std::nullopt;
    if (!loose || loose->spelling.has(SpellingDeviation::NullMove)) continue;
    // A word such as "N" does not belong to the move before it: it may begin the next one.
    if (loose->signs[0] == 0 || !is_letter(text_of(token)[0])) add_word(item, joined);
  }
}

void Sheet::note_style() {
  std::size_t numbers = 0;
  std::size_t dotted = 0;
  std::size_t pairs = 0;
  std::size_t half_moves = 0;
  std::int64_t due = 0;
  const Token* before = nullptr;
  std::uint32_t place = 0;
  std::uint32_t place_before = 0;
  const auto note = [&](const Token& token, SheetPart part) {
    ++place;
    due += part == SheetPart::Move ? 1 : 0;
    if (part != SheetPart::Number) return;
    ++numbers;
    if (token.dots > 0) {
      backs += token.plies_before() < due ? 1 : 0;
      due = token.plies_before();
    }
    dotted += token.dots > 0 ? 1 : 0;
    const bool is_pair = before != nullptr && before->number() == token.number();
    pairs += is_pair && before->dots < 2 && token.dots < 2 ? 1 : 0;
    const bool is_alone = before == nullptr || place == place_before + 2;
    half_moves += is_alone ? 1 : 0;
    before = &token;
    place_before = place;
  };
  for (const Token& token : start()) note(token, part_at_start(token));
  for (std::uint32_t at = 0; at < size(); ++at) {
    const bool is_stray = parts[at] == SheetPart::Prose || parts[at] == SheetPart::Stray;
    strays += is_stray && !is_inside(at) ? 1 : 0;
    note(tokens[at], is_inside(at) ? SheetPart::Remark : parts[at]);
  }
  numbers_half_moves = numbers >= 3 && half_moves == numbers && pairs == 0;
  numbers_have_dots = 2 * dotted >= numbers;
  if (numbers_have_dots) strays += numbers - dotted;
  numbers_each_move = numbers >= 4 && 10 * pairs >= 4 * numbers;
}

}  // namespace arbiter
