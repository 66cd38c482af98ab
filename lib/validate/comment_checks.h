// Checks of comments, and of the clock times in them. These are compared with each other and with
// the time control (PGN supplement 4 to 7; Laws 6.2, 6.3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/diagnostics/sink.h"
#include "lib/laws/wording.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/time_control.h"

namespace arbiter {

// A command that contains a time (PGN supplement 4.2): [%clk 0:10:00].
struct ClockCommand {
  CommandKind kind;
  ClockReading reading;
  std::string_view words;  // the time as written in the command
};

// Reads a command with its brackets. Returns nothing for other commands and for an invalid time.
std::optional<ClockCommand> read_clock_command(std::string_view command);

struct ClockEnd {
  std::uint32_t plies = 0;            // half-moves of the main line
  std::optional<Color> flagged = {};  // the player who lost on time according to the file
};

class ClockChecks {
 public:
  // Checks only for the codes in `sought`; without clock codes, reads no clocks.
  ClockChecks(GameReporter& reporter, const CodeSet& sought);

  void start(FirstMove first);

  // Checks a well-formed time command after the half-move `ply` (0: before the first). About 3 ns
  // if the clock went down, or up by at most the increment.
  void command(const CommentCommand& command, std::uint32_t ply);

  // Checks a malformed command, given with its brackets as part of the game's text.
  void odd_command(std::string_view command, std::uint32_t ply);

  // Reports the findings of the whole game after the last move.
  void finish(const ClockEnd& end);

 private:
  struct Shown {
    ClockTime time{};
    std::uint32_t ply = 0;     // the ply, from 1; 0 if no clock has been read
    std::uint32_t offset = 0;  // offset of the command

    explicit operator bool() const { return ply != 0; }
  };
  struct Player {
    Shown last;
    Shown before_last;
    Shown flag;         // the first move at which the clock was at zero
    ClockTime added{};  // time added by later periods so far
    bool began_low = false;
  };
  struct Gain {
    Shown from;
    Shown to;
    std::array<std::uint32_t, 2> others = {};  // number of further gains, by colour
  };

  TextSpan place_of(const Shown& shown) const {
    const std::size_t end = reporter_.game().text.find(']', shown.offset) + 1;
    return {shown.offset, static_cast<std::uint32_t>(end) - shown.offset};
  }
  // Returns the span of a part of the game's text.
  TextSpan place_of(std::string_view words) const {
    return {static_cast<std::uint32_t>(words.data() - reporter_.game().text.data()),
            static_cast<std::uint32_t>(words.size())};
  }
  Player& player(std::uint32_t ply) { return players_[ply & 1]; }
  Color color_of(std::uint32_t ply) const {
    return ply % 2 == 1 ? first_.turn : other(first_.turn);
  }
  // Returns how many moves the player of the half-move `ply` has made.
  static std::uint32_t moves_at(std::uint32_t ply) { return (ply + 1) / 2; }

  void begin(CommandKind kind, TextSpan place);
  void load_control();
  void other_command(const CommentCommand& command, std::uint32_t ply);
  void check_form(const CommentCommand& command);
  bool is_usual(ClockTime time, std::uint32_t ply) const;
  void take(CommandKind kind, ClockForm form, Shown shown);
  ClockTime short_time(ClockTime minutes);
  void look(const Shown& shown);
  void keep(const Shown& shown);
  void kept(const Shown& shown);
  void check_first(const Shown& shown);
  void check_gain(const Shown& shown);
  void check_elapsed(const Shown& shown, ClockTime elapsed);
  void watch_flag(const Shown& shown);
  void report_form(const ClockCommand& command);
  void report_range(const ClockCommand& command);
  void report_control(const Shown& shown, std::string_view sentence);
  void report_gain(const Gain& gain);
  void report_missing(std::uint32_t plies);
  void report_flag(std::uint32_t plies);
  void report_time_left(Color flagged, std::uint32_t plies);
  ClockTime tolerance() const;

  GameReporter& reporter_;
  bool is_sought_;
  FirstMove first_;
  std::array<Player, 2> players_;
  bool has_begun_ = false;    // a clock has been seen
  bool is_judged_ = false;    // the time control is known and uses clocks
  bool is_in_hours_ = false;  // clocks with two numbers are h:mm
  bool has_reported_range_ = false;
  bool has_reported_elapsed_ = false;
  std::uint32_t plies_with_clock_ = 0;
  std::uint32_t first_gap_ = 0;  // the first half-move without a clock, if a later one has a clock
  std::uint32_t last_ply_ = 0;   // the last half-move with a clock
  std::optional<Gain> gain_;
  Shown elapsed_;             // the last [%emt ...]
  std::string control_text_;  // the tag value that `control_` was parsed from, in any game
  std::optional<TimeControl> control_;
  ClockTime bonus_{};  // the highest increment of `control_`
};

// Returns whether the clock follows one of the other player, and is at most the player's last clock
// plus the increment. Branch-free, because the comparisons are unpredictable.
inline bool ClockChecks::is_usual(ClockTime time, std::uint32_t ply) const {
  const ClockTime last = players_[ply & 1].last.time;
  return ply == last_ply_ + 1 &&
         ((last > ClockTime(0)) & (time > ClockTime(0)) & (time <= last + bonus_));
}

inline void ClockChecks::command(const CommentCommand& command, std::uint32_t ply) {
  const ClockTime time(command.milliseconds);
  const bool is_full = command.kind == CommandKind::TimeLeft && command.form == ClockForm::Full;
  if (!is_full || !is_usual(time, ply)) [[unlikely]]
    return other_command(command, ply);
  if (command.has_fraction) check_form(command);
  Player& mover = player(ply);
  mover.before_last = mover.last;
  mover.last.time = time;
  mover.last.ply = ply;
  mover.last.offset = command.offset;
  kept(mover.last);
}

inline void ClockChecks::check_form(const CommentCommand& command) {
  if (!command.is_standard_time() && reporter_.wants_or_counts(DiagnosticCode::ClockFormat)) {
    report_form(*read_clock_command(reporter_.game().text_of(command)));
  }
}

inline void ClockChecks::keep(const Shown& shown) {
  Player& mover = player(shown.ply);
  mover.before_last = mover.last;
  mover.last = shown;
  kept(shown);
}

inline void ClockChecks::kept(const Shown& shown) {
  last_ply_ = shown.ply;
  ++plies_with_clock_;
  if (elapsed_.ply == shown.ply) check_elapsed(shown, elapsed_.time);
}

// The receiver of the clock times in a comment after the half-move `ply`.
struct ClockReceiver {
  ClockChecks& clocks;
  std::uint32_t ply;
};

// Checks a brace comment. Text without commands is scanned at memory speed; a well-formed command
// costs about 3 ns.
void check_comment(GameReporter& reporter, const Token& comment);

// Checks a comment of the main line, whose clock times go to `receiver`.
void check_comment(GameReporter& reporter, const Token& comment, const ClockReceiver& receiver);

// Returns the clock of a comment that contains nothing else, except for an optional evaluation
// before it; otherwise null. For these comments, check_comment() only sends the clock to the
// receiver.
inline const CommentCommand* only_clock(const PgnGame& game, const Token& comment) {
  const CommentCommand* const first = game.commands.data() + comment.first_command();
  const std::size_t count = comment.command_count();
  const bool may_be_only = count == 1 || (count == 2 && first->kind == CommandKind::Evaluation);
  if (comment.has_text() || !may_be_only || !is_time_command(first[count - 1].kind)) return nullptr;
  return first + count - 1;
}

// Parts of check_comment().
void report_unknown(GameReporter& reporter, const CommentCommand& command);
void check_with_care(GameReporter& reporter, const Token& comment, const ClockReceiver* receiver);

inline void check_comment(GameReporter& reporter, const Token& comment) {
  for (const CommentCommand& command : reporter.game().commands_of(comment)) {
    if (command.kind == CommandKind::Unknown) report_unknown(reporter, command);
  }
  if (comment.has_inner_sign()) check_with_care(reporter, comment, nullptr);
}

inline void check_comment(GameReporter& reporter, const Token& comment,
                          const ClockReceiver& receiver) {
  for (const CommentCommand& command : reporter.game().commands_of(comment)) {
    if (is_time_command(command.kind)) {
      receiver.clocks.command(command, receiver.ply);
    } else if (command.kind == CommandKind::Unknown) {
      report_unknown(reporter, command);
    }
  }
  if (comment.has_inner_sign()) check_with_care(reporter, comment, &receiver);
}

struct CommandFinding {
  DiagnosticCode code;
  std::string_view words;  // the faulty part of the command
};

// Returns the first fault of a command with its brackets. Checks only the characters of clock
// times.
std::optional<CommandFinding> command_fault(std::string_view command);

}  // namespace arbiter
