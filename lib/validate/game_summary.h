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
  DiagnosticCode code;  // the finding at this place
  std::uint32_t ply;    // the ply of the first of these moves
};

// How far a main line could be replayed, and how it ended.
struct GameVerdict {
  bool is_complete = true;           // every move of the main line was legal
  bool is_replayed = true;           // to its end, including accepted illegal moves
  std::optional<ReplayStop> stop;    // if the game is incomplete and its moves are checked
  std::optional<GameResult> result;  // nothing if the file does not contain one
  std::optional<GameEnd> end;        // on the board
};

struct GameSummary : GameVerdict {
  std::uint64_t number = 0;  // the number in the file, from 1
  std::string_view white;    // as in the tags; empty if there is none
  std::string_view black;
  std::string_view round;
  std::uint32_t plies = 0;  // legal half-moves of the main line
  std::optional<ClaimableDraw> first_claim;
  bool is_checked = true;  // false: a variant whose moves are not checked
};

struct ValidatorOptions {
  // The rules to apply (default: the rules on the Date of each game).
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters = {};  // nothing: those of each game
  // The treatment of illegal moves. If they stand (Laws A.5.2), the moves after them are checked
  // too.
  IllegalMoves illegal_moves = IllegalMoves::Stop;
  // The present day as YYYYMMDD, for dates in the future; by default dates are not compared with a
  // day.
  std::optional<std::uint32_t> today = {};
  // Clocks, and whether a draw on time could have been won, are checked only for these codes. Other
  // findings, and the summary of a game, do not depend on them. Without any code, tags and the
  // opening are not checked either.
  CodeSet sought = all_codes();
};

// The maximum number of half-moves that are replayed. No game that ends by the 75-move rule has
// more than 17,700.
inline constexpr std::size_t kMaxGamePlies = 20'000;

}  // namespace arbiter
