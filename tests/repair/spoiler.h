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
  Dropped,    // a move is left out
  Doubled,    // a move stands twice
  Swapped,    // two moves, of both players or of one, stand in each other's place
  LookAlike,  // a character is taken for one that looks like it: Rfl for Rf1
  Exchanged,  // two characters of a move stand in each other's place
  CutShort,   // the last character of a move is missing
  Page,       // four to twenty half-moves are left out; the numbers stay
  Column,     // four to eight moves of one player are left out; the numbers stay
};

// How the moves behind one that is left out or doubled are numbered.
enum class Numbering { AsPlayed, AsWritten };

struct SpoiledGame {
  Spoiling spoiling;
  std::string pgn;
  std::size_t ply = 0;            // where it was spoiled, from 0; Doubled: the second of the two
  std::size_t first_illegal = 0;  // by the spoiled line
};

struct SpoilingPlan {
  Spoiling spoiling;
  Numbering numbering = Numbering::AsWritten;
  std::uint64_t seed = 0;
};

// Spoils the game in a place, chosen by the seed, after which it breaks off at most
// ten half-moves later; where numbers have to stay, they do whatever the plan says. Nothing where
// no such place is found.
std::optional<SpoiledGame> spoil(const WholeGame& game, const SpoilingPlan& plan);

// The legal games of a file, of every `step`th one. Throws where it cannot be read.
std::vector<WholeGame> whole_games(const std::string& path, std::size_t step);

}  // namespace arbiter::testing
