// Time controls as sites and players write them.
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "lib/base/text.h"
#include "lib/tags/time_control.h"
#include "lib/tags/time_control_text.h"

namespace arbiter {

using namespace time_control_text;

namespace {

constexpr std::uint32_t kMostMinutes = 10'000;
constexpr std::uint32_t kMostDays = 1'000;

// Takes blanks and one of the words away; false if none of them stands there.
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

void give(TimePeriod& period, BonusKind kind, ClockTime bonus) {
  period.bonus = kind;
  for (Allowance& allowance : period.allowances) allowance.bonus = bonus;
}

TimeControl control_of(TimePeriod period) { return {TimeControlKind::Clock, {std::move(period)}}; }

// "90 min", "90 min + 30 sec", "G/60", "G/3+2", "15|10".
std::optional<TimeControl> read_minutes(std::string_view text) {
  const bool is_for_game = skip(text, "G/") || skip(text, "G");
  const auto minutes = skip_number(text);
  if (!minutes || *minutes == 0 || *minutes > kMostMinutes) return std::nullopt;
  TimePeriod period = period_of(std::chrono::minutes(*minutes));
  const bool says_minutes = skip_minutes_word(text);
  const bool has_bar = skip(text, "|");
  if (!is_for_game && !says_minutes && !has_bar) return std::nullopt;
  if (text.empty() && !has_bar) return control_of(period);
  if (!has_bar && !skip_word(text, {"+", ",", "plus", "and"})) return std::nullopt;
  text = trim(text);
  const auto increment = skip_number(text);
  skip_seconds_word(text);
  if (!increment || !text.empty()) return std::nullopt;
  give(period, BonusKind::Increment, std::chrono::seconds(*increment));
  return control_of(period);
}

// "3 days/move", "1 day per move".
std::optional<TimeControl> read_days(std::string_view text) {
  const auto days = skip_number(text);
  if (!days || *days == 0 || *days > kMostDays) return std::nullopt;
  if (!skip_word(text, {"days", "day", "d"}) || !skip_each_move(text)) return std::nullopt;
  if (!text.empty()) return std::nullopt;
  TimePeriod period = period_of(std::chrono::hours(24 * *days));
  period.moves = 1;
  return control_of(period);
}

struct SpokenBonus {
  BonusKind kind;
  ClockTime time;
};

// All of "d5", "b10", "+30", "inc30", "delay 5".
std::optional<SpokenBonus> read_bonus(std::string_view text) {
  const BonusKind kind = skip_word(text, {"delay", "d/", "d"})                ? BonusKind::Delay
                         : skip_word(text, {"bronstein", "b"})                ? BonusKind::Bronstein
                         : skip_word(text, {"+", "increment", "inc/", "inc"}) ? BonusKind::Increment
                                                                              : BonusKind::None;
  if (kind == BonusKind::None) return std::nullopt;
  const auto seconds = skip_seconds(text);
  skip_seconds_word(text);
  if (!seconds || !text.empty()) return std::nullopt;
  return SpokenBonus{kind, *seconds};
}

void give_all(TimeControl& control, const SpokenBonus& bonus) {
  for (TimePeriod& period : control.periods) give(period, bonus.kind, bonus.time);
}

// "40/120", "SD/60", "G/90": minutes.
std::optional<TimePeriod> read_period_in_minutes(std::string_view text) {
  std::optional<std::uint32_t> moves;
  if (!skip_word(text, {"SD/", "SD", "G/", "G"})) {
    moves = skip_number(text);
    if (!moves || *moves == 0 || !skip(text, "/")) return std::nullopt;
  }
  const auto minutes = skip_number(text);
  if (!minutes || *minutes == 0 || *minutes > kMostMinutes || !text.empty()) return std::nullopt;
  TimePeriod period = period_of(std::chrono::minutes(*minutes));
  period.moves = moves;
  return period;
}

// As US Chess writes it: "40/120, SD/60; d5", "G/90;d5". The last period is one
// for the rest of the game: that, and no unit, tells minutes from seconds.
std::optional<TimeControl> read_list(std::string_view text) {
  TimeControl control{TimeControlKind::Clock};
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find_first_of(",; "), text.size());
    const std::string_view part = text.substr(0, stop);
    text = trim(text.substr(stop + (stop < text.size() ? 1 : 0)));
    if (part.empty()) continue;
    if (control.periods.size() == kMostPeriods) return std::nullopt;
    const bool is_open = control.periods.empty() || control.periods.back().moves;
    if (const auto period = read_period_in_minutes(part); period && is_open) {
      control.periods.push_back(*period);
    } else if (const auto bonus = read_bonus(part); bonus && !is_open && text.empty()) {
      give_all(control, *bonus);
    } else {
      return std::nullopt;
    }
  }
  if (control.periods.empty() || control.periods.back().moves) return std::nullopt;
  return control;
}

// In seconds as in PGN, but with a delay: "5400 d5", "40/7200:3600;d5".
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
  give_all(delayed, *bonus);
  return delayed;
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
  return read_words(text);
}

std::optional<std::string> time_control_meant(std::string_view text) {
  const auto control = read_words(text);
  return control ? to_string(*control) : std::nullopt;
}

}  // namespace arbiter
