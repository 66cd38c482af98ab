// What one word among the moves says. Decided here, once, for all who read movetext.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {

// What a word can say whatever stands on the board.
enum class WordKind : std::uint8_t {
  Move,     // in some spelling, legal or not; the null move too
  Mark,     // of check or en passant, apart from its move: "ch", "e.p."
  Glyph,    // an assessment: "+-", "=", "N"
  Garbled,  // somebody meant a move, but no spelling explains it: "Ng", "e9"
  Other,    // prose, "@@", "13"
};

struct WordReading {
  WordKind kind = WordKind::Other;
  LooseMove move = {};          // of a Move
  SpellingDeviation mark = {};  // of a Mark
  std::uint32_t nag = 0;        // of a Glyph
};

// The bytes of a word that are looked at, in UTF-8.
inline constexpr std::size_t kLongestSymbol = 255;

// The word in UTF-8, up to that many bytes of whole characters; `converted` holds it if it was
// written otherwise.
std::string_view word_in_utf8(std::string_view written, std::string& converted);

// `word` is in UTF-8 and must outlive the answer. Pieces are named by `letters`.
WordReading read_word(std::string_view word, const PieceLetters& letters);

// A move that a word names.
struct NamedMove {
  std::string_view text;  // the word, without a number that is joined to it
  LooseMove loose;
  LooseResolution resolved;  // Legal where one legal move is meant
  // "Nf3=Q": a promotion is named in a move that makes none. `resolved` is the move without it.
  bool has_spurious_promotion = false;

  bool is_null() const { return loose.spelling.has(SpellingDeviation::NullMove); }
  bool is_legal() const { return resolved.resolution.status == SanStatus::Legal; }
  Move move() const { return resolved.resolution.move; }
};

// The move that `word` names, by `letters` or joined to its number ("12Nf3", "10-0" at move 1);
// legal or not. Nothing for other words. Some 100 ns.
std::optional<NamedMove> named_move(std::string_view word, const Position& position,
                                    const PieceLetters& letters);

// The legal move that `word` names in these letters, or else English ones; nothing for a null
// move.
std::optional<Move> read_legal_move(std::string_view word, const Position& position,
                                    const PieceLetters& letters = {});

// "0-0" and "0-0-0", signs of check aside.
bool is_zero_castling(std::string_view word);

// The NAGs of the signs that are joined to a move, such as "!?" and "+-"; 0: none.
std::array<std::uint32_t, 2> joined_nags(const NamedMove& named);

// The NAG of a suffix (PGN 8.2.3.8, 10); more marks of one kind than two count
// as two. Nothing for other mixtures.
std::optional<std::uint32_t> nag_of_suffix(std::string_view suffix);

}  // namespace arbiter
