#include "lib/pgn/comment_parts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/chess/bitboard.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {
namespace {

bool ends_line(TokenKind kind) {
  return kind == TokenKind::VariationEnd || kind == TokenKind::Result;
}

std::string_view inside(const PgnGame& game, const Token& comment) {
  std::string_view text = game.text_of(comment);
  if (text.ends_with('}')) text.remove_suffix(1);
  return trim(text.substr(kUnreadable.size()));
}

bool has_moves(const PgnGame& game, const Token& token) {
  if (token.kind != TokenKind::BraceComment) return false;
  if (!game.text_of(token).starts_with(kUnreadable)) return false;
  CommentWord first;
  return CommentWords(inside(game, token)).next(first);
}

// Checks whether the words in braces can be read as moves, without tags, comments, results or
// unbalanced parentheses.
class Contents {
 public:
  void add(std::string_view text) {
    for (const std::string_view sign : {"[", "{", ";", "*", "1-0", "0-1", "1/2"}) {
      is_fit_ = is_fit_ && text.find(sign) == std::string_view::npos;
    }
    for (const char c : text) {
      depth_ += c == '(' ? 1 : c == ')' ? -1 : 0;
      is_fit_ = is_fit_ && depth_ >= 0;
    }
  }
  bool are_fit() const { return is_fit_ && depth_ == 0; }

 private:
  int depth_ = 0;
  bool is_fit_ = true;
};

void uncover(std::string& text, const Token& comment) {
  const auto begin = text.begin() + comment.offset;
  const auto end = begin + comment.length;
  std::fill(begin, begin + static_cast<std::ptrdiff_t>(kUnreadable.size()), ' ');
  if (end[-1] == '}') end[-1] = ' ';  // the comment may be unclosed
  std::replace_if(
      begin, end, [](char c) { return c == '\n' || c == '\r'; }, ' ');
}

}  // namespace

bool begins_with_moves(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t end = text.find_first_not_of(kDigits);
  if (end == 0 || end == std::string_view::npos || text[0] == '0') return false;
  if (text[end] != '.' && static_cast<unsigned char>(text[end]) > ' ') return false;
  return std::ranges::any_of(text.substr(end), [](char c) {
    return c != '.' && !is_digit(c) && static_cast<unsigned char>(c) > ' ';
  });
}

std::optional<UncoveredMoves> with_moves_back(const PgnGame& game) {
  std::optional<UncoveredMoves> uncovered;
  const Tokens& tokens = game.tokens;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!has_moves(game, tokens[at])) continue;
    // Text without a number may precede the rest of an unclosed variation.
    const bool begins = begins_with_moves(inside(game, tokens[at]));
    std::vector<Token> comments;
    Contents contents;
    for (; at < tokens.size() && is_remark(tokens[at]); ++at) {
      if (!has_moves(game, tokens[at])) continue;
      comments.push_back(tokens[at]);
      contents.add(inside(game, tokens[at]));
    }
    const bool is_end = at == tokens.size() || ends_line(tokens[at].kind);
    if (!begins || !is_end || !contents.are_fit()) continue;
    if (!uncovered) uncovered.emplace().text = game.text;
    for (const Token& comment : comments) uncover(uncovered->text, comment);
    uncovered->beginnings.push_back(comments.front().offset);
  }
  return uncovered;
}

bool ended_line(const PgnGame& game, const Token& word) {
  if (game.line_ends.empty()) return false;
  const Token* first = &word;
  while (first != game.tokens.data() && first[-1].kind == TokenKind::MoveNumber) --first;
  const std::uint32_t begin = first == game.tokens.data() ? 0 : first[-1].offset + first[-1].length;
  const auto place = std::ranges::lower_bound(game.line_ends, begin);
  return place != game.line_ends.end() && *place < word.offset;
}

std::size_t start_of_tag(const PgnTag& tag, std::string_view text) {
  std::size_t start = tag.offset;
  for (std::size_t at = start; at > 0; --at) {
    const bool has_bracket = start < tag.offset;
    const bool is_sign = has_bracket ? text[at - 1] == text[start]
                                     : std::string_view("[(<").find(text[at - 1]) != text.npos;
    if (is_sign) start = at - 1;
    if (!is_sign && !is_space_or_control(text[at - 1])) break;
  }
  return start;
}

namespace {

// Returns the byte range of a tag with its brackets and quotation marks.
ByteRange span_of(const PgnTag& tag, std::string_view text) {
  const std::size_t start = start_of_tag(tag, text);
  std::size_t end = tag.value_offset + tag.value.size();
  for (std::size_t at = end; at < text.size();) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at);  // "]" may follow a line end
    if (next != text.npos && text[next] == ']') at = next;
    const std::size_t length = quote_length(text.substr(at));
    const bool is_sign = std::string_view("])>").find(text[at]) != std::string_view::npos;
    if (length == 0 && !is_sign && text[at] != ' ' && text[at] != '\t') break;
    at += std::max<std::size_t>(length, 1);
    if (length > 0 || is_sign) end = at;
    if (is_sign && (at == text.size() || text[at] != ']')) break;
  }
  return {start, end - start};
}

}  // namespace

bool has_markup(const PgnGame& game) {
  if (!game.unicode_blank || game.tokens.empty()) return false;
  std::size_t end = game.tokens.front().offset;
  const bool has_sign = std::ranges::any_of(game.tokens, [&](const Token& token) {
    const std::string_view between = game.text.substr(end, token.offset - end);
    end = token.offset + token.length;
    return !is_blank_text(between);
  });
  return has_sign || !is_blank_text(game.text.substr(end));
}

std::vector<std::string_view> damaged_tags(const PgnGame& game) {
  std::vector<std::string_view> found;
  std::size_t covered = 0;
  const auto cover = [&](ByteRange span) {
    const std::size_t start = std::max(span.offset, covered);
    const std::string_view gap = trim(game.text.substr(covered, start - covered));
    const bool is_markup = game.unicode_blank == gap.data() - game.text.data();
    if (!is_blank_text(gap) && !is_markup) found.push_back(gap);
    covered = std::max(covered, span.offset + span.size);
  };
  std::size_t tag = 0;
  for (const Token& token : game.tokens) {
    for (; tag < game.tags.size() && game.tags[tag].offset < token.offset; ++tag) {
      cover(span_of(game.tags[tag], game.text));
    }
    cover({token.offset, token.length});
    // Escapes may precede tags.
    if (tag == game.tags.size() && token.kind != TokenKind::Escape) return found;
  }
  for (; tag < game.tags.size(); ++tag) cover(span_of(game.tags[tag], game.text));
  cover({game.text.size(), 0});
  return found;
}

namespace {

MovetextPart part_of(std::string_view command) {
  const CommandKind kind = command_kind(command);
  if (kind != CommandKind::Unknown && is_time_command(kind)) return MovetextPart::Clocks;
  const bool is_evaluation = kind == CommandKind::Evaluation || command == "evp";
  return is_evaluation ? MovetextPart::Evaluations : MovetextPart::Commands;
}

// Returns the length of the command at the start of `text`, "[%clk 0:10:00]", or 0.
std::size_t length_of_command(std::string_view text) {
  if (!text.starts_with("[%")) return 0;
  const std::size_t end = text.find_first_of("[]", 1);
  return end == std::string_view::npos || text[end] != ']' ? 0 : end + 1;
}

void append_part(std::string_view part, std::string& left) {
  if (part.empty()) return;
  if (!left.empty() && left.back() != ' ' && part.front() != ' ') left += ' ';
  left += part;
}

}  // namespace

bool CommentParts::next(CommentPart& part) {
  if (rest_.empty()) return false;
  part = {};
  const std::size_t command = length_of_command(rest_);
  // A bracket that does not begin a command is part of a word.
  const std::size_t length = command > 0 ? command : std::min(rest_.find("[%", 1), rest_.size());
  part.text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  part.is_command = command > 0;
  if (!part.is_command) return true;
  const std::string_view inside = part.text.substr(2, length - 3);
  const std::size_t name = std::min(inside.find_first_of(" \t\r\n"), inside.size());
  part.name = inside.substr(0, name);
  part.value = trim(inside.substr(name));
  return true;
}

std::string remaining_comment(std::string_view text, const MovetextShape& shape) {
  if (!shape.drops_of_comments() || is_set_aside_text(text)) return std::string(text);
  std::string left;
  CommentParts parts(text);
  for (CommentPart part; parts.next(part);) {
    const MovetextPart kind = part.is_command ? part_of(part.name) : MovetextPart::Words;
    if (!shape.drops(kind)) append_part(part.is_command ? part.text : trim(part.text), left);
  }
  return left;
}

namespace {

bool is_space(char c) { return is_control(c) || c == ' '; }

std::string_view without_leading_spaces(std::string_view text) {
  std::size_t start = 0;
  while (start < text.size() && is_space(text[start])) ++start;
  return text.substr(start);
}

std::string_view without_trailing_spaces(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool may_begin_line(std::string_view word) {
  if (word[0] == '%') return false;
  return word[0] != '[' || (word.size() > 1 && word[1] == '%');
}

// Checks whether all white space consists of single spaces.
bool has_single_spaces(std::string_view text) {
  char before = '\0';
  for (const char c : text) {
    if (is_space(c) && (c != ' ' || before == ' ')) return false;
    before = c;
  }
  return true;
}

}  // namespace

CommentWords::CommentWords(std::string_view text)
    : rest_(without_trailing_spaces(without_leading_spaces(text))), is_ascii_(is_ascii(rest_)) {}

// Returns the command at the start of the rest, if it has single spaces and fits on a line;
// otherwise an empty view.
std::string_view CommentWords::command() const {
  if (!rest_.starts_with("[%")) return {};
  // A limit in bytes, because a text has at most as many columns as bytes.
  constexpr std::size_t kMaxColumns = LineFiller::kColumns - 2;
  const std::size_t end = rest_.substr(0, kMaxColumns).find(']');
  if (end != std::string_view::npos) return rest_.substr(0, end + 1);
  std::size_t written = 0;
  for (std::size_t at = 0; at < rest_.size() && written <= kMaxColumns; ++at) {
    written += is_space(rest_[at]) && is_space(rest_[at - 1]) ? 0 : 1;
    if (rest_[at] == ']' && written <= kMaxColumns) return rest_.substr(0, at + 1);
  }
  return {};
}

std::string_view CommentWords::without_line_breaks(std::string_view command) {
  if (has_single_spaces(command)) return command;
  scratch_.clear();
  for (const char c : command) {
    if (!is_space(c)) {
      scratch_ += c;
    } else if (scratch_.back() != ' ') {
      scratch_ += ' ';
    }
  }
  return scratch_;
}

bool CommentWords::next(CommentWord& word) {
  if (rest_.empty()) return false;
  std::size_t length = command().size();
  while (length < rest_.size() && !is_space(rest_[length])) ++length;
  word.text = without_line_breaks(rest_.substr(0, length));
  word.columns = is_ascii_ ? word.text.size() : count_code_points(word.text);
  word.must_stay = !may_begin_line(word.text);
  rest_ = without_leading_spaces(rest_.substr(length));
  word.is_last = rest_.empty();
  return true;
}

namespace {

std::optional<MarkColor> color_of(char letter) {
  constexpr std::pair<char, MarkColor> kColors[] = {{'G', MarkColor::Green},
                                                    {'R', MarkColor::Red},
                                                    {'Y', MarkColor::Yellow},
                                                    {'B', MarkColor::Blue}};
  const auto* color = std::ranges::find(kColors, letter, &std::pair<char, MarkColor>::first);
  return color == std::end(kColors) ? std::nullopt : std::optional(color->second);
}

// Adds a mark: "Ga4" or "Gg1f3".
void add_mark(std::string_view word, CommandKind kind, BoardMarks& marks) {
  const std::size_t size = kind == CommandKind::Squares ? 3 : 5;
  if (word.size() != size) return;
  const auto color = color_of(word[0]);
  const auto first = parse_square(word.substr(1, 2));
  if (!color || !first) return;
  if (kind == CommandKind::Squares) {
    marks.squares.push_back({*first, *color});
  } else if (const auto second = parse_square(word.substr(3, 2))) {
    marks.arrows.push_back({*first, *second, *color});
  }
}

}  // namespace

void add_marks(std::string_view comment, BoardMarks& marks) {
  if (comment.find("[%") == std::string_view::npos) return;
  CommentParts parts(comment);
  for (CommentPart part; parts.next(part);) {
    if (!part.is_command) continue;
    const CommandKind kind = command_kind(part.name);
    if (kind != CommandKind::Squares && kind != CommandKind::Arrows) continue;
    std::string_view rest = part.value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      add_mark(trim(rest.substr(0, comma)), kind, marks);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
  }
}

}  // namespace arbiter
