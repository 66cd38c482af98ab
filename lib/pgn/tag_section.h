// The tag section of a game (PGN 8.1), for PgnReader only.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "lib/base/text.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Checks whether a line end is complete at `at`: LF, CR LF or a lone CR. A NUL must follow the
// text.
inline bool ends_line(const char* at) { return *at == '\n' || (*at == '\r' && at[1] != '\n'); }

inline std::string_view rest_of_line(const char* at, const char* end) {
  const char* stop = at;
  while (stop < end && *stop != '\n' && *stop != '\r') ++stop;
  return {at, static_cast<std::size_t>(stop - at)};
}

struct TextCursor {
  const char* begin;  // of the text
  const char* end;    // a NUL and more readable bytes follow
  const char* at;     // what is read next
  const char* start;  // of the game

  bool is_at_end() const { return at >= end; }
  std::string_view line() const { return rest_of_line(at, end); }

  // Skips ASCII spaces, and returns the number of line ends among them.
  std::size_t skip_blanks() {
    std::size_t lines = 0;
    for (; at < end && is_space_or_control(*at); ++at) lines += ends_line(at) ? 1 : 0;
    return lines;
  }
};

// Reports findings at places in a text that is at `offset` in its file.
class TextReports {
 public:
  TextReports(DiagnosticSink& sink, const char* begin, std::uint64_t offset, std::uint64_t game)
      : sink_(sink), begin_(begin), offset_(offset), game_(game) {}

  void report(DiagnosticCode code, const char* at, std::size_t length,
              std::string_view message) const {
    if (!sink_.wants(code)) return sink_.count(code);
    Diagnostic diagnostic{.code = code};
    diagnostic.offset = offset_ + static_cast<std::uint64_t>(at - begin_);
    diagnostic.length = static_cast<std::uint32_t>(length);
    diagnostic.message = message;
    diagnostic.game = game_;
    sink_.report(std::move(diagnostic));
  }

  void report_blank(const char* at) const;

 private:
  DiagnosticSink& sink_;
  const char* begin_;
  std::uint64_t offset_;
  std::uint64_t game_;  // its number in the file
};

enum class TagFault : std::uint8_t {
  None,
  Malformed,           // no name, no value or no closing bracket
  UnterminatedString,  // no closing quotation mark before the end of the line
  UnescapedQuote,      // a quotation mark inside the value
  SmartQuotes,         // curly quotation marks around the value
};

struct LexedTag {
  std::string_view name;      // may be empty where the fault is Malformed
  std::string_view value;     // between the quotes, as written
  const char* end = nullptr;  // after the tag: where reading continues
  TagFault fault = TagFault::None;
  const char* fault_at = nullptr;
};

// Skips the Unicode blank at the cursor and reports it. Returns false if there is none.
bool skip_unicode_blank(TextCursor& cursor, const TextReports& reports);

// Reads the tag at `text`, which points to "["; its name, value and brackets may be on separate
// lines. Never reads beyond `end`, which must be followed by a NUL and readable bytes, nor, at a
// fault, beyond the line. Returns the readable parts of a damaged tag, and the fault.
LexedTag lex_tag(const char* text, const char* end);

// Reads tags into a game, and the escapes among them.
class TagSection {
 public:
  TagSection(TextCursor& cursor, const TextReports& reports, const MovetextLexer& lexer,
             PgnGame& game)
      : cursor_(cursor), reports_(reports), lexer_(lexer), game_(game) {}

  // Begins a game without tags.
  void begin_game();

  // Reads to the first byte that is not a tag, or to the tags of another game.
  void read();

  // Reports the number of empty lines before the moves. Call it after read().
  void report_blank_lines_before_moves() const;

  // Reports tags beyond PgnGame::kMaxTags.
  void report_surplus_tags();

 private:
  void report_fault(const LexedTag& tag);
  void read_tag();
  void add_tag(const LexedTag& lexed);
  bool is_other_games_tag(const LexedTag& tag) const;
  bool begins_other_game() const;
  bool skip_to_tag();

  TextCursor& cursor_;
  const TextReports& reports_;
  const MovetextLexer& lexer_;
  PgnGame& game_;
  std::bitset<kRosterSize> roster_;  // which of its tags the game has
  std::uint64_t surplus_tags_ = 0;
  const char* first_surplus_tag_ = nullptr;
};

}  // namespace arbiter
