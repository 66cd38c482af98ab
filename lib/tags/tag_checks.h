// Checks of a game's tags without its moves (PGN 8.1, 9): names and order, the form of each value,
// and contradictions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "lib/chess/position_key.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct TagCheckOptions {
  // The current day, YYYYMMDD; nothing: no date is in the future.
  std::optional<std::uint32_t> today = {};
};

// Reports every code of the group `tags` except those that need the reader or the moves
// (malformed-tag, fen-is-startpos, variant-needed, plycount-mismatch, eco-mismatch). It also
// reports codes of other groups about values: html-entities, smart-quotes, bad-escape,
// tab-in-string, string-too-long, bye, and double-forfeit for the Result tag. About 200 ns per
// game.
void check_tags(const PgnGame& game, const TagCheckOptions& options, DiagnosticSink& sink);

// Compares the PlyCount tag, if there is one, with the half-moves of the main line.
void check_ply_count(const PgnGame& game, std::uint32_t plies, DiagnosticSink& sink);

// Compares the ECO tag with the openings of the main line, whose positions have these keys. Games
// with a FEN tag, and those of fewer than five half-moves, are not checked. About 0.1 us.
void check_opening(const PgnGame& game, std::span<const PositionKey> keys, DiagnosticSink& sink);

}  // namespace arbiter
