// The second-pass reader, which reads a damaged score sheet as a whole.
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

// A fault in the score sheet, found by reading the whole game.
enum class SheetFault : std::uint8_t {
  None,
  Torn,
  Glued,       // several moves in one word: "e4e5"
  NumberForm,  // the first move number of a game with numbers in another form: "1-"
  Notation,    // the first move of a game in another notation
  Misread,     // a misread move; another move was meant
  Number,      // a misprinted number
  Missing,     // the number of a later move: moves are missing
  Moved,       // rows that are not in the order of their numbers
  Twice,       // moves that occur twice
  Bracket,     // a variation with a missing parenthesis
  Text,        // text among the moves
  Replaced,    // a word instead of a move
  NextGame,    // the first number of another game
  Unclear,     // several readings explain the sheet
};

// The explanation of one token of SheetReading::game.
struct MendedToken {
  std::uint32_t token = 0;
  SheetFault fault = SheetFault::None;
  std::optional<Move> move = {};  // the move that was meant, if the token becomes a move
  std::uint32_t due = 0;          // Number, Missing, Moved: the expected number
  std::uint32_t alike = 0;        // NumberForm, Glued: the number of such words, if known
  bool ends_line = false;         // the reading ends here
};

struct SheetReading {
  PgnGame game;                     // the game with new tokens, in reading order
  std::vector<MendedToken> mended;  // explanations in the order of the tokens

  // Checks whether the moves keep their order and numbers.
  bool changes_only_words() const;
};

// Readings that a listener accepts.
enum class SheetUse : std::uint8_t {
  None,
  Words,  // readings that only change words; misread moves stay illegal
  Whole,
};

// Returns the reading of the main line that explains the game with the fewest faults. Faults are
// split, glued and misread moves, misprinted numbers, missing, repeated or swapped rows, lost
// parentheses, and stray text. A reading ends before the first move on which two equally good
// readings differ. Returns nothing if the game is undamaged, or if no reading is better than
// reading word by word. Views in the result point into the text of `game`. Takes a few us per
// half-move, tens of us near a fault. Games with more than 100,000 tokens are not read.
std::optional<SheetReading> read_sheet(const PgnGame& game, const Position& first,
                                       const PieceLetters& letters);

// Checks quickly whether a game must be read as a whole. True if a word is neither a move nor a
// NAG, or a comment is not closed.
bool may_be_damaged(const PgnGame& game, const PieceLetters& letters);

// A main-line move that was probably misread, and the move that was meant.
struct MeantMove {
  std::uint32_t token = 0;
  Move move;
  Position before;
};

// Returns the move that was probably misread if the sign of a legal main-line move contradicts it:
// "x" without a capture, or "+" without check. It is that move or, for "x", an earlier one. The
// meant move differs by one slip; with it, all signs x, + and # from there on are correct. Takes up
// to a few ms.
std::optional<MeantMove> move_by_signs(const PgnGame& game, const Position& first,
                                       std::uint32_t token, const PieceLetters& letters);

// A move, and the index of its token.
struct TokenMove {
  std::uint32_t token = 0;
  Move move;
};

// Returns the moves of a game that is written in another notation. These are ICCF numeric ("5254"),
// coordinates in any case ("E2E4", "NG1-F3"), and English or Spanish descriptive notation ("P-K4",
// "P4R"). A word that does not name exactly one legal move ends the moves; if fewer than six
// precede it, or with coordinates, nothing is returned. Games with variations are not read.
std::optional<std::vector<TokenMove>> read_other_notation(const PgnGame& game,
                                                          const Position& first);

}  // namespace arbiter
