#include "lib/tags/time_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// Removes a number from the front of a text. Returns nothing if there is none, or if it has more
// than nine digits.
std::optional<std::uint32_t> skip_number(std::string_view& text) {
  std::uint32_t number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    if (digits == 9) return std::nullopt;
    number = number * 10 + static_cast<std::uint32_t>(text[digits++] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

// Returns a time in seconds, with a fraction, if any.
std::string seconds_text(ClockTime time) {
  const std::int64_t thousandths = time.count() % 1000;
  std::string text = fmt::format("{}", time.count() / 1000);
  if (thousandths == 0) return text;
  text += fmt::format(".{:03}", thousandths);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

// Removes the digits after a point from the front, and returns them as thousandths.
ClockTime skip_decimals(std::string_view& text) {
  ClockTime time{};
  for (std::int64_t unit = 100; !text.empty() && is_digit(text.front()); unit /= 10) {
    time += ClockTime(unit * (text.front() - '0'));
    text.remove_prefix(1);
  }
  return time;
}

// Removes an optional ".6" or ",6" from the front.
bool skip_fraction(std::string_view& text, ClockReading& reading) {
  if (text.empty()) return true;
  if (text[0] != '.' && text[0] != ',') return false;
  reading.has_fraction = true;
  reading.has_comma = text[0] == ',';
  text.remove_prefix(1);
  if (text.empty()) return false;
  reading.time += skip_decimals(text);
  return text.empty();
}

}  // namespace

std::optional<ClockReading> read_clock(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t seconds = 0;
  std::size_t numbers = 0;
  ClockReading reading;
  while (true) {
    const auto number = skip_number(text);
    if (!number || numbers == 3) return std::nullopt;
    reading.is_in_range &= numbers == 0 || *number < 60;
    seconds = seconds * 60 + *number;
    ++numbers;
    if (!text.starts_with(':')) break;
    text.remove_prefix(1);
  }
  reading.time = std::chrono::seconds(seconds);
  reading.form = numbers == 3   ? ClockForm::Full
                 : numbers == 2 ? ClockForm::Short
                                : ClockForm::Seconds;
  if (!skip_fraction(text, reading)) return std::nullopt;
  if (is_negative) {
    reading.is_in_range &= reading.time == ClockTime(0);
    reading.time = -reading.time;
  }
  return reading;
}

std::string to_string(ClockTime time) {
  const ClockTime size = std::chrono::abs(time);
  const std::int64_t minutes = size.count() / 60'000;
  const std::string seconds = seconds_text(size % std::chrono::minutes(1));
  const bool has_one_digit = seconds.size() == 1 || seconds[1] == '.';
  return fmt::format("{}{}:{:02}:{}{}", time.count() < 0 ? "-" : "", minutes / 60, minutes % 60,
                     has_one_digit ? "0" : "", seconds);
}

namespace {

// Removes seconds with optional decimals (three are used) from the front.
std::optional<ClockTime> skip_seconds(std::string_view& text) {
  const auto whole = skip_number(text);
  if (!whole) return std::nullopt;
  const ClockTime time = std::chrono::seconds(*whole);
  if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return time;
  text.remove_prefix(1);
  return time + skip_decimals(text);
}

// Removes "S" or "S+I", not both zero, from the front.
bool skip_time(std::string_view& text, Allowance& allowance, BonusKind& bonus) {
  const auto time = skip_seconds(text);
  if (!time) return false;
  allowance.time = *time;
  if (skip_prefix(text, "+")) {
    const auto increment = skip_seconds(text);
    if (!increment) return false;
    allowance.bonus = *increment;
    bonus = BonusKind::Increment;
  }
  return allowance != Allowance();
}

// Reads "W300-B240", "W300+2-B240+2".
std::optional<TimePeriod> read_unequal_times(std::string_view text) {
  TimePeriod period;
  const bool is_good = skip_prefix(text, "W") &&
                       skip_time(text, period.allowances[0], period.bonus) &&
                       skip_prefix(text, "-B") &&
                       skip_time(text, period.allowances[1], period.bonus) && text.empty();
  static_assert(static_cast<int>(Color::White) == 0);
  return is_good ? std::optional(period) : std::nullopt;
}

std::optional<TimePeriod> read_period(std::string_view text) {
  TimePeriod period;
  period.is_sandclock = skip_prefix(text, "*");
  if (text.starts_with('W')) {
    return period.is_sandclock ? std::nullopt : read_unequal_times(text);
  }
  std::string_view rest = text;
  if (const auto moves = skip_number(rest); moves && skip_prefix(rest, "/")) {
    if (*moves == 0 || period.is_sandclock) return std::nullopt;
    period.moves = *moves;
    text = rest;
  }
  Allowance allowance;
  if (!skip_time(text, allowance, period.bonus) || !text.empty()) return std::nullopt;
  if (period.is_sandclock && period.bonus != BonusKind::None) return std::nullopt;
  period.allowances = {allowance, allowance};
  return period;
}

// Calls `take` with every period before the first faulty one.
template <class Take>
std::optional<TimeControlFinding> read_periods(std::string_view text, Take take) {
  std::optional<std::string_view> early_end;
  for (std::size_t count = 0; true; ++count) {
    const std::size_t colon = text.find(':');
    const std::string_view words = text.substr(0, colon);
    if (count == kMaxPeriods) return TimeControlFinding{TimeControlFault::Count, words};
    const auto period = read_period(words);
    if (!period) return TimeControlFinding{TimeControlFault::Form, words};
    take(*period);
    if (colon == std::string_view::npos) break;
    if (!period->moves && !early_end) early_end = words;
    text.remove_prefix(colon + 1);
  }
  if (!early_end) return std::nullopt;
  return TimeControlFinding{TimeControlFault::Order, *early_end};
}

std::string allowance_text(const Allowance& allowance, BonusKind bonus) {
  std::string text = seconds_text(allowance.time);
  if (bonus == BonusKind::Increment) text += "+" + seconds_text(allowance.bonus);
  return text;
}

std::optional<std::string> period_text(const TimePeriod& period) {
  if (period.bonus == BonusKind::Delay || period.bonus == BonusKind::Bronstein) return std::nullopt;
  const std::string white = allowance_text(period.of(Color::White), period.bonus);
  if (period.is_sandclock) return "*" + white;
  if (!period.is_equal()) {
    return fmt::format("W{}-B{}", white, allowance_text(period.of(Color::Black), period.bonus));
  }
  return period.moves ? fmt::format("{}/{}", *period.moves, white) : white;
}

}  // namespace

std::optional<TimeControlFinding> time_control_fault(std::string_view text) {
  if (text == "?" || text == "-") return std::nullopt;
  return read_periods(text, [](const TimePeriod&) {});
}

std::variant<TimeControl, TimeControlFinding> parse_time_control(std::string_view text) {
  if (text == "?") return TimeControl{TimeControlKind::Unknown};
  if (text == "-") return TimeControl{TimeControlKind::None};
  TimeControl control{TimeControlKind::Clock};
  const auto finding =
      read_periods(text, [&](const TimePeriod& period) { control.periods.push_back(period); });
  if (finding) return *finding;
  return control;
}

std::optional<std::string> to_string(const TimeControl& control) {
  if (control.kind == TimeControlKind::Unknown) return "?";
  if (control.kind == TimeControlKind::None) return "-";
  std::string text;
  for (const TimePeriod& period : control.periods) {
    const auto words = period_text(period);
    if (!words) return std::nullopt;
    text += (text.empty() ? "" : ":") + *words;
  }
  return text;
}

bool TimePeriod::operator==(const TimePeriod& other) const {
  const bool has_bonus = allowances[0].bonus != ClockTime() || allowances[1].bonus != ClockTime();
  return moves == other.moves && allowances == other.allowances &&
         is_sandclock == other.is_sandclock && (!has_bonus || bonus == other.bonus);
}

Allowance first_allowance(const TimeControl& control, Color color) {
  return control.periods.empty() ? Allowance() : control.periods.front().of(color);
}

ClockTime time_added_by(const TimeControl& control, Color color, std::uint32_t moves) {
  ClockTime added{};
  for (std::size_t at = 0; at < control.periods.size(); ++at) {
    const TimePeriod& period = control.periods[at];
    if (!period.moves || moves < *period.moves) break;
    if (at + 1 == control.periods.size()) {
      return added + period.of(color).time * (moves / *period.moves);
    }
    moves -= *period.moves;
    added += control.periods[at + 1].of(color).time;
  }
  return added;
}

bool ends_period(const TimeControl& control, std::uint32_t moves) {
  for (std::size_t at = 0; at < control.periods.size(); ++at) {
    const TimePeriod& period = control.periods[at];
    if (!period.moves) return false;
    if (at + 1 == control.periods.size()) return moves % *period.moves == 0;
    if (moves <= *period.moves) return moves == *period.moves;
    moves -= *period.moves;
  }
  return false;
}

std::optional<double> days_per_move(const TimeControl& control) {
  constexpr double kDay = 24.0 * 60 * 60 * 1000;
  if (control.periods.empty() || !control.periods.front().moves) return std::nullopt;
  const TimePeriod& period = control.periods.front();
  const double days = static_cast<double>(period.of(Color::White).time.count()) / kDay /
                      static_cast<double>(*period.moves);
  return days >= 1 ? std::optional(days) : std::nullopt;
}

// Forms used by sites and players.

namespace {

constexpr std::uint32_t kMaxMinutes = 10'000;
constexpr std::uint32_t kMaxDays = 1'000;

// Removes spaces and one of the words from the front. Returns false if there is none.
bool skip_word(std::string_view& text, std::initializer_list<std::string_view> words) {
  text = trim(text);
  for (std::string_view word : words) {
    if (!equal_ignoring_case(text.substr(0, word.size()), word)) continue;
    text = trim(text.substr(word.size()));
    return true;
  }
  return false;
}

bool skip_minutes_word(std::string_view& text) {
  return skip_word(text, {"minutes", "minute", "mins.", "mins", "min.", "min", "m", "'"});
}

bool skip_each_move(std::string_view& text) {
  return skip_word(text, {"/ move", "/move", "per move", "a move", "increment", "inc"});
}

void skip_seconds_word(std::string_view& text) {
  skip_word(text, {"seconds", "second", "secs.", "secs", "sec.", "sec", "s", "\"", "''"});
  skip_each_move(text);
}

TimePeriod period_of(ClockTime time) {
  TimePeriod period;
  period.allowances = {Allowance{time, {}}, Allowance{time, {}}};
  return period;
}

void set_bonus(TimePeriod& period, BonusKind kind, ClockTime bonus) {
  period.bonus = kind;
  for (Allowance& allowance : period.allowances) allowance.bonus = bonus;
}

TimeControl control_of(TimePeriod period) { return {TimeControlKind::Clock, {std::move(period)}}; }

// Reads "90 min", "90 min + 30 sec", "G/60", "G/3+2", "15|10".
std::optional<TimeControl> read_minutes(std::string_view text) {
  const bool is_for_game = skip_prefix(text, "G/") || skip_prefix(text, "G");
  const auto minutes = skip_number(text);
  if (!minutes || *minutes == 0 || *minutes > kMaxMinutes) return std::nullopt;
  TimePeriod period = period_of(std::chrono::minutes(*minutes));
  const bool has_unit = skip_minutes_word(text);
  const bool has_bar = skip_prefix(text, "|");
  if (!is_for_game && !has_unit && !has_bar) return std::nullopt;
  if (text.empty() && !has_bar) return control_of(period);
  if (!has_bar && !skip_word(text, {"+", ",", "plus", "and"})) return std::nullopt;
  text = trim(text);
  const auto increment = skip_number(text);
  skip_seconds_word(text);
  if (!increment || !text.empty()) return std::nullopt;
  set_bonus(period, BonusKind::Increment, std::chrono::seconds(*increment));
  return control_of(period);
}

// Reads "3 days/move", "1 day per move".
std::optional<TimeControl> read_days(std::string_view text) {
  const auto days = skip_number(text);
  if (!days || *days == 0 || *days > kMaxDays) return std::nullopt;
  if (!skip_word(text, {"days", "day", "d"}) || !skip_each_move(text)) return std::nullopt;
  if (!text.empty()) return std::nullopt;
  TimePeriod period = period_of(std::chrono::hours(24 * *days));
  period.moves = 1;
  return control_of(period);
}

struct WrittenBonus {
  BonusKind kind;
  ClockTime time;
};

// Reads "d5", "b10", "+30", "inc30", "delay 5".
std::optional<WrittenBonus> read_bonus(std::string_view text) {
  const BonusKind kind = skip_word(text, {"delay", "d/", "d"})                ? BonusKind::Delay
                         : skip_word(text, {"bronstein", "b"})                ? BonusKind::Bronstein
                         : skip_word(text, {"+", "increment", "inc/", "inc"}) ? BonusKind::Increment
                                                                              : BonusKind::None;
  if (kind == BonusKind::None) return std::nullopt;
  const auto seconds = skip_seconds(text);
  skip_seconds_word(text);
  if (!seconds || !text.empty()) return std::nullopt;
  return WrittenBonus{kind, *seconds};
}

void set_bonus_of_all(TimeControl& control, const WrittenBonus& bonus) {
  for (TimePeriod& period : control.periods) set_bonus(period, bonus.kind, bonus.time);
}

// Reads "40/120", "SD/60", "G/90" in minutes.
std::optional<TimePeriod> read_period_in_minutes(std::string_view text) {
  std::optional<std::uint32_t> moves;
  if (!skip_word(text, {"SD/", "SD", "G/", "G"})) {
    moves = skip_number(text);
    if (!moves || *moves == 0 || !skip_prefix(text, "/")) return std::nullopt;
  }
  const auto minutes = skip_number(text);
  if (!minutes || *minutes == 0 || *minutes > kMaxMinutes || !text.empty()) return std::nullopt;
  TimePeriod period = period_of(std::chrono::minutes(*minutes));
  period.moves = moves;
  return period;
}

// Reads the US Chess form: "40/120, SD/60; d5", "G/90;d5". The last period must be for the rest of
// the game, which distinguishes minutes from seconds.
std::optional<TimeControl> read_list(std::string_view text) {
  TimeControl control{TimeControlKind::Clock};
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find_first_of(",; "), text.size());
    const std::string_view part = text.substr(0, stop);
    text = trim(text.substr(stop + (stop < text.size() ? 1 : 0)));
    if (part.empty()) continue;
    if (control.periods.size() == kMaxPeriods) return std::nullopt;
    const bool is_open = control.periods.empty() || control.periods.back().moves;
    if (const auto period = read_period_in_minutes(part); period && is_open) {
      control.periods.push_back(*period);
    } else if (const auto bonus = read_bonus(part); bonus && !is_open && text.empty()) {
      set_bonus_of_all(control, *bonus);
    } else {
      return std::nullopt;
    }
  }
  if (control.periods.empty() || control.periods.back().moves) return std::nullopt;
  return control;
}

// Reads the PGN form with an added delay: "5400 d5", "40/7200:3600;d5".
std::optional<TimeControl> read_with_delay(std::string_view text) {
  const std::size_t sign = text.find_first_of("dDbB");
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  std::string_view before = trim(text.substr(0, sign));
  if (before.ends_with(';') || before.ends_with(',')) before.remove_suffix(1);
  const auto parsed = parse_time_control(trim(before));
  const TimeControl* control = std::get_if<TimeControl>(&parsed);
  const auto bonus = read_bonus(text.substr(sign));
  if (control == nullptr || control->periods.empty() || !bonus) return std::nullopt;
  const bool has_bonus = std::ranges::any_of(control->periods, [](const TimePeriod& period) {
    return period.bonus != BonusKind::None || period.is_sandclock;
  });
  if (has_bonus) return std::nullopt;
  TimeControl delayed = *control;
  set_bonus_of_all(delayed, *bonus);
  return delayed;
}

// Returns the text without spaces around the signs of the PGN form.
std::string without_spaces_around_signs(std::string_view text) {
  constexpr std::string_view kSigns = "+/:";
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ' ') {
      joined += text[i];
      continue;
    }
    const std::size_t next = text.find_first_not_of(' ', i);
    const bool is_before =
        next != std::string_view::npos && kSigns.find(text[next]) != std::string_view::npos;
    const bool is_after = !joined.empty() && kSigns.find(joined.back()) != std::string_view::npos;
    if (!is_before && !is_after) joined += ' ';
  }
  return joined;
}

std::optional<TimeControl> read_words(std::string_view text) {
  text = trim(text);
  if (auto control = read_minutes(text)) return control;
  if (auto control = read_days(text)) return control;
  if (auto control = read_list(text)) return control;
  return read_with_delay(text);
}

}  // namespace

std::optional<TimeControl> read_time_control(std::string_view text) {
  auto parsed = parse_time_control(text);
  if (TimeControl* control = std::get_if<TimeControl>(&parsed)) return std::move(*control);
  if (auto control = read_words(text)) return control;
  parsed = parse_time_control(without_spaces_around_signs(trim(text)));
  if (TimeControl* control = std::get_if<TimeControl>(&parsed)) return std::move(*control);
  return std::nullopt;
}

std::optional<std::string> time_control_meant(std::string_view text) {
  const auto control = read_words(text);
  return control ? to_string(*control) : std::nullopt;
}

}  // namespace arbiter
