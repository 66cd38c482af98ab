// Writers of PGN: the export format, and a lossless layout.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/chess/bitboard.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Wraps words into lines of the export format (PGN 8.2.1). A word that is longer than a line has
// its own line.
class LineFiller {
 public:
  // Fewer than 80 code points (PGN 8.2.1).
  static constexpr std::size_t kColumns = 79;

  // `text` is empty or ends with a line break.
  explicit LineFiller(std::string& text, std::size_t columns = kColumns)
      : text_(text), columns_(columns) {}

  void add(std::string_view word) { add(word, word.size()); }
  // Appends a word of `columns` code points.
  void add(std::string_view word, std::size_t columns) {
    begin_word(columns);
    text_ += word;
  }

  // Appends a word that must not begin a line. Adds it to the current line even if too long, after
  // a space even in an empty line.
  void add_here(std::string_view word, std::size_t columns) {
    text_ += ' ';
    text_ += word;
    column_ += columns + 1;
  }

  // Appends a word that may contain line breaks, which are kept.
  void add_lines(std::string_view word) {
    const std::size_t first = word.find_first_of("\r\n");
    add(word, count_code_points(word.substr(0, first)));
    if (first == std::string_view::npos) return;
    column_ = count_code_points(word.substr(word.find_last_of("\r\n") + 1));
  }

  // Appends a sign directly after the last word if it fits on the line; otherwise on a new line.
  void attach(char sign) {
    if (column_ + 1 > columns_) end_line();
    text_ += sign;
    ++column_;
  }

  // Ends the line, unless it is empty.
  void end_line() {
    if (column_ > 0) text_ += '\n';
    column_ = 0;
  }

 private:
  // Writes the white space before a word of `columns` code points, and counts them.
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

enum class MovetextPart : std::uint8_t {
  Words,        // words of comments
  Clocks,       // commands with times: clk, emt, egt, mct
  Evaluations,  // eval, evp
  Commands,     // any other: csl, cal, ...
  Nags,         // suffixes too
  Variations,   // variations with their contents
  Numbers,      // move numbers
};
inline constexpr std::size_t kMovetextParts = 7;

// The parts of the movetext to write, by default all. The main line, the terminator and text that
// was set aside are always written.
struct MovetextShape {
  std::bitset<kMovetextParts> dropped = {};
  std::size_t columns = LineFiller::kColumns;
  bool has_comments_on_own_lines = false;

  bool operator==(const MovetextShape&) const = default;
  bool drops(MovetextPart part) const { return dropped[static_cast<std::size_t>(part)]; }
  // Checks whether a part of comments is dropped.
  bool drops_of_comments() const {
    return drops(MovetextPart::Words) || drops(MovetextPart::Clocks) ||
           drops(MovetextPart::Evaluations) || drops(MovetextPart::Commands);
  }
};

// Appends games in PGN export format (PGN 3.2, 8). Call tag(), end_tags(), the functions for the
// movetext, and end_game(), in this order. Text is UTF-8. `shape` sets the line breaks and whether
// moves have numbers.
class ExportWriter {
 public:
  // `text` is empty or ends with a line break.
  explicit ExportWriter(std::string& text, const MovetextShape& shape = {})
      : text_(text),
        has_numbers_(!shape.drops(MovetextPart::Numbers)),
        has_comments_on_own_lines_(shape.has_comments_on_own_lines),
        lines_(text, shape.columns) {}

  // Writes a tag pair. `value` is unescaped and without quotes.
  void tag(std::string_view name, std::string_view value);
  // Writes the empty line after the tags.
  void end_tags();

  // Writes a move. White's moves are numbered. Black's are numbered after anything except NAGs (PGN
  // 8.2.2.2).
  void move(std::string_view san, std::uint32_t number, Color color);
  // Like move(), for notations with non-ASCII characters.
  void respelled_move(std::string_view text, std::uint32_t number, Color color);
  // Writes a word unchanged, without a number.
  void word(std::string_view text);
  void nag(std::uint32_t number);

  // Writes a comment, unless it is empty. Runs of white space and control characters become one
  // space or line break. "[%...]" is not wrapped if it fits on a line. "{" is kept, and "}" becomes
  // ")".
  void comment(std::string_view text);

  // Writes a line that begins with "%", which readers skip (PGN 6).
  void escape(std::string_view line);

  void start_variation();
  // Precondition: the variation is not empty.
  void end_variation();

  // Ends the line of a game without a terminator.
  void end_line() { lines_.end_line(); }
  // Writes the terminator and the empty line after the game.
  void end_game(std::string_view terminator);

 private:
  void put(std::string_view word, std::size_t columns);
  void put_number(std::uint32_t number, Color color);

  std::string& text_;
  bool has_numbers_;
  bool has_comments_on_own_lines_;
  LineFiller lines_;
  std::string scratch_;
  std::size_t opening_ = 0;  // opening parentheses to write before the next word
  bool needs_number_ = true;
};

// Appends the game, changing only white space. Every tag has its own line, and an empty line
// follows the tags. The movetext is wrapped at 79 characters where possible, and ends with an empty
// line. Reading the text again yields the same tags and tokens. Damaged tags keep their places.
void write_lossless(const PgnGame& game, std::string& text);

}  // namespace arbiter
