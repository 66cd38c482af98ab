// The PGN reader: from text to games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A chunk of a file that begins and ends at a boundary between games.
struct PgnText {
  std::string_view text;     // followed by kTextPadding readable bytes (or use read_games)
  std::uint64_t offset = 0;  // of the text in the file
  bool ends_file = true;     // nothing follows: what is open at the end was cut off
  char next = '\0';          // the byte that follows in the file, if one does
  // The text begins inside a game that is too large to be read in one piece.
  bool continues_game = false;
};

inline constexpr std::size_t kTextPadding = 64;

// Checks whether a game begins at `at`, regardless of the text before: a line that starts with
// `[Event "` after an empty line. Files can be cut there.
bool is_hard_boundary(std::string_view text, std::size_t at);

// The treatment of moves that `arbiter fmt` set aside in a comment (see set_aside.h).
enum class SetAside : std::uint8_t { ReadBack, Keep };

// Reads one game after another. Defects are reported to the sink, and affect as little as possible:
// a malformed tag or word only itself, an unclosed "{" or "(" the rest of its game. Text between
// games is reported and skipped, like the rest of a game that began before the text. About 10 ns a
// move; allocates only while games grow longer than any before. Linear time for any text.
class PgnReader {
 public:
  PgnReader(PgnText source, DiagnosticSink& sink, SetAside set_aside = SetAside::ReadBack);

  // Reads the next game into `game`, reusing its storage. Returns false at the end.
  bool next(PgnGame& game);

  // Returns the offset in the text from which the next game is searched.
  std::size_t position() const { return position_; }

 private:
  class Run;

  PgnText source_;
  DiagnosticSink& sink_;
  CommentHorizon horizon_;
  std::size_t position_ = 0;
  std::uint64_t games_ = 0;
  SetAside set_aside_;
  std::string read_back_;  // the text of the last game, where moves of it were set aside
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

// Calls `visit` for each line between two games that is not blank, trimmed and without a byte order
// mark.
template <class Visit>
void for_each_line_between(std::string_view between, Visit visit) {
  const auto is_space = [](char c) { return c == ' ' || is_control(c); };
  while (!between.empty()) {
    const std::size_t end = std::min(between.find_first_of("\r\n"), between.size());
    std::string_view line = between.substr(0, end);
    between.remove_prefix(std::min(end + 1, between.size()));
    if (line.starts_with(kUtf8Bom)) line.remove_prefix(kUtf8Bom.size());
    line = trim(line);
    if (!std::ranges::all_of(line, is_space)) visit(line);
  }
}

// Counts these lines.
inline std::uint64_t lines_between(std::string_view between) {
  std::uint64_t lines = 0;
  for_each_line_between(between, [&](std::string_view) { ++lines; });
  return lines;
}

}  // namespace arbiter
