// The PGN reader, which parses text into games, and the reader of tag sections (PGN 8.1).
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A chunk of a file that begins and ends at a boundary between games.
struct PgnText {
  std::string_view text;     // followed by kTextPadding readable bytes (or use read_games)
  std::uint64_t offset = 0;  // offset of the text in the file
  bool ends_file = true;     // nothing follows, so anything unclosed at the end is truncated
  char next = '\0';          // the byte that follows in the file, if one does
  // The text begins inside a game that is too large to be read in one piece.
  bool continues_game = false;
};

inline constexpr std::size_t kTextPadding = 64;

// Checks whether a game begins at `at`, regardless of the text before: a line that starts with
// `[Event "` after an empty line. Files can be split there.
bool is_hard_boundary(std::string_view text, std::size_t at);

// The treatment of moves that `arbiter fmt` set aside in a comment (see comment_parts.h).
enum class SetAside : std::uint8_t { ReadBack, Keep };

// A cached tag prefix such as `[White "`, which is compared with the prefixes of later games in one
// step.
struct UsualTag {
  UsualTag() = default;
  // Longer prefixes, and prefixes with other white space, are not cached.
  UsualTag(std::string_view head, std::string_view name, KnownTag tag) : known(tag) {
    if (head.size() != name.size() + 3 || head.size() > sizeof text) return;
    length = static_cast<std::uint8_t>(head.size());
    std::memcpy(text.data(), head.data(), head.size());
    std::memset(mask.data(), 0xFF, head.size());
  }

  // Checks whether the text at `at` begins with this prefix. 24 bytes must be readable.
  bool is_at(const char* at) const {
    std::array<std::uint64_t, 3> words;
    std::memcpy(words.data(), at, sizeof words);
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < words.size(); ++i) difference |= (words[i] & mask[i]) ^ text[i];
    return length != 0 && difference == 0;
  }

  std::array<std::uint64_t, 3> text{};
  std::array<std::uint64_t, 3> mask{};
  std::uint8_t length = 0;  // 0: none
  KnownTag known = KnownTag::Other;
};
using UsualTags = std::array<UsualTag, 24>;  // indexed by tag position in the game

// Reads one game after another. Defects are reported to the sink, and have local effects. A
// malformed tag or word affects only itself, an unclosed "{" or "(" the rest of its game. Text
// between games is reported and skipped, as is the rest of a game that began before the text. About
// 10 ns per move; allocates only while games grow longer than any before. Linear time for any text.
class PgnReader {
 public:
  PgnReader(PgnText source, DiagnosticSink& sink, SetAside set_aside = SetAside::ReadBack);

  // Reads the next game into `game`, reusing its memory. Returns false at the end.
  bool next(PgnGame& game);

  // Returns the offset in the text where the search for the next game starts.
  std::size_t position() const { return position_; }

 private:
  class Run;

  PgnText source_;
  DiagnosticSink& sink_;
  CommentHorizon horizon_;
  std::size_t position_ = 0;
  std::uint64_t games_ = 0;
  SetAside set_aside_;
  std::string read_back_;  // the text of the last game, if it has set-aside moves
  UsualTags usual_tags_;
};

// Reads games from a text in memory, which it owns, with padding for PgnReader.
class GamesInText {
 public:
  GamesInText(std::string text, DiagnosticSink& sink)
      : size_(text.size()),
        padded_(std::move(text.append(kTextPadding, '\0'))),
        reader_({.text = std::string_view(padded_).substr(0, size_)}, sink) {}
  GamesInText(const GamesInText&) = delete;
  GamesInText& operator=(const GamesInText&) = delete;

  // Reads the next game, like PgnReader::next. `game` refers to this object.
  bool next(PgnGame& game) { return reader_.next(game); }

 private:
  std::size_t size_;
  std::string padded_;
  PgnReader reader_;
};

// Returns a reader for `text`, a complete file: `GamesInText games = read_games(text, sink); for
// (PgnGame game; games.next(game);) ...`
inline GamesInText read_games(std::string text, DiagnosticSink& sink) {
  return GamesInText(std::move(text), sink);
}

// Calls `visit` for each non-blank line between two games, trimmed.
template <class Visit>
void for_each_line_between(std::string_view between, Visit visit) {
  const auto is_space = [](char c) { return c == ' ' || is_control(c); };
  while (!between.empty()) {
    const std::size_t end = std::min(between.find_first_of("\r\n"), between.size());
    std::string_view line = between.substr(0, end);
    between.remove_prefix(std::min(end + 1, between.size()));
    line = trim(line);
    while (const std::size_t length = unicode_blank_length(line)) {
      line.remove_prefix(length);
      line = trim(line);
    }
    if (!std::ranges::all_of(line, is_space)) visit(line);
  }
}

// Counts the non-blank lines between two games.
inline std::uint64_t lines_between(std::string_view between) {
  std::uint64_t lines = 0;
  for_each_line_between(between, [&](std::string_view) { ++lines; });
  return lines;
}

// Checks for a complete line end at `at`: LF, CR LF or a lone CR. A NUL must follow the text.
inline bool ends_line(const char* at) { return *at == '\n' || (*at == '\r' && at[1] != '\n'); }

inline std::string_view rest_of_line(const char* at, const char* end) {
  const char* stop = at;
  while (stop < end && *stop != '\n' && *stop != '\r') ++stop;
  return {at, static_cast<std::size_t>(stop - at)};
}

struct TextCursor {
  const char* begin;
  const char* end;    // a NUL and more readable bytes follow
  const char* at;     // the next character to read
  const char* start;  // start of the game

  bool is_at_end() const { return at >= end; }
  std::string_view line() const { return rest_of_line(at, end); }

  // Skips ASCII spaces, and returns the number of line ends among them.
  std::size_t skip_blanks() {
    std::size_t lines = 0;
    for (; at < end && is_space_or_control(*at); ++at) lines += ends_line(at) ? 1 : 0;
    return lines;
  }
};

// Reports findings in a text that begins at `offset` in its file.
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
  // Reports white space or a markup sign among the moves.
  void report_markup(const char* at) const;

 private:
  DiagnosticSink& sink_;
  const char* begin_;
  std::uint64_t offset_;
  std::uint64_t game_;  // game number in the file
};

enum class TagFault : std::uint8_t {
  None,
  Malformed,           // no name, no value, or text before the closing bracket
  Loose,               // unusual punctuation, but name and value are clear
  UnterminatedString,  // no closing quotation mark before the end of the line
  UnescapedQuote,      // a quotation mark inside the value
  SmartQuotes,         // curly quotation marks around the value
};

struct LexedTag {
  std::string_view name;      // may be empty if the fault is Malformed
  std::string_view value;     // text between the quotes, as written
  const char* end = nullptr;  // the end of the tag, where reading continues
  TagFault fault = TagFault::None;
  const char* fault_at = nullptr;
};

// Skips the Unicode blank at the cursor and reports it. Returns false if there is none.
bool skip_unicode_blank(TextCursor& cursor, const TextReports& reports);

// Reads the tag at `text`, which points to "["; its name, value and brackets may be on separate
// lines. Never reads beyond `end`, which must be followed by a NUL and readable bytes. At a fault,
// it stops at the end of the line, unless a value continues there. Returns the readable parts of a
// damaged tag, and the fault.
LexedTag lex_tag(const char* text, const char* end);

// Reads the line at `text` as a tag with other punctuation than [Name "value"]: `White "Alder"]`,
// `[White 'Alder']`, `[White Alder]`, `White: Alder`. Without brackets, the name must be known.
// Returns nothing for other lines.
std::optional<LexedTag> lex_loose_tag(const char* text, const char* end);

// Reads tags into a game, including escape lines.
class TagSection {
 public:
  TagSection(TextCursor& cursor, const TextReports& reports, const MovetextLexer& lexer,
             PgnGame& game, UsualTags& usual)
      : cursor_(cursor), reports_(reports), lexer_(lexer), game_(game), usual_(usual) {}

  void begin_game();

  // Reads to the first byte that is not a tag, or to the tags of another game.
  void read();

  // Checks whether tags without a bracket begin at the cursor, which is at the start of a line.
  // True only if the next line is a tag too, or if the value has quotation marks.
  bool begins_loosely() const;

  // Checks whether the tags at the cursor, among or after the moves, belong to this game. True if
  // the game does not have these tags yet, and if its moves continue with `number` after them, or
  // no moves follow. `lines` is the number of line ends before the cursor.
  bool continues_game(std::size_t lines, std::optional<std::uint32_t> number) const;

  // Checks, after the moves, for a Result tag alone that repeats the result of this game.
  bool is_lone_result() const;

  // Checks for a tag without a bracket at `at`, which the game does not have yet.
  bool is_loose_tag(const char* at) const;

  // Reads the tags at the cursor, and reports that they are among or after the moves.
  void read_misplaced();

  // Checks whether tags of another game follow a comment.
  bool begins_other_game() const;

  // Reports the number of empty lines before the moves. Must be called after read().
  void report_blank_lines_before_moves() const;

  // Reports tags beyond PgnGame::kMaxTags.
  void report_surplus_tags();

 private:
  void report_fault(const LexedTag& tag);
  bool read_usual_tag();
  void read_tag();
  void add_tag(std::string_view name, std::string_view value, KnownTag known);
  bool is_other_games_tag(const LexedTag& tag) const;
  bool skip_text_between(std::size_t lines);
  bool skip_to_tag(std::size_t lines);
  bool is_tag_line() const;

  TextCursor& cursor_;
  const TextReports& reports_;
  const MovetextLexer& lexer_;
  PgnGame& game_;
  UsualTags& usual_;
  std::bitset<kRosterSize> roster_;  // roster tags that the game has
  std::uint64_t surplus_tags_ = 0;
  const char* first_surplus_tag_ = nullptr;
};

}  // namespace arbiter
