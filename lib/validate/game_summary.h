// The result of checking a game.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "lib/laws/game_end.h"
#include "lib/tags/claimed_end.h"

namespace arbiter {

enum class DrawClaim : std::uint8_t { ThreefoldAhead, Threefold, FiftyAhead, Fifty };

// The first moment at which a player could have claimed a draw.
struct ClaimableDraw {
  DrawClaim claim;
  std::uint32_t ply;  // the ply after which the player to move could claim; 0 is the start
};

// The reason why moves at the end of a main line are not part of a legal game.
struct ReplayStop {
  DiagnosticCode code;  // code of the finding at this point
  std::uint32_t ply;    // ply of the first such move
};

// How far a main line could be replayed, and how it ended.
struct GameVerdict {
  bool is_complete = true;           // every move of the main line was legal
  bool is_replayed = true;           // replayed to its end, including accepted illegal moves
  std::optional<ReplayStop> stop;    // set if the game is incomplete and its moves are checked
  std::optional<GameResult> result;  // nothing if the file does not contain one
  std::optional<GameEnd> end;        // the end on the board
};

struct GameSummary : GameVerdict {
  std::uint64_t number = 0;  // game number in the file, from 1
  std::string_view white;    // as in the tag; empty without a tag
  std::string_view black;
  std::string_view round;
  std::uint32_t plies = 0;  // legal half-moves of the main line
  std::optional<ClaimableDraw> first_claim;
  bool is_checked = true;  // false: a variant whose moves are not checked
};

}  // namespace arbiter
