// Moves in common spellings other than SAN, and the legal moves that they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/notation/piece_letters.h"
#include "lib/notation/san.h"

namespace arbiter {

// A deviation from PGN 8.2.3 that can be understood. Each has its own diagnostic, named after it.
enum class SpellingDeviation : std::uint8_t {
  CheckSpelling,        // san-check-spelling: ++ † ‡ ch mate
  CaptureSign,          // capture-x-missing: : × X in place of x, or a : behind the square
  PromotionSign,        // promo-no-equals: e8Q e8(Q) e8/Q e8q
  PromotionImpossible,  // promo-to-king-or-pawn: e8=K e8=P; promotion() says nothing
  ZeroCastling,         // zero-castling: 0-0
  LowerCaseCastling,    // lower-case-castling: o-o
  DashCastling,         // dash-castling: O–O with another dash, OO with none
  LongAlgebraic,        // long-algebraic: Ng1-f3 g1-f3 e2-e4 e7xd8=Q; also N-f3
  Uci,                  // uci-move: g1f3 e7e8q
  PawnLetter,           // pawn-letter: Pe4
  LowerCasePiece,       // lower-case-piece: nf3 e8=q
  Figurine,             // figurine: ♘f3
  ForeignLetter,        // foreign-piece-letters: Sf3
  EnglishLetter,        // mixed-piece-letters: Nf3 where knights are S
  EnPassantMark,        // ep-suffix: exd6ep exd6e.p.
  NullMove,             // null-move, null-move-in-rav: -- Z0 0000 null
  Suffix,               // suffix-illegal: Nf3!!! Nf3!+
  TextGlyph,            // text-glyphs: Nf3+- e4=
};

inline constexpr int kSpellingDeviationCount = 18;

using SpellingDeviations = DeviationSet<SpellingDeviation, std::uint32_t>;

struct LooseMove {
  // What is written. "g1f3" and "g1-f3" do not say which piece moves: their role() is
  // Pawn until resolve() has seen the board. Where check is spelled in
  // another way, check_mark() is what the sign most often means.
  San san;
  SpellingDeviations spelling;
  // The square that the piece leaves, where all of it is written.
  std::optional<Square> from;
  // Where a small letter names a file or a piece, as in bxc3, `san` is the
  // pawn's move and this the piece's: a SpellingDeviation::LowerCasePiece.
  std::optional<San> piece_reading;
  // The suffix such as "!?" that is joined to the move; part of the text.
  std::string_view suffix;
};

// Reads one word as a move. Text in correct SAN has no deviation. Pieces are
// named by `letters`, by figurines, by English letters that are none of `letters`,
// or by a small one of `letters` where that is ASCII.
// Nothing for text that is, as a whole, no move in a spelling above; a word of
// more than 32 bytes is none.
std::optional<LooseMove> parse_loose_move(std::string_view text, const PieceLetters& letters);

// What a word says about the move before it if it stands alone, apart from the
// move: CheckSpelling ("ch", "mate", "++", "+"), EnPassantMark ("e.p."),
// CaptureSign never; nothing for other words.
std::optional<SpellingDeviation> mark_in(std::string_view word);

struct LooseResolution {
  SanResolution resolution;
  // What the text means here: with the piece that stands on the square where
  // the text names only squares, and a piece's move where bxc3 cannot be a pawn's. To
  // ask why a move is illegal too.
  San san;
  SpellingDeviations spelling;  // with LowerCasePiece where such a reading was taken
};

// UCI, and long algebraic notation that SAN does not have too, mean exactly the
// squares that they name, castling included (e1g1, Ke1-g1), and are not called
// over-disambiguated for it. The null move is Illegal here.
LooseResolution resolve(const LooseMove& move, const Position& position);

}  // namespace arbiter
