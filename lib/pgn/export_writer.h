// PGN export format (PGN 3.2, 8): what a game looks like, whatever it holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lib/chess/piece.h"
#include "lib/pgn/line_filler.h"
#include "lib/pgn/movetext_shape.h"

namespace arbiter {

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

}  // namespace arbiter
