#include "lib/validate/clock_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lib/base/text.h"
#include "lib/tags/variant.h"

namespace arbiter {

std::optional<ClockCommand> read_clock_command(std::string_view command) {
  constexpr std::size_t kNameEnd = 5;  // "[%clk"
  if (command.size() <= kNameEnd + 1 || !command.starts_with("[%") || command.back() != ']') {
    return std::nullopt;
  }
  const CommandKind kind = command_kind(command.substr(2, 3));
  if (!is_time_command(kind) || static_cast<unsigned char>(command[kNameEnd]) > ' ')
    return std::nullopt;
  const std::string_view words = trim(command.substr(kNameEnd, command.size() - kNameEnd - 1));
  const auto reading = read_clock(words);
  if (!reading) return std::nullopt;
  return ClockCommand{kind, *reading, words};
}

namespace {

using namespace std::chrono_literals;

// Clocks show whole seconds, and servers compensate for network lag.
constexpr ClockTime kTolerance = 2s;
// Boards and clocks are read at different times.
constexpr ClockTime kElapsedTolerance = 5s;
// The maximum first clock of a control with an increment only.
constexpr ClockTime kMinStart = 5s;

constexpr DiagnosticCode kCodes[] = {
    DiagnosticCode::ClockFormat,        DiagnosticCode::ClockRange,
    DiagnosticCode::ClockGained,        DiagnosticCode::ClockVsTimeControl,
    DiagnosticCode::ElapsedVsClock,     DiagnosticCode::ClockMissing,
    DiagnosticCode::FlagThenContinued,  DiagnosticCode::TimeForfeitButTimeLeft,
    DiagnosticCode::TimeControlMissing,
};

ClockTime highest_increment(const TimeControl& control) {
  ClockTime most{};
  for (const TimePeriod& period : control.periods) {
    if (period.bonus != BonusKind::Increment) continue;
    for (const Allowance& allowance : period.allowances) most = std::max(most, allowance.bonus);
  }
  return most;
}

// With less time left, the flag may have fallen during the move.
constexpr ClockTime kMoment = std::chrono::seconds(10);

std::string_view dialect_of(const ClockReading& reading) {
  if (reading.has_comma) return "has a decimal comma";
  if (reading.form == ClockForm::Seconds) return "is one number, in seconds";
  if (reading.form == ClockForm::Short) return "has only two numbers";
  return "has parts of a second";
}

// Returns text such as "to White's clock once and to Black's clock 3 times".
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

ClockChecks::ClockChecks(GameReporter& reporter, const CodeSet& sought)
    : reporter_(reporter), is_sought_(std::ranges::any_of(kCodes, [&](DiagnosticCode code) {
        return sought[index_of(code)];
      })) {}

void ClockChecks::start(FirstMove first) {
  first_ = first;
  if (!has_begun_) return;
  players_ = {};
  has_begun_ = is_judged_ = is_in_hours_ = has_reported_range_ = has_reported_elapsed_ = false;
  plies_with_clock_ = first_gap_ = last_ply_ = 0;
  gain_.reset();
  elapsed_ = {};
}

void ClockChecks::load_control() {
  const PgnTag* tag = reporter_.game().tag(KnownTag::TimeControl);
  const std::string_view text = tag == nullptr ? std::string_view("?") : tag->value;
  if (text == control_text_) return;
  control_text_ = text;
  control_ = read_time_control(text);
  bonus_ = control_ ? highest_increment(*control_) : ClockTime{};
}

// Called at the first clock of the game.
void ClockChecks::begin(CommandKind kind, TextSpan place) {
  has_begun_ = true;
  load_control();
  is_judged_ = control_ && control_->kind == TimeControlKind::Clock && !days_per_move(*control_);
  if (!control_) return;
  if (control_->kind == TimeControlKind::Unknown) {
    const std::string_view what = kind == CommandKind::TimeLeft ? "clocks" : "times of moves";
    reporter_.report(
        DiagnosticCode::TimeControlMissing, place,
        {.message = fmt::format(
             "there are {}, but no TimeControl tag states how the clocks were set", what)});
  } else if (control_->kind == TimeControlKind::None && kind == CommandKind::TimeLeft) {
    reporter_.report(DiagnosticCode::ClockVsTimeControl, place,
                     "there are clocks, but the time control - means that there were none");
  }
}

ClockTime ClockChecks::tolerance() const { return kTolerance + (is_in_hours_ ? 60s : 0s); }

void ClockChecks::other_command(const CommentCommand& command, std::uint32_t ply) {
  if (!is_sought_) return;
  const Shown shown = {ClockTime(command.milliseconds), ply, command.offset};
  if (!has_begun_) begin(command.kind, place_of(shown));
  check_form(command);
  if (ply != 0) take(command.kind, command.form, shown);
}

void ClockChecks::odd_command(std::string_view command, std::uint32_t ply) {
  if (!is_sought_) return;
  const auto read = read_clock_command(command);
  if (!read) return;
  const TextSpan place = place_of(command);
  if (!has_begun_) begin(read->kind, place);
  if (!read->reading.is_standard()) report_form(*read);
  if (!read->reading.is_in_range && !has_reported_range_) {
    has_reported_range_ = true;
    report_range(*read);
  }
  if (ply == 0 || read->reading.time < ClockTime(0)) return;
  take(read->kind, read->reading.form, {read->reading.time, ply, place.offset});
}

void ClockChecks::take(CommandKind kind, ClockForm form, Shown shown) {
  if (kind == CommandKind::Elapsed) {
    elapsed_ = shown;
    const Shown& last = player(shown.ply).last;
    if (last.ply == shown.ply) check_elapsed(last, shown.time);
  } else if (kind == CommandKind::TimeLeft) {
    if (form == ClockForm::Short) shown.time = short_time(shown.time);
    is_usual(shown.time, shown.ply) ? keep(shown) : look(shown);
  }
}

// Two numbers are m:ss or h:mm. The first such clock of a game decides, by the reading closer to
// the time control.
ClockTime ClockChecks::short_time(ClockTime minutes) {
  const ClockTime hours = minutes * 60;
  const bool is_first = !players_[0].last && !players_[1].last;
  if (is_first && is_judged_) {
    const ClockTime given = first_allowance(*control_, first_.turn).time;
    is_in_hours_ = std::chrono::abs(hours - given) < std::chrono::abs(minutes - given);
  }
  return is_in_hours_ ? hours : minutes;
}

void ClockChecks::look(const Shown& shown) {
  Player& mover = player(shown.ply);
  if (shown.ply == 0) return;                             // before the first move
  if (mover.last && mover.last.ply >= shown.ply) return;  // second clock after the same move
  if (shown.ply > last_ply_ + 1 && first_gap_ == 0) first_gap_ = last_ply_ + 1;
  if (is_judged_) mover.last ? check_gain(shown) : check_first(shown);
  if (is_judged_) watch_flag(shown);
  keep(shown);
}

void ClockChecks::check_first(const Shown& shown) {
  const Color color = color_of(shown.ply);
  const std::uint32_t moves = moves_at(shown.ply);
  const Allowance allowance = first_allowance(*control_, color);
  Player& mover = player(shown.ply);
  mover.added = time_added_by(*control_, color, moves);
  ClockTime most = std::max(allowance.time, ClockTime(kMinStart)) + bonus_ * moves + mover.added;
  if (control_->periods.front().is_sandclock) most += allowance.time;
  if (shown.time > most + tolerance()) {
    return report_control(shown, fmt::format("gives {} at most", to_string(most)));
  }
  // One player may have arrived late or halved the time for a bonus; both are unlikely to.
  mover.began_low = moves == 1 && shown.time * 4 < allowance.time;
  if (mover.began_low && player(shown.ply + 1).began_low) {
    report_control(shown, fmt::format("gives {}, and both clocks show less than a quarter of it",
                                      to_string(allowance.time)));
  }
}

void ClockChecks::check_gain(const Shown& shown) {
  Player& mover = player(shown.ply);
  const Shown& last = mover.last;
  const std::uint32_t moves = moves_at(shown.ply);
  const ClockTime usual = last.time + bonus_ * (moves - moves_at(last.ply)) + tolerance();
  if (shown.time <= usual || control_->periods.front().is_sandclock) return;
  const ClockTime added = time_added_by(*control_, color_of(shown.ply), moves);
  const bool is_next_period = shown.time <= usual + (added - mover.added);
  mover.added = added;
  if (is_next_period) return;
  if (!gain_) {
    gain_ = Gain{last, shown};
  } else {
    ++gain_->others[static_cast<std::size_t>(color_of(shown.ply))];
  }
}

// Checks that the clock has gone down by the elapsed time, except for bonus and delay.
void ClockChecks::check_elapsed(const Shown& shown, ClockTime elapsed) {
  const Player& mover = player(shown.ply);
  if (!is_judged_ || has_reported_elapsed_ || control_->periods.front().is_sandclock) return;
  const std::uint32_t moves = moves_at(shown.ply);
  if (moves > 1 && (!mover.before_last || mover.before_last.ply + 2 != shown.ply)) return;
  const Color color = color_of(shown.ply);
  const ClockTime before =
      moves > 1 ? mover.before_last.time : first_allowance(*control_, color).time;
  const ClockTime least = before - elapsed;
  const ClockTime slack = tolerance() + kElapsedTolerance;
  if (shown.time >= least - slack && shown.time <= least + slack) return;
  ClockTime most = before - elapsed + time_added_by(*control_, color, moves);
  if (moves > 1) most -= time_added_by(*control_, color, moves - 1);
  for (const TimePeriod& period : control_->periods) {
    if (period.bonus == BonusKind::None) continue;
    most += period.of(color).bonus;
    break;
  }
  if (shown.time >= least - slack && shown.time <= most + slack) return;
  has_reported_elapsed_ = true;
  reporter_.report_at(shown.ply, DiagnosticCode::ElapsedVsClock, place_of(shown),
                      "{}'s clock goes from {} to {} with {}, but by its comment the move took {}",
                      to_string(color), to_string(before), to_string(shown.time),
                      ply_name(shown.ply, first_), to_string(elapsed));
}

// A flag falls at zero, unless the period was over. If the clock then shows about the increment, a
// fraction of a second was left.
void ClockChecks::watch_flag(const Shown& shown) {
  Player& mover = player(shown.ply);
  const bool was_at_zero = mover.flag && mover.last.time == ClockTime(0);
  if (was_at_zero && shown.time > ClockTime(0) && shown.time <= bonus_ + tolerance()) {
    mover.flag = {};
  }
  if (mover.flag || shown.time > ClockTime(0) || is_in_hours_) return;
  if (!ends_period(*control_, moves_at(shown.ply))) mover.flag = shown;
}

void ClockChecks::report_form(const ClockCommand& command) {
  reporter_.report(DiagnosticCode::ClockFormat, place_of(command.words),
                   "the time {} {}; PGN writes hours, minutes and seconds, as in 1:05:23",
                   command.words.substr(0, 20), dialect_of(command.reading));
}

void ClockChecks::report_range(const ClockCommand& command) {
  reporter_.report(
      DiagnosticCode::ClockRange, place_of(command.words), "no clock shows {}: {}",
      command.words.substr(0, 20),
      command.words.starts_with('-') ? "a time below zero" : "minutes and seconds end at 59");
}

void ClockChecks::report_control(const Shown& shown, std::string_view sentence) {
  is_judged_ = false;
  reporter_.report_at(shown.ply, DiagnosticCode::ClockVsTimeControl, place_of(shown),
                      "{}'s clock shows {} after {}, but the time control {} {}",
                      to_string(color_of(shown.ply)), to_string(shown.time),
                      ply_name(shown.ply, first_), control_text_, sentence);
}

void ClockChecks::report_gain(const Gain& gain) {
  if (!reporter_.wants_or_counts(DiagnosticCode::ClockGained)) return;
  std::string message = fmt::format(
      "{}'s clock goes up from {} to {} with {}, but the time control {} {}",
      to_string(color_of(gain.to.ply)), to_string(gain.from.time), to_string(gain.to.time),
      ply_name(gain.to.ply, first_), control_text_, bonus_text(bonus_));
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
  const std::uint32_t first = first_gap_ != 0 ? first_gap_ : last_ply_ + 1;
  reporter_.report_at(first, DiagnosticCode::ClockMissing, place_of(players_[last_ply_ & 1].last),
                      "{} of {} half-moves {} {}", missing, plies,
                      missing == 1 ? "has no clock:" : "have no clock, the first of them",
                      ply_name(first, first_));
}

void ClockChecks::report_flag(std::uint32_t plies) {
  for (const Player& mover : players_) {
    if (!mover.flag || mover.flag.ply + 2 > plies) continue;
    // On servers a fallen flag ends the game, so zero means a fraction of a second.
    if (is_online(reporter_.game())) return;
    const Shown& flag = mover.flag;
    reporter_.report_at(flag.ply, DiagnosticCode::FlagThenContinued, place_of(flag),
                        "{}'s clock shows {} after {}, but the player plays on",
                        to_string(color_of(flag.ply)), to_string(flag.time),
                        ply_name(flag.ply, first_));
  }
}

// Only the flag of the player to move can fall.
void ClockChecks::report_time_left(Color flagged, std::uint32_t plies) {
  if (plies == 0 || color_of(plies) != flagged) return;
  const Shown& last = player(plies).last;
  if (last.ply != plies || last.time < kMoment) return;
  reporter_.report_at(plies, DiagnosticCode::TimeForfeitButTimeLeft, place_of(last),
                      "{} lost on time according to the file, but has just made {} and has {} left",
                      to_string(flagged), ply_name(plies, first_), to_string(last.time));
}

void ClockChecks::finish(const ClockEnd& end) {
  if (!has_begun_) return;
  if (gain_) report_gain(*gain_);
  if (plies_with_clock_ > 0 && end.plies >= plies_with_clock_) report_missing(end.plies);
  if (is_judged_) report_flag(end.plies);
  if (end.flagged) report_time_left(*end.flagged, end.plies);
}

}  // namespace arbiter
