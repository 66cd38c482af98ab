// The second reader: a damaged score sheet, read as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A fault of the sheet, which the reading of the whole game explains.
enum class SheetFault : std::uint8_t {
  None,
  Torn,      // one move in several words: "N f3"
  Glued,     // several moves in one word: "e4e5"
  Notation,  // the first move of a game in another notation
  Misread,   // another move than the written one
  Number,    // a misprinted number
  Missing,   // the number of a later move: moves are missing
  Moved,     // rows in another order than that of their numbers
  Twice,     // moves that have been read already
  Bracket,   // a variation with a missing parenthesis
  Text,      // text among the moves
  Unclear,   // several readings explain the sheet
};

// The reading of one token of SheetReading::game.
struct MendedToken {
  std::uint32_t token = 0;
  SheetFault fault = SheetFault::None;
  std::optional<Move> move = {};  // of Torn, Glued, Misread, and of another notation
  std::uint32_t due = 0;          // Number, Missing, Moved: the number that comes next
  bool ends_line = false;         // no reading continues here
};

struct SheetReading {
  PgnGame game;                     // with other tokens, in the order in which they are read
  std::vector<MendedToken> mended;  // in the order of the tokens

  // Checks whether the moves keep their order and numbers.
  bool changes_only_words() const;
};

// The readings that a listener accepts.
enum class SheetUse : std::uint8_t {
  None,
  Words,  // those that only change words; misread moves are illegal as they are written
  Whole,
};

// Returns the reading of the main line that explains the game with the fewest faults. Faults are
// torn, glued and misread moves, misprinted numbers, rows that are missing, repeated or exchanged,
// lost brackets, and text among the moves. A reading ends before the first move on which two
// equally good ones differ. Returns nothing if the game is sound, or if no reading is better than
// word by word. The views of the result are those of `game`. A few us a sound half-move, some 10 us
// near a fault; games with more than 100,000 tokens are not read.
std::optional<SheetReading> read_sheet(const PgnGame& game, const Position& first,
                                       const PieceLetters& letters);

// Checks quickly whether a game must be read as a whole. This is so if a word is neither a move nor
// a NAG, or a comment is not closed.
bool may_be_damaged(const PgnGame& game, const PieceLetters& letters);

// Returns the move that a written move of the main line was probably meant as. The written one is
// legal, but its sign contradicts it: "x" without a capture, or "+" without check. The other one
// differs by one slip, and its x, + and #, and those of all later moves, are correct. Up to 1 ms.
std::optional<Move> move_by_signs(const PgnGame& game, const Position& first, std::uint32_t token,
                                  const PieceLetters& letters);

}  // namespace arbiter
