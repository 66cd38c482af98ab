#include "lib/tournament/team_standings.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/tournament/cross_table.h"
#include "lib/tournament/trf.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::uint32_t kBoards = 4;

// Returns teams "1" to "5" of four players each.
Tournament teams_of_four(int count) {
  Tournament tournament;
  for (int i = 0; i < count * static_cast<int>(kBoards); ++i) {
    tournament.players.push_back({.name = std::to_string(i)});
    tournament.players.back().team = std::to_string(i / static_cast<int>(kBoards) + 1);
  }
  tournament.system = System::Team;
  return tournament;
}

// Adds a match by the results of the first team on each board: "1", "=" and "0".
void add_match(Tournament& tournament, std::uint32_t round, PlayerIndex team, PlayerIndex other,
               std::string_view results) {
  for (std::uint32_t board = 0; board < results.size(); ++board) {
    const HalfPoints points = results[board] == '1' ? 2 : results[board] == '=' ? 1 : 0;
    tournament.pairings.push_back({.white = (team - 1) * kBoards + board,
                                   .black = (other - 1) * kBoards + board,
                                   .round = round,
                                   .white_points = points,
                                   .black_points = 2 - points});
  }
  tournament.rounds = std::max(tournament.rounds, round);
}

// The matches among five teams with ten match points in FIDE's exercise on EDE: each has four.
Tournament exercise() {
  Tournament tournament = teams_of_four(5);
  add_match(tournament, 2, 4, 1, "11=0");
  add_match(tournament, 2, 2, 3, "1111");
  add_match(tournament, 3, 5, 2, "1111");
  add_match(tournament, 4, 1, 2, "11=0");
  add_match(tournament, 4, 4, 5, "111=");
  add_match(tournament, 5, 5, 1, "11=0");
  add_match(tournament, 5, 3, 4, "1110");
  add_match(tournament, 6, 2, 4, "11=0");
  add_match(tournament, 6, 3, 5, "111=");
  add_match(tournament, 7, 1, 3, "11=0");
  return tournament;
}

std::vector<TieBreak> tie_breaks(const std::vector<std::string>& names) {
  std::vector<TieBreak> found;
  for (const std::string& name : names) {
    CAPTURE(name);
    REQUIRE(parse_tie_break(name));
    found.push_back(*parse_tie_break(name));
  }
  return found;
}

// Returns the teams by place, each with its values: "4:8.5 2:8".
std::string order_of(const Tournament& tournament, const std::vector<std::string>& names) {
  std::string text;
  for (const TeamRow& row : team_standings(tournament, tie_breaks(names)).rows) {
    text += (text.empty() ? "" : " ") + row.team;
    for (const auto& value : row.values) text += ":" + value_text(value);
  }
  return text;
}

TEST_CASE("an extended direct encounter goes on with the game points", "[team_standings]") {
  CHECK(order_of(exercise(), {"EDE"}) == "4:8.5 2:8 1:8 3:8 5:7.5");
}

TEST_CASE("extended Sonneborn-Bergers multiply the named points", "[team_standings]") {
  // Each opponent has four match points. Team 1 beat teams 2 and 3, which have eight game points.
  // Its own eight are 1.5 against team 4 (8.5), 2.5 against team 2 (8), 1.5 against team 5 (7.5)
  // and 2.5 against team 3 (8).
  for (const TeamRow& row :
       team_standings(exercise(), tie_breaks({"ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "MPvGP"}))
           .rows) {
    if (row.team != "1") continue;
    CHECK(row.match_points == 2 * 4);
    CHECK(row.game_points == 2 * 8);
    std::string values;
    for (const auto& value : row.values) values += value_text(value) + " ";
    CHECK(values == "32 16 32 32 64 8 ");
  }
}

TEST_CASE("the scores and schedule strength adds a third of the Buchholz", "[team_standings]") {
  // Seven rounds give at most 14 match points, a match 4 game points: the factor is 3. The
  // opponents of each team have 16 match points.
  CHECK(order_of(exercise(), {"SSSC"}) == "4:13.83 1:13.33 2:13.33 3:13.33 5:12.83");
  CHECK(order_of(exercise(), {"SSSC/K4"}).starts_with("4:12.5 "));
  CHECK(order_of(exercise(), {"BH:GP"}).find("4:31.5") != std::string::npos);
}

TEST_CASE("board tie-breaks compare the boards of a drawn match", "[team_standings]") {
  Tournament tournament = teams_of_four(2);
  add_match(tournament, 1, 1, 2, "0==1");
  CHECK(order_of(tournament, {"BC"}) == "2:3.5 1:6.5");
  CHECK(order_of(tournament, {"TBR"}) == "2:1 1:0");
  CHECK(order_of(tournament, {"BBE"}) == "2:2 1:1");
}

TEST_CASE("the match between two tied teams decides after the extended direct encounter",
          "[team_standings]") {
  Tournament tournament = teams_of_four(4);
  // A drawn match: BC 3.5 and 6.5, TBR 0 and 1. Both then win by 3:1.
  add_match(tournament, 1, 1, 2, "0==1");
  add_match(tournament, 2, 1, 3, "1110");
  add_match(tournament, 2, 2, 4, "0111");
  for (const char* name : {"EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"}) {
    CAPTURE(name);
    CHECK(order_of(tournament, {name}).find("2") < order_of(tournament, {name}).find("1"));
  }
  CHECK(team_standings(tournament, tie_breaks({"EDE"})).rows[1].place == 1);
  CHECK(team_standings(tournament, tie_breaks({"EDEC"})).rows[1].place == 2);
  // Three tied teams are not two.
  Tournament three = teams_of_four(3);
  add_match(three, 1, 1, 2, "1010");
  add_match(three, 2, 2, 3, "1010");
  add_match(three, 3, 3, 1, "1010");
  CHECK(team_standings(three, tie_breaks({"EDEC"})).rows[2].place == 1);
  // The same points on all boards.
  Tournament even = teams_of_four(2);
  add_match(even, 1, 1, 2, "====");
  CHECK(team_standings(even, tie_breaks({"EDEBB"})).rows[1].place == 1);
}

TEST_CASE("byes, forfeited matches and match points of a report count for its teams",
          "[team_standings]") {
  const auto player = [](int rank, const std::string& rounds) {
    return fmt::format("001 {:>4}      {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}  {}\r\n", rank,
                       fmt::format("P{}", rank), 2000, "GER", "", "", "", rank, rounds);
  };
  const std::string none = "0000 - Z";
  const auto team = [](int number, const std::string& name, int first) {
    return fmt::format("{:<72} {:>4} {:>4}\r\n", fmt::format("310 {:>3} {}", number, name), first,
                       first + 1);
  };
  const TrfReport report = read_trf(
      "362 W 3.0 D 1.0\r\n" + player(1, "   3 w 1  " + none + "  " + none) +
      player(2, "   4 b =  " + none + "  " + none) + player(3, "   1 b 0  " + none + "     5 w 0") +
      player(4, "   2 w =  " + none + "     6 b 1") + player(5, none + "  " + none + "     3 b 1") +
      player(6, none + "  " + none + "     4 w 0") + team(1, "A", 1) + team(2, "B", 3) +
      team(3, "C", 5) + "320  2.0  1.5   3   2   1\r\n330 +- 002   1   3\r\n");
  CHECK(report.problems.empty());
  const Tournament tournament = tournament_of(report);
  const auto table = team_standings(tournament, usual_team_tie_breaks(tournament));
  std::string text;
  for (const TeamRow& row : table.rows) {
    text += fmt::format("{} {} {} {} {}\n", row.place, row.team, row.matches,
                        points_text(row.match_points), points_text(row.game_points));
  }
  // A: 3 for a win, 3 for the forfeited match, 2 for the bye. B lost, had a bye and drew with C.
  CHECK(text == "1 A 2 8 5\n2 B 2 3 3\n3 C 2 3 2.5\n");
}

TEST_CASE("teams that each play in a round of their own have no absences", "[team_standings]") {
  Tournament tournament = teams_of_four(600);
  for (PlayerIndex team = 1; team < 600; team += 2) {
    add_match(tournament, team, team, team + 1, "1111");
  }
  const auto rep = tie_breaks({"REP", "BH"});
  for (const TeamRow& row : team_standings(tournament, rep).rows) {
    CHECK(row.values[0] == 100);
    CHECK(row.values[1] == 50 * (row.match_points == 0 ? 4 : 0));
  }
}

}  // namespace
}  // namespace arbiter::testing
