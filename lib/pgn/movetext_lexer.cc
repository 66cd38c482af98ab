#include "lib/pgn/movetext_lexer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "lib/base/text_scan.h"
#include "lib/notation/annotation_signs.h"
#include "lib/notation/san_parsing.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/movetext_characters.h"

namespace arbiter {
namespace {

bool is_castling(std::string_view text) {
  return text.starts_with("O-O") || text.starts_with("0-0") || text.starts_with("o-o");
}

// Checks whether the text contains a square or castling, and ends like a move.
bool looks_like_move(std::string_view text) {
  constexpr std::string_view kLast = "12345678NBRQO0o+#";
  if (text.empty() || kLast.find(text.back()) == std::string_view::npos) return false;
  if (is_castling(text)) return true;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (parse_square(text.substr(at, 2))) return true;
  }
  return false;
}

// Returns the length of the move in a symbol that ends with a result ("Qxf7#1-0"), or the whole
// length of other symbols.
std::size_t length_before_result(std::string_view symbol) {
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "\u00bd-\u00bd"}) {
    if (!symbol.ends_with(result)) continue;
    const std::size_t length = symbol.size() - result.size();
    if (looks_like_move(symbol.substr(0, length))) return length;
  }
  return symbol.size();
}

// Returns the end of an evaluation with a sign or a depth at `text`, such as "+0.35", "-1,20/12"
// and "0.00/12"; null for other text.
const char* evaluation_end(const char* text) {
  const char* at = text;
  for (const std::string_view sign : {"+", "-", "=", "\u2212", "\u2013"}) {
    if (at == text && std::memcmp(at, sign.data(), sign.size()) == 0) at += sign.size();
  }
  const bool has_sign = at != text;
  const auto skip_number = [&] {
    const char* const first = at;
    while (is_digit(*at)) ++at;
    return at != first;
  };
  if (!skip_number() || (*at != '.' && *at != ',')) return nullptr;
  ++at;
  const bool is_draw = std::memcmp(at, "1/2", 3) == 0 && !is_digit(at[3]);  // "40.1/2-1/2"
  if (is_draw || !skip_number()) return nullptr;
  const bool has_depth = *at == '/' && is_digit(at[1]);
  if (!has_sign && !has_depth) return nullptr;
  return movetext_characters::symbol_end(at - 1);
}

// A move number, "12." or "12...", for comparison as one word.
struct NumberText {
  std::uint64_t text;
  std::uint64_t mask;  // mask of the bytes in `text`
  std::uint32_t number;
  std::uint8_t length;
  std::uint8_t dots;

  // Checks for the text at `at`, not followed by another dot.
  bool is_at(const char* at) const {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return (word & mask) == text && at[length] != '.';
  }
};

// The numbers from 2 to 99, at index 2n for White and 2n + 1 for Black, and "1...". Other entries
// match nothing.
constexpr auto kNumberTexts = [] {
  std::array<NumberText, 202> texts{};
  for (NumberText& text : texts) text.text = 1;
  for (unsigned at = 3; at < 200; ++at) {
    NumberText& text = texts[at] = {};
    text.number = at / 2;
    text.dots = at % 2 == 0 ? 1 : 3;
    const auto add = [&](std::uint64_t c) { text.text |= c << 8 * text.length++; };
    if (at / 2 >= 10) add('0' + at / 2 / 10);
    add('0' + at / 2 % 10);
    for (unsigned dots = 0; dots < text.dots; ++dots) add('.');
    text.mask = (std::uint64_t{1} << 8 * text.length) - 1;
  }
  return texts;
}();

}  // namespace

using namespace movetext_characters;

bool is_tag_start(const char* text, const char* end) {
  if (text >= end || *text != '[') return false;
  ++text;
  while (*text == ' ' || *text == '\t') ++text;
  const char* name = text;
  while (is_name(*text)) ++text;
  if (text == name) return false;
  while (*text == ' ' || *text == '\t') ++text;
  return text < end && *text == '"';
}

bool is_event_tag(const char* text) { return std::memcmp(text, "[Event \"", 8) == 0; }

bool is_bracket_of_moves(const char* text) {
  if (*text != '[') return false;
  while (*++text == ' ') {
  }
  const SmallNumber number(text);
  if (!number.is_plain()) return false;
  text = skip_blanks(text + number.length());
  San san;
  return in_symbol(*text) &&
         san_parsing::parse(text, static_cast<std::size_t>(symbol_end(text) - text), san);
}

bool is_below_empty_line(const char* begin, const char* at) {
  if (at == begin) return true;
  --at;  // end of the previous line
  if (at > begin && *at == '\n' && at[-1] == '\r') --at;
  while (at > begin && (at[-1] == ' ' || at[-1] == '\t')) --at;
  return is_line_start(begin, at);
}

class MovetextLexer::Run {
 public:
  Run(const MovetextLexer& lexer, const char* at, const char* game_start, PgnGame& game)
      : begin_(lexer.text_.data()),
        end_(begin_ + lexer.text_.size()),
        at_(at),
        start_(at),
        game_start_(game_start),
        game_(game),
        comments_(lexer.text_, game_start, game.commands, lexer.horizon_),
        next_(game.tokens.data() + game.tokens.size()),
        limit_(next_) {}
  ~Run() { game_.tokens.resize(token_count()); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  MovetextEnd all();
  std::optional<MovetextEnd> step();
  void plain_moves();
  const char* at() const { return at_; }
  std::size_t token_count() const { return static_cast<std::size_t>(next_ - game_.tokens.data()); }

 private:
  Token& emit(TokenKind kind, const char* token_end) {
    if (next_ == limit_) [[unlikely]]
      grow();
    fill(*next_, kind, at_, token_end);
    at_ = token_end;
    return *next_++;
  }
  void fill(Token& token, TokenKind kind, const char* begin, const char* end) const {
    token.offset = static_cast<std::uint32_t>(begin - game_start_);
    token.length = static_cast<std::uint32_t>(end - begin);
    token.payload = 0;
    token.kind = kind;
    token.dots = 0;
  }
  // Skips one space, the usual case.
  static void skip_space(const char*& at) { at += *at == ' ' ? 1 : 0; }
  void grow();
  Token* grown(Token* next) {
    next_ = next;
    grow();
    return next_;
  }
  // Returns the length of the symbol here, without an attached result or closing emphasis mark.
  std::size_t symbol_length() const {
    const char* stop = symbol_end(at_);
    if (*stop == ';') stop = end_with_entities(at_, stop);
    while (emphasis_ != '\0' && stop > at_ + 1 && stop[-1] == emphasis_) --stop;
    const auto length = static_cast<std::size_t>(stop - at_);
    return length_before_result({at_, length});
  }
  void word();
  void move();
  bool number();
  bool is_before_moves() const;
  bool begins_again() const;
  bool separates_moves() const;
  bool hides_moves();
  bool ends_with_result();
  bool separates_variations();
  const char* end_of_line() {
    if (at_ >= line_end_) line_end_ = line_end(at_, end_);
    return line_end_;
  }
  bool ends_number(const char* at) const;
  bool ends_dotted_number();
  void dots();
  void marks();
  void nag();
  bool blank_or_sign();
  void skip_markup(const char* stop);
  bool entity_or_command();
  bool emphasis();
  bool sign_in_parentheses();
  bool elapsed_time();
  void square_bracket();
  void open_variation() {
    ++depth_;
    game_.has_variations = true;
    emit(TokenKind::VariationStart, at_ + 1);
  }
  void close_variation() {
    if (depth_ > 0) --depth_;
    emit(TokenKind::VariationEnd, at_ + 1);
  }
  bool brace_comment();
  void to_line_end(TokenKind kind);

  const char* begin_;
  const char* end_;
  const char* at_;
  const char* start_;  // start of the text to read
  const char* game_start_;
  PgnGame& game_;
  CommentLexer comments_;
  // Tokens are written into reserved space.
  Token* next_;
  Token* limit_;
  const char* line_end_ = nullptr;  // see end_of_line()
  std::uint32_t depth_ = 0;
  std::uint32_t squares_ = 0;  // number of open variations in square brackets
  // A stack of open square brackets, the last bracket in the lowest bit: 1 for a variation, 0 for
  // markup. The highest set bit marks the bottom.
  std::uint64_t groups_ = 1;
  char emphasis_ = '\0';  // the mark of Markdown emphasis that is open
  // The expected number after the numbers that plain_moves() has read. The next expected number is
  // 1 further if Black's moves are numbered too, otherwise 2.
  const NumberText* due_number_ = kNumberTexts.data() + 2;
  std::size_t number_step_ = 2;
};

void MovetextLexer::Run::grow() {
  constexpr std::size_t kStep = 128;
  const std::size_t size = token_count();
  if (game_.tokens.capacity() < size + kStep) game_.tokens.reserve(2 * size + kStep);
  game_.tokens.resize(size + kStep);
  next_ = game_.tokens.data() + size;
  limit_ = next_ + kStep;
}

// Reads a word, up to the next space, delimiter or result.
void MovetextLexer::Run::word() {
  const char* stop = at_ + symbol_length();
  if (has_promotion_in_brackets(stop)) stop += 3;
  if (const char* const end = evaluation_end(at_)) stop = end;
  // "e.p." is the only other word with dots.
  if (stop[-1] == 'e' && stop[0] == '.' && stop[1] == 'p') stop += stop[2] == '.' ? 3 : 2;
  game_.has_words = true;
  const char* const entity = std::find(at_, stop, '&');
  if (entity != stop && entity_at({entity, kMaxEntity}).length > 0) skip_markup(at_);
  emit(TokenKind::Word, stop);
}

void MovetextLexer::Run::move() {
  const std::uint32_t blanks = ByteBlock(at_).at_most(' ');
  auto length = static_cast<std::size_t>(std::countr_zero(blanks | 0x10000));
  San san;
  if (!san_parsing::parse(at_, length, san)) {
    length = symbol_length();
    const bool is_move =
        !has_promotion_in_brackets(at_ + length) && san_parsing::parse(at_, length, san);
    if (!is_move) return word();
  }
  emit(TokenKind::Move, at_ + length).payload = san.bits();
  skip_space(at_);
}

bool MovetextLexer::Run::is_before_moves() const {
  return std::all_of(game_.tokens.data(), next_, [](const Token& token) {
    return token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment ||
           token.kind == TokenKind::Escape;
  });
}

// Checks for a move in standard notation at `at`.
bool is_plain_move(const char* at) {
  San san;
  return in_symbol(*at) &&
         san_parsing::parse(at, static_cast<std::size_t>(symbol_end(at) - at), san);
}

// Checks for "1." and a move at the start of a line, after moves. Inside a variation, the line must
// follow an empty line.
bool MovetextLexer::Run::begins_again() const {
  const bool is_number = at_ != start_ && is_line_start(begin_, at_) && at_[1] == '.';
  if (!is_number || !is_plain_move(skip_blanks(at_ + 2))) return false;
  constexpr std::ptrdiff_t kNear = 64;
  const Token* const first = next_ - std::min(kNear, next_ - game_.tokens.data());
  const bool follows_moves =
      std::any_of(first, static_cast<const Token*>(next_),
                  [](const Token& token) { return token.kind == TokenKind::Move; });
  if (!follows_moves || next_[-1].kind == TokenKind::VariationStart) return false;
  return depth_ == 0 || is_below_empty_line(begin_, at_);
}

// Checks for a semicolon between a number and moves, without spaces: "1;e4;e5".
bool MovetextLexer::Run::separates_moves() const {
  const std::size_t count = token_count();
  if (count == 0 || is_space_or_control(at_[1])) return false;
  const Token& last = next_[-1];
  if (game_start_ + last.offset + last.length != at_) return false;
  if (last.kind == TokenKind::MoveNumber) return last.dots == 0;
  return count > 1 && next_[-2].kind == TokenKind::Stray && game_start_[next_[-2].offset] == ';';
}

// A move number before a move.
struct NumberOfMove {
  std::uint32_t number = 0;  // 0 if there is none
  std::uint32_t dots = 0;
};

// Returns the move number at `at`, if a move in standard notation follows it: "2. Nf3", "2 Nf3".
NumberOfMove number_of_move(const char* at) {
  NumberOfMove written;
  const char* stop = at;
  for (; is_digit(*stop) && stop - at < 3; ++stop) {
    written.number = written.number * 10 + static_cast<std::uint32_t>(*stop - '0');
  }
  for (; *stop == '.' && written.dots < 3; ++stop) ++written.dots;
  const bool ends = written.dots > 0 || *stop == ' ';
  return ends && is_plain_move(skip_blanks(stop)) ? written : NumberOfMove();
}

// Checks whether the line ends with a result, and the moves end with the line.
bool MovetextLexer::Run::ends_with_result() {
  const char* stop = end_of_line();
  const char* next = stop;
  while (is_space_or_control(stop[-1])) --stop;
  const std::string_view line(at_, static_cast<std::size_t>(stop - at_));
  const auto ends_line = [&](std::string_view result) { return line.ends_with(result); };
  if (std::ranges::none_of(std::array{" 1-0", " 0-1", " 1/2-1/2", " *"}, ends_line)) return false;
  std::size_t lines = 0;
  for (; next < end_ && is_space_or_control(*next); ++next) lines += *next == '\n' ? 1 : 0;
  return next >= end_ || lines > 1 || *next == '[';
}

// Checks whether the semicolon here separates moves from the expected moves: the next number and a
// move. The first number after the line must be higher, or the line must end the game. Also true
// before lettered moves with the last number: "a) 3. Bc4 Bc5; b) 3. d4".
bool MovetextLexer::Run::hides_moves() {
  constexpr std::ptrdiff_t kMaxText = 512;  // maximum length after the semicolon
  const Token* last = next_;
  while (last > game_.tokens.data() && next_ - last < kMaxText &&
         last[-1].kind != TokenKind::MoveNumber) {
    --last;
  }
  if (last == game_.tokens.data() || last[-1].kind != TokenKind::MoveNumber) return false;
  const std::uint32_t number = last[-1].number();
  const bool has_dots = last[-1].dots > 0;
  const char* const next = skip_blanks(at_ + 1);
  const bool is_lettered = *next >= 'b' && *next <= 'h' && next[1] == ')';
  if (is_lettered && number_of_move(skip_blanks(next + 2)).number == number) return depth_ == 0;
  const char* const line = end_of_line();
  std::optional<std::uint32_t> due;
  for (const char* at = at_ + 1; at < end_ && at - at_ < kMaxText; ++at) {
    if (!is_digit(*at) || (!is_space_or_control(at[-1]) && at[-1] != ';')) continue;
    const NumberOfMove written = number_of_move(at);
    if (written.number == 0 || (written.dots == 0 && has_dots)) continue;
    const bool is_due = written.number == number + (written.dots > 1 ? 0 : 1);
    if (at >= line) return due && written.number > *due;
    if (!due && !is_due) return false;
    if (!due && at == next && depth_ == 0 && ends_with_result()) return true;
    due = written.number;
  }
  return false;
}

// Checks whether the semicolon here separates two variations with the same number: "(2. Nc3 Nf6; 2.
// f4)". The variation must end on the same line, or only moves may follow.
bool MovetextLexer::Run::separates_variations() {
  constexpr std::ptrdiff_t kNear = 512;
  if (depth_ == 0) return false;
  const Token* first = next_;
  for (int depth = 0; depth >= 0; depth += first->kind == TokenKind::VariationEnd     ? 1
                                           : first->kind == TokenKind::VariationStart ? -1
                                                                                      : 0) {
    if (first == game_.tokens.data() || next_ - first > kNear) return false;
    --first;
  }
  ++first;
  const std::uint32_t number = number_of_move(skip_blanks(at_ + 1)).number;
  if (first >= next_ || first->kind != TokenKind::MoveNumber || number != first->number())
    return false;
  int depth = 0;
  bool has_moves_only = true;
  for (const char* at = at_ + 1; at < std::min(end_of_line(), at_ + kNear) && depth >= 0; ++at) {
    depth += *at == '(' || *at == '[' ? 1 : *at == ')' || *at == ']' ? -1 : 0;
    constexpr std::string_view kOfMoves = "abcdefghKQRBNOx+#=!?-0123456789. ,;\r";
    has_moves_only = has_moves_only && kOfMoves.find(*at) != std::string_view::npos;
  }
  return depth < 0 || has_moves_only;
}

// Checks for the sign after a number: "1)" outside of variations, and "1:".
bool MovetextLexer::Run::ends_number(const char* at) const {
  if (*at == ')') return depth_ == 0;
  return *at == ':' && !is_digit(at[1]);
}

// Adds ")" to the number directly before it, as in "1.)". Returns false inside of variations.
bool MovetextLexer::Run::ends_dotted_number() {
  if (depth_ > 0 || token_count() == 0 || at_[-1] != '.') return false;
  Token& number = next_[-1];
  if (number.kind != TokenKind::MoveNumber || game_start_ + number.offset + number.length != at_)
    return false;
  ++number.length;
  ++at_;
  return true;
}

// Reads a move number or a terminator. Returns true if a terminator ended the game.
bool MovetextLexer::Run::number() {
  const char* stop = at_;
  std::uint32_t value = 0;
  do {
    value = value * 10 + static_cast<std::uint32_t>(*stop++ - '0');
  } while (is_digit(*stop));
  if (stop - at_ > kMaxDigits) value = Token::kHugeNumber;
  if (*at_ == '0') {
    if (const std::size_t length = zero_word_length(at_)) {
      game_.has_words = true;
      emit(TokenKind::Word, at_ + length);
      return false;
    }
  }
  // "1A." and "1a." are the first board of bughouse, "1B." and "1b." the second.
  const bool may_name_board = (*stop | 0x20) >= 'a' && (*stop | 0x20) <= 'b' && stop[1] == '.';
  const bool names_board =
      may_name_board && (game_.has_two_boards || (value == 1 && is_before_moves()));
  if (names_board) ++stop;
  game_.has_two_boards |= names_board;
  std::uint8_t dots = 0;
  if (*stop == '.' && is_digit(stop[1]) && evaluation_end(at_) != nullptr) return word(), false;
  if (*stop == '.') {
    do {
      dots = static_cast<std::uint8_t>(dots + (dots < 255 ? 1 : 0));
    } while (*++stop == '.');
    // An ellipsis, also in Windows-1252.
  } else if (std::string_view(stop, 3) == "\u2026" || *stop == '\x85') {
    dots = 3;
    stop += *stop == '\x85' ? 1 : 3;
  } else if (ends_number(stop)) {
    ++stop;
  } else if (in_symbol(*stop) && !((*stop & 0x80) != 0 && end_before_sign(at_, stop) == stop)) {
    const std::size_t length = result_length(at_);
    if (length == 0) return word(), false;
    emit(TokenKind::Result, at_ + length);
    return depth_ == 0;
  }
  Token& token = emit(TokenKind::MoveNumber, stop);
  token.payload = value;
  token.dots = dots;
  skip_space(at_);
  return false;
}

// Reads dots, which belong to a preceding number ("1. ... e5").
void MovetextLexer::Run::dots() {
  const char* stop = at_;
  while (*stop == '.') ++stop;
  if (token_count() == 0 || next_[-1].kind != TokenKind::MoveNumber) {
    emit(TokenKind::Stray, stop);
    return;
  }
  Token& number = next_[-1];
  // "2. .f3" and "2... .f6" may lack a piece letter.
  const bool is_apart = stop == at_ + 1 && is_space_or_control(at_[-1]);
  if ((number.dots == 1 || number.dots == 3) && is_apart && class_of(*stop) == CharClass::Letter) {
    emit(TokenKind::Stray, stop);
    return;
  }
  const auto dots = static_cast<std::uint32_t>(stop - at_) + number.dots;
  number.dots = static_cast<std::uint8_t>(dots < 255 ? dots : 255);
  number.length = static_cast<std::uint32_t>(stop - game_start_) - number.offset;
  at_ = stop;
}

void MovetextLexer::Run::marks() {
  const char* stop = at_;
  while (*stop == '!' || *stop == '?') ++stop;
  emit(TokenKind::Suffix, stop);
}

void MovetextLexer::Run::nag() {
  const char* stop = at_ + 1;
  std::uint32_t value = 0;
  for (; is_digit(*stop); ++stop) {
    value = value * 10 + static_cast<std::uint32_t>(*stop - '0');
  }
  if (stop - at_ > kMaxDigits) value = Token::kHugeNumber;
  if (stop == at_ + 1) {
    emit(TokenKind::Stray, stop);
  } else {
    emit(TokenKind::Nag, stop).payload = value;
  }
}

// Skips markup or a non-ASCII space, and records the first occurrence in the game.
void MovetextLexer::Run::skip_markup(const char* stop) {
  if (!game_.unicode_blank) game_.unicode_blank = static_cast<std::uint32_t>(at_ - game_start_);
  at_ = stop;
}

// Skips "&nbsp;" and "\mainline{", and opens a variation at "\variation{". Returns false for other
// text.
bool MovetextLexer::Run::entity_or_command() {
  if (*at_ == '&') {
    const HtmlEntity entity = entity_at({at_, kMaxEntity});
    if (entity.is_blank()) return skip_markup(at_ + entity.length), true;
    return false;
  }
  const std::size_t length = *at_ == '\\' ? game_command_length(at_) : 0;
  if (length == 0 || groups_ >> 63 != 0) return false;
  skip_markup(at_);
  const bool is_variation = at_[1] == 'v';
  groups_ = groups_ << 1 | (is_variation ? 1 : 0);
  if (!is_variation) return skip_markup(at_ + length), true;
  ++depth_;
  game_.has_variations = true;
  emit(TokenKind::VariationStart, at_ + length);
  return true;
}

// Skips a Markdown emphasis mark around moves: "**e4**", "*1. e4 e5*", "`e4`". The text must begin
// with a move or a number, and a mark must end it. Returns false for other text.
bool MovetextLexer::Run::emphasis() {
  constexpr std::ptrdiff_t kMaxText = 512;
  constexpr std::ptrdiff_t kMaxSigns = 3;
  const char sign = *at_;
  if (std::string_view("*_`~").find(sign) == std::string_view::npos) return false;
  const char* stop = at_;
  while (*stop == sign && stop - at_ <= kMaxSigns) ++stop;
  const bool is_joined = at_ > begin_ && !is_space_or_control(at_[-1]);
  if (emphasis_ == sign && is_joined) {
    emphasis_ = '\0';
    return skip_markup(stop), true;
  }
  const bool follows_sign =
      is_joined && std::string_view(".([").find(at_[-1]) != std::string_view::npos;
  if ((is_joined && !follows_sign) || stop - at_ > kMaxSigns) return false;
  if (sign == '~' && stop - at_ == 1) return false;  // "unclear"
  const bool is_sign_pair = sign == '*' && stop - at_ > 1;
  const std::string_view word(stop, static_cast<std::size_t>(symbol_end(stop) - stop));
  const bool has_move = in_symbol(*stop) && parse_san(word.substr(0, word.find(sign)));
  const bool may_begin =
      is_sign_pair || has_move || (is_digit(*stop) && (sign != '*' || is_before_moves()));
  if (!may_begin || !in_symbol(*stop)) return false;
  const char* const end = stop + std::min(kMaxText, end_ - stop);
  for (const char* at = stop + 1; at < end && !(*at == '\n' && (at[1] == '\n' || at[1] == '\r'));
       ++at) {
    if (*at != sign || is_space_or_control(at[-1]) || in_symbol(at[1])) continue;
    emphasis_ = sign;
    return skip_markup(stop), true;
  }
  return false;
}

// Reads a Unicode space or a non-ASCII sign. Returns false for other text.
bool MovetextLexer::Run::blank_or_sign() {
  if (const std::size_t length = blank_length(at_)) return skip_markup(at_ + length), true;
  const WrittenSign sign = sign_at(at_);
  if (sign.length == 0) return false;
  game_.has_raised_one |= raised_digit({at_, sign.length}) == '1';
  emit(TokenKind::Nag, at_ + sign.length).payload = sign.nag;
  return true;
}

// Reads "(D)", or the sign of a draw offer. Returns false for other text.
bool MovetextLexer::Run::sign_in_parentheses() {
  if (std::memcmp(at_, kDrawOffer.data(), kDrawOffer.size()) == 0) {
    emit(TokenKind::DrawOffer, at_ + kDrawOffer.size());
    return true;
  }
  const WrittenSign sign = movetext_characters::sign_in_parentheses(at_);
  if (sign.length == 0) return false;
  emit(TokenKind::Nag, at_ + sign.length).payload = sign.nag;
  return true;
}

// Reads "(0:05)", the time for a move. Returns false for other text.
bool MovetextLexer::Run::elapsed_time() {
  const std::size_t length = time_in_parentheses(at_).length;
  if (length > 0) emit(TokenKind::ElapsedTime, at_ + length);
  return length > 0;
}

// Reads "[" as the start of a variation if a move number follows.
void MovetextLexer::Run::square_bracket() {
  const char* at = at_ + 1;
  while (*at > '\0' && *at <= ' ') ++at;
  const char* const number = at;
  while (is_digit(*at)) ++at;
  if (at == number || *at != '.') {
    emit(TokenKind::Stray, at_ + 1);
    return;
  }
  if (is_bracket_of_moves(at_) && is_before_moves() && groups_ >> 63 == 0) {
    groups_ <<= 1;
    return skip_markup(at_ + 1);
  }
  ++squares_;
  open_variation();
}

// Reads to the last word of the line.
void MovetextLexer::Run::to_line_end(TokenKind kind) {
  const char* stop = line_end(at_, end_);
  while (static_cast<unsigned char>(stop[-1]) <= ' ') --stop;
  emit(kind, stop);
}

// Reads a comment to its closing brace. Returns false if the next game begins before it.
bool MovetextLexer::Run::brace_comment() {
  game_.has_set_aside |= std::memcmp(at_, kUnreadable.data(), kUnreadable.size()) == 0;
  const LexedComment comment = comments_.any(at_);
  Token& token = emit(TokenKind::BraceComment, comment.end);
  token.payload = comment.signs;
  token.set_commands(comment.first_command, comment.command_count);
  return comment.is_closed;
}

inline std::optional<MovetextEnd> MovetextLexer::Run::step() {
  switch (class_of(*at_)) {
    case CharClass::Blank:
      ++at_;
      break;
    case CharClass::Letter:
      move();
      break;
    case CharClass::Digit:
      if (*at_ == '1' && begins_again()) return MovetextEnd::FirstNumber;
      if (number()) return MovetextEnd::Result;
      break;
    case CharClass::Dot:
      dots();
      break;
    case CharClass::Mark:
      marks();
      break;
    case CharClass::Nag:
      nag();
      break;
    case CharClass::BraceOpen:
      if (!brace_comment()) return MovetextEnd::UnclosedComment;
      break;
    case CharClass::Semicolon:
      if (separates_moves() || separates_variations() || hides_moves()) {
        emit(TokenKind::Stray, at_ + 1);
      } else {
        to_line_end(TokenKind::LineComment);
      }
      break;
    case CharClass::Percent:
      if (is_line_start(begin_, at_)) {
        to_line_end(TokenKind::Escape);
      } else {
        emit(TokenKind::Stray, at_ + 1);
      }
      break;
    case CharClass::ParenOpen:
      if ((at_[2] == ')' || at_[3] == ')') && sign_in_parentheses()) break;
      if (is_digit(at_[1]) && elapsed_time()) break;
      open_variation();
      break;
    case CharClass::ParenClose:
      if (!ends_dotted_number()) close_variation();
      break;
    case CharClass::BracketOpen:
      if (is_tag_start(at_, end_)) return MovetextEnd::Tag;
      square_bracket();
      break;
    case CharClass::Star:
      if (emphasis()) break;
      emit(TokenKind::Result, at_ + 1);
      if (depth_ == 0) return MovetextEnd::Result;
      break;
    case CharClass::Nul:
      if (at_ >= end_) return MovetextEnd::EndOfText;
      ++at_;
      break;
    case CharClass::Symbol:
      if (!entity_or_command() && !emphasis() && !blank_or_sign()) word();
      break;
    case CharClass::Stray:
      if (*at_ == ']' && squares_ > 0) {
        --squares_;
        close_variation();
      } else if ((*at_ == ']' || *at_ == '}') && groups_ > 1) {
        (groups_ & 1) != 0 ? close_variation() : skip_markup(at_ + 1);
        groups_ >>= 1;
      } else if (std::memcmp(at_, "<>", 2) == 0) {  // a null move
        game_.has_words = true;
        emit(TokenKind::Word, at_ + 2);
      } else {
        emit(TokenKind::Stray, at_ + 1);
      }
      break;
  }
  return std::nullopt;
}

// The fast path: reads consecutive plain moves with numbers and clocks, which are most of a file.
// Keeps the position in a register.
void MovetextLexer::Run::plain_moves() {
  const char* at = at_;
  Token* next = next_;
  const NumberText* due = due_number_;
  std::size_t number_step = number_step_;
  const auto put = [&](TokenKind kind, std::size_t length, std::uint32_t payload) -> Token& {
    if (next == limit_) [[unlikely]]
      next = grown(next);
    fill(*next, kind, at, at + length);
    next->payload = payload;
    at += length;
    return *next++;
  };
  for (;;) {
    const CharClass first = class_of(*at);
    if (first == CharClass::Letter) {
      const std::uint32_t blanks = ByteBlock(at).at_most(' ') | 0x10000;
      const auto length = static_cast<std::size_t>(std::countr_zero(blanks));
      San san;
      if (san_parsing::parse_plain(at, length, san)) [[likely]]
        put(TokenKind::Move, length, san.bits()).dots = Token::kPlainMove;
      else if (san_parsing::parse(at, length, san))
        put(TokenKind::Move, length, san.bits());
      else
        break;
      at += at < end_ ? 1 : 0;  // skips the space after a move, if any
    } else if (first == CharClass::Digit) {
      if (due->is_at(at)) [[likely]] {
        put(TokenKind::MoveNumber, due->length, due->number).dots = due->dots;
        due += number_step;
        skip_space(at);
        continue;
      }
      const SmallNumber number(at);
      const bool may_begin_game = number.dots() == 1 && next != game_.tokens.data();
      if (!number.is_plain_and_later() && (!number.is_plain() || may_begin_game)) break;
      put(TokenKind::MoveNumber, number.length(), number.value()).dots = number.dots();
      skip_space(at);
      const NumberText* const now =
          kNumberTexts.data() + 2 * number.value() + (number.dots() == 1 ? 0 : 1);
      number_step = now + number_step - due == 1 ? 1 : 2;
      due = now + number_step;
    } else if (first == CharClass::BraceOpen) {
      const LexedComment comment = comments_.commands_alone(at);
      if (comment.end == nullptr) break;
      put(TokenKind::BraceComment, static_cast<std::size_t>(comment.end - at), 0)
          .set_commands(comment.first_command, comment.command_count);
      skip_space(at);
    } else if (first == CharClass::Blank) {
      ++at;
    } else {
      break;
    }
  }
  at_ = at;
  next_ = next;
  due_number_ = due;
  number_step_ = number_step;
}

MovetextEnd MovetextLexer::Run::all() {
  for (;;) {
    plain_moves();
    if (const auto end = step()) return *end;
  }
}

std::optional<MovetextEnd> MovetextLexer::run_one(const char*& at, const char* game_start,
                                                  PgnGame& game) const {
  const std::size_t tokens = game.tokens.size();
  Run run(*this, at, game_start, game);
  std::optional<MovetextEnd> end;
  while (!end && run.token_count() == tokens) end = run.step();
  at = run.at();
  return end;
}

MovetextEnd MovetextLexer::run(const char*& at, const char* game_start, PgnGame& game) const {
  Run run(*this, at, game_start, game);
  const MovetextEnd end = run.all();
  at = run.at();
  return end;
}

}  // namespace arbiter
