#include "lib/pgn/export_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "lib/pgn/comment_parts.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

void ExportWriter::tag(std::string_view name, std::string_view value) {
  text_ += '[';
  text_ += name;
  text_ += ' ';
  text_ += quote(value);
  text_ += "]\n";
}

void ExportWriter::end_tags() {
  text_ += '\n';
  needs_number_ = true;
}

void ExportWriter::put(std::string_view word, std::size_t columns) {
  if (opening_ == 0) return lines_.add(word, columns);
  std::string opened(opening_, '(');
  opened += word;
  lines_.add(opened, columns + opening_);
  opening_ = 0;
}

void ExportWriter::put_number(std::uint32_t number, Color color) {
  const bool has_number = color == Color::White || needs_number_;
  if (has_number && has_numbers_) {
    const fmt::format_int digits(number);
    scratch_.assign(digits.data(), digits.size());
    scratch_ += color == Color::White ? "." : "...";
    put(scratch_, scratch_.size());
  }
  needs_number_ = false;
}

void ExportWriter::move(std::string_view san, std::uint32_t number, Color color) {
  put_number(number, color);
  put(san, san.size());
}

void ExportWriter::respelled_move(std::string_view text, std::uint32_t number, Color color) {
  put_number(number, color);
  put(text, count_code_points(text));
}

void ExportWriter::word(std::string_view text) { put(text, count_code_points(text)); }

void ExportWriter::nag(std::uint32_t number) {
  scratch_ = '$';
  scratch_ += fmt::format_int(number).str();
  put(scratch_, scratch_.size());
}

void ExportWriter::comment(std::string_view text) {
  const bool has_brace = text.find('}') != std::string_view::npos;
  CommentWords words(text);
  CommentWord word;
  bool is_first = true;
  while (words.next(word)) {
    std::string_view written = word.text;
    if (is_first || word.is_last || has_brace) {
      scratch_ = is_first ? "{" : "";
      scratch_ += word.text;
      if (has_brace) std::replace(scratch_.begin(), scratch_.end(), '}', ')');
      if (word.is_last) scratch_ += '}';
      written = scratch_;
    }
    if (is_first && has_comments_on_own_lines_ && opening_ == 0) lines_.end_line();
    const std::size_t columns = word.columns + (is_first ? 1 : 0) + (word.is_last ? 1 : 0);
    if (word.must_stay && !is_first) {
      lines_.add_here(written, columns);
    } else {
      put(written, columns);
    }
    is_first = false;
  }
  if (is_first) return;
  needs_number_ = true;
  if (has_comments_on_own_lines_) lines_.end_line();
}

void ExportWriter::escape(std::string_view line) {
  lines_.end_line();
  text_ += line;
  text_ += '\n';
}

void ExportWriter::start_variation() {
  ++opening_;
  needs_number_ = true;
}

void ExportWriter::end_variation() {
  lines_.attach(')');
  needs_number_ = true;
}

void ExportWriter::end_game(std::string_view terminator) {
  put(terminator, terminator.size());
  lines_.end_line();
  text_ += '\n';
}

namespace {

// Trims the white space that the reader skips. Keeps NUL, because "[E" with a NUL is not a tag.
std::string_view without_outer_spaces(std::string_view text) {
  const auto is_blank = [](char c) { return c != '\0' && static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

class LosslessWriter {
 public:
  LosslessWriter(const PgnGame& game, std::string& text) : game_(game), text_(text), lines_(text) {}

  void run() {
    // Line breaks are kept if there are semicolons, or text between tags, because their meaning
    // depends on lines.
    const bool has_semicolon = std::ranges::any_of(game_.tokens, [this](const Token& token) {
      return token.kind == TokenKind::Stray && game_.text_of(token) == ";";
    });
    const bool has_other_text =
        !game_.tags.empty() && std::ranges::any_of(damaged_tags(game_), [](std::string_view text) {
          return !text.starts_with('[');
        });
    if (has_semicolon || has_other_text || has_markup(game_)) {
      text_ += without_outer_spaces(game_.text);
      text_ += "\n\n";
      return;
    }
    std::size_t first = 0;
    if (!game_.tags.empty()) {
      const std::size_t section = bracket_of(game_.tags.front());
      const std::size_t leading = token_at(section);
      line(0, std::min(section, offset_of_token(0)));
      words(0, leading);
      lines_.end_line();
      first = token_at(game_.tags.back().offset);
      tags(offset_of_token(first));
      text_ += '\n';
    } else {
      line(0, offset_of_token(0));
    }
    words(first, game_.tokens.size());
    if (first == game_.tokens.size()) return;
    lines_.end_line();
    text_ += '\n';
  }

 private:
  std::size_t bracket_of(const PgnTag& tag) const { return start_of_tag(tag, game_.text); }

  // Returns the index of the first token from `offset` on.
  std::size_t token_at(std::size_t offset) const {
    const auto found = std::ranges::lower_bound(game_.tokens, offset, {}, &Token::offset);
    return static_cast<std::size_t>(found - game_.tokens.begin());
  }

  std::size_t offset_of_token(std::size_t index) const {
    return index < game_.tokens.size() ? game_.tokens[index].offset : game_.text.size();
  }

  // Writes a part of the text on its own line, trimmed.
  void line(std::size_t start, std::size_t end) {
    const std::string_view written = without_outer_spaces(game_.text.substr(start, end - start));
    if (written.empty()) return;
    lines_.end_line();
    text_ += written;
    text_ += '\n';
  }

  // Writes the tags. Text up to the next bracket is treated as part of a tag, so that damaged tags
  // are preserved.
  void tags(std::size_t end) {
    for (std::size_t i = 0; i + 1 < game_.tags.size(); ++i) {
      const std::size_t start = bracket_of(game_.tags[i]);
      const std::size_t next = bracket_of(game_.tags[i + 1]);
      const std::string_view written = game_.text.substr(start, next - start);
      if (without_outer_spaces(written).ends_with('\0')) {
        text_ += written;  // a line end after the NUL could create an empty line, which ends a game
      } else {
        line(start, next);
      }
    }
    line(bracket_of(game_.tags.back()), end);
  }

  void words(std::size_t first, std::size_t last) {
    const std::span<const Token> tokens(game_.tokens);
    std::size_t written = first < last ? tokens[first].offset : 0;
    for (std::size_t i = first; i < last;) {
      const Token& start = tokens[i];
      const std::size_t begin = invisible(written, start.offset);
      std::size_t end = start.offset;
      bool is_terminator = false;
      bool ends_line = false;
      for (; i < last && tokens[i].offset == end && !is_terminator; ++i) {
        is_terminator = follow(tokens[i]);
        end += tokens[i].length;
        if (!is_terminator && i + 1 < last) end = after_invisible(end, tokens[i + 1].offset);
        ends_line |= tokens[i].kind == TokenKind::LineComment ||
                     tokens[i].kind == TokenKind::Escape || game_.text_of(tokens[i]) == "[";
      }
      unit(start.kind, game_.text.substr(begin, end - begin));
      written = end;
      if (is_terminator) {
        // Line breaks after a terminator are kept, because the meaning of text after it depends on
        // them.
        const std::size_t tail_end = tokens.back().offset + tokens.back().length;
        text_ += game_.text.substr(end, tail_end - end);
        return;
      }
      if (ends_line && i < last) lines_.end_line();
    }
  }

  bool is_blank(std::size_t at) const { return static_cast<unsigned char>(game_.text[at]) <= ' '; }

  // Returns the end of the invisible characters, other than ASCII spaces, between two tokens. The
  // text may also contain a damaged tag.
  std::size_t after_invisible(std::size_t begin, std::size_t end) const {
    const std::string_view between = game_.text.substr(begin, end - begin);
    const bool is_tag = std::ranges::any_of(between, [](char c) { return c > ' '; });
    if (is_tag) return begin;
    while (begin < end && !is_blank(begin)) ++begin;
    return begin;
  }

  // Writes the invisible characters between two tokens. Returns the start of the characters
  // adjacent to the second token, which are not written.
  std::size_t invisible(std::size_t begin, std::size_t end) {
    for (;;) {
      while (begin < end && is_blank(begin)) ++begin;
      const std::size_t stop = after_invisible(begin, end);
      if (stop == end) return begin;
      if (stop == begin) return end;
      const std::string_view characters = game_.text.substr(begin, stop - begin);
      lines_.add_here(characters, count_code_points(characters));
      begin = stop;
    }
  }

  // Tracks the variation depth. Returns true if the token is the terminator of the game.
  bool follow(const Token& token) {
    if (token.kind == TokenKind::VariationStart) ++depth_;
    if (token.kind == TokenKind::VariationEnd && depth_ > 0) --depth_;
    return token.kind == TokenKind::Result && depth_ == 0;
  }

  // Writes adjacent tokens; `kind` is the kind of the first token. At the start of a line, "%"
  // would be an escape, and "[" might be a tag. Therefore "[" must be the last word of its line.
  void unit(TokenKind kind, std::string_view written) {
    if (kind == TokenKind::Escape) lines_.end_line();
    if (kind == TokenKind::Stray) {
      lines_.add_here(written, count_code_points(written));
    } else {
      lines_.add_lines(written);
    }
  }

  const PgnGame& game_;
  std::string& text_;
  LineFiller lines_;
  std::size_t depth_ = 0;  // depth of variations
};

}  // namespace

void write_lossless(const PgnGame& game, std::string& text) { LosslessWriter(game, text).run(); }

}  // namespace arbiter
