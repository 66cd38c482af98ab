#include "lib/validate/comment_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
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
                     "there are clock times, but the time control - means that no clock was used");
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

// A clock with two numbers is m:ss or h:mm. The first such clock of a game decides for all, by the
// reading that is closer to the time control.
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
  if (shown.ply == 0) return;                             // a clock before the first move
  if (mover.last && mover.last.ply >= shown.ply) return;  // a second clock after the same move
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
  // One player may have arrived late, or have halved the time for a bonus, but hardly both players.
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
  reporter_.report_at(
      shown.ply, DiagnosticCode::ElapsedVsClock, place_of(shown),
      "{}'s clock goes from {} to {} with {}, but according to its comment the move took {}",
      to_string(color), to_string(before), to_string(shown.time), ply_name(shown.ply, first_),
      to_string(elapsed));
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
  reporter_.report(DiagnosticCode::ClockRange, place_of(command.words), "invalid clock time {}: {}",
                   command.words.substr(0, 20),
                   command.words.starts_with('-') ? "a time cannot be negative"
                                                  : "minutes and seconds go up to 59");
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
                    .help = "an arbiter, or on a server the opponent, may have added time",
                    .ply = gain.to.ply});
}

void ClockChecks::report_missing(std::uint32_t plies) {
  // Some boards send no clock with the move that ends the game.
  const std::uint32_t missing = plies - plies_with_clock_;
  if (missing == 0 || (missing == 1 && last_ply_ + 1 == plies)) return;
  const std::uint32_t first = first_gap_ != 0 ? first_gap_ : last_ply_ + 1;
  reporter_.report_at(first, DiagnosticCode::ClockMissing, place_of(players_[last_ply_ & 1].last),
                      "{} of {} half-moves {} {}", missing, plies,
                      missing == 1 ? "has no clock time:" : "have no clock time; the first is",
                      ply_name(first, first_));
}

void ClockChecks::report_flag(std::uint32_t plies) {
  for (const Player& mover : players_) {
    if (!mover.flag || mover.flag.ply + 2 > plies) continue;
    // On a server, a fallen flag ends the game. Zero on the clock means a fraction of a second.
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

namespace {

// Limits of plausible engine values, in pawns and in moves to mate.
constexpr double kMaxEval = 10'000;
constexpr int kMaxMateLength = 1'000;

bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }
bool is_color(char letter) {
  return std::string_view("RGYB").find(letter) != std::string_view::npos;
}

// Checks for a clock time, such as "0:01:23", "1:23.4", "83.5" or "-0:00:01".
bool is_clock(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front()) &&
         text.find_first_not_of("0123456789:.,") == std::string_view::npos;
}

// Checks for a mate score, such as "#3", "#-3", "-#3" or "M3".
bool is_mate_in_range(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto moves = parse_signed_number<int>(text.substr(1));
  return moves && *moves != 0 && std::abs(*moves) <= kMaxMateLength;
}

bool is_eval_in_range(std::string_view text) {
  const std::size_t sign = text.find_first_not_of("+-");
  if (sign == std::string_view::npos) return false;
  if (text[sign] == '#' || text[sign] == 'M') return is_mate_in_range(text);
  const auto pawns = parse_signed_number<double>(text);
  return pawns && std::abs(*pawns) <= kMaxEval;
}

std::optional<CommandFinding> eval_fault(std::string_view command, std::string_view arguments) {
  const std::size_t comma = arguments.find(',');
  const std::string_view value = trim(arguments.substr(0, comma));
  const CommandFinding malformed{DiagnosticCode::CommentCommandMalformed, command};
  if (value.empty()) return malformed;
  if (!is_eval_in_range(value)) return CommandFinding{DiagnosticCode::EvalOutOfRange, value};
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view depth = trim(arguments.substr(comma + 1));
  if (!depth.empty() && std::ranges::all_of(depth, is_digit)) return std::nullopt;
  return malformed;
}

bool is_colored_square(std::string_view item) {
  return item.size() == 3 && is_color(item[0]) && is_file(item[1]) && is_rank(item[2]);
}

bool is_colored_arrow(std::string_view item) {
  return item.size() == 5 && is_colored_square(item.substr(0, 3)) && is_file(item[3]) &&
         is_rank(item[4]) && item.substr(1, 2) != item.substr(3, 2);
}

// Checks all comma-separated items, and returns a finding if any is invalid.
template <class IsGood>
std::optional<CommandFinding> item_fault(DiagnosticCode code, std::string_view arguments,
                                         IsGood is_good) {
  while (true) {
    const std::size_t comma = arguments.find(',');
    const std::string_view item = trim(arguments.substr(0, comma));
    if (!is_good(item)) return CommandFinding{code, item.empty() ? arguments : item};
    if (comma == std::string_view::npos) return std::nullopt;
    arguments.remove_prefix(comma + 1);
  }
}

// Returns whether the text begins with a move in SAN: "Nf3", "exd5", "R1a3", "O-O".
bool begins_with_move(std::string_view text) {
  if (text.starts_with("O-O")) return true;
  std::size_t at = 0;
  const bool is_piece = !text.empty() && std::string_view("KQRBN").find(text[0]) != text.npos;
  if (is_piece) ++at;
  std::size_t squares_end = at;
  while (squares_end < text.size() && squares_end < at + 5 &&
         (is_file(text[squares_end]) || is_rank(text[squares_end]) || text[squares_end] == 'x')) {
    ++squares_end;
  }
  const std::string_view squares = text.substr(at, squares_end - at);
  if (squares.size() < 2 || (!is_piece && !is_file(squares.front()))) return false;
  return is_file(squares[squares.size() - 2]) && is_rank(squares.back());
}

// Returns the numbered move around the dot, "12. Nf3" or "12...Nf3"; empty if there is none.
// Precondition: the dot follows a digit.
std::string_view numbered_move(std::string_view comment, std::size_t dot) {
  std::size_t start = dot;
  while (start > 0 && dot - start < 4 && is_digit(comment[start - 1])) --start;
  std::size_t move = dot + 1;
  while (move < comment.size() && move < dot + 4 && comment[move] == '.') ++move;
  while (move < comment.size() && (comment[move] == ' ' || comment[move] == '\n')) ++move;
  if (!begins_with_move(comment.substr(move))) return {};
  std::size_t end = move;
  while (end < comment.size() && end < move + 8 && static_cast<unsigned char>(comment[end]) > ' ' &&
         std::string_view(",;)}").find(comment[end]) == std::string_view::npos) {
    ++end;
  }
  if (comment[end - 1] == '.') --end;
  return comment.substr(start, end - start);
}

std::string sentence_about(const CommandFinding& finding) {
  constexpr std::pair<DiagnosticCode, std::string_view> kSentences[] = {
      {DiagnosticCode::CommentCommandMalformed, "the command {} is not well formed"},
      {DiagnosticCode::CommentCommandUnknown, "{} is an unknown command; it is kept unchanged"},
      {DiagnosticCode::EvalOutOfRange, "{} makes no sense as an evaluation"},
      {DiagnosticCode::CslOutOfRange, "{} is not a colour (G, R, Y or B) and a square"},
      {DiagnosticCode::CalOutOfRange, "{} is not a colour (G, R, Y or B) and two squares"},
  };
  const std::size_t slash = finding.words.find('/');
  const bool has_depth = finding.code == DiagnosticCode::EvalOutOfRange &&
                         slash != std::string_view::npos &&
                         !eval_fault({}, fmt::format("{},{}", finding.words.substr(0, slash),
                                                     finding.words.substr(slash + 1)));
  if (has_depth) {
    return fmt::format("{} has its depth after a slash; the usual form is {},{}", finding.words,
                       finding.words.substr(0, slash), finding.words.substr(slash + 1));
  }
  const auto* const found =
      std::ranges::find(kSentences, finding.code, [](const auto& entry) { return entry.first; });
  return fmt::format(fmt::runtime(found->second), finding.words.substr(0, 40));
}

// Checks a comment character by character.
struct CommentCheck {
  // Checks the comment block by block, examining only characters that may begin something.
  void run() {
    constexpr std::size_t kBlock = ByteBlock::kSize;
    const char* text = comment_.data();
    std::size_t at = 1;
    for (; at + kBlock <= comment_.size(); at += kBlock) look(text + at, at, 0);
    if (at == comment_.size()) return;
    if (comment_.size() >= kBlock) {
      // The last block overlaps the previous one.
      const std::size_t last = comment_.size() - kBlock;
      return look(text + last, last, at - last);
    }
    char rest[kBlock] = {};
    std::memcpy(rest, text + at, comment_.size() - at);
    look(rest, at, 0);
  }

  // Checks the block at `at` without its first `done` bytes.
  void look(const char* block_text, std::size_t at, std::size_t done) {
    const ByteBlock block(block_text);
    std::uint32_t signs = block.equal_to('[') | block.equal_to('{');
    if (!has_moves_) signs |= dots_after_numbers(block);
    signs = signs >> done << done;
    for (; signs != 0; signs &= signs - 1) {
      sign(at + static_cast<std::size_t>(std::countr_zero(signs)));
    }
  }

  // Returns the dots that may separate a move number from its move; decimals are excluded.
  static std::uint32_t dots_after_numbers(const ByteBlock& block) {
    const std::uint32_t dots = block.equal_to('.');
    if (dots == 0) return 0;
    const std::uint32_t digits = block.at_most('9') & ~block.at_most('/');
    return dots & ~(digits >> 1) & (digits << 1 | 1);
  }

  void sign(std::size_t at) {
    switch (comment_[at]) {
      case '[':
        if (comment_.substr(at).starts_with("[%") && at >= command_end_) command(at);
        return;
      case '{':
        return nested_brace(at);
      default:
        if (!has_moves_ && at >= command_end_ && is_digit(comment_[at - 1])) moves(at);
        return;
    }
  }

  void command(std::size_t at) {
    const std::size_t close = comment_.find(']', at);
    command_end_ = close;
    if (close == std::string_view::npos) {
      return report(DiagnosticCode::CommentCommandMalformed, comment_.substr(at, 2),
                    "this command is not closed by ]");
    }
    const std::string_view command = comment_.substr(at, close + 1 - at);
    const auto finding = command_fault(command);
    if (finding) return report(finding->code, finding->words, sentence_about(*finding));
    if (receiver_ != nullptr) receiver_->clocks.odd_command(command, receiver_->ply);
  }

  void nested_brace(std::size_t at) {
    if (has_nested_brace_) return;
    has_nested_brace_ = true;
    report(DiagnosticCode::NestedBrace, comment_.substr(at, 1),
           "comments do not nest: the first } ends this one");
  }

  void moves(std::size_t dot) {
    const std::string_view move = numbered_move(comment_, dot);
    if (move.empty()) return;
    has_moves_ = true;
    report(DiagnosticCode::CommentContainsMoves, move,
           "the comment contains what looks like moves");
  }

  void report(DiagnosticCode code, std::string_view part, std::string_view message) {
    const auto start = static_cast<std::uint32_t>(part.data() - comment_.data());
    reporter_.report(code, TextSpan(offset_ + start, static_cast<std::uint32_t>(part.size())), "{}",
                     message);
  }

  GameReporter& reporter_;
  std::string_view comment_;
  std::uint32_t offset_;
  const ClockReceiver* receiver_;  // may be null
  std::size_t command_end_ = 0;    // offset of the bracket that closes the last command, if any
  bool has_moves_ = false;
  bool has_nested_brace_ = false;
};

}  // namespace

std::optional<CommandFinding> command_fault(std::string_view command) {
  const CommandFinding malformed{DiagnosticCode::CommentCommandMalformed, command};
  if (!command.starts_with("[%") || !command.ends_with(']')) return malformed;
  std::string_view inside = command.substr(2, command.size() - 3);
  const auto name_length = static_cast<std::size_t>(
      std::ranges::find_if_not(
          inside,
          [](char letter) { return is_letter(letter) || is_digit(letter) || letter == '_'; }) -
      inside.begin());
  const std::string_view name = inside.substr(0, name_length);
  if (name.empty()) return malformed;
  if (name_length < inside.size() && inside[name_length] != ' ' && inside[name_length] != '\n' &&
      inside[name_length] != '\r') {
    return malformed;
  }
  const std::string_view arguments = trim(inside.substr(name_length));
  switch (command_kind(name)) {
    case CommandKind::TimeLeft:
    case CommandKind::Elapsed:
    case CommandKind::ElapsedInGame:
    case CommandKind::MechanicalTime:
      return is_clock(arguments) ? std::nullopt : std::optional(malformed);
    case CommandKind::Evaluation:
      return eval_fault(command, arguments);
    case CommandKind::Squares:
      if (arguments.empty()) return malformed;
      return item_fault(DiagnosticCode::CslOutOfRange, arguments, is_colored_square);
    case CommandKind::Arrows:
      if (arguments.empty()) return malformed;
      return item_fault(DiagnosticCode::CalOutOfRange, arguments, is_colored_arrow);
    case CommandKind::Other:
      return arguments.empty() ? std::optional(malformed) : std::nullopt;
    case CommandKind::Unknown:
      break;
  }
  return CommandFinding{DiagnosticCode::CommentCommandUnknown, command};
}

void report_unknown(GameReporter& reporter, const CommentCommand& command) {
  if (!reporter.wants_or_counts(DiagnosticCode::CommentCommandUnknown)) return;
  const std::string_view words = reporter.game().text_of(command);
  if (words.starts_with("[%arbiter ")) return;  // it suppresses findings, see ChunkValidator
  reporter.report(DiagnosticCode::CommentCommandUnknown, {command.offset, command.length},
                  {.message = sentence_about({DiagnosticCode::CommentCommandUnknown, words})});
}

void check_with_care(GameReporter& reporter, const Token& comment, const ClockReceiver* receiver) {
  // An unclosed comment, which is reported separately, extends to the end of the game.
  const std::string_view text = reporter.game().text_of(comment);
  if (text.size() < 2 || text.back() != '}') return;
  CommentCheck(reporter, text, comment.offset, receiver).run();
}

}  // namespace arbiter
