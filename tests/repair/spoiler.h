// Games with one writing error, as in scoresheets and hasty typing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

// Returns whether a game belongs to the half used to evaluate repair; the other half is for tuning.
// The half depends on the moves only, not on the tags.
bool is_for_judging(const WholeGame& game);

enum class SlipGroup : std::uint8_t {
  Word,  // within a move
  Move,  // a missing or additional move
  Row,   // two moves, a row or a column
};

// The kinds of slips, by index.
struct SlipKind {
  std::string_view name;
  SlipGroup group;
  std::size_t lost = 0;  // number of moves missing from the text
};
std::span<const SlipKind> slip_kinds();

struct SpoiledGame {
  std::string pgn;
  // True if the missing moves can be inferred: no other moves in their place are legal to the end.
  bool is_restorable = true;
};

// Damages the game at a place that depends on the seed, so that it becomes illegal. Half of the
// seeds keep the move numbers. Returns nothing if there is no suitable place.
std::optional<SpoiledGame> spoil(const WholeGame& game, std::size_t kind, std::uint64_t seed);

// Returns the legal games among every `step`th game of a file, up to `limit`. Throws if the file
// cannot be read.
std::vector<WholeGame> whole_games(const std::string& path, std::size_t step,
                                   std::size_t limit = SIZE_MAX);

}  // namespace arbiter::testing
