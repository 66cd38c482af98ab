// The numbers stored in columns for results, endings, dates, ratings and ECO codes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lib/laws/game_end.h"

namespace arbiter {

// Returns 0 for *, 1 for 1-0, 2 for 0-1, 3 for a draw.
constexpr std::uint8_t number_of(Outcome outcome) {
  return static_cast<std::uint8_t>((static_cast<unsigned>(outcome) + 1) & 3);
}

// Returns the result with this number. Uses only the lower two bits.
constexpr Outcome outcome_of(unsigned number) { return static_cast<Outcome>((number + 3) & 3); }

static_assert(number_of(Outcome::Unknown) == 0 && number_of(Outcome::WhiteWins) == 1);
static_assert(number_of(Outcome::BlackWins) == 2 && number_of(Outcome::Draw) == 3);
static_assert(outcome_of(number_of(Outcome::Draw)) == Outcome::Draw);
static_assert(outcome_of(0) == Outcome::Unknown);

// The way in which a game ended. The numbers are stored in files and must not change. The first
// ones are determined by the board, the others by the Termination tag if the board does not decide.
enum class Ending : std::uint8_t {
  Unknown = 0,       // usually resignation or agreement
  Checkmate = 1,     // Laws 5.1.1
  Stalemate = 2,     // Laws 5.2.1
  DeadPosition = 3,  // Laws 5.2.2, by material
  Fivefold = 4,      // Laws 9.6.1
  SeventyFive = 5,   // Laws 9.6.2
  Threefold = 6,     // a draw, with a threefold repetition at the end (Laws 9.2)
  Fifty = 7,         // a draw, after fifty moves without capture or pawn move (Laws 9.3)
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
  std::string_view word;     // a value of --ending, such as "mate" or "threefold"
  std::string_view meaning;  // a description in one line
};

// Returns all endings, by number.
std::span<const EndingName> endings();
std::string_view to_string(Ending ending);
// Returns the ending with this number, or Unknown if this version does not define it.
Ending ending_of(std::uint64_t number);

// Returns a date as yyyymmdd, with 0 for parts that are unknown or impossible: "1950.??.??" is
// 19500000, and "2021.02.31" is 20210000. Other date formats are accepted if they are unambiguous.
std::uint32_t date_number(std::string_view value);

// Returns a rating of one to four digits, or 0 for other text.
std::uint16_t elo_number(std::string_view value);

// Returns the number of the ECO code at the start of the value, such as "B90", "B90k" or "D30/E10".
// The number is 1 + 100 * (letter - 'A') + the digits. Returns 0 for other text.
std::uint16_t eco_number(std::string_view value);

// Returns a date as text, such as "1950.??.??", or "????.??.??" if it is unknown.
std::string date_text(std::uint32_t date);
// Returns an ECO code as text, such as "A14", or an empty string for 0.
std::string eco_text(std::uint16_t eco);
// Returns a year as text, such as "1987"; an empty string for 0 (unknown).
std::string year_text(std::uint16_t year);

}  // namespace arbiter
