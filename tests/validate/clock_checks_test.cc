#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/validate/comment_checks.h"
#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

using testing::check_game;
using testing::check_games;
using testing::CheckedGame;

// Twenty plies that are legal from the initial position.
constexpr const char* kMoves[] = {"Nf3", "Nf6", "Nc3", "Nc6", "e3", "e6", "d3", "d6", "Be2", "Be7",
                                  "O-O", "O-O", "a3",  "a6",  "b3", "b6", "h3", "h6", "g3",  "g6"};

// Returns the moves, each followed by the comment at its index, if any.
std::string game_with(const std::string& tags, const std::vector<std::string>& comments,
                      const std::string& result = "*") {
  std::string text = "[Event \"Winter Cup\"]\n" + tags + "\n\n";
  for (std::size_t at = 0; at < comments.size(); ++at) {
    text += std::string(kMoves[at]) + " ";
    if (!comments[at].empty()) text += "{" + comments[at] + "} ";
  }
  return text + result + "\n";
}

std::string control(const std::string& value) { return "[TimeControl \"" + value + "\"]"; }

// Returns "[%clk 0:09:50]" for "0:09:50", between `blanks`. Text in brackets is unchanged.
std::vector<std::string> clocks(const std::vector<std::string>& times,
                                const std::string& blanks = " ") {
  std::vector<std::string> comments;
  for (const std::string& time : times) {
    comments.push_back(time.empty() || time[0] == '[' ? time
                                                      : blanks + "[%clk " + time + "]" + blanks);
  }
  return comments;
}

struct Row {
  std::string time_control;
  std::vector<std::string> times;  // clock after each half-move
  std::string ids;                 // ids of findings about clocks, including notes
};

// Checks the form written by servers, for which there is a fast parser, and the form without
// spaces.
void judge(const Row& row) {
  for (const std::string blanks : {" ", ""}) {
    CAPTURE(row.time_control, row.times, blanks);
    const std::string game = game_with(control(row.time_control), clocks(row.times, blanks));
    CHECK(check_game(game).ids_of("clocks") == row.ids);
  }
}

TEST_CASE("a game without a time control has no clocks", "[clocks]") {
  judge(GENERATE(values<Row>({
      {"-", {"0:09:00", "0:08:00", "0:08:30"}, "clock-vs-time-control"},
      {"-", {"[%emt 0:00:05]", "[%emt 0:00:07]"}, ""},
      {"-", {"", ""}, ""},
  })));
}

TEST_CASE("clocks that match their time control have no findings", "[clocks]") {
  const Row row = GENERATE(values<Row>({
      {"60+0", {"0:01:00", "0:01:00", "0:00:58", "0:00:59", "0:00:58"}, ""},
      {"300+3", {"0:05:03", "0:05:02", "0:05:06", "0:05:05", "0:05:00"}, ""},
      // A bonus for half the time, and no increment.
      {"300+3", {"0:02:30", "0:05:02", "0:02:28", "0:05:01", "0:02:27"}, ""},
      {"180+0.5", {"0:03:00", "0:03:00", "0:03:01", "0:03:00"}, ""},
      // Clocks of servers if the time control has only an increment.
      {"0+1", {"0:00:03", "0:00:03", "0:00:04", "0:00:03"}, ""},
      // The second period is added with the last move of the first, or one move later.
      {"2/600:900", {"0:09:00", "0:09:00", "0:23:00", "0:08:00", "0:22:00", "0:22:30"}, ""},
      {"1/600:1/600:900", {"0:18:00", "0:19:00", "0:32:00", "0:34:00"}, ""},
      {"2/600", {"0:05:00", "0:05:00", "0:14:30", "0:14:20", "0:09:00", "0:08:00", "0:18:50"}, ""},
      // A delay does not add time.
      {"G/5;d5", {"0:05:00", "0:05:00", "0:05:00", "0:04:58"}, ""},
      // The time used by one player is added to the other's.
      {"*60", {"0:00:30", "0:01:20", "0:00:40", "0:01:10"}, ""},
      {"W300-B60", {"0:05:00", "0:01:00", "0:04:00", "0:00:50"}, ""},
      // Clocks of correspondence games count days.
      {"1/86400", {"23:59:00", "1:00:00", "23:00:00", "20:00:00"}, ""},
      // A server's term for a time control does not define times.
      {"rapid", {"0:01:00", "0:01:00", "0:05:00", "0:01:00"}, ""},
      // The last move may have no clock.
      {"60+0", {"0:01:00", "0:01:00", ""}, ""},
      // Less than a second was left, and the increment was added.
      {"60+1", {"0:00:00", "0:01:00", "0:00:02", "0:00:59"}, ""},
      {"60+0", {"", "", ""}, ""},
  }));
  judge(row);
}

TEST_CASE("impossible clocks are found", "[clocks]") {
  const Row row = GENERATE(values<Row>({
      {"60+0", {"0:00:50", "0:01:00", "0:01:05"}, "clock-gained"},
      {"300+3", {"0:05:00", "0:05:00", "0:05:06"}, "clock-gained"},
      {"60+0", {"0:00:50", "0:01:00", "0:01:05", "0:00:59", "0:01:00", "0:01:14"}, "clock-gained"},
      // The next period has already been added.
      {"1/600:900", {"0:24:00", "0:24:00", "0:24:10"}, "clock-gained"},
      {"2/600:900", {"0:09:00", "0:09:00", "0:24:10"}, "clock-gained"},
      {"2/100:50", {"0:01:30", "0:01:30", "0:02:15", "0:01:20", "0:02:55"}, "clock-gained"},
      {"300+3", {"1:30:00", "1:29:00"}, "clock-vs-time-control"},
      {"5400+30", {"0:05:00", "0:04:50"}, "clock-vs-time-control"},
      {"60+0", {"0:01:00", "", "0:00:50"}, "clock-missing"},
      {"60+0", {"0:01:00", "0:00:59", "", ""}, "clock-missing"},
      {"600", {"0:00:00", "0:09:50", "0:00:00"}, "flag-then-continued"},
      {"2/600:600", {"0:00:00", "0:09:50", "0:00:00"}, "flag-then-continued"},
      // A clock after the next one does not remove the finding.
      {"2/600:900",
       {"0:00:00", "0:09:50", "0:00:30", "0:09:40", "0:00:02", "0:09:30"},
       "flag-then-continued"},
      // The time used is computed from the previous clock, even if a player has several clocks in a
      // row.
      {"600",
       {"0:09:50", "0:09:50", "0:09:40", "0:09:40", "0:09:30", "0:09:30",
        "[%clk 0:09:25] [%emt 0:01:10]"},
       "elapsed-vs-clock"},
      {"?", {"0:01:00", "0:01:00", "0:05:00"}, "time-control-missing"},
      {"600", {"0:75:00", "0:09:50"}, "clock-range clock-vs-time-control"},
      {"600", {"-0:00:01", "0:09:50"}, "clock-range clock-missing"},
      {"600", {"0:09:58.6", "0:09:57.1"}, "clock-format"},
  }));
  judge(row);
}

TEST_CASE("two numbers are minutes or hours, depending on the time control", "[clocks]") {
  const Row row = GENERATE(values<Row>({
      {"5400", {"1:29", "1:28", "1:20", "1:15"}, "clock-format"},
      {"120", {"1:59", "1:58", "1:20", "1:15"}, "clock-format"},
      {"120", {"1:50", "1:58", "1:59", "1:15"}, "clock-format clock-gained"},
  }));
  judge(row);
}

TEST_CASE("the time for a move is compared with the clocks before and after it", "[clocks]") {
  const Row row = GENERATE(values<Row>({
      {"600", {"[%clk 0:09:55] [%emt 0:00:05]", "[%emt 0:00:10] [%clk 0:09:50]"}, ""},
      {"600+5", {"[%clk 0:09:35] [%emt 0:00:30]", "0:09:50"}, ""},
      {"600", {"[%clk 0:09:30] [%emt 0:00:05]", "0:09:50"}, "elapsed-vs-clock"},
      {"600", {"0:09:50", "0:09:50", "[%clk 0:09:40] [%emt 0:00:10]"}, ""},
      {"600", {"0:09:50", "0:09:50", "[%clk 0:09:40] [%emt 0:01:10]"}, "elapsed-vs-clock"},
      // The previous clock is unknown.
      {"600", {"", "0:09:50", "[%clk 0:08:40] [%emt 0:00:10]"}, "clock-missing"},
      {"G/10;d5", {"[%clk 0:10:00] [%emt 0:00:05]", "[%clk 0:09:55] [%emt 0:00:10]"}, ""},
      {"1/600:600", {"[%clk 0:19:50] [%emt 0:00:10]", "0:19:50"}, ""},
  }));
  judge(row);
}

TEST_CASE("only the clocks of the game count, not those of variations", "[clocks]") {
  const std::string tags = "[TimeControl \"60+0\"]";
  const std::string game =
      tags +
      "\n\n{[%clk 0:09:00]} e4 {[%clk 0:01:00]} (d4 {[%clk 0:09:00]} d5 {[%clk 0:20:00]}) e5 "
      "{[%clk 0:00:58]} Nf3 {[%clk 0:00:57] [%clk 0:07:57]} *\n";
  CHECK(check_game(game).ids_of("clocks") == "");
}

TEST_CASE("clocks after an illegal move belong to neither player", "[clocks]") {
  const std::string game =
      "[TimeControl \"60+0\"]\n\ne4 {[%clk 0:01:00]} Ke5 {[%clk 0:05:00]} Nf3 {[%clk 0:06:00]} *\n";
  CHECK(check_game(game).ids_of("clocks") == "");
}

TEST_CASE("a gain names its two clocks and the number of other gains", "[clocks]") {
  const CheckedGame game = check_game(game_with(
      control("60+0"), clocks({"0:00:50", "0:01:00", "0:01:05", "0:00:59", "0:01:20", "0:01:14"})));
  const std::string message = game.message_of("clock-gained");
  CAPTURE(message);
  CHECK(message.find("from 0:00:50 to 0:01:05") != std::string::npos);
  CHECK(message.find("White's move 2") != std::string::npos);
  CHECK(message.find("to White's clock once and to Black's clock once") != std::string::npos);
}

TEST_CASE("a clock at zero is part of a second on a server", "[clocks]") {
  const std::string tags = control("600") + "\n[Site \"https://lichess.org/abcdefgh\"]";
  CHECK(check_game(game_with(tags, clocks({"0:00:00", "0:09:50", "0:00:00"}))).ids_of("clocks") ==
        "");
}

TEST_CASE("a player who lost on time has no time left or is to move", "[clocks]") {
  struct Lost {
    std::string termination;
    std::string result;
    std::string last;  // White's last clock
    std::string ids;
  };
  const Lost row = GENERATE(values<Lost>({
      {"time forfeit", "0-1", "0:09:40", "time-forfeit-but-time-left"},
      {"Time forfeit", "0-1", "0:00:05", ""},
      {"time forfeit", "1-0", "0:09:40", ""},
      {"time forfeit", "1/2-1/2", "0:09:40", ""},
      {"normal", "0-1", "0:09:40", ""},
  }));
  CAPTURE(row.termination, row.result, row.last);
  const std::string tags = control("600") + "\n[Termination \"" + row.termination + "\"]";
  const auto game =
      check_game(game_with(tags, clocks({"0:09:50", "0:09:50", row.last}), row.result));
  CHECK(game.ids_of("clocks") == row.ids);
}

TEST_CASE("clocks are not parsed if their findings are off", "[clocks]") {
  ValidatorOptions options;
  options.sought.reset();
  const auto game =
      check_game(game_with(control("60+0"), clocks({"0:09:50", "0:01:00", "0:01:05.5"})), options);
  CHECK(game.ids_of("clocks") == "");
}

TEST_CASE("one game's clocks and increment do not affect the next game", "[clocks]") {
  const std::vector<std::string> rising = clocks({"0:01:00", "0:01:00", "0:01:30", "0:00:59"});
  const std::string with = game_with(control("0+60"), rising);
  const std::string without = game_with(control("60+0"), rising);
  for (const bool is_with_first : {true, false}) {
    const auto games = check_games(is_with_first ? with + "\n" + without : without + "\n" + with);
    REQUIRE(games.size() == 2);
    CHECK(games[is_with_first ? 0 : 1].ids_of("clocks") == "");
    CHECK(games[is_with_first ? 1 : 0].ids_of("clocks") == "clock-gained");
  }
}

TEST_CASE("clock tags have their forms", "[clocks]") {
  struct Tag {
    std::string tag;
    std::string ids;
  };
  const Tag row = GENERATE(values<Tag>({
      {"[WhiteClock \"1:30:00\"]", ""},
      {"[BlackClock \"01:30:00\"]", ""},
      {"[Clock \"W/1:30:00\"]", ""},
      {"[Clock \"N/0:00:00\"]", ""},
      {"[WhiteClock \"0:02:00.000\"]", "clock-tag"},
      {"[WhiteClock \"90 min\"]", "clock-tag"},
      {"[BlackClock \"W/1:30:00\"]", "clock-tag"},
      {"[BlackClock \"1:75:00\"]", "clock-tag"},
      {"[Clock \"1:30:00\"]", "clock-tag"},
      {"[Clock \"X/1:30:00\"]", "clock-tag"},
      {"[Clock \"W/\"]", "clock-tag"},
  }));
  CAPTURE(row.tag);
  CHECK(check_game(row.tag + "\n\ne4 e5 *\n").ids_of("clocks") == row.ids);
}

}  // namespace
}  // namespace arbiter::testing
