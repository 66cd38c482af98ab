// Options that name a position.
// Files of positions with names.
// A FEN on the command line, in quotes or not.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/position_query.h"
#include "db/stream/file_filter.h"
#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/notation/fen.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

inline constexpr const char* kPositionGroup = "Position";

struct PositionOptions {
  std::string fen = {};    // empty: the standard initial position
  std::string moves = {};  // from there
  bool ignore_rights = false;

  bool is_given() const { return !fen.empty() || !moves.empty(); }
};

// --fen, --moves and --ignore-rights.
void add_position(CommandLine& app, PositionOptions& options);

// The position that the options name, with the moves from --fen on; without any, the first of a
// game.
Result<PlayedLine> read_line(const PositionOptions& options);

// Returns the query for a position.
PositionQuery query_of(const PlayedLine& line, const PositionOptions& options);
Result<PositionQuery> read_position(const PositionOptions& options);

// Plays moves in any spelling that fmt understands, with or without numbers: "1. e4 c5 2.Nf3",
// "e2e4 c7c5". The error has the first illegal move and the reason, with the article. A Setup can
// have an en passant square that its Position has not. Precondition: it is playable.
Result<PlayedLine> play_moves(const Setup& first, std::string_view moves);
Result<PlayedLine> play_moves(const Position& first, std::string_view moves);

// Reads files with a position per line. A line is a FEN and perhaps a name after it, or EPD, whose
// operation `id`, or otherwise `c0`, is the name. A position without a name is named by its FEN.
// Empty lines and those that begin with # or % are skipped. The error has the line number.
Result<NamedPositions> read_positions(std::span<const std::string> paths);

// Reads the first line of standard input, trimmed.
Result<std::string> read_fen_line();

// Returns how many words belong to a FEN that begins with the first of them: one if it is in
// quotes, otherwise at most six. Precondition: there are words.
std::size_t words_of_fen(const std::vector<std::string>& words);

// Returns the error of commands that accept one position and nothing after it.
Error unexpected_word(const std::string& word);

// Returns the FEN that the words contain, or the first line of standard input for "-". Without
// words, and for "startpos", returns that of the initial position. Fails if another word follows.
Result<std::string> fen_of_words(const std::vector<std::string>& words);

// Parses a FEN. The error has the reason, the text, and a mark under the place.
Result<ParsedFen> read_fen(const std::string& text);

// A position and the words after it.
struct PositionAndRest {
  Position position;
  std::vector<std::string> rest;
};

// Reads a position and the words after it. The position is a FEN, in quotes or with all six fields,
// "startpos", or "-": a line of standard input.
Result<PositionAndRest> read_position_first(const std::vector<std::string>& words);

// Returns the word itself, or the text of standard input ("-") or of a file of that name. A word
// with slashes and no spaces is a file name, whether the file exists or not. Fails if the text is
// longer than `max_bytes` or cannot be read.
Result<std::string> read_text_argument(const std::string& word, std::size_t max_bytes);

}  // namespace arbiter
