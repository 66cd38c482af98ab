// Clocks in the comments that servers write are read on a path of their own; the
// judge is the same game with one blank more in each.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <string>

#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

// Thirty plies that can always be played.
constexpr const char* kMoves[] = {"Nf3", "Nf6", "Nc3", "Nc6", "e3",  "e6",  "d3",  "d6",
                                  "Be2", "Be7", "O-O", "O-O", "a3",  "a6",  "b3",  "b6",
                                  "h3",  "h6",  "g3",  "g6",  "Kh1", "Kh8", "Kg1", "Kg8",
                                  "Kh1", "Kh8", "Kg1", "Kg8", "Kg2", "Kg7"};
constexpr const char* kControls[] = {"60+0",   "300+3",    "2/600:900",       "0+1",
                                     "*60",    "180+0.5",  "1/600:1/600:900", "?",
                                     "G/5;d5", "W300-B60", "1/86400",         "rapid"};
// Where the clock of a lone comment stands; no text of a game has it.
constexpr char kClock = '@';

std::string shown(int seconds) {
  const auto two = [](int number) {
    return std::string(1, static_cast<char>('0' + number / 10)) +
           static_cast<char>('0' + number % 10);
  };
  return std::to_string(seconds / 3600 % 10) + ":" + two(seconds / 60 % 60) + ":" +
         two(seconds % 60);
}

std::string lone(int seconds) { return std::string(1, kClock) + shown(seconds) + "& "; }

// With all that may stand between two lone clocks.
std::string random_game(Random& random) {
  const auto one_in = [&random](int times) { return random_below(random, times) == 0; };
  std::string text = "[Event \"Winter Cup\"]\n[TimeControl \"" +
                     std::string(kControls[random_below(random, std::size(kControls))]) + "\"]\n";
  if (one_in(5)) text += "[Termination \"time forfeit\"]\n";
  text += "\n";
  if (one_in(10)) text += lone(600);
  const bool is_calm = one_in(2);
  int left[2] = {600, 600};
  const int plies = 1 + random_below(random, std::size(kMoves));
  for (int ply = 0; ply < plies; ++ply) {
    if (one_in(150)) text += "Qh5 ";  // illegal
    text += std::string(kMoves[ply]) + " ";
    int& clock = left[ply % 2];
    clock += is_calm ? random_below(random, 8) - 5 : random_below(random, 400) - 200;
    if (one_in(30)) clock = 0;
    clock = std::max(clock, 0);
    if (one_in(30)) continue;
    if (one_in(40)) text += "{[%emt 0:00:05]} ";
    if (one_in(40)) {
      text += "{[%clk " + shown(clock) + "] [%emt 0:01:05]} ";
      continue;
    }
    if (one_in(60)) {
      text += std::string(1, kClock) + "0:75:0" + std::to_string(random_below(random, 10)) + "& ";
      continue;
    }
    text += lone(clock);
    if (one_in(40)) text += lone(clock + 5);
    if (one_in(40)) text += "(" + std::string(kMoves[ply]) + " " + lone(4000) + ") ";
  }
  return text + (one_in(2) ? "1-0" : "*") + "\n\n";
}

std::string spelled(std::string game, const std::string& behind) {
  std::string text;
  for (const char c : game) {
    text += c == kClock ? "{ [%clk " : c == '&' ? "]" + behind + "}" : std::string(1, c);
  }
  return text;
}

std::string findings_of(const CheckedGame& game) {
  std::string text;
  for (const Diagnostic& finding : game.findings) {
    text += std::to_string(static_cast<int>(finding.code)) + " " + finding.message + "\n";
  }
  return text;
}

TEST_CASE("a lone clock is judged as one with other blanks around it", "[clocks]") {
  Random random(20);
  std::size_t found = 0;
  for (int round = 0; round < 100; ++round) {
    std::string games;
    for (int game = 0; game < 20; ++game) games += random_game(random);
    const auto lone_games = check_games(spelled(games, " "));
    const auto other_games = check_games(spelled(games, "  "));
    REQUIRE(lone_games.size() == 20);
    REQUIRE(other_games.size() == 20);
    for (std::size_t at = 0; at < 20; ++at) {
      CAPTURE(round, at, games);
      REQUIRE(findings_of(lone_games[at]) == findings_of(other_games[at]));
      found += lone_games[at].ids_of("clocks").empty() ? 0 : 1;
    }
  }
  CHECK(found > 500);
}

}  // namespace
}  // namespace arbiter::testing
