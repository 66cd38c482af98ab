// What MovetextReader tells, with nothing done about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/movetext/movetext_reader.h"

namespace arbiter {

// Unless it says otherwise, a function is called before the board changes: position() is that in
// which the word stands.
template <class Listener>
class MovetextListener : public MovetextReader<Listener> {
  friend class MovetextReader<Listener>;

 protected:
  using MovetextReader<Listener>::MovetextReader;

  // Words that name a move. of_move() comes first for all but null moves, legal or not.
  void of_move(const Token&) {}
  // Plain SAN that deviates from PGN 8.2.3, or has a pinned twin; legal.
  void deviating_move(const Token&, San, const SanResolution&) {}
  // Other spellings, legal or not; with a spurious promotion it is legal.
  void odd_move(const Token&, const NamedMove&) {}
  void null_move(const Token&, const NamedMove&) {}
  // A legal move, behind the three above; the board has changed.
  void played(const Token&, San, Move) {}
  // The line breaks, unless a position is returned from which it goes on: then the illegal move
  // stands, and the line is off the record. `named`: where it is no plain SAN.
  std::optional<Position> illegal_move(const Token&, San, const NamedMove*) { return std::nullopt; }
  // A king would be captured, as only an illegal move that stood can bring about. The line breaks;
  // nothing but of_move() has been called for the move.
  void king_capture(const Token&) {}
  // Somebody meant a move, but it cannot be read. The line breaks.
  void garbled_move(const Token&, std::string_view /*text*/) {}

  // Words that are no moves. `text` is in UTF-8.
  void any_word(const Token&) {}  // every TokenKind::Word, before the others
  void mark(const Token&, SpellingDeviation) {}
  void glyph(const Token&, std::uint32_t /*nag*/, bool /*follows_move*/) {}
  void unreadable_word(const Token&, std::string_view /*text*/) {}
  // "000" that is no legal castling.
  void unplayable_zeros(const Token&, const NamedMove&) {}
  void impossible_null_move(const Token&) {}

  void number(const Token&) {}
  void suffix(const Token&) {}
  void nag(const Token&) {}
  void brace_comment(const Token&) {}
  void line_comment(const Token&) {}
  void escape(const Token&) {}
  void stray(const Token&) {}        // also a ")" that closes nothing
  void punctuation(const Token&) {}  // see is_punctuation()
  // A number or word in a line that is broken or has no board, and all that a skipped variation
  // holds, but comments.
  void unplayed(const Token&) {}

  // May the variation be read: has it a move to replace that was played? The token is "(".
  VariationUse variation(const Token&) { return VariationUse::Read; }
  void variation_too_deep(const Token&) {}  // it is skipped
  // Behind variation() that said Read; position() is that before the move to be replaced.
  void variation_opened() {}
  // position() is still inside. `open` is the token of "(", `close` that of ")" or "}".
  void variation_closing(std::uint32_t /*open*/, const Token& /*close*/) {}
  void variation_closed() {}                          // position() is outside again
  void variation_unclosed(std::uint32_t /*open*/) {}  // at the end, from the innermost outwards

  void result(const WrittenResult&) {}
  // "0-0" at the end, legal as castling: that is what it is.
  void castling_or_result(const Token&) {}
  void result_in_variation(const Token&) {}
  // What follows the result and is no comment or punctuation. False: no more is wanted, comments
  // neither.
  bool behind_result(const Token&) { return false; }
};

}  // namespace arbiter
