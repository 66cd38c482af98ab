// Candidate repairs for a game with an illegal move.
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
  Replace,  // another move instead of the written move
  Insert,   // a missing move
  Remove,   // an extra move
  Swap,     // two swapped moves or rows
  Shift,    // one player's moves are written a row too low
  CutOff,   // text after the end of the game, such as kings put on the centre squares
  Start,    // another initial position
};

std::string_view to_string(RepairKind kind);

// The kinds of mistakes in a score sheet.
enum class Mistake : std::uint8_t {
  // Differences between a written move and the legal move that may have been meant.
  None,       // the same move
  LookAlike,  // a misread character (1 for l) or two transposed ones, in a word that is not a move
  CutShort,   // a truncated word that is not a move
  Origin,     // the disambiguating file or rank
  Castling,   // O-O for O-O-O, or a king's move for castling
  Neighbour,  // an adjacent file or rank
  Letter,     // another piece
  Promotion,  // another piece, or none, in a promotion
  Line,       // another file, or another rank
  Garbled,    // one or two other characters of a word that is not a move
  Square,     // another file and rank
  OtherMove,  // nothing in common
  // Missing, repeated and swapped moves and rows.
  Missing,
  MissingRow,
  MissingShifted,  // a missing move; the player's other moves are a row too high
  Twice,
  TwiceShifted,  // the player's other moves are a row too low
  RowTwice,
  TooMany,
  Swapped,
  SwappedOwn,  // two moves of a player
  SwappedRows,
  Shifted,  // a player's moves are a row too low
  Kings,    // kings put on the centre squares
  PastTheEnd,
  OtherStart,
};
inline constexpr std::size_t kMistakeCount = 26;

// A long gap: missing moves of a whole page or column of the score sheet.
struct MissingPart {
  std::uint32_t first = 0;  // range of missing move numbers
  std::uint32_t last = 0;
  std::optional<Color> player = {};  // nothing: both players
};

// A candidate repair. Plies are indices of WrittenLine::moves.
struct Repair {
  RepairKind kind = RepairKind::Replace;
  Mistake mistake = Mistake::None;
  std::size_t at = 0;        // the changed ply, or the ply after the missing ply
  std::size_t count = 1;     // number of removed, inserted or swapped plies
  std::size_t distance = 0;  // Swap: distance between the two
  Move move = {};            // the new move, for Replace and Insert
  Move second = {};          // Insert of a row: the move after it
  // Insert, Remove, Shift: from here on, the moves of one player are in the wrong row, so each pair
  // of moves is swapped.
  bool is_shifted = false;
  // Insert: the token of the stray word that this move replaces.
  std::optional<std::uint32_t> word = {};
  std::string san = {};   // `move` in SAN
  std::string text = {};  // `move` in the piece letters of the game
  // Insert: the most likely other possible moves, sorted.
  std::vector<std::string> others = {};
  // Insert, Start: the number of other possible moves or positions.
  std::size_t other_count = 0;
  Setup start = {};      // the new initial position, for Start
  Position before = {};  // the position before the change; for Start, the new initial position

  std::size_t run = 0;  // number of written plies that become legal, from the first illegal one
  bool reaches_end = false;    // all plies become legal
  std::uint32_t checks = 0;    // correctly marked checks among them
  std::uint32_t captures = 0;  // correctly marked captures among them
  // The measured probability, 0 to 1, that a repair with this mistake and evidence is correct,
  // based on spoiled games (tests/repair/reliability). Only complete repairs have a share: all
  // written moves become legal, and a missing row is unique. Repairs of the initial position have
  // no share.
  std::optional<double> share = {};
  double evidence = 0;      // share of its likelihood among all guesses
  std::string reason = {};  // "another file or rank", "a move written twice", ...
};

// A game with an illegal move in its main line.
struct BrokenGame {
  WrittenLine line;
  Setup start;
  Position first;          // the given initial position
  std::size_t broken = 0;  // the first illegal ply
  Position last;           // the position before that ply
  // The reason why the move is illegal, and the article; both empty if the word cannot be read as a
  // move.
  std::string fault = {};
  std::string article = {};
  // True if the move may have been played and stood (Laws A.5.2). Exactly one piece can be meant,
  // and all later moves, at least four, are legal.
  bool may_have_stood = false;
  // A long gap, which no repair can fill.
  std::optional<MissingPart> missing = {};
  std::vector<Repair> repairs = {};  // the most likely first
};

// Returns a share as a percentage. Rounds down, so that a displayed 95 % meets the --apply
// threshold; the maximum is 99, because no repair is certain.
std::uint64_t percent_of(double share);

struct RepairOptions {
  std::optional<PieceLetters> piece_letters = {};  // nothing: letters detected in each game
  std::size_t candidates = 3;                      // the maximum number of repairs
};

// Returns nothing if the main line is legal to its end. Also returns nothing for games without a
// board: games of other variants, and games with a FEN that cannot be parsed or repaired. Takes a
// few ms.
std::optional<BrokenGame> find_repairs(const PgnGame& game, const RepairOptions& options);

// Returns the game's text with the repair. A comment after the new move preserves the original:
// {Arbiter: the score has Nf4}. Move numbers and the tags SetUp, FEN and Variant are updated. All
// other bytes are unchanged. Precondition: `repair` is from `broken`, which is the result for
// `game`.
std::string repaired_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair);

}  // namespace arbiter
