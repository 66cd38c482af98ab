// Moves written in Standard Algebraic Notation, exactly as PGN 8.2.3 wants it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// At most seven characters, such as "Qa1xb2#", without allocation.
class SanText {
 public:
  std::string_view view() const { return {characters_.data(), size_}; }

  void add(char character) { characters_[size_++] = character; }
  void add(std::string_view text) {
    for (const char character : text) add(character);
  }

 private:
  std::array<char, 11> characters_{};
  std::uint8_t size_ = 0;
};

// The origin is written only as far as other legal moves of such a piece to the
// same square require: file, else rank, else both (8.2.3.4). Ends with "+" or
// "#" where the move gives check or checkmate. Looks only at such pieces, and
// for a legal answer only where there is check.
// Precondition: `move` is legal in `before`; `after` is what it leads to.
SanText san_text_of(Move move, const Position& before, const Position& after);

// The same where the caller has no position after the move; one copy dearer. The move may capture
// a king, as after an illegal move that stands.
SanText san_text_of(Move move, const Position& position);
std::string san_of(Move move, const Position& position);

}  // namespace arbiter
