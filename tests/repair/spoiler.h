// Games made illegal in one place, always in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/position.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A legal game from the standard initial position.
struct WholeGame {
  std::vector<std::string> sans;
  std::vector<Move> moves;
  std::string result;  // "1-0", ...
};

enum class Spoiling {
  Letter,     // another piece
  Square,     // the move goes to another file or rank, the next one half of the time
  Dropped,    // a move is missing
  Doubled,    // a move appears twice
  Swapped,    // two moves, of both players or of one, are exchanged
  LookAlike,  // a character is replaced by a similar one: Rfl for Rf1
  Exchanged,  // two characters of a move are exchanged
  CutShort,   // the last character of a move is missing
  Page,       // four to twenty half-moves are missing; the numbers stay
  Column,     // four to eight moves of one player are missing; the numbers stay
};

// Numbering of the moves after a missing or doubled one.
enum class Numbering { AsPlayed, AsWritten };

struct SpoiledGame {
  Spoiling spoiling;
  std::string pgn;
  std::size_t ply = 0;            // the spoiled ply, from 0; Doubled: the second of the two
  std::size_t first_illegal = 0;  // in the spoiled line
};

struct SpoilingPlan {
  Spoiling spoiling;
  Numbering numbering = Numbering::AsWritten;
  std::uint64_t seed = 0;
};

// Spoils the game in a place that depends on the seed. The game then breaks off at most ten
// half-moves later. Page and Column keep the numbers, whatever the plan. Returns nothing if the
// game has no such place.
std::optional<SpoiledGame> spoil(const WholeGame& game, const SpoilingPlan& plan);

// The legal games among every `step`th game of a file. Throws if the file cannot be read.
std::vector<WholeGame> whole_games(const std::string& path, std::size_t step);

}  // namespace arbiter::testing
