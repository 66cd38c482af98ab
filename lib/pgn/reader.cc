#include "lib/pgn/reader.h"

#include <fmt/format.h>

#include <cstring>
#include <span>

#include "lib/base/text_scan.h"
#include "lib/notation/san.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/movetext_characters.h"

namespace arbiter {
namespace {

bool ends_word(char c) {
  return is_space_or_control(c) ||
         std::string_view("{}()[]<>;.!?$*%\"").find(c) != std::string_view::npos;
}

// Skips ")", ":" or "A." after the digits of a move number, and returns the rest; empty if none of
// them follows.
std::string_view after_odd_number(std::string_view text) {
  const bool names_board = text.size() > 1 &&
                           std::string_view("ABab").find(text[0]) != std::string_view::npos &&
                           text[1] == '.';
  const bool has_sign = text.starts_with(')') || text.starts_with(':');
  if (!names_board && !has_sign) return {};
  text.remove_prefix(names_board ? 2 : 1);
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// Checks for a footnote: "(1) Good", "(a) Good", "*) Good", "** Good".
bool is_footnote(std::string_view line) {
  const std::size_t stars = std::min(line.find_first_not_of('*'), line.size());
  if (stars > 0) {
    const std::string_view rest = line.substr(stars);
    const bool is_text = rest.size() > 1 && rest[0] == ' ' && is_letter(rest[1]);
    return rest.starts_with(')') || (is_text && !parse_san(rest.substr(1, rest.find(' ', 1) - 1)));
  }
  const std::size_t end = std::min(line.find(") "), line.size());
  if (line[0] != '(' || end < 2 || end > 3) return false;
  const std::string_view mark = line.substr(1, end - 1);
  return std::ranges::all_of(mark, is_digit) || (mark.size() == 1 && is_letter(mark[0]));
}

// Checks whether the word at `at` can be the start of a game without tags.
bool begins_movetext(const char* at, const char* end) {
  const std::string_view line = rest_of_line(at, end);
  const std::string_view word(line.begin(), std::ranges::find_if(line, ends_word));
  if (is_footnote(line)) return false;
  if (line[0] == '{' || line[0] == ';' || line[0] == '*' || line[0] == '(') return true;
  if (word == "1-0" || word == "0-1" || word == "1/2-1/2") return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) return false;
  if (digits > 0 && digits < 4) {
    if (line[digits] == '.') return true;
    if (const std::string_view rest = after_odd_number(line.substr(digits)); !rest.empty()) {
      return parse_san(rest.substr(0, rest.find_first_of(" \t{(;!?$"))).has_value();
    }
    const std::size_t next = line.find_first_not_of(' ', digits);
    if (next != std::string_view::npos && next > digits) {
      const std::string_view move = line.substr(next);
      return parse_san(move.substr(0, move.find_first_of(" \t{(;!?$"))).has_value();
    }
  }
  if (line.size() > 1 && line[0] == '$' && is_digit(line[1])) return true;
  const char* const symbol = movetext_characters::symbol_end(at);
  return parse_san(word.substr(0, static_cast<std::size_t>(symbol - at))).has_value();
}

// Checks for a move number in brackets before a move: "[1] e4".
bool is_number_in_brackets(const char* at, const char* end) {
  const std::string_view line = rest_of_line(at, end);
  if (!line.starts_with('[')) return false;
  const std::size_t digits = line.find_first_not_of("0123456789", 1);
  if (digits < 2 || digits > 4 || digits >= line.size() || line[digits] != ']') return false;
  const std::size_t move = line.find_first_not_of(' ', digits + 1);
  return move < line.size() &&
         parse_san(line.substr(move, line.find_first_of(" \t\r", move) - move)).has_value();
}

// Returns the first tag in the line that follows other text; null if there is none.
const char* tag_inside(std::string_view line, const char* end) {
  for (std::size_t at = line.find('['); at != line.npos; at = line.find('[', at + 1)) {
    if (is_tag_start(line.data() + at, end) && is_capital(line[at + 1])) return line.data() + at;
  }
  return nullptr;
}

}  // namespace

bool is_hard_boundary(std::string_view text, std::size_t at) {
  return text.size() - at >= 8 && is_line_start(text.data(), text.data() + at) &&
         is_event_tag(text.data() + at) && is_below_empty_line(text.data(), text.data() + at);
}

// The state of one call of PgnReader::next().
class PgnReader::Run {
 public:
  Run(PgnReader& reader, PgnGame& game)
      : reader_(reader),
        game_(game),
        cursor_(cursor_of(reader)),
        reports_(reader.sink_, cursor_.begin, reader.source_.offset, reader.games_ + 1),
        lexer_(reader.source_.text, reader.horizon_),
        tags_(cursor_, reports_, lexer_, game, reader.usual_tags_) {}

  bool all() {
    if (cursor_.at == cursor_.begin && reader_.source_.continues_game) skip_rest_of_large_game();
    bool found = read_game();
    // Skips comments without a game.
    while (found && game_.tags.empty() && has_only_comments()) {
      report_text_between(cursor_.start, cursor_.at);
      found = read_game();
    }
    reader_.position_ = static_cast<std::size_t>(cursor_.at - cursor_.begin);
    if (!found) return false;
    game_.text =
        std::string_view(cursor_.start, static_cast<std::size_t>(cursor_.at - cursor_.start));
    game_.offset =
        reader_.source_.offset + static_cast<std::uint64_t>(cursor_.start - cursor_.begin);
    game_.number = ++reader_.games_;
    if (game_.unicode_blank) reports_.report_markup(cursor_.start + *game_.unicode_blank);
    if (game_.has_set_aside && reader_.set_aside_ == SetAside::ReadBack) read_back();
    return true;
  }

 private:
  static TextCursor cursor_of(const PgnReader& reader) {
    const std::string_view text = reader.source_.text;
    const char* at = text.data() + reader.position_;
    return {.begin = text.data(), .end = text.data() + text.size(), .at = at, .start = at};
  }

  bool read_game() {
    game_.tags.clear();
    game_.tokens.clear();
    game_.commands.clear();
    game_.has_variations = false;
    game_.has_words = false;
    game_.has_raised_one = false;
    tags_.begin_game();
    game_.has_set_aside = false;
    game_.line_ends.clear();
    game_.unicode_blank.reset();
    game_.has_two_boards = false;
    if (!find_game()) return false;
    cursor_.start = cursor_.at;
    remarks_ = 0;
    if (*cursor_.at == '[' || is_loose_) {
      tags_.read();
      tags_.report_blank_lines_before_moves();
    }
    read_movetext();
    tags_.report_surplus_tags();
    if (game_.has_raised_one) set_footnotes_aside();
    return true;
  }

  // Makes superscripts Stray tokens if they count from 1, and occur once each. Otherwise they are
  // signs of ChessBase fonts.
  void set_footnotes_aside() {
    std::vector<Token*> marks;
    for (Token& token : game_.tokens) {
      if (token.kind != TokenKind::Nag) continue;
      const char digit = movetext_characters::raised_digit(text_of(token));
      if (digit == '\0') continue;
      marks.push_back(&token);
      if (digit != static_cast<char>('0' + marks.size())) return;
    }
    if (marks.size() < 2) return;
    for (Token* const mark : marks) mark->kind = TokenKind::Stray;
  }

  // Moves to the first tag or move of the next game, and reports other text.
  bool find_game() {
    const char* junk = nullptr;
    for (;;) {
      cursor_.skip_blanks();
      const std::string_view rest(cursor_.at, static_cast<std::size_t>(cursor_.end - cursor_.at));
      const bool is_mark = rest.starts_with(kUtf8Bom);
      if (!is_mark && skip_unicode_blank(cursor_, reports_)) continue;
      is_loose_ = !is_mark && *cursor_.at != '[' && !is_digit(*cursor_.at) &&
                  is_line_start(cursor_.begin, cursor_.at) && tags_.begins_loosely();
      const bool is_tag =
          !is_mark && !rest.empty() &&
          (is_loose_ || is_tag_start(cursor_.at, cursor_.end) ||
           (*cursor_.at == '[' && is_line_start(cursor_.begin, cursor_.at) && rest.size() > 1 &&
            static_cast<unsigned char>((cursor_.at[1] | 0x20) - 'a') < 26));
      if (rest.empty() || is_mark || is_tag || begins_movetext(cursor_.at, cursor_.end)) {
        if (junk != nullptr) report_text_between(junk, cursor_.at);
        junk = nullptr;
        if (rest.empty()) return false;
        if (!is_mark) return true;
        reports_.report(DiagnosticCode::Utf8Bom, cursor_.at, 3, "a byte order mark; it is skipped");
        cursor_.at += 3;
        continue;
      }
      const std::string_view line = cursor_.line();
      if (*cursor_.at == '%' && is_line_start(cursor_.begin, cursor_.at)) {
        if (junk != nullptr) report_text_between(junk, cursor_.at);
        junk = nullptr;
        reports_.report(DiagnosticCode::PercentEscapeUsed, cursor_.at, line.size(),
                        "a line that begins with % is skipped");
      } else if (junk == nullptr) {
        junk = cursor_.at;
      }
      const char* const tag = line[0] == '%' ? nullptr : tag_inside(line, cursor_.end);
      cursor_.at = tag != nullptr ? tag : cursor_.at + line.size();
    }
  }

  // Linear time in total, because each token is examined once.
  bool has_only_comments() {
    while (remarks_ < game_.tokens.size() && is_remark(game_.tokens[remarks_])) ++remarks_;
    return remarks_ == game_.tokens.size();
  }

  void report_text_between(const char* from, const char* to) {
    if (from == to) return;
    while (to > from && is_space_or_control(to[-1])) --to;
    const std::string_view line = rest_of_line(from, to);
    reports_.report(DiagnosticCode::TextBetweenGames, from, line.size(),
                    "this text belongs to no game and is skipped");
  }

  // Skips to the first tag at the start of a line, the only sign of the game's end.
  void skip_rest_of_large_game() {
    reports_.report(DiagnosticCode::GameTooLarge, cursor_.at, 1,
                    "the game is too large; the text up to the next tag is skipped");
    cursor_.at = first_tag_line(cursor_.at);
  }

  // Reads the movetext. Comments may also appear before and between the tags, but an Event tag
  // after an empty line begins another game.
  void read_movetext() {
    for (;;) {
      const MovetextEnd end = lexer_.run(cursor_.at, cursor_.start, game_);
      if (end == MovetextEnd::Result && !is_star_among_moves()) return read_after_result();
      if (end == MovetextEnd::UnclosedComment) return unclosed_comment();
      if (end == MovetextEnd::EndOfText) return leave_heading();
      if (end == MovetextEnd::FirstNumber && is_next_game()) return leave_heading();
      if (end != MovetextEnd::Tag) continue;
      if (is_hard_boundary(reader_.source_.text,
                           static_cast<std::size_t>(cursor_.at - cursor_.begin)))
        return leave_heading();
      if (!has_only_comments()) {
        const auto number = last_number();
        if (!number || !tags_.continues_game(lines_before(), number)) return leave_heading();
        tags_.read_misplaced();
      } else if (!game_.tags.empty() && tags_.begins_other_game()) {
        return;
      } else {
        tags_.read();
      }
    }
  }

  // Returns the number of line ends directly before the cursor.
  std::size_t lines_before() const {
    std::size_t lines = 0;
    for (const char* at = cursor_.at; at > cursor_.start && is_space_or_control(at[-1]); --at)
      lines += ends_line(at - 1) ? 1 : 0;
    return lines;
  }

  // Returns the last move number outside of variations.
  std::optional<std::uint32_t> last_number() const {
    int depth = 0;
    for (std::size_t at = game_.tokens.size(); at-- > 0;) {
      const Token& token = game_.tokens[at];
      depth += token.kind == TokenKind::VariationEnd ? 1 : 0;
      depth -= token.kind == TokenKind::VariationStart ? 1 : 0;
      if (depth <= 0 && token.kind == TokenKind::MoveNumber) return token.number();
    }
    return std::nullopt;
  }

  // Checks whether the last token is a "*" before the expected move number, with at most one move
  // in between. If so, the token becomes a Stray token instead of a result.
  bool is_star_among_moves() {
    constexpr std::ptrdiff_t kMaxText = 64;
    if (cursor_.at[-1] != '*') return false;
    Token& star = game_.tokens.back();
    const char* at = cursor_.at;
    const char* const end = at + std::min(kMaxText, cursor_.end - at);
    const auto skip_signs = [&] {
      while (at < end && (is_space_or_control(*at) || *at == '*' || *at == ')')) ++at;
    };
    const bool is_joined = cursor_.at - cursor_.start > 1 && !is_space_or_control(cursor_.at[-2]);
    skip_signs();
    const std::string_view word(at, std::find_if(at, end, is_space_or_control));
    if (parse_san(word)) {
      const bool ends_line = std::find(cursor_.at, at, '\n') != at;
      at += word.size();
      const char* const after = at;
      skip_signs();
      const bool has_result =
          std::find(after, at, '*') != at || movetext_characters::result_length(at) > 0;
      if (is_joined && has_result && !ends_line) return star.kind = TokenKind::Stray, true;
    }
    if (!is_digit(*at) || *at == '0') return false;
    const SmallNumber next(at);
    const auto last = last_number();
    const bool is_due = next.is_plain() && last && next.value() == *last + (next.dots() < 2);
    if (is_due) star.kind = TokenKind::Stray;
    return is_due;
  }

  // Checks whether "1." at the cursor, after moves, begins a game. True after an empty line. In
  // text without tags, also true if the line continues with move 2 or ends, unless it repeats an
  // earlier line.
  bool is_next_game() const {
    if (is_below_empty_line(cursor_.begin, cursor_.at)) return true;
    if (!game_.tags.empty()) return false;
    const std::string_view line = cursor_.line();
    const std::string_view first =
        rest_of_line(cursor_.start + game_.tokens.front().offset, cursor_.at);
    if (trim(first) == trim(line)) return false;
    for (std::size_t at = 2; at < line.size(); ++at) {
      if (is_digit(line[at]) && line[at - 1] == ' ' && line.find('.', at) != line.npos) {
        const SmallNumber next(line.data() + at);
        if (next.is_plain()) return next.value() == 2;
      }
    }
    return true;
  }

  // Checks for a token that may be part of a heading, as opposed to movetext.
  bool may_be_in_heading(const Token& token) const {
    using enum TokenKind;
    const std::string_view text = text_of(token);
    if (text == "[") return false;
    if (token.kind == Word) {
      for (std::size_t at = 1; at < text.size(); ++at) {
        if (parse_square(text.substr(at - 1, 2))) return false;
      }
    }
    return token.kind == Word || token.kind == Stray || token.kind == Suffix || token.kind == Nag ||
           (token.kind == MoveNumber && token.dots == 0);
  }

  std::string_view text_of(const Token& token) const {
    return {cursor_.start + token.offset, token.length};
  }

  // Ends a game without a result. Excludes last lines that are a heading of the next game, or its
  // first tag without a bracket.
  void leave_heading() {
    Tokens& tokens = game_.tokens;
    const char* heading = nullptr;
    std::size_t kept = tokens.size();
    for (std::size_t at = tokens.size(); at-- > 1 && may_be_in_heading(tokens[at]);) {
      const char* const text = cursor_.start + tokens[at].offset;
      const bool follows_tag =
          !game_.tags.empty() && game_.tags.back().offset > tokens[at - 1].offset;
      if (follows_tag) break;
      const bool begins_paragraph =
          is_line_start(cursor_.begin, text) && is_below_empty_line(cursor_.begin, text);
      if (!begins_paragraph) continue;
      heading = text;
      kept = at;
    }
    const auto has_word = [&] {
      return std::ranges::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(kept), tokens.end(),
                                 [](const Token& token) { return token.kind == TokenKind::Word; });
    };
    if (heading == nullptr || !has_word()) return;
    tokens.resize(kept);
    cursor_.at = heading;
  }

  // Reads text after the terminator that belongs to the game. These are comments, and words up to
  // the next empty line that do not begin a game without tags.
  void read_after_result() {
    for (;;) {
      const char* const back = cursor_.at;
      std::size_t lines = cursor_.skip_blanks();
      while (const std::size_t length = movetext_characters::blank_length(cursor_.at)) {
        cursor_.at += length;
        lines += cursor_.skip_blanks();
      }
      if (is_tag_start(cursor_.at, cursor_.end) && !is_event_tag(cursor_.at) &&
          (tags_.continues_game(lines, std::nullopt) || tags_.is_lone_result())) {
        tags_.read_misplaced();
        continue;
      }
      const bool ends =
          cursor_.is_at_end() || lines > 1 || is_tag_start(cursor_.at, cursor_.end) ||
          (*cursor_.at == '[' && (lines > 0 || cursor_.at == back || tags_.begins_loosely())) ||
          (lines == 1 && *cursor_.at != '{' && *cursor_.at != ';' &&
           begins_movetext(cursor_.at, cursor_.end) && !continues_numbers()) ||
          (lines == 1 && (*cursor_.at == '%' || tags_.begins_loosely()));
      if (ends) {
        const char next = !cursor_.is_at_end() ? *cursor_.at : reader_.source_.next;
        if (lines < 2 && next == '[') {
          reports_.report(DiagnosticCode::MissingBlankAfterMoves, cursor_.at, 1,
                          "no empty line between the moves and the next game");
        }
        cursor_.at = back;
        return;
      }
      const auto end = lexer_.run_one(cursor_.at, cursor_.start, game_);
      if (end == MovetextEnd::UnclosedComment) return unclosed_comment();
    }
  }

  // Checks whether the first move number of the line at the cursor is not 1.
  bool continues_numbers() const {
    const std::string_view line = cursor_.line();
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (!is_digit(line[at]) || (at > 0 && line[at - 1] != ' ')) continue;
      const SmallNumber number(line.data() + at);
      if (number.is_plain()) return number.is_plain_and_later();
    }
    return false;
  }

  // Returns the first tag at the start of a line, from `at` on; the end if there is none.
  const char* first_tag_line(const char* at) const {
    for (; at < cursor_.end; ++at) {
      at = static_cast<const char*>(
          std::memchr(at, '[', static_cast<std::size_t>(cursor_.end - at)));
      if (at == nullptr) break;
      if (is_line_start(cursor_.begin, at) && is_tag_start(at, cursor_.end)) return at;
    }
    return cursor_.end;
  }

  // Ends an unclosed comment, which is the last token, after its last word. If nothing else ends
  // it, it ends at the first tag at the start of a line.
  void unclosed_comment() {
    Token& comment = game_.tokens.back();
    const char* at = cursor_.start + comment.offset;
    if (cursor_.is_at_end() && reader_.source_.ends_file) {
      cursor_.at = first_tag_line(at);
    }
    const char* comment_end = cursor_.at;
    while (is_space_or_control(comment_end[-1])) --comment_end;
    comment.length = static_cast<std::uint32_t>(comment_end - at);
    if (cursor_.is_at_end() && reader_.source_.ends_file) {
      reports_.report(DiagnosticCode::TruncatedFile, at, 1, "the file ends inside this comment");
    } else {
      reports_.report(DiagnosticCode::UnterminatedBraceComment, at, 1,
                      "this comment is never closed; reading continues at the next game");
    }
  }

  // Reads the game again, with set-aside moves restored.
  void read_back() {
    auto moves = with_moves_back(game_);
    if (!moves) return;
    for (const Token& token : game_.tokens) {
      const char* at = cursor_.start + token.offset;
      if (moves->text[token.offset] == *at) continue;
      reports_.report(DiagnosticCode::CommentUnreadable, at, kUnreadable.size(),
                      "moves that `arbiter fmt` kept as a comment; read as moves again");
    }
    reader_.read_back_ = std::move(moves->text);
    const std::size_t size = reader_.read_back_.size();
    reader_.read_back_.append(kTextPadding, '\0');
    const std::string_view whole = std::string_view(reader_.read_back_).substr(0, size);
    CollectingSink nobody{CodeSet()};
    PgnReader again({.text = whole, .ends_file = false, .next = '['}, nobody, SetAside::Keep);
    PgnGame uncovered;
    again.next(uncovered);
    game_.text = whole;
    game_.tokens = std::move(uncovered.tokens);
    game_.commands = std::move(uncovered.commands);
    game_.has_variations = uncovered.has_variations;
    game_.has_words = uncovered.has_words;
    game_.line_ends = std::move(moves->beginnings);
  }

  PgnReader& reader_;
  PgnGame& game_;
  TextCursor cursor_;
  TextReports reports_;
  MovetextLexer lexer_;
  TagSection tags_;
  std::size_t remarks_ = 0;  // number of leading comments and escapes
  bool is_loose_ = false;
};

PgnReader::PgnReader(PgnText source, DiagnosticSink& sink, SetAside set_aside)
    : source_(source),
      sink_(sink),
      horizon_{.is_cut = !source.ends_file && source.next == '\0'},
      set_aside_(set_aside) {}

bool PgnReader::next(PgnGame& game) { return Run(*this, game).all(); }

namespace {

const char* skip_spaces_and_tabs(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

bool ends_line(const char* at, const char* end) { return at >= end || *at == '\n' || *at == '\r'; }

// Skips spaces and line ends if `wanted` follows them; otherwise only spaces.
const char* skip_to(char wanted, const char* at, const char* end) {
  const char* next = at;
  while (next < end && static_cast<unsigned char>(*next) <= ' ' && *next != '\0') ++next;
  return next < end && *next == wanted ? next : skip_spaces_and_tabs(at);
}

// Returns the quotation mark, bracket, space or NUL after the name at `at`.
const char* name_end(const char* at) {
  for (;; at += ByteBlock::kSize) {
    const ByteBlock block(at);
    const std::uint32_t ends = block.at_most(' ') | block.equal_to('"') | block.equal_to(']');
    if (ends != 0) return at + std::countr_zero(ends);
  }
}

std::string_view span_of(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

// Returns the closing quotation mark of the value at `at`, or the end of its line.
const char* value_end(const char* at, const char* end) {
  for (;;) {
    const ByteBlock block(at);
    const std::uint32_t signs = block.equal_to('"') | block.equal_to('\\') | block.at_most(0x1F);
    if (signs == 0) {
      at += ByteBlock::kSize;
      continue;
    }
    at += std::countr_zero(signs);
    if (ends_line(at, end) || *at == '"') return at;
    at += *at == '\\' && (at[1] == '"' || at[1] == '\\') ? 2 : 1;
  }
}

// Returns the last quotation mark of the line that is followed only by spaces and a bracket.
const char* closing_quote(const char* from, const char* end) {
  const char* found = nullptr;
  for (const char* at = from; !ends_line(at, end); ++at) {
    if (*at == '"' && *skip_spaces_and_tabs(at + 1) == ']') found = at;
  }
  return found;
}

// Returns the closing quotation mark, followed by a bracket, of a value that continues in the next
// line; null if there is none.
[[gnu::noinline]] const char* closing_in_next_line(const char* at, const char* end) {
  at += at < end && *at == '\r' && at[1] == '\n' ? 1 : 0;
  return at >= end || at[1] == '[' ? nullptr : closing_quote(at + 1, end);
}

// Returns the intended tag of the line, without a value if the value is unclear.
LexedTag malformed(std::string_view name, const char* text, const char* end) {
  if (const auto tag = lex_loose_tag(text, end)) return *tag;
  return {name, {}, movetext_characters::line_end(text, end), TagFault::Malformed, text};
}

// Returns a tag whose value ends at the end of the line, or at its final bracket.
LexedTag unterminated(std::string_view name, const char* quote, const char* stop) {
  const char* last = stop;
  while (last > quote + 1 && static_cast<unsigned char>(last[-1]) <= ' ') --last;
  if (last > quote + 1 && last[-1] == ']') --last;
  return {name, span_of(quote + 1, last), stop, TagFault::UnterminatedString, quote};
}

// Returns the length of the curly quotation mark at `at` (U+2018 to U+201F), or 0.
std::size_t curly_quote_length(const char* at) {
  const bool is_curly = at[0] == '\xE2' && at[1] == '\x80' &&
                        static_cast<unsigned char>(at[2]) >= 0x98 &&
                        static_cast<unsigned char>(at[2]) <= 0x9f;
  return is_curly ? 3 : 0;
}

// Returns the start of a known tag inside the value of a tag that was cut: [White "Adler[Black "...
// Null if there is none.
const char* tag_in_value(const char* at, const char* end) {
  while ((at = std::find(at, end, '[')) != end) {
    const char* const name = ++at;
    at = std::find_if_not(at, end, is_letter);
    const bool has_value = end - at > 1 && at[0] == ' ' && at[1] == '"';
    if (has_value && known_tag(span_of(name, at)) != KnownTag::Other) return name - 1;
  }
  return nullptr;
}

// Returns a tag whose value is between curly quotation marks. The value ends at the last mark
// before the final bracket of the line; other text is malformed.
LexedTag smart_quoted(std::string_view name, const char* quote, const char* text, const char* end) {
  if (curly_quote_length(quote) == 0) return malformed(name, text, end);
  const char* stop = movetext_characters::line_end(quote, end);
  while (stop > quote && *stop != ']') --stop;
  const char* last = stop;
  while (last > quote + 3 && (last[-1] == ' ' || last[-1] == '\t')) --last;
  if (last < quote + 6 || curly_quote_length(last - 3) == 0) {
    return malformed(name, text, end);
  }
  return {name, span_of(quote + 3, last - 3), stop + 1, TagFault::SmartQuotes, quote};
}

}  // namespace

LexedTag lex_tag(const char* text, const char* end) {
  const char* const name_start = skip_spaces_and_tabs(text + 1);
  const char* const at = name_end(name_start);
  const std::string_view name = span_of(name_start, at);
  const char* quote = skip_to('"', at, end);
  if (name.empty() || quote >= end) return malformed(name, text, end);
  if (*quote != '"') return smart_quoted(name, quote, text, end);

  const bool has_sign = at[-1] >= ':' && at[-1] <= '@';  // includes "="
  if (has_sign || *name_start == '[') return malformed(name, text, end);
  const char* closing = value_end(quote + 1, end);
  if (ends_line(closing, end)) {
    const char* const next = closing_in_next_line(closing, end);
    if (next == nullptr) return unterminated(name, quote, closing);
    const char* const stop = skip_spaces_and_tabs(next + 1) + 1;
    return {name, span_of(quote + 1, next), stop, TagFault::Loose, text};
  }
  const char* bracket = skip_to(']', closing + 1, end);
  if (*bracket == ']') {
    return {name, span_of(quote + 1, closing), bracket + 1, TagFault::None, nullptr};
  }
  if (const char* last = closing_quote(closing + 1, end)) {
    if (const char* const next = tag_in_value(quote + 1, last)) {
      if (next < closing) return unterminated(name, quote, next);
      return {name, span_of(quote + 1, closing), next, TagFault::Loose, text};
    }
    const bool is_doubled = closing == quote + 1 && last > closing + 1 && last[-1] == '"';
    if (is_doubled) {
      return {name, span_of(closing + 1, last - 1), skip_spaces_and_tabs(last + 1) + 1,
              TagFault::Loose, text};
    }
    return {name, span_of(quote + 1, last), skip_spaces_and_tabs(last + 1) + 1,
            TagFault::UnescapedQuote, closing};
  }
  if (const auto tag = lex_loose_tag(text, end);
      tag && trim(tag->value) == span_of(quote + 1, closing))
    return *tag;
  // The value may be on a later line than the name.
  return {name, span_of(quote + 1, closing), movetext_characters::line_end(closing, end),
          TagFault::Malformed, text};
}

std::optional<LexedTag> lex_loose_tag(const char* text, const char* end) {
  std::string_view line = rest_of_line(text, end);
  const bool has_bracket = line.starts_with('[');
  const std::size_t close = has_bracket ? line.find(']') : line.npos;
  const std::size_t next = close == line.npos ? close : line.find_first_not_of(" \t]", close);
  if (next != line.npos && line[next] == '[') line = line.substr(0, next);
  const std::string_view opening = has_bracket ? "[ \t" : line.starts_with('(') ? "( \t" : "< \t";
  std::string_view rest = line.substr(std::min(line.find_first_not_of(opening), line.size()));
  const std::string_view name(rest.begin(), std::ranges::find_if(rest, [](char c) {
                                return !is_letter(c) && !is_digit(c) && c != '_';
                              }));
  const bool is_known = known_tag_ignoring_case(name) != KnownTag::Other;
  if (name.empty() || (!is_known && !has_bracket)) return std::nullopt;
  rest = trim(rest.substr(name.size()));
  const bool has_sign = rest.starts_with('=') || rest.starts_with(':');
  rest.remove_prefix(std::min(rest.find_first_not_of("=:>] \t"), rest.size()));
  const std::string_view ends = line.starts_with('(') ? ",; \t)" : ",; \t>]";
  rest = rest.substr(0, rest.find_last_not_of(ends) + 1);
  const bool has_quotes = quote_length(rest) > 0 || last_quote_length(rest) > 0;
  const bool is_straight = rest.starts_with('"');
  while (const std::size_t length = quote_length(rest)) rest.remove_prefix(length);
  if (is_straight) rest = rest.substr(0, rest.find('"'));
  while (const std::size_t length = last_quote_length(rest)) rest.remove_suffix(length);
  const bool is_clear = has_quotes || (is_known && (has_sign || (has_bracket && !rest.empty())));
  if (!is_clear || rest.data() == nullptr) return std::nullopt;
  const std::string_view trimmed = trim(rest);
  rest = trimmed.empty() ? rest.substr(0, 0) : trimmed;  // always a view of the text
  const char* const line_stop = line.data() + line.size();
  const char* stop = rest.data() + rest.size();
  while (stop < line_stop) {
    const std::size_t length = quote_length(span_of(stop, line_stop));
    if (length == 0 && std::string_view("])>,; \t").find(*stop) == std::string_view::npos) break;
    stop += std::max<std::size_t>(length, 1);
  }
  return LexedTag{name, rest, stop, TagFault::Loose, text};
}

namespace {

// Returns the length up to the next space. A NUL must follow the text.
std::size_t word_length(const char* at) {
  const char* stop = at;
  while (!is_space_or_control(*stop)) ++stop;
  return static_cast<std::size_t>(stop - at);
}

}  // namespace

void TextReports::report_blank(const char* at) const {
  const std::string_view bytes(at, kMaxCharacterLength);
  report(DiagnosticCode::UnicodeBlank, at, unicode_blank_length(bytes),
         fmt::format("{} instead of an ordinary space or nothing", name_of_blank(bytes)));
}

void TextReports::report_markup(const char* at) const {
  if ((*at & 0x80) != 0) return report_blank(at);
  report(DiagnosticCode::TextFrame, at, 1, "markup among the moves; it is skipped");
}

bool skip_unicode_blank(TextCursor& cursor, const TextReports& reports) {
  const std::size_t length = movetext_characters::blank_length(cursor.at);
  if (length == 0) return false;
  reports.report_blank(cursor.at);
  cursor.at += length;
  return true;
}

namespace {

// Precondition: a loose tag begins at `at`.
[[gnu::noinline]] LexedTag loose_tag_at(const char* at, const char* end) {
  return lex_loose_tag(at, end).value();
}

}  // namespace

void TagSection::begin_game() {
  roster_.reset();
  surplus_tags_ = 0;
}

// Reports the fault of the tag at the cursor.
void TagSection::report_fault(const LexedTag& tag) {
  struct Fault {
    DiagnosticCode code;
    const char* message;
    std::size_t length;
  };
  using enum DiagnosticCode;
  const Fault faults[] = {
      {},
      {MalformedTag, "this is not a tag pair of the form [Name \"value\"]", cursor_.line().size()},
      {TagForm, "the tag {} is not of the form [Name \"value\"]; it is read as intended",
       static_cast<std::size_t>(tag.end - cursor_.at)},
      {UnterminatedString, "the value of the tag {} has no closing quotation mark",
       static_cast<std::size_t>(tag.end - tag.fault_at)},
      {UnescapedQuote,
       "a quotation mark inside the value of the tag {} needs a backslash before it", 1},
      {SmartQuotes, "the value of the tag {} is between curly quotation marks", 3},
  };
  const Fault& fault = faults[static_cast<std::size_t>(tag.fault)];
  reports_.report(fault.code, tag.fault_at, fault.length,
                  fmt::format(fmt::runtime(fault.message), tag.name));
}

// The fast path: reads a tag with the same name as an earlier game's tag at this position. Returns
// false for other text.
inline bool TagSection::read_usual_tag() {
  const std::size_t place = game_.tags.size();
  if (place >= usual_.size() || !usual_[place].is_at(cursor_.at)) return false;
  const UsualTag& usual = usual_[place];
  const char* const value = cursor_.at + usual.length;
  const char* const stop = value_end(value, cursor_.end);
  if (stop[0] != '"' || stop[1] != ']') return false;
  add_tag({cursor_.at + 1, usual.length - std::size_t{3}}, span_of(value, stop), usual.known);
  cursor_.at = stop + 2;
  return true;
}

[[gnu::always_inline]] inline void TagSection::read_tag() {
  const LexedTag lexed =
      *cursor_.at == '[' ? lex_tag(cursor_.at, cursor_.end) : loose_tag_at(cursor_.at, cursor_.end);
  if (lexed.fault != TagFault::None) report_fault(lexed);
  if (!lexed.name.empty() && lexed.value.data() != nullptr) {
    const KnownTag known = known_tag_ignoring_case(lexed.name);
    const bool has_other_capitals = known != KnownTag::Other && lexed.name != to_string(known);
    const std::size_t place = game_.tags.size();
    if (lexed.fault == TagFault::None && !has_other_capitals && place < usual_.size())
      usual_[place] = UsualTag(span_of(cursor_.at, lexed.value.data()), lexed.name, known);
    add_tag(lexed.name, lexed.value, known);
    if (has_other_capitals && game_.tags.size() > place) game_.tags.back().name = to_string(known);
  }
  cursor_.at = lexed.end;
}

void TagSection::add_tag(std::string_view name, std::string_view value, KnownTag known) {
  const auto place = static_cast<std::size_t>(known);
  const bool completes_roster = place < kRosterSize && !roster_.test(place);
  if (game_.tags.size() >= PgnGame::kMaxTags && !completes_roster &&
      game_.tags.size() - roster_.count() >= PgnGame::kMaxTags) {
    if (surplus_tags_++ == 0) first_surplus_tag_ = cursor_.at;
    return;
  }
  PgnTag& tag = game_.tags.emplace_back();
  tag.name = name;
  tag.value = value;
  tag.offset = static_cast<std::uint32_t>(name.data() - cursor_.start);
  tag.value_offset = static_cast<std::uint32_t>(value.data() - cursor_.start);
  tag.known = known;
  if (place < kRosterSize) roster_.set(place);
}

void TagSection::report_surplus_tags() {
  if (surplus_tags_ == 0) return;
  reports_.report(
      DiagnosticCode::TooManyTags, first_surplus_tag_, 1,
      fmt::format("the game has more than {} tags; this one and {} more are kept as text",
                  PgnGame::kMaxTags, surplus_tags_ - 1));
  surplus_tags_ = 0;
}

// Checks for a roster tag that the game already has.
bool TagSection::is_other_games_tag(const LexedTag& tag) const {
  if (tag.name.empty() || tag.value.data() == nullptr) return false;
  const auto place = static_cast<std::size_t>(known_tag_ignoring_case(tag.name));
  return place < kRosterSize && roster_.test(place);
}

// Checks, after an empty line, whether the tags up to the next empty line belong to another game.
// The current game may have no moves.
bool TagSection::begins_other_game() const {
  if (is_event_tag(cursor_.at)) return true;
  if (!is_tag_start(cursor_.at, cursor_.end)) return false;
  const char* at = cursor_.at;
  for (std::size_t lines = 0; at < cursor_.end && *at == '[' && lines < 2;) {
    const LexedTag tag = lex_tag(at, cursor_.end);
    if (is_other_games_tag(tag)) return true;
    lines = 0;
    for (at = tag.end; at < cursor_.end && is_space_or_control(*at); ++at)
      lines += ends_line(at) ? 1 : 0;
  }
  return false;
}

bool TagSection::is_loose_tag(const char* at) const {
  if (!is_letter(*at) && *at != '(' && *at != '<') return false;
  const auto tag = lex_loose_tag(at, cursor_.end);
  return tag && known_tag_ignoring_case(tag->name) != KnownTag::Other && !is_other_games_tag(*tag);
}

bool TagSection::begins_loosely() const {
  if (!is_letter(*cursor_.at) && *cursor_.at != '(' && *cursor_.at != '<') return false;
  if (is_tag_line()) return true;
  const auto tag = lex_loose_tag(cursor_.at, cursor_.end);
  if (!tag || known_tag_ignoring_case(tag->name) == KnownTag::Other) return false;
  // Without quotation marks, "White: a poor game" is a tag only before other tags or moves.
  constexpr int kMaxTags = 64;
  const char* next = tag->end;
  for (int tags = 1; tags <= kMaxTags; ++tags) {
    int lines = 0;
    for (; next < cursor_.end && is_space_or_control(*next); ++next) lines += ends_line(next);
    if (is_tag_start(next, cursor_.end)) return lines == 1;
    const auto more = lex_loose_tag(next, cursor_.end);
    if (!more || known_tag_ignoring_case(more->name) == KnownTag::Other)
      return tags > 1 && next < cursor_.end && begins_movetext(next, cursor_.end);
    next = more->end;
  }
  return true;
}

bool TagSection::continues_game(std::size_t lines, std::optional<std::uint32_t> number) const {
  constexpr int kMaxTags = 64;
  if (lines != 1 || !is_line_start(cursor_.begin, cursor_.at)) return false;
  const char* at = cursor_.at;
  std::size_t gap = 0;
  bool repeats = false;
  bool has_roster = false;
  for (int tags = 0; at < cursor_.end && *at == '['; ++tags) {
    const LexedTag tag = lex_tag(at, cursor_.end);
    const KnownTag known = known_tag_ignoring_case(tag.name);
    const bool begins_games =
        static_cast<std::size_t>(known) < kRosterSize || known == KnownTag::Fen;
    const bool is_known = game_.tag(tag.name) != nullptr;
    if (gap > 1 && (is_event_tag(at) || (is_known && begins_games))) return !repeats;
    const bool is_cut = tag.end >= cursor_.end;
    if ((tag.name.empty() && !is_cut) || (is_known && begins_games) || tags == kMaxTags) {
      return false;
    }
    repeats |= is_known;
    has_roster |= begins_games;
    gap = 0;
    for (at = tag.end; at < cursor_.end && is_space_or_control(*at); ++at)
      gap += ends_line(at) ? 1 : 0;
  }
  if (repeats && (has_roster || !number)) return false;
  if (at >= cursor_.end) return !repeats;
  if (!number) return false;
  const SmallNumber next(at);
  if (!is_digit(*at) || !next.is_plain()) {
    return !game_.tags.empty() && std::string_view("({.").find(*at) == std::string_view::npos;
  }
  return next.value() == *number + (next.dots() > 1 ? 0 : 1);
}

bool TagSection::is_lone_result() const {
  const LexedTag tag = lex_tag(cursor_.at, cursor_.end);
  if (known_tag_ignoring_case(tag.name) != KnownTag::Result) return false;
  const PgnTag* const result = game_.tag(KnownTag::Result);
  if (result != nullptr && result->value != tag.value) return false;
  std::size_t lines = 0;
  const char* at = tag.end;
  for (; at < cursor_.end && is_space_or_control(*at); ++at) lines += ends_line(at) ? 1 : 0;
  return at >= cursor_.end || (lines > 1 && is_event_tag(at));
}

void TagSection::read_misplaced() {
  reports_.report(DiagnosticCode::TagForm, cursor_.at, cursor_.line().size(),
                  "a tag among or after the moves of its game");
  read();
}

// Checks for a line such as `White "Alder"]`.
bool TagSection::is_tag_line() const {
  const std::string_view line = cursor_.line();
  if (!is_letter(line[0]) || !line.ends_with(']') || line.find('"') == line.npos) return false;
  const auto tag = lex_loose_tag(cursor_.at, cursor_.end);
  return tag && known_tag_ignoring_case(tag->name) != KnownTag::Other;
}

// Skips Unicode spaces. Returns true if a tag of this game follows; `lines` is the number of line
// ends after the previous tag. A tag directly below another tag with the same name is a duplicate.
bool TagSection::skip_to_tag(std::size_t lines) {
  while (skip_unicode_blank(cursor_, reports_)) cursor_.skip_blanks();
  if (cursor_.is_at_end()) return false;
  return *cursor_.at == '[' || is_loose_tag(cursor_.at) || (lines == 1 && is_tag_line());
}

// Skips and reports text at the cursor, `lines` line ends after a tag, up to the game's next tag.
// Returns false if none follows soon; then skips only text on the line of the last tag.
bool TagSection::skip_text_between(std::size_t lines) {
  constexpr std::size_t kMaxText = 200;  // maximum length, white space excluded
  const char* const text = cursor_.at;
  const auto is_text = [&](std::string_view line) {
    if (line.find_first_of(lines == 0 ? "{};*$" : "{};*$(") != line.npos) return false;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos;) {
      const std::string_view word = line.substr(at, line.find_first_of(" \t", at) - at);
      const bool is_number = is_digit(word[0]) && word.find_first_of(".-/") != word.npos;
      if (is_number || parse_san(word)) return false;
      at += word.size();
    }
    return true;
  };
  const char* at = text;
  for (std::size_t size = 0; size < kMaxText && at < cursor_.end;) {
    const std::string_view words = rest_of_line(at, cursor_.end);
    const char* tag = tag_inside(words, cursor_.end);
    const std::string_view before =
        tag == nullptr ? words : words.substr(0, static_cast<std::size_t>(tag - at));
    if (!is_text(before)) break;
    size += static_cast<std::size_t>(
        std::ranges::count_if(before, [](char c) { return !is_space_or_control(c); }));
    at += words.size();
    while (at < cursor_.end && is_space_or_control(*at)) ++at;
    if (tag == nullptr && (is_tag_start(at, cursor_.end) || is_loose_tag(at))) tag = at;
    if (tag == nullptr) continue;
    cursor_.at = tag;
    if (begins_other_game()) break;
    reports_.report(DiagnosticCode::MalformedTag, text, rest_of_line(text, tag).size(),
                    "this text between the tags is not a tag");
    return true;
  }
  cursor_.at = text;
  const std::string_view rest = cursor_.line();
  if (lines == 0 && is_text(rest)) {
    reports_.report(DiagnosticCode::MalformedTag, text, rest.size(),
                    "this text after the tag is not a tag");
    cursor_.at += rest.size();
  }
  return false;
}

namespace {

// Checks whether the roster tag at `at`, which repeats a tag, begins the header of another game.
// Its players differ, or the game has no players yet.
[[gnu::noinline]] bool begins_other_header(const PgnGame& game, const char* at, const char* end) {
  constexpr int kMaxTags = 64;
  const bool is_event = known_tag_ignoring_case(lex_tag(at, end).name) == KnownTag::Event;
  std::bitset<kRosterSize> repeated;
  std::bitset<kRosterSize> differing;
  for (int tags = 0; tags < kMaxTags && at < end && *at == '['; ++tags) {
    const LexedTag tag = lex_tag(at, end);
    const KnownTag known = known_tag_ignoring_case(tag.name);
    const auto place = static_cast<std::size_t>(known);
    const PgnTag* const first = place < kRosterSize ? game.tag(known) : nullptr;
    if (first != nullptr && first->value.data() != tag.value.data()) {
      repeated.set(place);
      if (first->value != tag.value) differing.set(place);
    }
    int lines = 0;
    for (at = tag.end; at < end && is_space_or_control(*at); ++at)
      lines += arbiter::ends_line(at) ? 1 : 0;
    if (lines > 1) break;
  }
  const auto has = [](const std::bitset<kRosterSize>& tags, KnownTag tag) {
    return tags.test(static_cast<std::size_t>(tag));
  };
  if (has(differing, KnownTag::White) || has(differing, KnownTag::Black)) {
    return repeated.count() >= (is_event ? 2 : 4);
  }
  const bool has_players =
      game.tag(KnownTag::White) != nullptr || game.tag(KnownTag::Black) != nullptr;
  return is_event && !has_players && differing.count() >= 2;
}

}  // namespace

// Reads the tag section, including escapes and other text between the tags.
void TagSection::read() {
  for (;;) {
    const char* const start = cursor_.at;
    const auto roster = roster_;
    const std::size_t tags = game_.tags.size();
    if (!read_usual_tag()) read_tag();
    const bool repeats = roster == roster_ && game_.tags.size() > tags &&
                         static_cast<std::size_t>(game_.tags.back().known) < kRosterSize;
    if (repeats && begins_other_header(game_, start, cursor_.end)) {
      game_.tags.pop_back();
      cursor_.at = start;
      return;
    }
    const char* const line_end = cursor_.at + (*cursor_.at == '\r' ? 1 : 0);
    if (line_end[0] == '\n' && line_end[1] == '[' && !is_digit(line_end[2])) {
      cursor_.at = line_end + 1;
      continue;
    }
    std::size_t lines = cursor_.skip_blanks();
    while (!cursor_.is_at_end() && *cursor_.at == '%' && is_line_start(cursor_.begin, cursor_.at)) {
      lexer_.run_one(cursor_.at, cursor_.start, game_);
      lines = cursor_.skip_blanks();
    }
    const bool is_movetext = is_digit(*cursor_.at) || is_bracket_of_moves(cursor_.at) ||
                             is_number_in_brackets(cursor_.at, cursor_.end);
    if (cursor_.is_at_end() || (is_movetext && lines > 0)) return;
    if (*cursor_.at != '[' && !skip_to_tag(lines) && !skip_text_between(lines)) {
      cursor_.skip_blanks();
      return;
    }
    if (lines < 2) continue;
    if (begins_other_game()) return;
    reports_.report(DiagnosticCode::BlankInsideTags, cursor_.at, cursor_.line().size(),
                    "an empty line between the tags of one game");
  }
}

void TagSection::report_blank_lines_before_moves() const {
  if (cursor_.is_at_end() || *cursor_.at == '[' || !game_.tokens.empty())
    return;  // an escape is between the tags and the moves
  std::size_t lines = 0;
  for (const char* back = cursor_.at; back > cursor_.start && is_space_or_control(back[-1]);
       --back) {
    lines += ends_line(back - 1) ? 1 : 0;
  }
  if (lines == 1) {
    reports_.report(DiagnosticCode::MissingBlankAfterTags, cursor_.at, word_length(cursor_.at),
                    "no empty line between the tags and the moves");
  } else if (lines > 2) {
    reports_.report(DiagnosticCode::TwoBlanksBeforeMoves, cursor_.at, word_length(cursor_.at),
                    "more than one empty line between the tags and the moves");
  }
}

}  // namespace arbiter
