#include "lib/validate/clock_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/validate/clock_command.h"

namespace arbiter::validate {
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
  lone_ = {};
  has_begun_ = is_judged_ = is_in_hours_ = has_said_range_ = has_said_elapsed_ = false;
  plies_with_clock_ = first_gap_ = last_ply_ = 0;
  gain_.reset();
  elapsed_.reset();
}

void ClockChecks::load_control() {
  const PgnTag* tag = reporter_.game().tag(KnownTag::TimeControl);
  const std::string_view text = tag == nullptr ? std::string_view("?") : tag->value;
  if (text == control_text_) return;
  control_text_ = text;
  control_ = read_time_control(text);
  bonus_ = control_ ? highest_increment(*control_) : ClockTime{};
  bonus_seconds_ =
      static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::seconds>(bonus_).count());
}

// At the first clock of the game.
void ClockChecks::begin(GameSpan place) {
  has_begun_ = true;
  load_control();
  is_judged_ = control_ && control_->kind == TimeControlKind::Clock && !days_per_move(*control_);
  const bool is_missing = control_ && control_->kind == TimeControlKind::Unknown;
  if (!is_missing || !reporter_.needs(DiagnosticCode::TimeControlMissing)) return;
  reporter_.report(DiagnosticCode::TimeControlMissing, place,
                   {.message = "there are clocks, but no TimeControl tag says how they were set"});
}

ClockTime ClockChecks::tolerance() const { return kTolerance + (is_in_hours_ ? 60s : 0s); }

ClockChecks::Shown ClockChecks::shown_by(std::uint32_t comment, std::uint32_t ply) const {
  const char* const text = reporter_.game().text.data() + comment;
  return {std::chrono::seconds(*read_clock_comment(text)), ply, comment + 2, kClockForm.size() - 4};
}

// Brings what is known of the players up to date with their lone clocks.
void ClockChecks::settle() {
  for (std::uint32_t parity : {0u, 1u}) {
    Lone& lone = lone_[parity];
    if (lone.seconds == 0) continue;
    const std::uint32_t ply = last_ply_ - ((last_ply_ ^ parity) & 1);
    Player& mover = players_[parity];
    if (lone.before != 0) mover.before_last = shown_by(lone.before, ply - 2);
    mover.last = shown_by(lone.offset, ply);
  }
}

void ClockChecks::first_in_row(const Token& comment, std::uint32_t ply) {
  if (ply == 0) {
    const std::string_view text = reporter_.game().text_of(comment);
    return command(text.substr(2, text.size() - 4), ply);
  }
  settle();
  const Shown shown = shown_by(comment.offset, ply);
  if (!has_begun_) begin(place_of(shown));
  look(shown);
  const std::optional<Shown>& last = player(ply).last;
  if (last->ply != ply || last->offset != shown.offset) return;
  lone_[ply & 1] = {comment.clock_seconds(), comment.offset};
}

void ClockChecks::command(std::string_view command, std::uint32_t ply) {
  if (!is_sought_) return;
  settle();
  const auto said = read_clock_command(command);
  if (!said) return;
  const auto offset = static_cast<std::uint32_t>(command.data() - reporter_.game().text.data());
  const auto length = static_cast<std::uint32_t>(command.size());
  if (!has_begun_) begin({offset, length});
  check_form(said->reading, said->words,
             {static_cast<std::uint32_t>(said->words.data() - reporter_.game().text.data()),
              static_cast<std::uint32_t>(said->words.size())});
  if (ply == 0 || said->reading.time < ClockTime(0)) return;
  if (said->kind == ClockCommandKind::TimeLeft) {
    if (const auto time = time_of(said->reading)) look({*time, ply, offset, length});
  } else if (said->kind == ClockCommandKind::Elapsed) {
    const ClockTime elapsed = said->reading.time;
    const std::optional<Shown>& last = player(ply).last;
    elapsed_ = {elapsed, ply, offset, length};
    if (last && last->ply == ply) check_elapsed(*last, elapsed);
  }
}

// Whether two numbers are m:ss or h:mm is decided by the first such clock of a
// game: that which is nearer to the time control.
std::optional<ClockTime> ClockChecks::time_of(const ClockReading& reading) {
  if (reading.form != ClockForm::Short) return reading.time;
  const bool is_first = !players_[0].last && !players_[1].last;
  if (is_first && is_judged_) {
    const ClockTime given = first_allowance(*control_, first_.turn).time;
    const auto distance = [&](ClockTime time) {
      return time > given ? time - given : given - time;
    };
    is_in_hours_ = distance(reading.as_hours()) < distance(reading.time);
  }
  return is_in_hours_ ? reading.as_hours() : reading.time;
}

void ClockChecks::look(const Shown& shown) {
  Player& mover = player(shown.ply);
  if (mover.last && mover.last->ply >= shown.ply) return;  // a second one behind the same move
  ++plies_with_clock_;
  const bool is_behind_gap = shown.ply > last_ply_ + 1;
  if (is_behind_gap && first_gap_ == 0) first_gap_ = last_ply_ + 1;
  if (is_behind_gap) lone_ = {};
  lone_[shown.ply & 1] = {};
  last_ply_ = shown.ply;
  if (is_judged_) mover.last ? check_gain(shown) : check_first(shown);
  if (is_judged_) watch_flag(shown);
  mover.before_last = mover.last;
  mover.last = shown;
  if (elapsed_ && elapsed_->ply == shown.ply) check_elapsed(shown, elapsed_->time);
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
    report_control(shown, fmt::format("gives {}, of which neither player shows a fourth",
                                      to_string(allowance.time)));
  }
}

void ClockChecks::check_gain(const Shown& shown) {
  Player& mover = player(shown.ply);
  const Shown& last = *mover.last;
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
  if (moves > 1 && (!mover.before_last || mover.before_last->ply + 2 != shown.ply)) return;
  const Color color = color_of(shown.ply);
  const ClockTime before =
      moves > 1 ? mover.before_last->time : first_allowance(*control_, color).time;
  ClockTime most = before - elapsed + time_added_by(*control_, color, moves);
  if (moves > 1) most -= time_added_by(*control_, color, moves - 1);
  for (const TimePeriod& period : control_->periods) {
    if (period.bonus == BonusKind::None) continue;
    most += period.of(color).bonus;
    break;
  }
  const ClockTime least = before - elapsed;
  const ClockTime slack = tolerance() + kElapsedTolerance;
  if (shown.time >= least - slack && shown.time <= most + slack) return;
  has_said_elapsed_ = true;
  if (!reporter_.needs(DiagnosticCode::ElapsedVsClock)) return;
  reporter_.report(
      DiagnosticCode::ElapsedVsClock, place_of(shown),
      {.message = fmt::format("{}'s clock goes from {} to {} with {}, but the move is said to have "
                              "taken {}",
                              name_of(color), to_string(before), to_string(shown.time),
                              ply_name(shown.ply, first_), to_string(elapsed)),
       .ply = shown.ply});
}

// A clock that stands at zero has fallen, unless the period was over; one that
// then shows what a move adds had a part of a second left.
void ClockChecks::watch_flag(const Shown& shown) {
  Player& mover = player(shown.ply);
  const bool stood_at_zero = mover.flag && mover.last->time == ClockTime(0);
  if (stood_at_zero && shown.time > ClockTime(0) && shown.time <= bonus() + tolerance()) {
    mover.flag.reset();
  }
  if (mover.flag || shown.time > ClockTime(0) || is_in_hours_) return;
  if (!ends_period(*control_, moves_at(shown.ply))) mover.flag = shown;
}

}  // namespace arbiter::validate
