// Moves in common spellings other than SAN, and the legal moves that they denote.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/notation/piece_letters.h"
#include "lib/notation/san.h"

namespace arbiter {

// An accepted deviation from PGN 8.2.3, with the id of its diagnostic.
enum class SpellingDeviation : std::uint8_t {
  CheckSpelling,        // san-check-spelling: ++ † ‡ ch mate
  CaptureSign,          // capture-x-missing: : × X instead of x, or a : after the square
  PromotionSign,        // promo-no-equals: e8Q e8(Q) e8/Q e8q
  PromotionImpossible,  // promo-to-king-or-pawn: e8=K e8=P; promotion() is empty
  ZeroCastling,         // zero-castling: 0-0
  LowerCaseCastling,    // lower-case-castling: o-o
  DashCastling,         // dash-castling: O–O with another dash, OO with none
  LongAlgebraic,        // long-algebraic: Ng1-f3 g1-f3 e2-e4 e7xd8=Q; also N-f3
  Uci,                  // uci-move: g1f3 e7e8q
  PawnLetter,           // pawn-letter: Pe4
  LowerCasePiece,       // lower-case-piece: nf3 e8=q
  Figurine,             // figurine: ♘f3
  ForeignLetter,        // foreign-piece-letters: Sf3
  EnglishLetter,        // mixed-piece-letters: Nf3 if knights are S
  EnPassantMark,        // ep-suffix: exd6ep exd6e.p.
  NullMove,             // null-move, null-move-in-rav: -- Z0 0000 null
  Suffix,               // suffix-illegal: Nf3!!! Nf3!+
  TextGlyph,            // text-glyphs: Nf3+- e4= Nf3N
  CapitalFile,          // capital-file: NF3 E4 EXD5
  RankMissing,          // capture-rank-missing: exd ed
};

inline constexpr int kSpellingDeviationCount = 20;

using SpellingDeviations = DeviationSet<SpellingDeviation, std::uint32_t>;

struct LooseMove {
  // The written move. "g1f3" and "g1-f3" name no piece, so their role() is Pawn until resolve() has
  // checked the board. Its check_mark() is correct even if the sign has a deviating spelling.
  San san;
  SpellingDeviations spelling;
  // The origin square, if the text contains both its file and its rank.
  std::optional<Square> from;
  // The alternative if a letter can be a file or a piece: the bishop move for bxc3
  // (SpellingDeviation::LowerCasePiece), and the pawn move for BXC3.
  std::optional<San> other_reading;
  // The suffix directly after the move, such as "!?". The view refers to the parsed text.
  std::string_view suffix;
  // The NAGs of other signs attached to the move, in reverse order; 0 for none.
  std::array<std::uint8_t, 3> signs{};
};

// Reads one word as a move. Text in correct SAN has no deviation. Pieces are written in `letters`,
// by figurines, by English letters that are not in `letters`, or by lower-case ASCII letters of
// `letters`. RankMissing needs a position, see with_rank(). Returns nothing if the whole text is
// not a move in these spellings, or has more than 32 bytes.
std::optional<LooseMove> parse_loose_move(std::string_view text, const PieceLetters& letters);

// Returns the deviation of a sign that is written as a separate word after a move: CheckSpelling
// ("ch", "mate", "++", "+") or EnPassantMark ("e.p."). Returns nothing for other words.
std::optional<SpellingDeviation> mark_in(std::string_view word);

// Returns a pawn capture that names only files, "exd" or "ed", with its rank in this position:
// "exd5". Returns nothing for other words, or if no capture or several match.
std::optional<std::string> with_rank(std::string_view word, const Position& position);

struct LooseResolution {
  SanResolution resolution;
  // The move in this position. If the text contains only squares, the role is that of the piece on
  // the origin square. The role is Bishop if bxc3 cannot be a pawn move. Also set for illegal
  // moves, so that they can be explained.
  San san;
  SpellingDeviations spelling;  // includes LowerCasePiece if that reading was chosen
};

// Returns the legal move that `move` denotes. Moves in UCI notation, or in long algebraic notation
// that is not also SAN, must match both squares, even for castling (e1g1, Ke1-g1). They never count
// as over-disambiguated. The null move is Illegal.
LooseResolution resolve(const LooseMove& move, const Position& position);

}  // namespace arbiter
