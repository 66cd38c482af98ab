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

// In the order of their appearance.
enum class FenField : std::uint8_t {
  Board,
  Turn,
  Castling,
  EnPassant,
  HalfmoveClock,
  FullmoveNumber,
  Rest,  // everything after the sixth field
};

// "the board", "the player to move", "the castling rights", ...
std::string_view to_string(FenField field);

// The reason why a text is not a FEN. Offsets are in bytes from its start.
struct FenError {
  FenField field = FenField::Board;
  std::size_t offset = 0;
  std::size_t length = 0;  // 0: something is missing at this place
  std::string message;     // one sentence, as in Error
};

// Deviations with which a FEN can still be read.
enum class FenOddityKind : std::uint8_t {
  FieldsMissing,  // fewer than six; the usual values replace them (-, -, 0, 1)
  Trailing,       // more than six; after four fields, the EPD operations hmvc and fmvn are read
  Separator,      // not exactly one space between two fields, or outer spaces
  Case,           // W for w, E3 for e3, and words such as "white"
  Order,          // castling letters not in the order of KQkq, or a duplicate
  Dash,           // a dash other than the hyphen, or several
  NoSuchRook,     // K, Q, k or q, but king and rook are not in place; no right is given
  NoRookOnFile,   // A to H or a to h, but no rook there with a king in place; no right is given
  SeveralRooks,   // two letters for rooks on the same side of the king; the first counts
};

struct FenOddity {
  FenOddityKind kind;
  FenField field;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string message;  // one sentence, as in Error
};

// `setup` is the content of the text, playable or not (see faults_of()). It never has castling
// rights without king and rook.
struct ParsedFen {
  Setup setup;
  std::vector<FenOddity> oddities;  // in the order of the text
};

// Reads a FEN. At least the board and the player to move are required. K, Q, k and q mean the
// outermost rook on that side of the king; other letters name its file. Numbers have at most nine
// digits.
std::variant<ParsedFen, FenError> parse_fen(std::string_view text);

// Reads a FEN that can be played, or the word "startpos", as command line arguments contain them.
// The error names the field or the fault, and its article.
Result<Position> parse_position(std::string_view text);

// X-FEN: KQkq, and the file of the rook only if it is not the outermost. Shredder-FEN: always the
// file.
enum class CastlingLetters : std::uint8_t { XFen, Shredder };

// Returns six fields separated by one space. An en passant square of a Position is written only if
// the capture is legal, that of a Setup always.
std::string fen_of(const Position& position, CastlingLetters letters = CastlingLetters::XFen);
std::string fen_of(const Setup& setup, CastlingLetters letters = CastlingLetters::XFen);

// Puts the pieces that the field names on an empty `board`. Returns the first error, with the place
// in the field.
std::optional<FenError> read_fen_board(std::string_view field, Board& board);

}  // namespace arbiter
