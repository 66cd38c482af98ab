// How a game ended, in one byte of the database.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace arbiter {

// The numbers are in files and never change. The first ones are what the board
// says, the others what the Termination tag says where the board says nothing.
enum class Ending : std::uint8_t {
  Unknown = 0,       // by resignation or agreement, as far as anybody can tell
  Checkmate = 1,     // Laws 5.1.1
  Stalemate = 2,     // Laws 5.2.1
  DeadPosition = 3,  // Laws 5.2.2, by material
  Fivefold = 4,      // Laws 9.6.1
  SeventyFive = 5,   // Laws 9.6.2
  Threefold = 6,     // a draw, and the last position stood for the third time (Laws 9.2)
  Fifty = 7,         // a draw, and fifty moves without capture and pawn move (Laws 9.3)
  TimeForfeit = 8,
  Abandoned = 9,
  Adjudication = 10,
  RulesInfraction = 11,
  Unfinished = 12,  // the result is *
  Resignation = 13,
  Agreement = 14,
  Forfeit = 15,  // a result without a move
};

struct EndingName {
  Ending ending;
  std::string_view word;     // for --ending: "mate", "threefold"
  std::string_view meaning;  // one line
};

// Every ending, by number.
std::span<const EndingName> endings();
std::string_view to_string(Ending ending);
// Unknown for a number that this version does not know.
Ending ending_of(std::uint64_t number);

}  // namespace arbiter
