// What the clocks of one game show, against each other and the time control
// (PGN supplement 4 to 7; Laws 6.2, 6.3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/chess/color.h"
#include "lib/laws/ply.h"
#include "lib/pgn/clock_comment.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/clock_time.h"
#include "lib/tags/time_control.h"

namespace arbiter::validate {

// What is known of a game when its moves are over.
struct ClockEnd {
  std::uint32_t plies = 0;            // of the main line
  std::optional<Color> flagged = {};  // who is said to have lost on time
};

class ClockChecks {
 public:
  // Only what is in `sought` is looked for; nothing of it: no clock is read.
  ClockChecks(GameReporter& reporter, const CodeSet& sought);

  void start(FirstMove first);

  // A comment that is just "{ [%clk 0:01:00] }", behind the half-move `ply` (0: before
  // the first). About 2 ns where the clock went down, or up by no more than the time
  // control adds. Precondition: comment.is_clock_comment().
  void lone_clock(const Token& comment, std::uint32_t ply);

  // Another command, with its brackets, as it stands in the game's text.
  void command(std::string_view command, std::uint32_t ply);

  // To be called behind the last move.
  void finish(const ClockEnd& end);

 private:
  struct Shown {
    ClockTime time{};
    std::uint32_t ply = 0;
    std::uint32_t offset = 0;  // of the command or comment that says it
    std::uint32_t length = 0;
  };
  struct Player {
    std::optional<Shown> last;
    std::optional<Shown> before_last;
    std::optional<Shown> flag;  // since when the clock has stood at zero
    ClockTime added{};          // by the periods behind the first, as far as it has been seen
    bool began_low = false;
  };
  // The player's last clock, if that was a lone one: `last` is not kept up to date then.
  struct Lone {
    std::uint32_t seconds = 0;  // 0: it was no lone one, or showed no time left
    std::uint32_t offset = 0;   // of the comment
    std::uint32_t before = 0;   // of the one before it; 0: before_last is up to date
  };
  struct Gain {
    Shown from;
    Shown to;
    std::array<std::uint32_t, 2> others = {};  // later ones, by color
  };

  static GameSpan place_of(const Shown& shown) { return {shown.offset, shown.length}; }
  // Both sides are told apart by the parity of their half-moves.
  Player& player(std::uint32_t ply) { return players_[ply & 1]; }
  Color color_of(std::uint32_t ply) const {
    return ply % 2 == 1 ? first_.turn : other(first_.turn);
  }
  // How many moves a player has made at the half-move `ply`, which is his.
  static std::uint32_t moves_at(std::uint32_t ply) { return (ply + 1) / 2; }

  void first_in_row(const Token& comment, std::uint32_t ply);
  void settle();
  Shown shown_by(std::uint32_t comment, std::uint32_t ply) const;

  void begin(GameSpan place);
  void load_control();
  void check_form(const ClockReading& reading, std::string_view words, GameSpan place);
  std::optional<ClockTime> time_of(const ClockReading& reading);
  void look(const Shown& shown);
  void check_first(const Shown& shown);
  void check_gain(const Shown& shown);
  void check_elapsed(const Shown& shown, ClockTime elapsed);
  void watch_flag(const Shown& shown);
  void report_control(const Shown& shown, std::string_view sentence);
  void report_gain(const Gain& gain);
  void report_missing(std::uint32_t plies);
  void report_flag(std::uint32_t plies);
  void report_time_left(Color flagged, std::uint32_t plies);
  ClockTime tolerance() const;
  ClockTime bonus() const { return bonus_; }

  GameReporter& reporter_;
  bool is_sought_;
  FirstMove first_;
  std::array<Player, 2> players_;
  // Of the last two half-moves with a clock, which follow each other if both are lone ones.
  std::array<Lone, 2> lone_;
  bool has_begun_ = false;    // a clock has been seen
  bool is_judged_ = false;    // the time control is known and one of clocks
  bool is_in_hours_ = false;  // what has two numbers is h:mm
  bool has_said_range_ = false;
  bool has_said_elapsed_ = false;
  std::uint32_t plies_with_clock_ = 0;
  std::uint32_t first_gap_ =
      0;                        // the first half-move without a clock that one with a clock follows
  std::uint32_t last_ply_ = 0;  // the last half-move with a clock
  std::optional<Gain> gain_;
  std::optional<Shown> elapsed_;  // the last [%emt ...]
  std::string control_text_;      // the tag that `control_` was read from, in whatever game
  std::optional<TimeControl> control_;
  ClockTime bonus_{};                // the highest increment of `control_`
  std::uint32_t bonus_seconds_ = 0;  // the whole ones of it
};

// Most clocks say nothing new: they follow that of the other player, and are below the
// own one before but for what the time control adds. All at once, for whether a clock
// goes up or down cannot be foreseen.
inline void ClockChecks::lone_clock(const Token& comment, std::uint32_t ply) {
  if (!is_sought_) return;
  const std::uint32_t seconds = comment.clock_seconds();
  Lone& last = lone_[ply & 1];
  const bool is_low = seconds <= last.seconds + bonus_seconds_;
  const bool is_in_row = (ply == last_ply_ + 1) & (last.seconds != 0) & !elapsed_.has_value();
  if (!(is_in_row & is_low & (seconds != 0))) [[unlikely]] {
    return first_in_row(comment, ply);
  }
  last = {seconds, comment.offset, last.offset};
  last_ply_ = ply;
  ++plies_with_clock_;
}

}  // namespace arbiter::validate
