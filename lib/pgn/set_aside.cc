#include "lib/pgn/set_aside.h"

#include <algorithm>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/pgn/comment_parts.h"

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
    // Tags may follow escapes.
    if (tag == game.tags.size() && token.kind != TokenKind::Escape) return found;
  }
  for (; tag < game.tags.size(); ++tag) cover(span_of(game.tags[tag], game.text));
  cover({game.text.size(), 0});
  return found;
}

}  // namespace arbiter
