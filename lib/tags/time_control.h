// Clock times (PGN supplement 4.2) and time controls (PGN 9.6.1).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A time on a clock, or one that is given or used.
using ClockTime = std::chrono::milliseconds;

struct ClockReading {
  ClockTime time{};  // a Short one is read as m:ss; negative after a minus
  ClockForm form = ClockForm::Full;
  bool has_fraction = false;  // of a second
  bool has_comma = false;     // instead of the decimal point
  bool is_in_range = true;    // not negative; minutes and seconds below 60 but for the first number

  // Checks for exactly "h:mm:ss".
  bool is_standard() const { return form == ClockForm::Full && !has_fraction; }
};

// Reads a time; returns nothing for other text. Fractions beyond milliseconds are truncated.
std::optional<ClockReading> read_clock(std::string_view text);

// Returns "1:05:23", "0:00:58.6", "-0:00:01".
std::string to_string(ClockTime time);

// The bonus of each move.
enum class BonusKind : std::uint8_t {
  None,
  Increment,  // time is added, used or not
  Delay,      // the clock waits before it runs; an unused delay is lost
  Bronstein,  // the used time is given back, up to the bonus
};

// The times of one player in one period.
struct Allowance {
  ClockTime time{};   // added when the period begins
  ClockTime bonus{};  // for every move

  bool operator==(const Allowance&) const = default;
};

struct TimePeriod {
  std::optional<std::uint32_t> moves = {};   // nothing: for the rest of the game
  std::array<Allowance, 2> allowances = {};  // by color
  BonusKind bonus = BonusKind::None;
  bool is_sandclock = false;  // the time that one player uses is added for the other

  const Allowance& of(Color color) const { return allowances[static_cast<std::size_t>(color)]; }
  bool is_equal() const { return allowances[0] == allowances[1]; }
  // Compares meanings: "600+0" equals "600".
  bool operator==(const TimePeriod& other) const;
};

enum class TimeControlKind : std::uint8_t {
  Unknown,  // "?"
  None,     // "-": no clocks, or unknown days a move
  Clock,    // periods: 1 to kMaxPeriods; the last may be one of moves, which is then repeated
};

// The maximum number of periods, which no event reaches.
inline constexpr std::size_t kMaxPeriods = 20;

struct TimeControl {
  TimeControlKind kind = TimeControlKind::Unknown;
  std::vector<TimePeriod> periods = {};

  bool operator==(const TimeControl&) const = default;
};

// Returns the allowance for the first move.
Allowance first_allowance(const TimeControl& control, Color color);

// Returns the time that the periods after the first have added for `color` after `moves` moves, all
// made in time.
ClockTime time_added_by(const TimeControl& control, Color color, std::uint32_t moves);

// Checks whether a period ends with this move of a player.
bool ends_period(const TimeControl& control, std::uint32_t moves);

// Returns the days per move in correspondence games, with a day or more for a single move
// ("1/86400", "10/4320000").
std::optional<double> days_per_move(const TimeControl& control);

enum class TimeControlFault : std::uint8_t {
  Form,   // not in the form of PGN
  Count,  // more periods than kMaxPeriods
  Order,  // a period that lasts for the rest of the game is not the last one
};

struct TimeControlFinding {
  TimeControlFault fault;
  std::string_view words;  // the period, in the text
};

// Reads "?", "-" and periods joined by colons: "40/7200" (moves in seconds), "40/7200+30", "900"
// (the rest of the game), "900+30", "*180" (sandclock), "W300-B240" (unequal times). Seconds may
// have decimals. Returns the first fault of other text.
std::variant<TimeControl, TimeControlFinding> parse_time_control(std::string_view text);

// Returns the first fault only; cheaper.
std::optional<TimeControlFinding> time_control_fault(std::string_view text);

// Reads time controls of the TimeControl tag, tag 222 of FIDE's tournament reports (TRF26), sites
// and players. Accepts the PGN form and unambiguous words: "90 min", "90 min + 30 sec", "G/60",
// "15|10", "3 days/move". Also delays, which PGN cannot express ("G/90;d5", "5400 d5"; d: simple
// delay, b: Bronstein), and several periods in minutes: "40/120, SD/60; d5". Spaces around the
// signs of the PGN form are ignored: "180 + 2".
std::optional<TimeControl> read_time_control(std::string_view text);

// Returns the PGN form; nothing for delays, which PGN cannot express.
std::optional<std::string> to_string(const TimeControl& control);

// Returns the PGN form of text in another form; nothing if it is ambiguous.
std::optional<std::string> time_control_meant(std::string_view text);

}  // namespace arbiter
