// Positions as text: FEN (PGN 16.1), with the castling letters of X-FEN and Shredder-FEN for
// Chess960.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

enum class FenField : std::uint8_t {
  Board,
  Turn,
  Castling,
  EnPassant,
  HalfmoveClock,
  FullmoveNumber,
  Rest,  // everything after the sixth field
};

std::string_view to_string(FenField field);

// The reason why a text is not a FEN. Offsets are in bytes from the start of the text.
struct FenError {
  FenField field = FenField::Board;
  std::size_t offset = 0;
  std::size_t length = 0;  // 0 if something is missing at the offset
  std::string message;     // a sentence in the form of an Error
};

// Deviations from the standard in a readable FEN.
enum class FenOddityKind : std::uint8_t {
  FieldsMissing,  // fewer than six fields; defaults replace the others (-, -, 0, 1)
  Trailing,    // more than six fields; after four fields, the EPD operations hmvc and fmvn are read
  Separator,   // no space, or several, between two fields; or outer spaces
  Case,        // W for w, E3 for e3, and words such as "white"
  Order,       // castling letters not in the order of KQkq, or a duplicate
  Dash,        // a dash other than the hyphen, or several
  NoSuchRook,  // K, Q, k or q without king and rook in place; gives no right
  NoRookOnFile,  // A to H or a to h without a rook on that file or a king in place; gives no right
  SeveralRooks,  // two letters for rooks on the same side of the king; the first one is used
};

struct FenOddity {
  FenOddityKind kind;
  FenField field;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string message;  // a sentence in the form of an Error
};

// A successfully parsed FEN. The setup may be unplayable (see faults_of()), but castling rights
// always have their king and rook.
struct ParsedFen {
  Setup setup;
  std::vector<FenOddity> oddities;  // the oddities in text order
};

// Reads a FEN. At least the board and the player to move are required. K, Q, k and q denote the
// outermost rook on that side of the king; other letters name its file. Numbers have at most nine
// digits.
std::variant<ParsedFen, FenError> parse_fen(std::string_view text);

// Reads a playable FEN or the word "startpos", for command line arguments. The error includes the
// field, or the fault and its article.
Result<Position> parse_position(std::string_view text);

// The form of castling letters. X-FEN uses KQkq, or the rook's file if the rook is not the
// outermost one; Shredder-FEN always uses the file.
enum class CastlingLetters : std::uint8_t { XFen, Shredder };

// Returns six fields separated by one space. The en passant square of a Position is written only if
// the capture is legal. The en passant square of a Setup is always written.
std::string fen_of(const Position& position, CastlingLetters letters = CastlingLetters::XFen);
std::string fen_of(const Setup& setup, CastlingLetters letters = CastlingLetters::XFen);

// Puts the pieces of the board field on an empty `board`. Returns the first error, with its offset
// in the field.
std::optional<FenError> read_fen_board(std::string_view field, Board& board);

}  // namespace arbiter
