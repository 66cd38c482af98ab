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
  Swap,     // two exchanged moves or rows
  Shift,    // one player's moves, each written a row too low
  CutOff,   // text after the end of the game, such as kings put on the centre squares
  Start,    // another first position
};

// Returns "replace", "insert", "remove", "swap", "shift", "cut-off" or "start".
std::string_view to_string(RepairKind kind);

// The kinds of mistakes in a score sheet.
enum class Mistake : std::uint8_t {
  // Differences between a written move and the legal move that may have been meant.
  None,       // the same move
  LookAlike,  // characters of a word that is not a move: 1 read as l, or two exchanged
  CutShort,   // the end of a word that is not a move is missing
  Origin,     // the file or rank that distinguishes pieces
  Castling,   // O-O for O-O-O, or a king's move for castling
  Neighbour,  // a file or rank next to the one written
  Letter,     // another piece
  Promotion,  // another piece, or none, in a promotion
  Line,       // another file, or another rank
  Garbled,    // one or two other characters of a word that is not a move
  Square,     // file and rank
  OtherMove,  // nothing in common
  // Missing moves and rows.
  Missing,
  MissingRow,
  MissingShifted,  // a move; the player's other moves are a row too high
  Twice,
  TwiceShifted,  // the player's other moves are a row too low
  RowTwice,
  TooMany,
  Swapped,
  SwappedOwn,  // two moves of a player
  SwappedRows,
  Shifted,  // a player's moves are a row too low
  Kings,    // on the centre squares
  PastTheEnd,
  OtherStart,
};
inline constexpr std::size_t kMistakeCount = 26;

// Many missing moves: a page of the score sheet, or a column of it.
struct MissingPart {
  std::uint32_t first = 0;  // the numbers of the moves that are missing
  std::uint32_t last = 0;
  std::optional<Color> player = {};  // whose; nothing: both players'
};

// One guess. Plies are indices of WrittenLine::moves.
struct Repair {
  RepairKind kind = RepairKind::Replace;
  Mistake mistake = Mistake::None;
  std::size_t at = 0;        // the ply that is changed, or before which one is missing
  std::size_t count = 1;     // removed, inserted, or exchanged with as many others
  std::size_t distance = 0;  // Swap: between both
  Move move = {};            // Replace, Insert
  Move second = {};          // Insert of a row: the move after it
  // Insert, Remove, Shift: from here on, the moves of one player are in the wrong row, and each two
  // moves are exchanged.
  bool is_shifted = false;
  // Insert: the token of a word between the moves that this move replaces.
  std::optional<std::uint32_t> word = {};
  std::string san = {};   // `move` in SAN
  std::string text = {};  // `move` in the piece letters of the game
  // Insert: the likeliest other moves that fit, in this order.
  std::vector<std::string> others = {};
  // Insert, Start: the number of other moves or positions that fit.
  std::size_t other_count = 0;
  Setup start = {};      // Start
  Position before = {};  // before the change; Start: the new first position

  std::size_t run = 0;         // written plies that are legal from the first illegal one on
  bool reaches_end = false;    // all of them
  std::uint32_t checks = 0;    // of these, correctly written checks
  std::uint32_t captures = 0;  // the same
  // The share of correct repairs among those of the same mistake and evidence, 0 to 1, measured on
  // spoiled games (tests/repair/reliability). Only complete repairs have a share: all written moves
  // are legal after it, and a missing row is the only one that fits. A repair of the initial
  // position has no share.
  std::optional<double> share = {};
  double evidence = 0;      // the share of its score among all guesses
  std::string reason = {};  // "another file or rank", "a move written twice", ...
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

// Returns a share as a percentage. Rounds down, so that a displayed 95 % meets the --apply
// threshold; no repair is certain, so that 99 is the most.
std::uint64_t percent_of(double share);

struct RepairOptions {
  std::optional<PieceLetters> piece_letters = {};  // nothing: those of each game
  std::size_t candidates = 3;                      // the maximum number of repairs
};

// Returns nothing if the main line is legal to its end. Also returns nothing for games without a
// board: those of other variants, or with an FEN that cannot be parsed or repaired. Takes a few ms.
std::optional<BrokenGame> find_repairs(const PgnGame& game, const RepairOptions& options);

// Returns the game's text with the repair. A comment such as {Arbiter: the score has Nf4} after the
// new move contains the original one. Move numbers are adjusted to inserted or removed moves, and
// the tags SetUp, FEN and Variant to the initial position. Every other byte stays. Precondition:
// `repair` is one of `broken`, which was found in `game`.
std::string repaired_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair);

}  // namespace arbiter
