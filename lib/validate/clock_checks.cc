#include "lib/validate/clock_checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace arbiter {
namespace {

using namespace std::chrono_literals;

// Clocks are shown in whole seconds, and servers give back what the line took.
constexpr ClockTime kTolerance = 2s;
// Boards and clocks are asked one after the other.
constexpr ClockTime kElapsedTolerance = 5s;
// What a control of no time but an increment may begin with.
constexpr ClockTime kLeastStart = 5s;

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

}  // namespace

ClockChecks::ClockChecks(GameReporter& reporter, const CodeSet& sought)
    : reporter_(reporter), is_sought_(std::ranges::any_of(kCodes, [&](DiagnosticCode code) {
        return sought[index_of(code)];
      })) {}

void ClockChecks::start(FirstMove first) {
  first_ = first;
  if (!has_begun_) return;
  players_ = {};
  has_begun_ = is_judged_ = is_in_hours_ = has_said_range_ = has_said_elapsed_ = false;
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

// At the first clock of the game.
void ClockChecks::begin(TextSpan place) {
  has_begun_ = true;
  load_control();
  is_judged_ = control_ && control_->kind == TimeControlKind::Clock && !days_per_move(*control_);
  const bool is_missing = control_ && control_->kind == TimeControlKind::Unknown;
  if (!is_missing || !reporter_.wants_or_counts(DiagnosticCode::TimeControlMissing)) return;
  reporter_.report(DiagnosticCode::TimeControlMissing, place,
                   {.message = "there are clocks, but no TimeControl tag says how they were set"});
}

ClockTime ClockChecks::tolerance() const { return kTolerance + (is_in_hours_ ? 60s : 0s); }

void ClockChecks::other_command(const CommentCommand& command, std::uint32_t ply) {
  if (!is_sought_) return;
  const Shown said = {ClockTime(command.milliseconds), ply, command.offset};
  if (!has_begun_) begin(place_of(said));
  check_form(command);
  if (ply == 0) return;
  if (command.kind == CommandKind::Elapsed) return elapsed(said);
  if (command.kind != CommandKind::TimeLeft) return;
  if (command.form == ClockForm::Short) return short_time(said);
  is_usual(said) ? keep(said) : look(said);
}

void ClockChecks::odd_command(std::string_view command, std::uint32_t ply) {
  if (!is_sought_) return;
  const auto read = read_clock_command(command);
  if (!read) return;
  const TextSpan place = place_of(command);
  const Shown said = {read->reading.time, ply, place.offset};
  if (!has_begun_) begin(place);
  if (!read->reading.is_standard() && reporter_.wants_or_counts(DiagnosticCode::ClockFormat)) {
    report_form(*read);
  }
  if (!read->reading.is_in_range && !has_said_range_) {
    has_said_range_ = true;
    if (reporter_.wants_or_counts(DiagnosticCode::ClockRange)) report_range(*read);
  }
  if (ply == 0 || said.time < ClockTime(0)) return;
  if (read->kind == CommandKind::Elapsed) return elapsed(said);
  if (read->kind != CommandKind::TimeLeft) return;
  if (read->reading.form == ClockForm::Short) return short_time(said);
  is_usual(said) ? keep(said) : look(said);
}

// Whether two numbers are m:ss or h:mm is decided by the first such clock of a
// game: that which is nearer to the time control.
void ClockChecks::short_time(Shown shown) {
  const ClockTime in_hours = shown.time * 60;
  const bool is_first = !players_[0].last && !players_[1].last;
  if (is_first && is_judged_) {
    const ClockTime given = first_allowance(*control_, first_.turn).time;
    const auto distance = [&](ClockTime time) {
      return time > given ? time - given : given - time;
    };
    is_in_hours_ = distance(in_hours) < distance(shown.time);
  }
  if (is_in_hours_) shown.time = in_hours;
  is_usual(shown) ? keep(shown) : look(shown);
}

void ClockChecks::elapsed(const Shown& said) {
  elapsed_ = said;
  const Shown& last = player(said.ply).last;
  if (last.ply == said.ply) check_elapsed(last, said.time);
}

void ClockChecks::look(const Shown& shown) {
  Player& mover = player(shown.ply);
  if (shown.ply == 0) return;                             // before the first move: nobody's
  if (mover.last && mover.last.ply >= shown.ply) return;  // a second one behind the same move
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
  ClockTime most = std::max(allowance.time, ClockTime(kLeastStart)) + bonus() * moves + mover.added;
  if (control_->periods.front().is_sandclock) most += allowance.time;
  if (shown.time > most + tolerance()) {
    return report_control(shown, fmt::format("gives {} at most", to_string(most)));
  }
  // Both cannot have come so late; one may have halved his time for a bonus.
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
  const ClockTime usual = last.time + bonus() * (moves - moves_at(last.ply)) + tolerance();
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

// The clock must have gone down by what was used, but for what the time control
// adds or lets run free.
void ClockChecks::check_elapsed(const Shown& shown, ClockTime elapsed) {
  const Player& mover = player(shown.ply);
  if (!is_judged_ || has_said_elapsed_ || control_->periods.front().is_sandclock) return;
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
  has_said_elapsed_ = true;
  if (!reporter_.wants_or_counts(DiagnosticCode::ElapsedVsClock)) return;
  reporter_.report(
      DiagnosticCode::ElapsedVsClock, place_of(shown),
      {.message =
           fmt::format("{}'s clock goes from {} to {} with {}, but by its comment the move took {}",
                       to_string(color), to_string(before), to_string(shown.time),
                       ply_name(shown.ply, first_), to_string(elapsed)),
       .ply = shown.ply});
}

// A clock that stands at zero has fallen, unless the period was over; one that
// then shows what a move adds had a part of a second left.
void ClockChecks::watch_flag(const Shown& shown) {
  Player& mover = player(shown.ply);
  const bool stood_at_zero = mover.flag && mover.last.time == ClockTime(0);
  if (stood_at_zero && shown.time > ClockTime(0) && shown.time <= bonus() + tolerance()) {
    mover.flag = {};
  }
  if (mover.flag || shown.time > ClockTime(0) || is_in_hours_) return;
  if (!ends_period(*control_, moves_at(shown.ply))) mover.flag = shown;
}

}  // namespace arbiter
