// Move numbers in other forms, and rows written as one word.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "lib/base/text.h"
#include "lib/movetext/sheet.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/san.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {
namespace {

// The minimum number of words in another form, as evidence for that form.
constexpr std::uint32_t kMinWords = 3;
constexpr std::uint32_t kMinHalfMoves = 6;

// A move number that is not a token of its own.
struct OtherNumber {
  std::uint32_t number = 0;  // 0 if there is none
  std::uint32_t tokens = 0;
  std::string_view form = {};  // the signs at the number
};

std::uint32_t roman(std::string_view text) {
  constexpr std::string_view kLetters = "IVXLC";
  constexpr std::array<std::uint32_t, 5> kValues = {1, 5, 10, 50, 100};
  std::uint32_t sum = 0;
  std::uint32_t next = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    const std::size_t letter = kLetters.find(text[at]);
    if (letter == std::string_view::npos) return 0;
    sum = kValues[letter] < next ? sum - kValues[letter] : sum + kValues[letter];
    next = kValues[letter];
  }
  return sum;
}

// Returns a number of at most five digits; 0 for other text.
std::uint32_t small_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 5 || !std::ranges::all_of(digits, is_digit)) return 0;
  std::uint32_t number = 0;
  for (const char digit : digits) number = 10 * number + static_cast<std::uint32_t>(digit - '0');
  return number;
}

OtherNumber other_number_in(std::string_view word) {
  constexpr std::size_t kMaxSign = 3;
  if (word.starts_with('#')) return {small_number(word.substr(1)), 1, "#"};
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits == std::string_view::npos || word.size() > digits + kMaxSign) return {};
  const std::string_view sign = word.substr(digits);
  if (std::ranges::any_of(sign, is_letter) || std::ranges::any_of(sign, is_digit)) return {};
  return {small_number(word.substr(0, digits)), 1, sign};
}

OtherNumber other_number(const PgnGame& game, std::uint32_t at) {
  const std::span<const Token> tokens(game.tokens);
  const Token& token = tokens[at];
  const std::string_view text = game.text_of(token);
  const auto is_next = [&](std::string_view sign) {
    return at + 1 < tokens.size() && game.text_of(tokens[at + 1]) == sign;
  };
  const auto encloses = [&](std::string_view open, std::string_view close) {
    return text == open && at + 2 < tokens.size() && tokens[at + 1].kind == TokenKind::MoveNumber &&
           game.text_of(tokens[at + 2]) == close;
  };
  if (encloses("(", ")") || encloses("[", "]") || encloses("|", "|"))
    return {tokens[at + 1].number(), 3, text};
  if (token.kind != TokenKind::Word) return {};
  if (is_next(".") && token.offset + token.length == tokens[at + 1].offset)
    return {roman(text), 2, "."};
  return other_number_in(text);
}

bool may_be_move(const Token& token) {
  return token.kind == TokenKind::Move || token.kind == TokenKind::Word;
}

PgnGame with_tokens(const PgnGame& game, Tokens tokens) {
  const auto has = [&](TokenKind kind) {
    return std::ranges::find(tokens, kind, &Token::kind) != tokens.end();
  };
  PgnGame other = game;
  other.has_variations = has(TokenKind::VariationStart);
  other.has_words = has(TokenKind::Word);
  other.tokens = std::move(tokens);
  return other;
}

// Returns the game with moves numbered, if all its numbers count half-moves, which are legal.
std::optional<UsualWords> with_numbered_moves(const PgnGame& game, const Position& first,
                                              const PieceLetters& letters) {
  if (game.has_variations || first.turn() != Color::White || first.fullmove_number() != 1)
    return std::nullopt;
  Tokens tokens = game.tokens;
  Position position = first;
  std::uint32_t count = 0;
  std::uint32_t moves = 0;
  std::uint32_t second = 0;
  for (std::uint32_t at = 0; at < tokens.size(); ++at) {
    Token& token = tokens[at];
    if (may_be_move(token)) {
      const auto move = read_legal_move(game.text_of(token), position, letters);
      if (!move) return std::nullopt;
      position.play(*move);
      ++moves;
    }
    if (token.kind != TokenKind::MoveNumber) continue;
    if (moves != count || token.number() != count + 1 || token.dots > 1) return std::nullopt;
    if (++count == 2) second = at;
    token.payload = (count + 1) / 2;
    token.dots = count % 2 == 0 ? 3 : 1;
  }
  if (count < kMinHalfMoves) return std::nullopt;
  return UsualWords{with_tokens(game, std::move(tokens)),
                    {.token = second, .fault = SheetFault::NumberForm, .alike = count}};
}

}  // namespace

bool begins_with_other_number(const PgnGame& game) {
  const auto token = std::ranges::find_if_not(game.tokens, is_remark);
  return token != game.tokens.end() && token->kind != TokenKind::MoveNumber &&
         token->kind != TokenKind::Move &&
         other_number(game, static_cast<std::uint32_t>(token - game.tokens.begin())).number > 0;
}

std::optional<UsualWords> with_usual_numbers(const PgnGame& game, const Position& first,
                                             const PieceLetters& letters) {
  if (first.turn() != Color::White) return std::nullopt;
  Tokens tokens;
  std::string_view form;
  MendedToken changed{.fault = SheetFault::NumberForm};
  std::uint32_t due = first.fullmove_number();
  int depth = 0;
  for (std::uint32_t at = 0; at < game.tokens.size(); ++at) {
    const Token& token = game.tokens[at];
    const OtherNumber other = depth == 0 ? other_number(game, at) : OtherNumber();
    const std::uint32_t next = at + other.tokens;
    const bool is_number = other.number == due && next < game.tokens.size() &&
                           may_be_move(game.tokens[next]) && (form.empty() || form == other.form);
    const bool is_usual = token.kind == TokenKind::Move || token.kind == TokenKind::MoveNumber;
    if (form.empty() && !is_number && is_usual) return with_numbered_moves(game, first, letters);
    if (!is_number) {
      depth += token.kind == TokenKind::VariationStart ? 1 : 0;
      depth -= token.kind == TokenKind::VariationEnd ? 1 : 0;
      if (form != "|" || game.text_of(token) != "|") tokens.push_back(token);
      continue;
    }
    if (form.empty()) changed.token = static_cast<std::uint32_t>(tokens.size());
    form = other.form;
    const Token& last = game.tokens[next - 1];
    Token number = token;
    number.length = last.offset + last.length - token.offset;
    number.kind = TokenKind::MoveNumber;
    number.payload = due++;
    number.dots = 1;
    tokens.push_back(number);
    ++changed.alike;
    at = next - 1;
  }
  if (changed.alike < kMinWords) return std::nullopt;
  return UsualWords{with_tokens(game, std::move(tokens)), changed};
}

namespace {

// The two moves of a row.
struct Row {
  Token white;
  Token black;
  Move first;
};

// Divides a word such as "e4-e5" into two legal moves, and plays them.
std::optional<Row> divide_row(const PgnGame& game, const Token& word, Position& position) {
  constexpr std::size_t kMaxLength = 20;
  const std::string_view text = game.text_of(word);
  if (text.size() > kMaxLength) return std::nullopt;
  for (std::size_t at = text.find_first_of("-/"); at != std::string_view::npos;
       at = text.find_first_of("-/", at + 1)) {
    const auto white = parse_san(text.substr(0, at));
    const auto black = parse_san(text.substr(at + 1));
    if (!white || !black) continue;
    Position after = position;
    const auto first = play_legal(*white, after);
    if (!first || !play_legal(*black, after)) continue;
    position = after;
    Row row{.white = word, .black = word, .first = *first};
    row.white.length = static_cast<std::uint32_t>(at);
    row.black.offset += row.white.length + 1;
    row.black.length -= row.white.length + 1;
    for (Token* token : {&row.white, &row.black}) {
      token->kind = TokenKind::Move;
      token->dots = 0;
    }
    row.white.payload = white->bits();
    row.black.payload = black->bits();
    return row;
  }
  return std::nullopt;
}

}  // namespace

std::optional<UsualWords> with_divided_rows(const PgnGame& game, const Position& first,
                                            const PieceLetters& letters) {
  if (!game.has_words || letters != PieceLetters()) return std::nullopt;
  Tokens tokens;
  MendedToken changed{.fault = SheetFault::Glued};
  Position position = first;
  bool is_legal = true;
  int depth = 0;
  for (const Token& token : game.tokens) {
    depth += token.kind == TokenKind::VariationStart ? 1 : 0;
    depth -= token.kind == TokenKind::VariationEnd ? 1 : 0;
    const bool is_read = is_legal && depth == 0 && may_be_move(token);
    const auto row =
        is_read && token.kind == TokenKind::Word ? divide_row(game, token, position) : std::nullopt;
    if (row) {
      if (changed.alike++ == 0) {
        changed.token = static_cast<std::uint32_t>(tokens.size());
        changed.move = row->first;
      }
      tokens.push_back(row->white);
      tokens.push_back(row->black);
      continue;
    }
    tokens.push_back(token);
    if (!is_read) continue;
    const auto move = read_legal_move(game.text_of(token), position);
    if (move) position.play(*move);
    is_legal = move.has_value();
    if (!is_legal && changed.alike == 0) return std::nullopt;
  }
  if (changed.alike < kMinWords) return std::nullopt;
  return UsualWords{with_tokens(game, std::move(tokens)), changed};
}

}  // namespace arbiter
