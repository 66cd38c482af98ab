#include "lib/tags/time_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/tags/time_control_text.h"

namespace arbiter {

using namespace time_control_text;

namespace {

// "S" or "S+I", not both zero.
bool skip_time(std::string_view& text, Allowance& allowance, BonusKind& bonus) {
  const auto time = skip_seconds(text);
  if (!time) return false;
  allowance.time = *time;
  if (skip(text, "+")) {
    const auto increment = skip_seconds(text);
    if (!increment) return false;
    allowance.bonus = *increment;
    bonus = BonusKind::Increment;
  }
  return allowance != Allowance();
}

// "W300-B240", "W300+2-B240+2".
std::optional<TimePeriod> read_unequal_times(std::string_view text) {
  TimePeriod period;
  const bool is_good = skip(text, "W") && skip_time(text, period.allowances[0], period.bonus) &&
                       skip(text, "-B") && skip_time(text, period.allowances[1], period.bonus) &&
                       text.empty();
  static_assert(static_cast<int>(Color::White) == 0);
  return is_good ? std::optional(period) : std::nullopt;
}

std::optional<TimePeriod> read_period(std::string_view text) {
  TimePeriod period;
  period.is_sandclock = skip(text, "*");
  if (text.starts_with('W')) {
    return period.is_sandclock ? std::nullopt : read_unequal_times(text);
  }
  std::string_view rest = text;
  if (const auto moves = skip_number(rest); moves && skip(rest, "/")) {
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

// Calls `take` with every period until one is faulty.
template <class Take>
std::optional<TimeControlFinding> read_periods(std::string_view text, Take take) {
  std::optional<std::string_view> early_end;
  for (std::size_t count = 0; true; ++count) {
    const std::size_t colon = text.find(':');
    const std::string_view words = text.substr(0, colon);
    if (count == kMostPeriods) return TimeControlFinding{TimeControlFault::Count, words};
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

std::string seconds_text(ClockTime time) {
  const std::int64_t thousandths = time.count() % 1000;
  std::string text = fmt::format("{}", time.count() / 1000);
  if (thousandths == 0) return text;
  text += fmt::format(".{:03}", thousandths);
  return text.substr(0, text.find_last_not_of('0') + 1);
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

}  // namespace arbiter
