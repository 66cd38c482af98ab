// Options that name a position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/model/position_query.h"
#include "lib/base/result.h"
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

// A position, and the moves that led there.
struct PlayedLine {
  Position position;
  std::vector<Move> moves;
  Position first;
};

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

}  // namespace arbiter
