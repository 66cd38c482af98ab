// The lexer of movetext (PGN 7), for PgnReader only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Cached search results after an unclosed comment, so that no part of a text is searched twice.
struct CommentHorizon {
  const char* from = nullptr;   // the start of the searched text
  const char* brace = nullptr;  // the first brace from there on, or the end of the text
  const char* game = nullptr;   // the first game before `brace`, or `brace` if none begins
  // True if the file continues after the text, so that an unclosed comment may be closed there.
  bool is_cut = false;
};

// The reason why the lexer stopped.
enum class MovetextEnd : std::uint8_t {
  Result,           // after a terminator outside of variations
  Tag,              // before "[", which begins the next game's tags
  FirstNumber,      // before "1." and a move at the start of a line, after other moves
  EndOfText,        //
  UnclosedComment,  // before the next game; the last token is the comment
};

// Checks for a tag pair at `text`: "[", a name, a quotation mark. Reads at most to the end of the
// line or to `end`, which must be followed by a NUL.
bool is_tag_start(const char* text, const char* end);

// Checks whether `text`, which has 8 readable bytes, begins with `[Event "`.
bool is_event_tag(const char* text);

// Checks for a bracket before a move number and a move.
bool is_bracket_of_moves(const char* text);

// Checks whether `at` is the first character of its line.
inline bool is_line_start(const char* begin, const char* at) {
  return at == begin || at[-1] == '\n' || at[-1] == '\r';
}

// Checks whether the line before the one at `at` contains nothing but spaces.
bool is_below_empty_line(const char* begin, const char* at);

class MovetextLexer {
 public:
  // `text` must be followed by kTextPadding readable bytes, the first of them NUL. `horizon` must
  // be empty for a new text, and must be passed again for the same text.
  MovetextLexer(std::string_view text, CommentHorizon& horizon) : text_(text), horizon_(horizon) {}

  // Appends the tokens from `at` on to `game`, whose text begins at `game_start`, and moves `at`
  // after the last one. A "1." directly at `at` does not stop the lexer.
  MovetextEnd run(const char*& at, const char* game_start, PgnGame& game) const;

  // Appends one token, and skips the spaces before it. Returns nothing if the lexer continues.
  std::optional<MovetextEnd> run_one(const char*& at, const char* game_start, PgnGame& game) const;

 private:
  class Run;

  std::string_view text_;
  CommentHorizon& horizon_;
};

}  // namespace arbiter
