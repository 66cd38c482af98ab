#include "lib/pgn/export_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/pgn/comment_parts.h"
#include "lib/pgn/comment_words.h"
#include "lib/pgn/tag_value.h"
#include "lib/text/encoding.h"

namespace arbiter::pgn {

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

void ExportWriter::move(std::string_view san, std::uint32_t number, Color color) {
  if (is_hidden()) return;
  const bool has_number = color == Color::White || needs_number_;
  if (has_number && !shape_.drops(MovetextPart::Numbers)) {
    const fmt::format_int digits(number);
    scratch_.assign(digits.data(), digits.size());
    scratch_ += color == Color::White ? "." : "...";
    put(scratch_, scratch_.size());
  }
  put(san, san.size());
  needs_number_ = false;
}

void ExportWriter::word(std::string_view text) {
  if (!is_hidden()) put(text, count_code_points(text));
}

void ExportWriter::nag(std::uint32_t number) {
  if (is_hidden() || shape_.drops(MovetextPart::Nags)) return;
  scratch_ = '$';
  scratch_ += fmt::format_int(number).str();
  put(scratch_, scratch_.size());
}

void ExportWriter::comment(std::string_view text) {
  if (is_hidden()) return;
  if (!shape_.drops_of_comments()) return write_comment(text);
  write_comment(remaining_comment(text, shape_));
}

void ExportWriter::write_comment(std::string_view text) {
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
    const std::size_t columns = word.columns + (is_first ? 1 : 0) + (word.is_last ? 1 : 0);
    if (word.must_stay && !is_first) {
      lines_.add_here(written, columns);
    } else {
      put(written, columns);
    }
    is_first = false;
  }
  if (!is_first) needs_number_ = true;
}

void ExportWriter::escape(std::string_view line) {
  if (is_hidden() || shape_.drops(MovetextPart::Words)) return;
  lines_.end_line();
  text_ += line;
  text_ += '\n';
}

void ExportWriter::start_variation() {
  if (is_hidden() || shape_.drops(MovetextPart::Variations)) {
    ++hidden_;
    return;
  }
  ++opening_;
  needs_number_ = true;
}

void ExportWriter::end_variation() {
  if (is_hidden()) {
    --hidden_;
    return;
  }
  lines_.attach(')');
  needs_number_ = true;
}

void ExportWriter::end_game(std::string_view terminator) {
  put(terminator, terminator.size());
  lines_.end_line();
  text_ += '\n';
}

}  // namespace arbiter::pgn
