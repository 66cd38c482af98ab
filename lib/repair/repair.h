// What may have been meant where the moves of a game stop being legal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position.h"
#include "lib/repair/written_line.h"

namespace arbiter {

enum class RepairKind : std::uint8_t {
  Replace,  // another move instead of one that is written
  Insert,   // a move that is missing
  Remove,   // a move that is written once too often
  Swap,     // two moves that stand in each other's place
  CutOff,   // what stands behind the end of the game, such as kings put on the centre squares
  Start,    // another first position
};

// Moves that are missing many at a time: a page of the score sheet, or a column of it.
struct MissingPart {
  std::uint32_t first = 0;  // the numbers of the moves that are missing
  std::uint32_t last = 0;
  std::optional<Color> player = {};  // whose; nothing: both players'
};

// One guess. Plies are indices of WrittenLine::moves.
struct Repair {
  RepairKind kind = RepairKind::Replace;
  std::size_t at = 0;     // the ply that is changed, or in front of which one is missing
  std::size_t count = 1;  // Remove, CutOff: so many plies go; Swap: the other is so far behind
  Move move = {};         // Replace, Insert
  std::string san = {};   // the same as PGN writes it
  std::string text = {};  // the same in the letters of the game
  // Insert: other moves that fit as well, the likeliest first, the first few of them.
  std::vector<std::string> others = {};
  // Insert, Start: how many others fit as well.
  std::size_t other_count = 0;
  Setup start = {};      // Start
  Position before = {};  // in front of the change; Start: the new first position

  std::size_t run = 0;         // written plies that are legal from the first illegal one on
  bool reaches_end = false;    // all of them
  std::uint32_t checks = 0;    // of these written as checks, which they are
  std::uint32_t captures = 0;  // the same
  // How likely it is, 0 to 1: calibrated on spoiled games (tests/repair/reliability_test.cc).
  double share = 0;
  double group_share = 0;   // the same of it or one of those that fit as well
  std::string reason = {};  // what was mistaken: "another file or rank", "written twice", ...
};

// A game whose main line stops being legal.
struct BrokenGame {
  WrittenLine line;
  Setup start;
  Position first;          // the first position, as it is given
  std::size_t broken = 0;  // the first illegal ply
  Position last;           // before it
  // Why it is illegal, and by which article of the Laws: both empty where the word
  // can be read as no move.
  std::string fault = {};
  std::string article = {};
  // Whether it may have been played and stood (Laws A.5.2): one piece can be meant,
  // and all that follows, four moves at least, is legal after it.
  bool may_have_stood = false;
  // Many moves are missing, which no guess brings back.
  std::optional<MissingPart> missing = {};
  std::vector<Repair> repairs = {};  // the likeliest group first
};

struct RepairOptions {
  std::optional<PieceLetters> piece_letters = {};  // nothing: those of each game
  std::size_t candidates = 3;                      // so many repairs at most
};

// Nothing where the main line is legal to its end, or where there is no board: for
// games of other variants and where the FEN cannot be read, nor played with a
// small change. A few ms.
std::optional<BrokenGame> find_repairs(const PgnGame& game, const RepairOptions& options);

}  // namespace arbiter
