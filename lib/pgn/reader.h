// From text to games (PGN import format and whatever people make of it).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/comment_horizon.h"
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

}  // namespace arbiter
