#include "lib/io/text_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::string_view kBlankSigns = " \t";
constexpr std::string_view kLineEnds = "\r\n";

// Markup around games, at the start or end of a line.
constexpr std::string_view kMarkup[] = {"[pgn]",    "[/pgn]",  "[code]",  "[/code]", "[quote]",
                                        "[/quote]", "[game]",  "[/game]", "<pgn>",   "</pgn>",
                                        "<code>",   "</code>", "<game>",  "</game>", "```pgn",
                                        "```",      "{{pgn|",  "{{pgn",   "}}"};
constexpr std::string_view kMainLine = "\\mainline{";

std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(kLineEnds), text.size()));
}

std::string_view without_blank_lines(std::string_view text) {
  if (text.starts_with(kUtf8Bom)) text.remove_prefix(kUtf8Bom.size());
  text.remove_prefix(std::min(text.find_first_not_of(kLineEnds), text.size()));
  return text;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A tag pair in a line: `[Name "`, or `[Name \"` in a string.
struct TagPlace {
  std::size_t start = std::string_view::npos;
  bool is_escaped = false;
};

TagPlace tag_in(std::string_view line) {
  for (std::size_t at = line.find('['); at != line.npos; at = line.find('[', at + 1)) {
    const std::string_view rest = line.substr(at + 1);
    std::size_t end = 0;
    while (end < rest.size() && (is_letter(rest[end]) || is_digit(rest[end]) || rest[end] == '_'))
      ++end;
    if (end == 0 || !is_capital(rest[0])) continue;
    while (end < rest.size() && is_blank(rest[end])) ++end;
    const bool is_escaped = rest.substr(end).starts_with("\\\"");
    if (is_escaped || rest.substr(end).starts_with('"')) return {at, is_escaped};
  }
  return {};
}

std::size_t markup_length(std::string_view line) {
  for (const std::string_view sign : kMarkup) {
    if (equal_ignoring_case(line.substr(0, sign.size()), sign)) return sign.size();
  }
  return 0;
}

bool has_markup(std::string_view line) {
  return markup_length(line) > 0 || line.starts_with(kMainLine);
}

// Checks whether a tag or a move number follows the markup at the start of a line.
bool ends_with_game(std::string_view line) {
  const bool is_main_line = line.starts_with(kMainLine);
  const std::string_view rest =
      trim(line.substr(is_main_line ? kMainLine.size() : markup_length(line)));
  return !rest.empty() && (is_digit(rest[0]) || tag_in(rest).start == 0);
}

// Returns the pattern of the text before a tag, with each number and each run of spaces as one
// placeholder.
std::string pattern_of(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    const char sign = is_digit(c) ? TextFrame::kDigits : is_blank(c) ? TextFrame::kBlanks : c;
    if (sign == c || !pattern.ends_with(sign)) pattern += sign;
  }
  return pattern;
}

// Returns the length of a line prefix, or nothing if the line has no prefix. Trailing spaces of the
// prefix are optional, except between a number and other text.
std::optional<std::size_t> prefix_length(std::string_view pattern, std::string_view line) {
  std::size_t at = 0;
  char before = '\0';
  for (const char sign : pattern) {
    const std::size_t start = at;
    if (sign == TextFrame::kDigits) {
      while (at < line.size() && is_digit(line[at])) ++at;
      if (at == start) return std::nullopt;
    } else if (sign == TextFrame::kBlanks) {
      while (at < line.size() && is_blank(line[at])) ++at;
      if (at == start && before == TextFrame::kDigits && at < line.size()) return std::nullopt;
    } else if (at == line.size() || line[at++] != sign) {
      return std::nullopt;
    }
    before = sign;
  }
  return at;
}

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlankSigns) + 1);
}

// The prefix and suffix of a line with a tag.
struct FramedTag {
  std::string prefix;
  std::string suffix;

  bool operator==(const FramedTag&) const = default;
};

FramedTag framed_tag(std::string_view line, const TagPlace& tag) {
  const std::size_t close = line.rfind("\"]");
  const std::string_view after = close == line.npos ? "" : line.substr(close + 2);
  return {pattern_of(line.substr(0, tag.start)), std::string(trim(after))};
}

}  // namespace

std::string TextFrame::description() const {
  if (kind == Kind::Rtf) return "the file is an RTF document; only its text is read";
  if (kind == Kind::Strings)
    return "the games are string literals in JSON or source code; only these literals are read";
  std::string shown;
  for (const char sign : prefix) shown += sign == kDigits ? '1' : sign == kBlanks ? ' ' : sign;
  if (prefix.empty() && suffix.empty())
    return "markup surrounds the games; it is removed before they are read";
  return fmt::format("lines {} '{}', which is removed before the games are read",
                     prefix.empty() ? "end with" : "begin with", prefix.empty() ? suffix : shown);
}

bool may_have_frame(std::string_view start) {
  start = without_blank_lines(start);
  const std::string_view line = first_line(start);
  if (start.size() == line.size() && line.size() > 200)
    return line[0] != '[' || !is_letter(line[1]);
  const TagPlace tag = tag_in(line);
  if (tag.start == 0 && !tag.is_escaped) return framed_tag(line, tag) != FramedTag{};
  const bool is_movetext = !line.empty() && is_digit(line[0]) && tag.start == line.npos;
  return !is_movetext;
}

std::optional<TextFrame> find_frame(std::string_view start) {
  std::string_view rest = without_blank_lines(start);
  if (rest.starts_with("{\\rtf")) return TextFrame{.kind = TextFrame::Kind::Rtf};
  std::optional<FramedTag> last;
  std::size_t lines_since = 0;
  bool is_marked_up = false;
  bool is_after_markup = false;
  bool is_next_line = false;  // the line follows a line that contains only markup
  while (!rest.empty()) {
    const std::string_view line = first_line(rest);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const TagPlace tag = tag_in(line);
    // Markup is a frame only if it contains a game.
    const std::string_view shown = trim(line);
    const bool is_markup = has_markup(shown);
    is_after_markup |= is_markup;
    is_marked_up |= is_markup ? ends_with_game(shown) : is_after_markup && tag.start == 0;
    is_marked_up |= is_next_line && !shown.empty() && is_digit(shown[0]);
    if (!shown.empty()) is_next_line = is_markup;
    const bool is_remark = line.starts_with('%') || line.starts_with(';');
    if (tag.start == line.npos || is_remark) {
      if (++lines_since > 3) last.reset();
      continue;
    }
    const FramedTag framed = framed_tag(line, tag);
    const bool is_in_string =
        framed.suffix.starts_with("\\n") && !framed.prefix.empty() &&
        std::string_view("\"'`").find(framed.prefix.back()) != std::string_view::npos;
    if (tag.is_escaped || is_in_string) return TextFrame{.kind = TextFrame::Kind::Strings};
    if (last == framed) {
      if (framed == FramedTag{} && !is_marked_up) return std::nullopt;
      return TextFrame{.prefix = framed.prefix, .suffix = framed.suffix};
    }
    last = framed;
    lines_since = 0;
  }
  if (is_marked_up) return TextFrame{};
  return std::nullopt;
}

void FrameDecoder::append(std::string_view bytes, std::string& text) {
  for (const char c : bytes) {
    if (frame_.kind == TextFrame::Kind::Strings) {
      add_to_string(c, text);
    } else if (frame_.kind == TextFrame::Kind::Rtf) {
      add_to_document(c, text);
    } else if (c == '\n' || c == '\r') {
      add_line(text);
      is_line_rest_ = false;
      text += c;
    } else {
      line_ += c;
      if (line_.size() >= kMaxLine) {
        add_line(text);
        is_line_rest_ = true;
      }
    }
  }
}

void FrameDecoder::finish(std::string& text) {
  if (frame_.kind == TextFrame::Kind::Lines) add_line(text);
  if (frame_.kind == TextFrame::Kind::Strings && quote_ != '\0' && is_game_) text += line_;
}

// Adds the line without its frame.
void FrameDecoder::add_line(std::string& text) {
  std::string_view body = line_;
  if (!is_line_rest_) {
    body.remove_prefix(prefix_length(frame_.prefix, body).value_or(0));
  }
  const std::string_view end = without_blanks_at_end(body);
  if (!frame_.suffix.empty() && end.ends_with(frame_.suffix)) {
    body = end.substr(0, end.size() - frame_.suffix.size());
  }
  while (const std::size_t length = markup_length(body)) body.remove_prefix(length);
  for (const std::string_view sign : kMarkup) {
    if (body.size() > sign.size() &&
        equal_ignoring_case(body.substr(body.size() - sign.size()), sign))
      body.remove_suffix(sign.size());
  }
  const std::size_t before = text.size();
  if (skip_prefix(body, kMainLine)) open_braces_ = 1;
  if (open_braces_ == 0) text += body;
  for (const char c : open_braces_ > 0 ? body : std::string_view()) {
    if (open_braces_ > 0) open_braces_ += c == '{' ? 1 : c == '}' ? std::size_t(-1) : 0;
    text += c == '}' && open_braces_ == 0 ? ' ' : c;
  }
  text.append(line_.size() - (text.size() - before), ' ');
  line_.clear();
}

// Reads a character of source code. A string literal is part of a game if it begins with a tag, or
// is concatenated with part of a game. In a list, literals without line ends are lines of games.
void FrameDecoder::add_to_string(char c, std::string& text) {
  if (quote_ == '\0') {
    if (c == '"' || c == '\'' || c == '`') {
      quote_ = c;
      if (!joins_) is_list_ = last_sign_ == '[';
      is_game_ = is_decided_ = joins_;
      line_.clear();
      return;
    }
    if (joins_ && is_list_ && c == ',') {
      text += '\n';
      return;
    }
    joins_ = joins_ && (is_space_or_control(c) || c == '+' || c == '\\');
    if (!joins_ && is_game_) text += "\n\n";
    is_game_ = is_game_ && joins_;
    if (!is_space_or_control(c)) last_sign_ = c;
    return;
  }
  if (!escape_.empty() || c == '\\') return add_escaped(c, text);
  if (c == quote_) {
    quote_ = '\0';
    joins_ = is_game_;
    line_.clear();
    return;
  }
  // A string that is not part of a game ends with its line, because its quote may be an apostrophe
  // in a comment.
  if (c == '\n' && quote_ != '`' && !is_game_ && !trim(line_).empty()) {
    quote_ = '\0';
    line_.clear();
    return;
  }
  put({&c, 1}, text);
}

// Adds bytes to the string. The string's first characters decide whether it is part of a game.
void FrameDecoder::put(std::string_view bytes, std::string& text) {
  constexpr std::size_t kMaxUndecided = 64;
  if (is_decided_ && !is_game_) return;
  (is_game_ ? text : line_) += bytes;
  if (bytes == "\n") is_list_ = false;
  if (is_decided_) return;
  const TagPlace tag = tag_in(line_);
  is_game_ = tag.start != std::string_view::npos && trim(line_).starts_with('[');
  is_decided_ = is_game_ || line_.size() > kMaxUndecided;
  if (is_game_) text += std::exchange(line_, {});
}

void FrameDecoder::put_code_point(char32_t code_point, std::string& text) {
  std::string bytes;
  append_utf8(code_point, bytes);
  put(bytes, text);
}

void FrameDecoder::add_escaped(char c, std::string& text) {
  escape_ += c;
  if (escape_.size() == 1) return;
  const char kind = escape_[1];
  if (kind == 'u') {
    if (escape_.size() < 6) return;
    std::uint32_t value = 0;
    for (const char digit : std::string_view(escape_).substr(2)) {
      const char small = to_small(digit);
      value = value * 16 +
              static_cast<std::uint32_t>(is_digit(small) ? small - '0' : (small - 'a' + 10) & 15);
    }
    const char32_t high = std::exchange(high_surrogate_, 0);
    if (value >= 0xD800 && value < 0xDC00) {
      high_surrogate_ = value;
    } else if (value >= 0xDC00 && value < 0xE000) {
      if (high != 0) put_code_point(0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00), text);
    } else if (value > 0) {
      put_code_point(value, text);
    }
  } else if (kind != '\n' && kind != '\r') {
    const char written = kind == 'n' ? '\n' : kind == 'r' || kind == 't' ? ' ' : kind;
    put({&written, 1}, text);
  }
  escape_.clear();
}

// Reads a character of an RTF document.
void FrameDecoder::add_to_document(char c, std::string& text) {
  const bool is_shown = hidden_depth_ == 0;
  if (!line_.empty()) {
    const bool is_sign = line_.size() == 1 && !is_letter(c);
    if (is_sign && c == '\'') {
      line_ += c;
      return;
    }
    if (line_.starts_with("\\'")) {
      line_ += c;
      if (line_.size() < 4) return;
      unsigned value = 0;
      for (const char digit : {to_small(line_[2]), to_small(line_[3])})
        value = value * 16 +
                static_cast<unsigned>(is_digit(digit) ? digit - '0' : (digit - 'a' + 10) & 15);
      if (!skip_fallback() && is_shown && value > 0)
        text += utf8_from_windows_1252(std::string(1, static_cast<char>(value)));
      line_.clear();
      return;
    }
    if (is_sign) {
      line_.clear();
      if (c == '*')
        hidden_depth_ = is_shown ? depth_ : hidden_depth_;
      else if (c == '~')
        text += is_shown ? " " : "";
      else if (c == '\n' || c == '\r')
        text += is_shown ? "\n" : "";
      else if (is_shown)
        text += c;
      return;
    }
    if (line_.size() < 32 && (is_letter(c) || is_digit(c) || c == '-')) {
      line_ += c;
      return;
    }
    end_control_word(text);
    if (c == ' ') return;
  }
  if (c == '\\') {
    line_ = c;
  } else if (c == '{') {
    ++depth_;
  } else if (c == '}') {
    if (hidden_depth_ == depth_) hidden_depth_ = 0;
    depth_ -= depth_ > 0 ? 1 : 0;
  } else if (c != '\n' && c != '\r' && !skip_fallback() && hidden_depth_ == 0) {
    text += c;
  }
}

// Skips a fallback character for the preceding \u code point.
bool FrameDecoder::skip_fallback() {
  if (fallback_left_ == 0) return false;
  --fallback_left_;
  return true;
}

void FrameDecoder::end_control_word(std::string& text) {
  const std::string word = std::exchange(line_, {});
  const std::string_view name =
      std::string_view(word).substr(1, std::string_view(word).find_first_of("-0123456789") - 1);
  if (is_listed(name, "fonttbl|colortbl|stylesheet|info|header|footer|pict|listtable|generator")) {
    if (hidden_depth_ == 0) hidden_depth_ = depth_;
  }
  fallback_left_ = 0;
  const auto number = [&] {
    return parse_number<int>(std::string_view(word).substr(1 + name.size())).value_or(0);
  };
  if (name == "uc") fallback_size_ = static_cast<std::size_t>(std::clamp(number(), 0, 9));
  if (hidden_depth_ > 0) return;
  if (is_listed(name, "par|line|page|row|sect")) text += '\n';
  if (is_listed(name, "tab|cell")) text += ' ';
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"ldblquote", "\""}, {"rdblquote", "\""},  {"lquote", "'"},
      {"rquote", "'"},     {"endash", "\u2013"}, {"emdash", "\u2014"}};
  for (const auto& [sign, written] : kSigns) {
    if (name == sign) text += written;
  }
  if (name == "u" && word.size() > 2) {
    const int value = number();
    fallback_left_ = fallback_size_;
    append_utf8(static_cast<char32_t>(value < 0 ? value + 0x10000 : value), text);
  }
}

}  // namespace arbiter
