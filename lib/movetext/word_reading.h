// The meaning of a single word of movetext.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The kind of a word, independent of the position.
enum class WordKind : std::uint8_t {
  Move,     // a move in any spelling, legal or not, or a null move
  Mark,     // a check or en passant sign apart from its move: "ch", "e.p."
  Glyph,    // an assessment: "+-", "=", "N"
  Garbled,  // probably meant as a move, but no spelling explains it: "Ng", "e9"
  Other,    // prose, "@@", "13"
};

struct WordReading {
  WordKind kind = WordKind::Other;
  LooseMove move = {};          // the move, for WordKind::Move
  SpellingDeviation mark = {};  // the deviation, for WordKind::Mark
  std::uint32_t nag = 0;        // the NAG, for WordKind::Glyph
};

// The maximum length of a word in UTF-8; the rest is ignored.
inline constexpr std::size_t kMaxSymbolLength = 255;

// Returns the word in UTF-8, truncated to kMaxSymbolLength bytes without splitting a character;
// `converted` stores the conversion, if needed.
std::string_view word_in_utf8(std::string_view written, std::string& converted);

// Reads a word in UTF-8, which must outlive the result. Pieces are named by `letters`.
WordReading read_word(std::string_view word, const PieceLetters& letters);

// A move that a word names.
struct NamedMove {
  std::string_view text;  // the word, without an attached number
  LooseMove loose;
  LooseResolution resolved;  // Legal if exactly one legal move is meant
  // True for "Nf3=Q": the word contains a promotion, but the move is not one. `resolved` is the
  // move without the promotion.
  bool has_spurious_promotion = false;

  bool is_null() const { return loose.spelling.has(SpellingDeviation::NullMove); }
  bool is_legal() const { return resolved.resolution.status == SanStatus::Legal; }
  Move move() const { return resolved.resolution.move; }
};

// Returns the move that `word` names in `letters`, legal or not. A number may be attached ("12Nf3",
// "10-0" at move 1). Returns nothing for other words. Takes about 100 ns.
std::optional<NamedMove> named_move(std::string_view word, const Position& position,
                                    const PieceLetters& letters);

// Returns the legal move that `word` names in these letters, or in English letters if there is
// none; nothing for a null move.
std::optional<Move> read_legal_move(std::string_view word, const Position& position,
                                    const PieceLetters& letters = {});

// Returns the check mark that SAN requires for the move that led to `after`.
CheckMark mark_due(const Position& after);

// Checks for "0-0" and "0-0-0", with or without signs of check.
bool is_zero_castling(std::string_view word);

// Checks whether the last word of a game may be castling: "0-0", unless the Result tag is 0-0.
bool may_be_castling(std::string_view word, const PgnGame& game);

// Returns the NAGs of signs attached to a move, such as "!?" and "+-"; 0 for none.
using JoinedNags = std::array<std::uint32_t, 1 + std::tuple_size_v<decltype(LooseMove::signs)>>;
JoinedNags joined_nags(const NamedMove& named);

// Returns the NAG of a suffix (PGN 8.2.3.8, 10); more than two equal marks count as two. Returns
// nothing for other combinations.
std::optional<std::uint32_t> nag_of_suffix(std::string_view suffix);

// The tokens of a result, from `first` to `last`.
struct WrittenResult {
  std::uint32_t first;
  std::uint32_t last;
  ResultReading reading;

  TextSpan span(const PgnGame& game) const {
    const Token& end = game.tokens[last];
    const std::uint32_t start = game.tokens[first].offset;
    return {start, end.offset + end.length - start};
  }
  std::string_view text(const PgnGame& game) const {
    return game.text.substr(span(game).offset, span(game).length);
  }
};

// Returns the result at the end of a game, if it is not in PGN notation: "draw", "1 - 0", "White
// wins", "(1-0)". Only comments may follow it. Returns nothing if the last word is a PGN result.
std::optional<WrittenResult> result_in_words(const PgnGame& game);

// Returns the meaning of a PGN result with the comment before it: a double forfeit is written
// `{0-0} *`.
ResultReading result_with_comment(const PgnGame& game, const Token& result);

// Misread words, as in scanned or hastily typed text.

// Returns the cost of writing `written` for `meant`; 0 if they are equal. Each character that looks
// like another (l, I and | for 1, S for 5, G for 6, B for 8, O for 0) costs kLookAlike. Two
// transposed characters cost kExchanged; every other changed, missing or extra character costs
// kOtherSlip. Time: O(written * meant).
inline constexpr int kLookAlike = 2;
inline constexpr int kExchanged = 3;
inline constexpr int kOtherSlip = 6;
int misreading(std::string_view written, std::string_view meant);

// Returns the move that `word` becomes if look-alike characters are replaced: "Rfl" is Rf1, "aG"
// a6, "8b5" Bb5, "cx66" cxb6, "96" g6. Returns nothing if that is not a move, or if nothing was
// replaced.
std::optional<LooseMove> read_look_alikes(std::string_view word, const PieceLetters& letters);

// Checks whether a word that is not a move in any spelling was meant as a legal move. It may have
// look-alike or transposed characters, or no rank ("Re"). Takes a few us; less for most prose.
bool is_misread_move(std::string_view word, const Position& position, const PieceLetters& letters);

// Like is_misread_move(), but without a position.
bool may_be_misread_move(std::string_view word, const PieceLetters& letters);

}  // namespace arbiter
