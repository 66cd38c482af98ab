// Where the reader stands in a text, and reports about places in it. Used by the reader only.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

inline bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Whether a line end is complete with `at`: LF, CR LF or a lone CR. A NUL follows the text.
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

  // The number of line ends that were skipped.
  std::size_t skip_blanks() {
    std::size_t lines = 0;
    for (; at < end && is_blank(*at); ++at) lines += ends_line(at) ? 1 : 0;
    return lines;
  }
};

// Reports what is wrong at places in a text that stands at `offset` in its file.
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

 private:
  DiagnosticSink& sink_;
  const char* begin_;
  std::uint64_t offset_;
  std::uint64_t game_;  // its number in the file
};

// One tag pair: [Name "value"] (PGN 8.1). Used by the reader only.

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
  const char* end = nullptr;  // behind the tag: where to read on
  TagFault fault = TagFault::None;
  const char* fault_at = nullptr;
};

// Reads the tag at `text`, which points to "["; its name, value and brackets may
// stand on lines of their own. Never reads past `end`, which is followed by a NUL
// and readable bytes, nor, where there is a fault, past the line. What can be made
// out of a damaged tag is returned with the fault.
LexedTag lex_tag(const char* text, const char* end);

// The tags of a game, from text (PGN 8.1). Used by the reader only.

// Reads the tags at a cursor into a game, with the escapes that stand among them.
class TagSection {
 public:
  TagSection(TextCursor& cursor, const TextReports& reports, const MovetextLexer& lexer,
             PgnGame& game)
      : cursor_(cursor), reports_(reports), lexer_(lexer), game_(game) {}

  // What is read from here on belongs to a game without tags so far.
  void begin_game();

  // To the first byte that is no tag, or with which the tags of another game begin.
  void read();

  // Once the cursor stands behind the tags with which the game begins.
  void note_blank_lines_before_moves() const;

  // Of tags beyond PgnGame::kMostTags.
  void report_surplus_tags();

 private:
  void read_tag();
  void add_tag(const LexedTag& lexed);
  bool is_other_games_tag(const LexedTag& tag) const;
  bool begins_other_game() const;

  TextCursor& cursor_;
  const TextReports& reports_;
  const MovetextLexer& lexer_;
  PgnGame& game_;
  std::bitset<kRosterSize> roster_;  // which of its tags the game has
  std::uint64_t surplus_tags_ = 0;
  const char* first_surplus_tag_ = nullptr;
};

}  // namespace arbiter
