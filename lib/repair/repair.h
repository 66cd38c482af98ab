// Possible repairs of a game whose moves stop being legal.
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
  Remove,   // an extra move
  Swap,     // two exchanged moves
  CutOff,   // text after the end of the game, such as kings put on the centre squares
  Start,    // another first position
};

// Many missing moves: a page of the score sheet, or a column of it.
struct MissingPart {
  std::uint32_t first = 0;  // the numbers of the moves that are missing
  std::uint32_t last = 0;
  std::optional<Color> player = {};  // whose; nothing: both players'
};

// One guess. Plies are indices of WrittenLine::moves.
struct Repair {
  RepairKind kind = RepairKind::Replace;
  std::size_t at = 0;     // the ply that is changed, or before which one is missing
  std::size_t count = 1;  // Remove, CutOff: the number of removed plies; Swap: the distance
  Move move = {};         // Replace, Insert
  std::string san = {};   // the same as PGN writes it
  std::string text = {};  // the same in the letters of the game
  // Insert: other moves that fit as well, the likeliest first, the first few of them.
  std::vector<std::string> others = {};
  // Insert, Start: how many others fit as well.
  std::size_t other_count = 0;
  Setup start = {};      // Start
  Position before = {};  // before the change; Start: the new first position

  std::size_t run = 0;         // written plies that are legal from the first illegal one on
  bool reaches_end = false;    // all plies to the end are legal
  std::uint32_t checks = 0;    // checks among them that are written correctly
  std::uint32_t captures = 0;  // captures among them that are written correctly
  // The probability, 0 to 1, calibrated on spoiled games (tests/repair/reliability_test.cc).
  double share = 0;
  double group_share = 0;   // the same of it or one of those that fit as well
  std::string reason = {};  // the mistake: "another file or rank", "written twice", ...
};

// A game whose main line stops being legal.
struct BrokenGame {
  WrittenLine line;
  Setup start;
  Position first;          // the given first position
  std::size_t broken = 0;  // the first illegal ply
  Position last;           // the position before it
  // The reason and the article why the move is illegal; both empty if the word cannot be read as a
  // move.
  std::string fault = {};
  std::string article = {};
  // True if the move may have been played and stood (Laws A.5.2). Exactly one piece can be meant,
  // and all later moves, at least four, are legal.
  bool may_have_stood = false;
  // Many missing moves, which no guess can restore.
  std::optional<MissingPart> missing = {};
  std::vector<Repair> repairs = {};  // the likeliest group first
};

struct RepairOptions {
  std::optional<PieceLetters> piece_letters = {};  // nothing: those of each game
  std::size_t candidates = 3;                      // the maximum number of repairs
};

// Returns nothing if the main line is legal to its end, or if there is no board. Games of other
// variants have none, nor those with an FEN that cannot be parsed or repaired. A few ms.
std::optional<BrokenGame> find_repairs(const PgnGame& game, const RepairOptions& options);

// Returns the text with the move in its place and the original in a comment after it, {Arbiter: the
// score has Nf4}. Move numbers follow inserted or removed moves, and the tags SetUp, FEN and
// Variant follow the first position. Every other byte stays. Precondition: `repair` is one of
// `broken`, which was found in `game`.
std::string repaired_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair);

}  // namespace arbiter
