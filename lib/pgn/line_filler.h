// Words set into lines of the export format (PGN 8.2.1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"

namespace arbiter {

// Appends words to a text, one blank or one line break before each. A word that
// is longer than a line stands alone on one.
class LineFiller {
 public:
  // Less than 80, in code points (PGN 8.2.1).
  static constexpr std::size_t kColumns = 79;

  // `text` is empty or ends with a line break.
  explicit LineFiller(std::string& text, std::size_t columns = kColumns)
      : text_(text), columns_(columns) {}

  // A word of ASCII characters.
  void add(std::string_view word) { add(word, word.size()); }
  // A word of `columns` code points.
  void add(std::string_view word, std::size_t columns) {
    begin_word(columns);
    text_ += word;
  }

  // On the present line, however long it grows, and behind a blank if that is
  // empty: for what must not begin a line.
  void add_here(std::string_view word, std::size_t columns) {
    text_ += ' ';
    text_ += word;
    column_ += columns + 1;
  }

  // A word that may have line breaks of its own, which stay.
  void add_lines(std::string_view word) {
    const std::size_t first = word.find_first_of("\r\n");
    add(word, count_code_points(word.substr(0, first)));
    if (first == std::string_view::npos) return;
    column_ = count_code_points(word.substr(word.find_last_of("\r\n") + 1));
  }

  // Directly behind the last word if there is room, else on a new line.
  void attach(char sign) {
    if (column_ + 1 > columns_) end_line();
    text_ += sign;
    ++column_;
  }

  // Does nothing on an empty line.
  void end_line() {
    if (column_ > 0) text_ += '\n';
    column_ = 0;
  }

 private:
  // The white space before a word, and its place in the line.
  void begin_word(std::size_t columns) {
    if (column_ > 0 && column_ + 1 + columns > columns_) {
      text_ += '\n';
      column_ = columns;
    } else {
      if (column_ > 0) text_ += ' ';
      column_ += columns + (column_ > 0 ? 1 : 0);
    }
  }

  std::string& text_;
  std::size_t columns_;
  std::size_t column_ = 0;
};

}  // namespace arbiter
