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

// A time on a clock, or a duration.
using ClockTime = std::chrono::milliseconds;

struct ClockReading {
  ClockTime time{};  // the Short form is read as m:ss; negative after a minus sign
  ClockForm form = ClockForm::Full;
  bool has_fraction = false;  // has fractions of a second
  bool has_comma = false;     // has a decimal comma
  bool is_in_range = true;    // not negative, and all numbers except the first are below 60

  bool is_standard() const { return form == ClockForm::Full && !has_fraction; }
};

// Reads a time; returns nothing for other text. Fractions beyond milliseconds are truncated.
std::optional<ClockReading> read_clock(std::string_view text);

// Returns "1:05:23", "0:00:58.6", "-0:00:01".
std::string to_string(ClockTime time);

// The bonus of each move.
enum class BonusKind : std::uint8_t {
  None,
  Increment,  // time is added for each move
  Delay,      // the clock starts after the delay; unused delay is lost
  Bronstein,  // the used time is added back, up to the bonus
};

// The time of one player in one period.
struct Allowance {
  ClockTime time{};   // added when the period begins
  ClockTime bonus{};  // time for every move

  bool operator==(const Allowance&) const = default;
};

struct TimePeriod {
  std::optional<std::uint32_t> moves = {};   // nothing: for the rest of the game
  std::array<Allowance, 2> allowances = {};  // indexed by colour
  BonusKind bonus = BonusKind::None;
  bool is_sandclock = false;  // time used by one player is added to the other's clock

  const Allowance& of(Color color) const { return allowances[static_cast<std::size_t>(color)]; }
  bool is_equal() const { return allowances[0] == allowances[1]; }
  // Compares meanings: "600+0" equals "600".
  bool operator==(const TimePeriod& other) const;
};

enum class TimeControlKind : std::uint8_t {
  Unknown,  // "?"
  None,     // "-": no clocks, or an unknown number of days per move
  Clock,    // 1 to kMaxPeriods periods; if the last one is limited to a number of moves, it repeats
};

// The maximum number of periods.
inline constexpr std::size_t kMaxPeriods = 20;

struct TimeControl {
  TimeControlKind kind = TimeControlKind::Unknown;
  std::vector<TimePeriod> periods = {};

  bool operator==(const TimeControl&) const = default;
};

// Returns the allowance for the first move.
Allowance first_allowance(const TimeControl& control, Color color);

// Returns the total time that later periods have added for `color` after `moves` moves.
ClockTime time_added_by(const TimeControl& control, Color color, std::uint32_t moves);

// Checks whether a period ends with this move of a player.
bool ends_period(const TimeControl& control, std::uint32_t moves);

// Returns the days per move of a correspondence time control, which gives at least a day for one
// move ("1/86400", "10/4320000").
std::optional<double> days_per_move(const TimeControl& control);

enum class TimeControlFault : std::uint8_t {
  Form,   // a text that is not in PGN form
  Count,  // more periods than kMaxPeriods
  Order,  // a period for the rest of the game is not the last one
};

struct TimeControlFinding {
  TimeControlFault fault;
  std::string_view words;
};

// Reads "?", "-" and periods separated by colons: "40/7200" (moves in seconds), "40/7200+30", "900"
// (the rest of the game), "900+30", "*180" (sandclock), "W300-B240" (unequal times). Seconds may
// have decimals. For other text, returns the first fault.
std::variant<TimeControl, TimeControlFinding> parse_time_control(std::string_view text);

// Like parse_time_control(), but cheaper, as it returns only the fault.
std::optional<TimeControlFinding> time_control_fault(std::string_view text);

// Reads time controls from TimeControl tags, FIDE tournament reports (TRF26, 222), sites and
// players. Accepts the PGN form and unambiguous words: "90 min", "90 min + 30 sec", "G/60",
// "15|10", "3 days/move". Also reads delays, which PGN cannot express ("G/90;d5", "5400 d5"; d:
// simple delay, b: Bronstein), and several periods in minutes: "40/120, SD/60; d5". Spaces around
// the signs of the PGN form are ignored: "180 + 2".
std::optional<TimeControl> read_time_control(std::string_view text);

// Returns the PGN form; nothing for delays, which PGN cannot express.
std::optional<std::string> to_string(const TimeControl& control);

// Returns the PGN form of a time control in another form; nothing if it is ambiguous.
std::optional<std::string> time_control_meant(std::string_view text);

}  // namespace arbiter
