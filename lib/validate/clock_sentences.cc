// What ClockChecks says.
#include <fmt/format.h>

#include <string>

#include "lib/tags/variant.h"
#include "lib/validate/clock_checks.h"

namespace arbiter {
namespace {

// With less than that left, a flag may fall while the move is being made.
constexpr ClockTime kMoment = std::chrono::seconds(10);

std::string_view dialect_of(const ClockReading& reading) {
  if (reading.has_comma) return "has a decimal comma";
  if (reading.form == ClockForm::Seconds) return "is one number, in seconds";
  if (reading.form == ClockForm::Short) return "has only two numbers";
  return "has parts of a second";
}

// "to White's clock once and to Black's clock 3 times".
std::string later_gains_text(const std::array<std::uint32_t, 2>& counts) {
  std::string text;
  for (const Color color : {Color::White, Color::Black}) {
    const std::uint32_t count = counts[static_cast<std::size_t>(color)];
    if (count == 0) continue;
    text += fmt::format("{}to {}'s clock {}", text.empty() ? "" : " and ", to_string(color),
                        count == 1 ? "once" : fmt::format("{} times", count));
  }
  return text;
}

std::string bonus_text(ClockTime bonus) {
  if (bonus.count() == 0) return "adds nothing per move";
  return fmt::format("adds {:g} seconds per move", static_cast<double>(bonus.count()) / 1000);
}

}  // namespace

void ClockChecks::report_form(const ClockCommand& said) {
  reporter_.report(DiagnosticCode::ClockFormat, place_of(said.words),
                   {.message = fmt::format("the time {} {}; PGN writes hours, minutes and "
                                           "seconds, as in 1:05:23",
                                           said.words.substr(0, 20), dialect_of(said.reading))});
}

void ClockChecks::report_range(const ClockCommand& said) {
  reporter_.report(
      DiagnosticCode::ClockRange, place_of(said.words),
      {.message = fmt::format(
           "no clock shows {}: {}", said.words.substr(0, 20),
           said.words.starts_with('-') ? "a time below zero" : "minutes and seconds end at 59")});
}

void ClockChecks::report_control(const Shown& shown, std::string_view sentence) {
  is_judged_ = false;
  if (!reporter_.wants_or_counts(DiagnosticCode::ClockVsTimeControl)) return;
  reporter_.report(DiagnosticCode::ClockVsTimeControl, place_of(shown),
                   {.message = fmt::format("{}'s clock shows {} after {}, but the time control {} "
                                           "{}",
                                           to_string(color_of(shown.ply)), to_string(shown.time),
                                           ply_name(shown.ply, first_), control_text_, sentence),
                    .ply = shown.ply});
}

void ClockChecks::report_gain(const Gain& gain) {
  if (!reporter_.wants_or_counts(DiagnosticCode::ClockGained)) return;
  std::string message = fmt::format(
      "{}'s clock goes up from {} to {} with {}, but the time control {} {}",
      to_string(color_of(gain.to.ply)), to_string(gain.from.time), to_string(gain.to.time),
      ply_name(gain.to.ply, first_), control_text_, bonus_text(bonus()));
  const std::string later = later_gains_text(gain.others);
  if (!later.empty()) message += fmt::format("; later this happens again {}", later);
  reporter_.report(DiagnosticCode::ClockGained, place_of(gain.to),
                   {.message = std::move(message),
                    .help = "an arbiter, or the opponent on a server, may have given time",
                    .ply = gain.to.ply});
}

void ClockChecks::report_missing(std::uint32_t plies) {
  // Some boards send no clock with the move that ends the game.
  const std::uint32_t missing = plies - plies_with_clock_;
  if (missing == 0 || (missing == 1 && last_ply_ + 1 == plies)) return;
  if (!reporter_.wants_or_counts(DiagnosticCode::ClockMissing)) return;
  const std::uint32_t first = first_gap_ != 0 ? first_gap_ : last_ply_ + 1;
  reporter_.report(
      DiagnosticCode::ClockMissing, place_of(players_[last_ply_ & 1].last),
      {.message = fmt::format("{} of {} half-moves {} {}", missing, plies,
                              missing == 1 ? "has no clock:" : "have no clock, the first of them",
                              ply_name(first, first_)),
       .ply = first});
}

void ClockChecks::report_flag(std::uint32_t plies) {
  for (const Player& mover : players_) {
    if (!mover.flag || mover.flag.ply + 2 > plies) continue;
    // A server ends the game, so that there zero is part of a second.
    if (is_online(reporter_.game())) return;
    if (!reporter_.wants_or_counts(DiagnosticCode::FlagThenContinued)) continue;
    const Shown& flag = mover.flag;
    reporter_.report(
        DiagnosticCode::FlagThenContinued, place_of(flag),
        {.message = fmt::format("{}'s clock shows {} after {}, but the player plays on",
                                to_string(color_of(flag.ply)), to_string(flag.time),
                                ply_name(flag.ply, first_)),
         .ply = flag.ply});
  }
}

// Only the clock of the player to move runs, so that no other flag falls.
void ClockChecks::report_time_left(Color flagged, std::uint32_t plies) {
  if (plies == 0 || color_of(plies) != flagged) return;
  const Shown& last = player(plies).last;
  if (last.ply != plies || last.time < kMoment) return;
  if (!reporter_.wants_or_counts(DiagnosticCode::TimeForfeitButTimeLeft)) return;
  reporter_.report(
      DiagnosticCode::TimeForfeitButTimeLeft, place_of(last),
      {.message = fmt::format(
           "{} lost on time according to the file, but has just made {} and has {} left",
           to_string(flagged), ply_name(plies, first_), to_string(last.time)),
       .ply = plies});
}

void ClockChecks::finish(const ClockEnd& end) {
  if (!has_begun_) return;
  if (gain_) report_gain(*gain_);
  if (plies_with_clock_ > 0 && end.plies >= plies_with_clock_) report_missing(end.plies);
  if (is_judged_) report_flag(end.plies);
  if (end.flagged) report_time_left(*end.flagged, end.plies);
}

}  // namespace arbiter
