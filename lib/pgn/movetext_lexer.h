// What is known of the text behind a comment that nothing closes. For the lexer only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Keeps any stretch from being searched twice, however many comments are opened there. Begins
// empty, and is about one text.
struct CommentHorizon {
  const char* from = nullptr;   // between here and
  const char* brace = nullptr;  // this, a brace or the end of the text, no brace stands,
  const char* game = nullptr;   // and no game begins before this, which is `brace` if none does
};

// From movetext to tokens (PGN 7). Used by the reader only.

// Why the lexer stopped.
enum class MovetextEnd : std::uint8_t {
  Result,           // behind a terminator outside of variations
  Tag,              // before "[", which begins the next game's tags
  EndOfText,        //
  UnclosedComment,  // before the next game; the last token is the comment
};

// Whether a tag pair begins at `text`: "[", a name, a quotation mark. Reads no
// further than the end of the line or `end`, which is followed by a NUL.
bool is_tag_start(const char* text, const char* end);

// Whether `text`, which has 8 readable bytes, begins with `[Event "`.
bool is_event_tag(const char* text);

// Whether `at` is the first character of its line.
inline bool is_line_start(const char* begin, const char* at) {
  return at == begin || at[-1] == '\n' || at[-1] == '\r';
}

// Whether the line before the one that starts at `at` is empty but for blanks.
bool is_below_empty_line(const char* begin, const char* at);

class MovetextLexer {
 public:
  // `text` is followed by kTextPadding readable bytes, the first of them NUL. What is found out
  // about it stays in `horizon`, which begins empty and goes with the text.
  MovetextLexer(std::string_view text, CommentHorizon& horizon) : text_(text), horizon_(horizon) {}

  // Appends the tokens from `at` on to `game`, whose text begins at
  // `game_start`, and moves `at` behind the last.
  MovetextEnd run(const char*& at, const char* game_start, PgnGame& game) const;

  // The same for one token, whatever surrounds it; blanks do not count. Nothing if the token is an
  // ordinary one.
  std::optional<MovetextEnd> run_one(const char*& at, const char* game_start, PgnGame& game) const;

 private:
  class Run;

  std::string_view text_;
  CommentHorizon& horizon_;
};

}  // namespace arbiter
