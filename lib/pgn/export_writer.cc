#include "lib/pgn/export_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/base/encoding.h"
#include "lib/pgn/comment_words.h"
#include "lib/pgn/tag_value.h"

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

}  // namespace arbiter
