// Games with one slip of the pen, as scoresheets and hasty typing have them.
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

// Returns whether a game is one of the half on which repair is judged. The other half is for
// tuning. The half depends on the moves alone, not on the tags.
bool is_for_judging(const WholeGame& game);

enum class SlipGroup : std::uint8_t {
  Word,  // within a move
  Move,  // a move too many or too few
  Row,   // two moves, a row, or a column
};

// The kinds of slips, by index.
struct SlipKind {
  std::string_view name;
  SlipGroup group;
  std::size_t lost = 0;  // moves that are missing in the text
};
std::span<const SlipKind> slip_kinds();

struct SpoiledGame {
  std::string pgn;
  // Whether the missing moves follow from the others: no other moves in their place are legal to
  // the end.
  bool is_restorable = true;
};

// Spoils the game in a place that depends on the seed, so that it becomes illegal. Half of the
// seeds keep the move numbers of the game. Returns nothing if the game has no such place.
std::optional<SpoiledGame> spoil(const WholeGame& game, std::size_t kind, std::uint64_t seed);

// The legal games among every `step`th game of a file, up to `limit`. Throws if the file cannot be
// read.
std::vector<WholeGame> whole_games(const std::string& path, std::size_t step,
                                   std::size_t limit = SIZE_MAX);

}  // namespace arbiter::testing
