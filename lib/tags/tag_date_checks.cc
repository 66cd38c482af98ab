#include "lib/tags/tag_date_checks.h"

#include <fmt/format.h>

#include "lib/laws/date.h"
#include "lib/tags/tag_report.h"

namespace arbiter {
namespace {

constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

void bad_form(const PgnTag& tag, GameReporter& reporter) {
  if (!reporter.wants_or_counts(DiagnosticCode::DateFormat)) return;
  Remark remark{.message = fmt::format("the date {} is not written YYYY.MM.DD", quoted(tag.value))};
  if (tag.value == "?" || tag.value == "-") {
    remark.help = "write ????.??.?? for an unknown date";
  } else if (const auto date = read_other_date(tag.value)) {
    remark.help = fmt::format("write {}", to_string(*date));
  }
  reporter.report(DiagnosticCode::DateFormat, value_span(tag), std::move(remark));
}

// Zeros stand for what is not known.
void bad_zero(const PgnTag& tag, PartialDate date, GameReporter& reporter) {
  if (!reporter.wants_or_counts(DiagnosticCode::DateFormat)) return;
  if (date.year == 0) date.year.reset();
  if (date.month == 0) date.month.reset();
  if (date.day == 0) date.day.reset();
  reporter.report(
      DiagnosticCode::DateFormat, value_span(tag),
      {.message = fmt::format("the date {} has zeros for unknown parts", quoted(tag.value)),
       .help = fmt::format("write {}", to_string(date))});
}

std::string impossible_because(const PartialDate& date) {
  if (date.month && *date.month > 12) return fmt::format("there is no month {}", *date.month);
  if (!date.month) return fmt::format("no month has a day {}", *date.day);
  const std::string_view month = kMonths[*date.month - 1];
  if (*date.month == 2 && date.year && *date.day == 29) {
    return fmt::format("February {} had no day 29", *date.year);
  }
  return fmt::format("{} has no day {}", month, *date.day);
}

bool has_zero(const PartialDate& date) {
  return date.year == 0 || date.month == 0 || date.day == 0;
}

void check_future(const PgnTag& tag, const PartialDate& date, std::uint32_t today,
                  GameReporter& reporter) {
  const auto day = earliest_day(date);
  if (!day || *day <= today) return;
  // Somewhere on earth it may be tomorrow already.
  const auto as_date = [](std::uint32_t yyyymmdd) {
    return PartialDate{static_cast<std::uint16_t>(yyyymmdd / 10000),
                       static_cast<std::uint8_t>(yyyymmdd / 100 % 100),
                       static_cast<std::uint8_t>(yyyymmdd % 100)};
  };
  const PartialDate now = as_date(today);
  if (may_exist(now) && day_number(as_date(*day)) <= day_number(now) + 1) return;
  if (!reporter.wants_or_counts(DiagnosticCode::DateFuture)) return;
  reporter.report(DiagnosticCode::DateFuture, value_span(tag),
                  {.message = fmt::format("the date {} is in the future", tag.value)});
}

}  // namespace

void check_date(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                GameReporter& reporter) {
  const auto date = parse_date(tag.value);
  if (!date) return bad_form(tag, reporter);
  if (has_zero(*date)) return bad_zero(tag, *date, reporter);
  if (!may_exist(*date)) {
    if (!reporter.wants_or_counts(DiagnosticCode::DateImpossible)) return;
    reporter.report(DiagnosticCode::DateImpossible, value_span(tag),
                    {.message = fmt::format("the date {} does not exist: {}", tag.value,
                                            impossible_because(*date))});
    return;
  }
  if (date->is_unknown()) {
    if (!reporter.wants_or_counts(DiagnosticCode::ValuePlaceholder)) return;
    reporter.report(
        DiagnosticCode::ValuePlaceholder, value_span(tag),
        {.message = fmt::format("the {} tag only marks the value as unknown", tag.name)});
    return;
  }
  const bool is_of_game = known == KnownTag::Date || known == KnownTag::UtcDate;
  if (is_of_game && options.today) check_future(tag, *date, *options.today, reporter);
}

void check_time_of_day(const PgnTag& tag, GameReporter& reporter) {
  if (is_time_of_day(tag.value) || !reporter.wants_or_counts(DiagnosticCode::TimeFormat)) return;
  reporter.report(
      DiagnosticCode::TimeFormat, value_span(tag),
      {.message = fmt::format("the time {} is not written HH:MM:SS", quoted(tag.value))});
}

}  // namespace arbiter
