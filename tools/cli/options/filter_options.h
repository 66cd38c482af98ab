// Options that select games or name positions: on the command line, in quotes or not, or in files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/position_query.h"
#include "db/model/storage.h"
#include "db/stream/file_filter.h"
#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/notation/fen.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

inline constexpr const char* kPositionGroup = "Position";

struct PositionOptions {
  std::string fen = {};    // empty for the standard initial position
  std::string moves = {};  // moves from that position
  bool ignore_rights = false;

  bool is_given() const { return !fen.empty() || !moves.empty(); }
};

// Adds --fen, --moves and --ignore-rights.
void add_position(CommandLine& app, PositionOptions& options);

// Returns the position of the options, by default the initial one, with the moves that lead to it
// from --fen.
Result<PlayedLine> read_line(const PositionOptions& options);

PositionQuery query_of(const PlayedLine& line, const PositionOptions& options);
Result<PositionQuery> read_position(const PositionOptions& options);

// Plays moves in any spelling accepted by fmt, with or without numbers, such as "1. e4 c5 2.Nf3" or
// "e2e4 c7c5". An error contains the first illegal move, the reason and the article. `first` is a
// Setup, because a Position drops some en passant squares. Precondition: `first` is playable.
Result<PlayedLine> play_moves(const Setup& first, std::string_view moves);
Result<PlayedLine> play_moves(const Position& first, std::string_view moves);

// Reads files with one position per line. A line is a FEN with an optional name, or EPD, with the
// operation `id` or `c0` as name. The default name is the FEN. Empty lines and lines that begin
// with # or % are skipped. The error contains the line number.
Result<NamedPositions> read_positions(std::span<const std::string> paths);

// Reads the first line of standard input, trimmed.
Result<std::string> read_fen_line();

// Returns the number of words in the FEN that begins with the first word. It is one if the FEN is
// quoted, otherwise at most six. Precondition: `words` is not empty.
std::size_t words_of_fen(const std::vector<std::string>& words);

// Returns the error for an extra word after a position.
Error unexpected_word(const std::string& word);

// Returns whether a word may be a FEN, as opposed to a move or a square.
bool may_be_fen(const std::string& word);

// Returns the error for arguments that begin with this word instead of a position.
Error missing_position(const std::string& word);

// Returns the FEN in the words, or the first line of standard input for "-". Without words, and for
// "startpos", returns the FEN of the initial position. Fails if there are extra words.
Result<std::string> fen_of_words(const std::vector<std::string>& words);

// Parses a FEN. The error contains the reason, and the text with a mark below it.
Result<ParsedFen> read_fen(const std::string& text);

// A position and the words after it.
struct PositionAndRest {
  Position position;
  std::vector<std::string> rest;
};

// Reads a position at the start of the words. It is a FEN (quoted, or with all six fields),
// "startpos", or "-" for a line of standard input.
Result<PositionAndRest> read_position_first(const std::vector<std::string>& words);

// Returns the word itself, the text of standard input for "-", or the text of a file of that name.
// A word with slashes and without spaces is always a file name. Fails if the text is longer than
// `max_bytes` or cannot be read.
Result<std::string> read_text_argument(const std::string& word, std::size_t max_bytes);

// The help heading of filters.
inline constexpr const char* kFilterGroup =
    "Filters (all must match; --not-player, --not-white, ... exclude games)";

struct FilterParts {
  NamedPositions* positions = nullptr;  // set to the positions of --positions-from
  // True to add --won, --drew, --lost, --as-white and --as-black.
  bool has_player_games = true;
  bool has_player = true;  // false if the command has a --player of its own
};

// Adds --positions-from and an option for each field of filter_fields.h: --player, --not-player,
// --white, ... --where. A game must match one of the values of each option, and none of the values
// of a not- option.
void add_filters(CommandLine& app, GameFilter& filter, const FilterParts& parts = {});

// Adds only --where, for commands whose own options could be confused with filters.
Option* add_where(CommandLine& app, GameFilter& filter);

Option* add_sort(CommandLine& app, std::vector<SortOrder>& order);

}  // namespace arbiter
