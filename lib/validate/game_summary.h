// The options and the result of checking a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/laws/game_end.h"
#include "lib/laws/illegality.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/piece_letters.h"
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
  std::uint32_t ply;    // ply of the first of these moves
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
  std::string_view white;    // the name as in the tag; empty without a tag
  std::string_view black;
  std::string_view round;
  std::uint32_t plies = 0;  // legal half-moves of the main line
  std::optional<ClaimableDraw> first_claim;
  bool is_checked = true;  // false for a variant whose moves are not checked
};

struct ValidatorOptions {
  // The rules to apply; by default, the Laws in force on each game's Date.
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters = {};  // nothing: letters detected in each game
  // The treatment of illegal moves. If they stand (Laws A.5.2), later moves are checked too.
  IllegalMoves illegal_moves = IllegalMoves::Stop;
  // The current date as YYYYMMDD, to report dates in the future; by default, these are accepted.
  std::optional<std::uint32_t> today = {};
  // Codes that the caller needs, so that expensive checks (clocks, draws on time) can be skipped.
  // Other findings and the game summary do not depend on them. If empty, tags and the opening are
  // not checked either.
  CodeSet sought = all_codes();
};

// The maximum number of half-moves to replay. No game that ends by the 75-move rule has more than
// 17,700.
inline constexpr std::size_t kMaxGamePlies = 20'000;

}  // namespace arbiter
