// Time controls: the TimeControl tag (PGN 9.6.1), tag 222 of FIDE's report files
// (TRF26), and the words of sites and players.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/chess/piece.h"
#include "lib/tags/clock_time.h"

namespace arbiter {

// What a clock does for every move.
enum class BonusKind : std::uint8_t {
  None,
  Increment,  // time is added, used or not
  Delay,      // the clock waits before it runs; what was not used is lost
  Bronstein,  // what was used is given back, as far as the bonus goes
};

// For one player in one period.
struct Allowance {
  ClockTime time{};   // when the period begins; what is left of the one before stays
  ClockTime bonus{};  // for every move

  bool operator==(const Allowance&) const = default;
};

struct TimePeriod {
  std::optional<std::uint32_t> moves = {};   // nothing: for the rest of the game
  std::array<Allowance, 2> allowances = {};  // by color
  BonusKind bonus = BonusKind::None;
  bool is_sandclock = false;  // what one player uses, the other gets

  const Allowance& of(Color color) const { return allowances[static_cast<std::size_t>(color)]; }
  bool is_equal() const { return allowances[0] == allowances[1]; }
  bool operator==(const TimePeriod&) const = default;
};

enum class TimeControlKind : std::uint8_t {
  Unknown,  // "?"
  None,     // "-": no clocks, or days a move that are not told
  Clock,    // periods: 1 to kMostPeriods; the last may be one of moves, which is then repeated
};

// No event has as many.
inline constexpr std::size_t kMostPeriods = 20;

struct TimeControl {
  TimeControlKind kind = TimeControlKind::Unknown;
  std::vector<TimePeriod> periods = {};

  bool operator==(const TimeControl&) const = default;
};

// For the first move.
Allowance first_allowance(const TimeControl& control, Color color);

// What the periods after the first have brought `color` when it has completed
// `moves` moves, if all were played in time.
ClockTime time_added_by(const TimeControl& control, Color color, std::uint32_t moves);

// Whether a period ends with the move `moves` of a player.
bool ends_period(const TimeControl& control, std::uint32_t moves);

// Correspondence: a single move for a day or more ("1/86400", "10/4320000"), in days.
std::optional<double> days_per_move(const TimeControl& control);

enum class TimeControlFault : std::uint8_t {
  Form,   // not in the form of PGN
  Count,  // more periods than kMostPeriods
  Order,  // a period that lasts for the rest of the game is not the last one
};

struct TimeControlFinding {
  TimeControlFault fault;
  std::string_view words;  // the period, in the text
};

// Reads "?", "-" and periods joined by colons: "40/7200" (moves in seconds),
// "40/7200+30", "900" (the rest of the game), "900+30", "*180" (sandclock),
// "W300-B240" (unequal times). Seconds may have decimals. Else the first fault.
std::variant<TimeControl, TimeControlFinding> parse_time_control(std::string_view text);

// The first fault alone; cheaper.
std::optional<TimeControlFinding> time_control_fault(std::string_view text);

// Reads as parse_time_control() does, and what leaves no doubt beside it: "90 min",
// "90 min + 30 sec", "G/60", "15|10", "3 days/move"; delays, which PGN cannot
// write: "G/90;d5", "5400 d5" (d: simple delay, b: Bronstein), and several
// periods in minutes: "40/120, SD/60; d5".
std::optional<TimeControl> read_time_control(std::string_view text);

// In the form of PGN. Nothing for what PGN cannot write: delays.
std::optional<std::string> to_string(const TimeControl& control);

// A text that is not in the form of PGN, in that form; nothing where its words
// leave a doubt.
std::optional<std::string> time_control_meant(std::string_view text);

}  // namespace arbiter
