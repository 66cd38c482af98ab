// What of a movetext is written.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/chess/color.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Words set into lines of the export format (PGN 8.2.1).

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

enum class MovetextPart : std::uint8_t {
  Words,        // of comments
  Clocks,       // commands that tell a time: clk, emt, egt, mct
  Evaluations,  // eval, evp
  Commands,     // any other: csl, cal, ...
  Nags,         // suffixes too
  Variations,   // with all that is in them
  Numbers,      // of moves
};
inline constexpr std::size_t kMovetextParts = 7;

// By default everything. The main line and the terminator are always written, and so is what could
// not be kept as moves: that is no comment.
struct MovetextShape {
  std::bitset<kMovetextParts> dropped = {};
  std::size_t columns = LineFiller::kColumns;
  bool has_comments_on_own_lines = false;

  bool operator==(const MovetextShape&) const = default;
  bool drops(MovetextPart part) const { return dropped[static_cast<std::size_t>(part)]; }
  // Whether some part of comments is dropped.
  bool drops_of_comments() const {
    return drops(MovetextPart::Words) || drops(MovetextPart::Clocks) ||
           drops(MovetextPart::Evaluations) || drops(MovetextPart::Commands);
  }
};

// PGN export format (PGN 3.2, 8): what a game looks like, whatever it holds.

// Appends games to a text. Of each, in this order: tags, the end of the tags,
// what the movetext consists of, the terminator. Text is UTF-8. Of `shape` it heeds how lines are
// broken and whether moves have numbers.
class ExportWriter {
 public:
  // `text` is empty or ends with a line break.
  explicit ExportWriter(std::string& text, const MovetextShape& shape = {})
      : text_(text),
        has_numbers_(!shape.drops(MovetextPart::Numbers)),
        has_comments_on_own_lines_(shape.has_comments_on_own_lines),
        lines_(text, shape.columns) {}

  // One tag pair; `value` is what it means, without quotes and backslashes.
  void tag(std::string_view name, std::string_view value);
  // The empty line behind the tags.
  void end_tags();

  // A move with its number, which is written before White's moves, and before
  // Black's where something other than NAGs stands between (PGN 8.2.2.2).
  void move(std::string_view san, std::uint32_t number, Color color);
  // The same in another notation, which may have figurines or letters beyond ASCII.
  void respelled_move(std::string_view text, std::uint32_t number, Color color);
  // A word as it is, without a number of its own.
  void word(std::string_view text);
  void nag(std::uint32_t number);

  // Runs of white space, control characters among them, become one blank or one
  // line break; "[%...]" is not broken if it fits a line; "{" stays and "}" becomes
  // ")". Nothing is written for a comment that is empty.
  void comment(std::string_view text);

  // A line of its own that begins with "%", and that readers skip (PGN 6).
  void escape(std::string_view line);

  void start_variation();
  // Precondition: something stands in the variation.
  void end_variation();

  // Of a game without a terminator.
  void end_line() { lines_.end_line(); }
  // The terminator, and the empty line behind the game.
  void end_game(std::string_view terminator);

 private:
  void put(std::string_view word, std::size_t columns);
  void put_number(std::uint32_t number, Color color);

  std::string& text_;
  bool has_numbers_;
  bool has_comments_on_own_lines_;
  LineFiller lines_;
  std::string scratch_;
  std::size_t opening_ = 0;  // parentheses that the next word will have before it
  bool needs_number_ = true;
};

// A game with its words as they are written, in plain lines.

// Appends the game: every tag on a line of its own, an empty line, the movetext
// in lines of at most 79 characters where its words allow it, an empty line.
// Only the white space between tags and between tokens changes; their order
// and their bytes do not, be they right or wrong: reading the text again gives
// the same tags and the same tokens. Tags that could not be read stay where they
// stood too.
void write_lossless(const PgnGame& game, std::string& text);

}  // namespace arbiter
