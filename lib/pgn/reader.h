// From text to games (PGN import format and whatever people make of it).
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

// A stretch of a file that begins and ends at a boundary between games.
struct PgnText {
  std::string_view text;     // followed by kTextPadding readable bytes (or use read_games)
  std::uint64_t offset = 0;  // of the text in the file
  bool ends_file = true;     // nothing follows: what is open at the end was cut off
  char next = '\0';          // the byte that follows in the file, if one does
  // It begins inside a game that is too large to be read in one piece.
  bool continues_game = false;
};

inline constexpr std::size_t kTextPadding = 64;

// Whether a game certainly begins at `at`, whatever is open before it: a line
// that starts `[Event "` below an empty line. Files can be cut there.
bool is_hard_boundary(std::string_view text, std::size_t at);

// What is done with moves that `arbiter fmt` set aside in a comment (see set_aside.h).
enum class SetAside : std::uint8_t { ReadBack, Keep };

// Reads one game after another. Damage is reported to the sink and costs as
// little as can be: a bad tag itself, a bad word itself, an unclosed "{" or "("
// the rest of its game. Text between games is reported, not kept; so is the rest of a game that
// began before the text.
// About 10 ns a move; allocates only while games grow longer than any before.
// Linear in the text, whatever it holds.
class PgnReader {
 public:
  PgnReader(PgnText source, DiagnosticSink& sink, SetAside set_aside = SetAside::ReadBack);

  // Reads the next game into `game`, reusing its storage. False at the end.
  bool next(PgnGame& game);

  // Where the next game will be looked for, in bytes from the start of the text.
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

// Games in a text that the caller has in memory.

// Owns its text, with the padding behind it that PgnReader reads.
class GamesInText {
 public:
  GamesInText(std::string text, DiagnosticSink& sink)
      : size_(text.size()),
        padded_(std::move(text.append(kTextPadding, '\0'))),
        reader_({.text = std::string_view(padded_).substr(0, size_)}, sink) {}
  GamesInText(const GamesInText&) = delete;
  GamesInText& operator=(const GamesInText&) = delete;

  // As PgnReader::next. What `game` refers to lives as long as this.
  bool next(PgnGame& game) { return reader_.next(game); }

 private:
  std::size_t size_;
  std::string padded_;
  PgnReader reader_;
};

// One game after another of `text`, which is all of a file:
//   GamesInText games = read_games(text, sink);
//   for (PgnGame game; games.next(game);) ...
inline GamesInText read_games(std::string text, DiagnosticSink& sink) {
  return GamesInText(std::move(text), sink);
}

// What stands between two games, before the first or after the last.

// Shows each line that is not blank to `visit`, trimmed and without a byte order mark.
template <class Visit>
void for_each_line_between(std::string_view between, Visit visit) {
  const auto is_blank = [](char c) { return c == ' ' || is_control(c); };
  while (!between.empty()) {
    const std::size_t end = std::min(between.find_first_of("\r\n"), between.size());
    std::string_view line = between.substr(0, end);
    between.remove_prefix(std::min(end + 1, between.size()));
    if (line.starts_with(kUtf8Bom)) line.remove_prefix(kUtf8Bom.size());
    line = trim(line);
    if (!std::ranges::all_of(line, is_blank)) visit(line);
  }
}

// How many they are.
inline std::uint64_t lines_between(std::string_view between) {
  std::uint64_t lines = 0;
  for_each_line_between(between, [&](std::string_view) { ++lines; });
  return lines;
}

}  // namespace arbiter
