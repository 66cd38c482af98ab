#include "lib/tournament/trf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/team_standings.h"
#include "lib/tournament/tournament_of_games.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

// Returns a line 001 with rounds such as " 2 w 1".
std::string player_line(int rank, const std::string& name, const std::string& points,
                        const std::vector<std::string>& rounds, int place = 0) {
  std::string line = fmt::format(
      "001 {:>4} {:>1}{:>3} {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}", rank, "m", "", name,
      2000 + rank, "GER", 4600000 + rank, "1990/01/01", points, place == 0 ? rank : place);
  for (const std::string& round : rounds) line += "  " + round;
  return line + "\r\n";
}

std::string problems_of(const TrfReport& report) {
  std::string text;
  for (const TrfProblem& problem : report.problems) {
    text += fmt::format("{}:{}: {}\n", problem.place.line, problem.place.column, problem.message);
  }
  return text;
}

std::string contradictions_of(const TrfReport& report) {
  std::string text;
  for (const TrfContradiction& found : check_trf(report)) {
    text += fmt::format("{}:{}: {}\n", found.place.line, found.place.column, found.message);
  }
  return text;
}

// Returns every kind of line in TRF16 and TRF26.
std::string text_of_all_lines() {
  return "### a comment\r\n"
         "012 Lindenau Masters\r\n022 Lindenau\r\n032 GER\r\n042 2024/05/09\r\n052 2024/05/11\r\n"
         "062 4\r\n072 4\r\n082 2\r\n092 Team Round-Robin\r\n102 IA Weber, Karin\r\n112 FA Kurz, "
         "Paul\r\n"
         "112 FA Lang, Eva\r\n122 90'+30\"\r\n" +
         fmt::format("{:<91}24/05/09  24/05/10\r\n", "132") +
         "142 2\r\n152 w\r\n162  W 3.0    D 1.0    L 0.0\r\n172 GER FIDE\r\n182 Program\r\n"
         "192 FIDE_TEAM_BERGER\r\n202 DE,SB\r\n212 PTS,DE\r\n222 5400+30\r\n352 WB\r\n362 TW "
         "2.0\r\n" +
         player_line(1, "Adler, Nora", "6.0", {"   3 w 1", "   4 b 1"}) +
         player_line(2, "Brandt, Ole", "1.0", {"   4 b =", "0000 - Z"}) +
         player_line(3, "Castell, Mira", "0.0", {"   1 b 0", "0000 - Z"}) +
         player_line(4, "Dorn, Jakob", "1.0", {"   2 w =", "   1 w 0"}) +
         "GER    1 m     Adler,Nora                        2190\r\n" +
         fmt::format("{:<36}{:>4} {:>4}\r\n", "013 Old Club", 1, 2) +
         fmt::format("{:<72} {:>4} {:>4}\r\n", "310   2 Club Lindenau", 3, 4) +
         "240 H 002    2\r\n250 00.0 02.0 001 003 0001 0002\r\n260 001 002    1    2\r\n"
         "299 W       1.0 001      1\r\n300 001   1   2    1    2\r\n320  1.0  2.0   1\r\n"
         "330 +- 001   1   2\r\n801 anything\r\n802   1 LIN\r\nXXR 2\r\nXXC white1\r\nXXS W=3\r\n"
         "XXP    1    2\r\nXXA    1  1.0\r\nXXZ    4\r\nBBW 3.0\r\nBBD 1.0\r\nBBL 0.0\r\n"
         "BBZ 0.0\r\nBBF 0.0\r\nBBU 3.0\r\nDAT        24/05/09\r\n";
}

TEST_CASE("each kind of line is parsed", "[trf]") {
  const std::string text = text_of_all_lines();
  const TrfReport report = read_trf(text);
  CHECK(problems_of(report) == "");
  CHECK(report.name == "Lindenau Masters");
  CHECK(report.city == "Lindenau");
  CHECK(report.federation == "GER");
  CHECK(report.start_date == "2024/05/09");
  CHECK(report.end_date == "2024/05/11");
  CHECK(report.type == "Team Round-Robin");
  CHECK(report.chief_arbiter == "IA Weber, Karin");
  CHECK(report.deputy_arbiters == std::vector<std::string>{"FA Kurz, Paul", "FA Lang, Eva"});
  CHECK(report.encoded_time_control == "5400+30");
  CHECK(report.round_dates == std::vector<std::string>{"24/05/09", "24/05/10"});
  CHECK(report.rounds == 2);
  CHECK(report.scoring.win[0] == 6);
  CHECK(report.scoring.draw[0] == 2);
  REQUIRE(report.awards.size() == 1);
  CHECK(report.awards[0].result == 'W');
  CHECK(report.awards[0].game_points == 2);
  CHECK(report.awards[0].round == 1);
  CHECK(report.awards[0].numbers == std::vector<std::uint32_t>{1});
  REQUIRE(report.players.size() == 4);
  const TrfPlayer& player = report.players[0];
  CHECK(player.starting_rank == 1);
  CHECK(player.sex == 'm');
  CHECK(player.name == "Adler, Nora");
  CHECK(player.rating == 2001);
  CHECK(player.federation == "GER");
  CHECK(player.fide_id == 4600001);
  CHECK(player.birth == "1990/01/01");
  CHECK(player.points == 12);
  CHECK(player.rank == 1);
  REQUIRE(player.rounds.size() == 2);
  CHECK(player.rounds[1].opponent == 4);
  CHECK(player.rounds[1].color == 'b');
  CHECK(player.rounds[1].result == '1');
  CHECK(player.rounds[1].place.column == 102);
  REQUIRE(report.teams.size() == 2);
  CHECK(report.teams[0].name == "Old Club");
  CHECK(report.teams[0].players == std::vector<std::uint32_t>{1, 2});
  CHECK(report.teams[1].number == 2);
  CHECK(report.teams[1].players == std::vector<std::uint32_t>{3, 4});
  REQUIRE(report.byes.size() == 1);
  CHECK(report.byes[0].kind == 'H');
  CHECK(report.byes[0].players == std::vector<std::uint32_t>{2});
}

TEST_CASE("an error is reported by line and column, and the rest is parsed", "[trf]") {
  struct Case {
    std::string text;
    std::string problem;
  };
  const Case c = GENERATE(values<Case>({
      {"999 what\n", "1:1: \"999\" is not a TRF record\n"},
      {player_line(0, "Adler", "0.0", {}), "1:5: a player needs a starting rank from 1 to 9999\n"},
      {player_line(1, "Adler", "0.0", {}) + player_line(1, "Brandt", "0.0", {}),
       "2:5: the starting rank 1 is a duplicate\n"},
      {"012 Open\n012 Cup\n", "2:1: line 1 already has \"Open\"; this line is ignored\n"},
      {"142 5\nXXR 9\n", "2:1: line 1 already has \"5\"; this line is ignored\n"},
      {"142 5\nXXR 5\n012 A\n012 A\n", ""},
      {"062 3\n" + player_line(1, "Adler", "0.0", {}),
       "1:1: the number of players is 3, but the report has 1\n"},
      {"062 1 (0 present)\n" + player_line(1, "Adler", "0.0", {}), ""},
      {"XXR 1\n" + player_line(1, "Adler", "0.0", {"   2 w 1", "   3 b 1"}),
       "1:1: the number of rounds is 1, but the report has 2\n"},
      {player_line(1, "Adler", "", {"   4 w 1", "   3 b 1"}) +
           player_line(3, "Brandt", "", {"   2 w =", "   1 w 0"}) +
           player_line(3, "Castell", "", {"   3 b =", "   4 w 0"}) +
           player_line(4, "Dorn", "", {"   1 b 0", "   2 b 1"}),
       "3:5: the starting rank 3 is a duplicate; by the lines of the opponents, Castell has 2\n"},
      {player_line(1, "", "0.0", {}), "1:15: the player has no name\n"},
      {player_line(1, "Adler", "x", {}), "1:81: the score \"x\" is not a number of points\n"},
      {player_line(1, "Adler", "0.3", {}), "1:81: the score \"0.3\" is not a number of points\n"},
      {player_line(1, "Adler", "1.0", {"2 w \u00fc"}),
       "1:92: the rounds are not in their columns (92, 102, ...); they are read in "
       "order\n"
       "1:99: \"\u00fc\" is not a result: 1 = 0 + - W D L H F U Z ?\n"},
      {player_line(1, "Adler", "0.5", {"   2 w \u00bd"}),
       "1:99: \"\u00bd\" is not a result: 1 = 0 + - W D L H F U Z ?; it is read as =\n"},
      {player_line(1, "Adler", "1.0", {"   2 x 1"}), "1:97: the colour must be w, b or -\n"},
      {player_line(1, "Adler", "1.0", {"   2 w Q"}),
       "1:99: \"Q\" is not a result: 1 = 0 + - W D L H F U Z ?\n"},
      {player_line(1, "Adler", "1.0", {"  2a w 1"}),
       "1:92: the opponent \"2a\" is not a starting rank\n"},
      {"240 Q 001    1\n", "1:5: a bye must be F, H or Z\n"},
  }));
  CAPTURE(c.text);
  CHECK(problems_of(read_trf(c.text)) == c.problem);
}

TEST_CASE("rounds outside their columns are parsed by their order", "[trf]") {
  std::string line = player_line(1, "Adler", "1.5", {});
  line.resize(line.size() - 2);
  const TrfReport report = read_trf(line + "  2 w 1   3 b =\n");
  REQUIRE(report.players.size() == 1);
  REQUIRE(report.players[0].rounds.size() == 2);
  CHECK(report.players[0].rounds[1].opponent == 3);
  CHECK(report.players[0].rounds[1].result == '=');
  CHECK(report.problems.size() == 1);
}

TEST_CASE("fields after a name of the wrong length are read where they are", "[trf]") {
  struct Case {
    int columns;  // the number of columns by which the name is longer than its field
    std::string problem;
  };
  const Case c = GENERATE(values<Case>({
      {-1, "1:49: the fields after the name are 1 column too far left; they are read there\n"},
      {-3, "1:49: the fields after the name are 3 columns too far left; they are read there\n"},
      {1, "1:49: the fields after the name are 1 column too far right; they are read there\n"},
      {0, ""},
      {5, "the columns 53 and 57, around the federation, must be spaces"},
  }));
  std::string line = player_line(1, "Adler", "1.5", {"   2 w 1", "   3 b ="});
  if (c.columns < 0) line.erase(40, static_cast<std::size_t>(-c.columns));
  if (c.columns > 0) line.insert(40, static_cast<std::size_t>(c.columns), ' ');
  CAPTURE(line);
  const TrfReport report = read_trf(line);
  if (c.columns > 3) {
    CHECK(report.problems[0].message == c.problem);
    return;
  }
  CHECK(problems_of(report) == c.problem);
  REQUIRE(report.players.size() == 1);
  const TrfPlayer& player = report.players[0];
  CHECK(player.name == "Adler");
  CHECK(player.rating == 2001);
  CHECK(player.federation == "GER");
  CHECK(player.fide_id == 4600001);
  CHECK(player.birth == "1990/01/01");
  CHECK(player.points == 3);
  REQUIRE(player.rounds.size() == 2);
  CHECK(player.rounds[1].opponent == 3);
}

TEST_CASE("letters and names in other encodings are in their columns", "[trf]") {
  const std::string line = player_line(1, "M\u00fcller, J\u00f6rg", "0.0", {"0000 - Z"});
  CHECK(read_trf(line).players.at(0).name == "M\u00fcller, J\u00f6rg");
  CHECK(read_trf(line).players.at(0).rating == 2001);
  const std::string latin1 = player_line(1, "M\xfcller, J\xf6rg", "0.0", {"0000 - z"});
  CHECK(read_trf(latin1).players.at(0).name == "M\u00fcller, J\u00f6rg");
  CHECK(read_trf(latin1).players.at(0).rounds.at(0).result == 'Z');
}

TEST_CASE("columns are bytes of UTF-8 where only these fit", "[trf]") {
  const std::string name = "M\u00fcller, J\u00f6rg \u0141";
  std::string in_bytes = player_line(1, name, "0.5", {"0002 w =", "0000 - H"});
  in_bytes.erase(in_bytes.find(name) + name.size(), 3);  // padding of the name
  in_bytes += player_line(2, "Ngo, Anh", "0.5", {"0001 b =", "0000 - H"});
  const TrfReport report = read_trf(in_bytes);
  CHECK(report.problems.empty());
  CHECK(report.players.at(0).name == name);
  CHECK(report.players.at(0).rating == 2001);
  CHECK(report.players.at(0).rounds.at(1).result == 'H');
  CHECK(report.players.at(1).rounds.at(0).opponent == 1);
  // Columns of problems are in characters.
  std::string wrong = in_bytes;
  wrong.replace(wrong.find("w ="), 3, "w ?");
  wrong.replace(wrong.find("w ?"), 1, "q");
  const TrfReport faulty = read_trf(wrong);
  REQUIRE(faulty.problems.size() == 1);
  CHECK(faulty.problems[0].place.column == 94);
}

TEST_CASE("contradicting lines are reported", "[trf]") {
  struct Case {
    std::vector<std::string> first;
    std::vector<std::string> second;
    std::string points;
    std::string found;
  };
  const Case c = GENERATE(values<Case>({
      {{"   2 w 1"}, {"   1 b 0"}, "1.0", ""},
      {{"   2 w +"}, {"   1 b -"}, "1.0", ""},
      {{"   2 w -"}, {"   1 b -"}, "0.0", ""},
      {{"   2 w W"}, {"   1 b L"}, "1.0", ""},
      {{"0000 - U"}, {"0000 - Z"}, "1.0", ""},
      {{"0000 - H"}, {}, "0.5", ""},
      {{"   2 w 1"}, {"   1 b 0"}, "0.5", "1:81: A has 0.5 points, but the results give 1.0\n"},
      {{"   2 w 1"},
       {"   1 b ="},
       "1.0",
       "1:92: the results of A (1) and B (=) in round 1 do not add up; see line 2\n"},
      {{"   2 w 1"}, {"   1 w 0"}, "1.0", "1:92: A and B both have White in round 1; see line 2\n"},
      {{"   2 w 1"},
       {"0000 - Z"},
       "1.0",
       "1:92: A meets B in round 1, but line 2 has another opponent for this round\n"},
      {{"   7 w 1"},
       {},
       "1.0",
       "1:92: A meets player 7 in round 1, but the report has no such player\n"},
  }));
  const TrfReport report =
      read_trf(player_line(1, "A", c.points, c.first) + player_line(2, "B", "", c.second));
  CHECK(problems_of(report) == "");
  CHECK(contradictions_of(report) == c.found);
}

struct RoundCase {
  std::string lines;
  std::vector<std::string> cells;  // of A, B, C and D in round 1
  std::string points;
  std::string found;
};

TEST_CASE("a player has one result in a round", "[trf]") {
  const std::string win = "   4 w 1";
  const std::string loss = "   3 b 0";
  const auto c = GENERATE_COPY(values<RoundCase>({
      {"240 H 001    1\r\n",
       {"   2 w =", "   1 b =", win, loss},
       "0.5 0.5 1 0",
       "1:5: A has a bye (H) in round 1, but line 2 has a game\n"},
      {"240 F 001    1\r\n",
       {"0000 - Z", "0000 - Z", win, loss},
       "0 0 1 0",
       "1:5: A has a bye (F) in round 1, but line 2 has the result Z\n"},
      {"240 H 001    1\r\n", {"        ", "0000 - Z", win, loss}, "0.5 0 1 0", ""},
      {"240 H 001    1\r\n", {"0000 - H", "0000 - Z", win, loss}, "0.5 0 1 0", ""},
      {"240 H 001    9\r\n",
       {"0000 - Z", "0000 - Z", win, loss},
       "0 0 1 0",
       "1:5: player 9 has a bye (H) in round 1, but the report has no such player\n"},
      {"",
       {"   2 w H", "   1 b L", win, loss},
       "1 0 1 0",
       "1:92: the results of A (H) and B (L) in round 1 do not add up; see line 2\n"},
      {"",
       {"   2 b 0", "   1 w U", win, loss},
       "0 1 1 0",
       "1:92: the results of A (0) and B (U) in round 1 do not add up; see line 2\n"},
      {"",
       {"   2 w =", "0000 - H", win, loss},
       "0.5 0.5 1 0",
       "1:92: A meets B in round 1, but line 2 has another opponent for this round\n"},
      {"",
       {"   3 w =", "   1 b =", win, loss},
       "0.5 0.5 1 0",
       "1:92: A meets C in round 1, but line 3 has another opponent for this round\n"
       "2:92: B meets A in round 1, but line 1 has another opponent for this round\n"},
  }));
  CAPTURE(c.lines, c.cells);
  std::string text = c.lines;
  const std::vector<std::string> points = [&] {
    std::vector<std::string> words(1);
    for (const char one : c.points) one == ' ' ? words.emplace_back() : words.back() += one;
    return words;
  }();
  for (int i = 0; i < 4; ++i) {
    const auto at = static_cast<std::size_t>(i);
    text +=
        player_line(i + 1, std::string(1, static_cast<char>('A' + i)), points[at], {c.cells[at]});
  }
  const TrfReport report = read_trf(text);
  CHECK(contradictions_of(report) == c.found);
  for (const StandingsRow& row : standings_of(tournament_of(report), {}).rows) {
    CHECK(points_text(row.points) == points[row.player]);
  }
}

TEST_CASE("lines without effect and blank rounds are reported", "[trf]") {
  struct Case {
    std::string lines;
    std::string found;
  };
  const std::string teams = "092 Team\r\n" + fmt::format("{:<36}{:>4}\r\n", "013 One", 1) +
                            fmt::format("{:<36}{:>4}\r\n", "013 Two", 2) +
                            fmt::format("{:<36}{:>4}\r\n", "013 Three", 3);
  const std::string of_four = fmt::format("{:<36}{:>4}\r\n", "013 Four", 4);
  const Case c = GENERATE_COPY(values<Case>({
      {"", "1:102: round 2 is empty for all players, so it counts as an absence of each\n"},
      {"299 W       1.0 001    1\r\n", ""},
      {"299 W       1.0 000    1\r\n", ""},
      {"299 L       1.0 001    1\r\n",
       "1:5: the points of this line apply to no result of its players\n"},
      {"299 W       1.0 000    1    3\r\n",
       "1:5: the points of this line apply to no result of its players\n"},
      {teams + of_four, ""},
      {teams, "8:1: D has games, but no team\n"},
      {teams + fmt::format("{:<36}{:>4} {:>4}\r\n", "013 Four", 4, 3),
       "5:1: player 3 is in Three and in Four\n"},
      {teams + of_four + "320  1.0  1.0   1\r\n",
       "6:5: One has a bye in round 1, but its players have games\n"},
      {teams + of_four + "320  1.0  1.0   9\r\n",
       "6:5: team 9 has a bye in round 1, but the report has no such team\n"},
      {teams + of_four + "330 +- 001   1   2\r\n",
       "6:5: One has a forfeited match in round 1, but its players have games\n"},
      {teams + of_four + "330 +- 001   7   2\r\n",
       "6:5: team 7 has a forfeited match in round 1, but the report has no such team\n"},
      {teams + of_four + "240 H 001    1\r\n",
       "6:5: One has a bye in round 1, but its players have games\n"},
  }));
  CAPTURE(c.lines);
  const auto cell = [&](const std::string& written) {
    return c.lines.empty() ? "        " : written;
  };
  const std::string text = c.lines +
                           player_line(1, "A", "", {"   2 w 1", cell("   3 w ="), "   4 w 1"}) +
                           player_line(2, "B", "", {"   1 b 0", cell("   4 w ="), "   3 w 1"}) +
                           player_line(3, "C", "", {"   4 w 1", cell("   1 b ="), "   2 b 0"}) +
                           player_line(4, "D", "", {"   3 b 0", cell("   2 b ="), "   1 b 0"});
  CHECK(contradictions_of(read_trf(text)) == c.found);
}

TEST_CASE("control characters after the lines of a report are ignored", "[trf]") {
  const std::string line = player_line(1, "Adler", "1.0", {"   2 w 1"});
  const std::string text = line.substr(0, line.size() - 2);
  for (const std::string& end : {std::string("\x1a"), std::string("\r\n\x1a"),
                                 std::string("\t\r\n"), std::string("\r\n\0\0", 4)}) {
    const TrfReport report = read_trf(text + end);
    CHECK(problems_of(report) == "");
    REQUIRE(report.players.size() == 1);
    CHECK(report.players[0].rounds.size() == 1);
  }
  CHECK(begins_trf("012\tOpen"));
}

TEST_CASE("a report becomes a tournament, each game once", "[trf]") {
  const TrfReport report = read_trf(player_line(1, "A", "2.0", {"   2 w 1", "   3 b +"}) +
                                    player_line(2, "B", "0.5", {"   1 b 0", "0000 - H"}) +
                                    player_line(3, "C", "1.0", {"0000 - U", "   1 w -"}));
  const Tournament tournament = tournament_of(report);
  REQUIRE(tournament.pairings.size() == 2);
  CHECK(tournament.pairings[0].white == 0);
  CHECK(tournament.pairings[0].black == 1);
  CHECK(tournament.pairings[0].white_points == 2);
  CHECK(tournament.pairings[0].kind == ScoreKind::Played);
  CHECK(tournament.pairings[1].white == 2);
  CHECK(tournament.pairings[1].black == 0);
  CHECK(tournament.pairings[1].black_points == 2);
  CHECK(tournament.pairings[1].kind == ScoreKind::Forfeit);
  REQUIRE(tournament.byes.size() == 2);
  const TieBreak none[] = {{TieBreakKind::Wins}};
  const Standings standings = standings_of(tournament, none);
  CHECK(standings.rows[0].points == 4);
  CHECK(standings.rows[1].points == 2);
  CHECK(standings.rows[2].points == 1);
}

TEST_CASE("a written report is parsed back unchanged", "[trf]") {
  const std::string text =
      "012 Open\r\n022 Town\r\n032 GER\r\n042 2024/05/09\r\n052 2024/05/11\r\n062 2\r\n072 2\r\n"
      "082 1\r\n092 Swiss\r\n102 A\r\n112 B\r\n122 90\r\n" +
      fmt::format("{:<91}24/05/09  24/05/10\r\n", "132") + "142 2\r\n222 5400+30\r\n" +
      player_line(1, "A", "1.5", {"   2 w 1", "0000 - H"}) +
      player_line(2, "B", "0.0", {"   1 b 0", "0000 - Z"}) +
      fmt::format("{:<72} {:>4} {:>4}\r\n", "310   1 Club", 1, 2);
  CHECK(write_trf(read_trf(text)) == text);
}

struct ScoringCase {
  std::string lines;
  // A has a win, a draw and an allocated bye; B has a loss and a half-point bye.
  std::string points;
};

TEST_CASE("the scoring of a report is used for its points", "[trf]") {
  const auto c = GENERATE(values<ScoringCase>({
      {"", "2.5 1"},
      {"162  W 3.0    D 1.0    L 0.0\r\n", "7 2"},
      {"162 W 3.0 D 1.5 L 1.0 P 1.5\r\n", "6 4"},
      {"162  W  3.0   D  1.0   P  2.0\r\n", "6 2"},
      {"XXS W=3 D=1\r\n", "7 2"},
      {"XXS WW=3.0 BW=3.0 WD=1 BD=1.0 HPB=0\r\n", "5 1"},
      {"BBW  3.0\r\nBBD  1.0\r\nBBL  0.5\r\nBBU  2.0\r\n", "6 2.5"},
  }));
  CAPTURE(c.lines);
  const TrfReport report =
      read_trf(c.lines + player_line(1, "A", "", {"   2 w 1", "   3 b =", "0000 - U"}) +
               player_line(2, "B", "", {"   1 b 0", "0000 - H", "   3 w ="}) +
               player_line(3, "C", "", {"0000 - Z", "   1 w =", "   2 b ="}));
  CHECK(problems_of(report) == "");
  const Tournament tournament = tournament_of(report);
  const TieBreak none[] = {{TieBreakKind::Wins}};
  std::map<PlayerIndex, std::string> points;
  for (const StandingsRow& row : standings_of(tournament, none).rows) {
    points[row.player] = points_text(row.points);
  }
  CHECK(points[0] + " " + points[1] == c.points);
}

TEST_CASE("the scoring of a report is checked, and a value of an unknown result is a problem",
          "[trf]") {
  const TrfReport report =
      read_trf("162 W 3.0 D 1.0 Q 2.0\r\n" + player_line(1, "A", "2.0", {"   2 w 1", "0000 - H"}) +
               player_line(2, "B", "1.0", {"   1 b 0", "0000 - H"}));
  CHECK(problems_of(report) == "1:17: points for an unknown result \"Q\"\n");
  CHECK(contradictions_of(report) == "2:81: A has 2.0 points, but the results give 3.0\n");
}

TEST_CASE("the tie-breaks of a report are used in their order", "[trf]") {
  const std::string players =
      player_line(1, "A", "", {"   2 w 1"}) + player_line(2, "B", "", {"   1 b 0"});
  const auto names = [](const TrfReport& report) {
    std::string text;
    for (const TieBreak& one : usual_tie_breaks(tournament_of(report)))
      text += to_string(one) + " ";
    return text;
  };
  CHECK(names(read_trf("202 BH/C1, BH SB\r\n" + players)) == "BH/C1 BH SB ");
  CHECK(names(read_trf("202 BH\r\n212 PTS,DE,BH-C1,WON\r\n" + players)) == "DE BH/C1 WON ");
  CHECK(names(read_trf("212 DE\r\n202 BH\r\n" + players)) == "DE ");
  CHECK(names(read_trf("212 PTS,MPvGP,DE\r\n" + players)) == "DE WIN ");
  const TrfReport unknown = read_trf("212 DE,XY\r\n" + players);
  CHECK(problems_of(unknown) == "1:8: unknown tie-break \"XY\"\n");
  CHECK(write_trf(read_trf("212 DE,BH/C1\r\n" + players)).find("212 DE,BH/C1\r\n") !=
        std::string::npos);
}

TEST_CASE("places that the tie-breaks of a report do not give are reported", "[trf]") {
  // A beat B, C beat D, A drew with C, and B drew with D. A and C have met, and DE leaves them
  // tied.
  const std::string players = player_line(1, "A", "1.5", {"   2 w 1", "   3 b ="}, 1) +
                              player_line(2, "B", "0.5", {"   1 b 0", "   4 w ="}, 4) +
                              player_line(3, "C", "1.5", {"   4 w 1", "   1 w ="}, 2) +
                              player_line(4, "D", "0.5", {"   3 b 0", "   2 b ="}, 3);
  CHECK(contradictions_of(read_trf("212 DE\r\n" + players)) == "");
  CHECK(contradictions_of(read_trf(players)) == "");
  CHECK(contradictions_of(read_trf("212 TPN\r\n" + players)) ==
        "3:86: B has place 4 in the report, but place 3 by its tie-breaks TPN\n"
        "5:86: D has place 3 in the report, but place 4 by its tie-breaks TPN\n");
}

TEST_CASE("places are checked without a tie-break that does not apply", "[trf]") {
  // C is unrated, so opponents' ratings are not used.
  std::string players = player_line(1, "A", "1.0", {"   2 w =", "   3 b ="}, 2) +
                        player_line(2, "B", "1.5", {"   1 b =", "   4 w 1"}, 1) +
                        player_line(3, "C", "1.0", {"   4 b =", "   1 w ="}, 2) +
                        player_line(4, "D", "0.5", {"   3 w =", "   2 b 0"}, 4);
  players.replace(players.find("2003"), 4, "    ");
  CHECK(contradictions_of(read_trf("212 ARO\r\n" + players)) == "");
  players.replace(players.find("0.5    4"), 8, "0.5    2");
  CHECK(contradictions_of(read_trf("212 ARO\r\n" + players)) ==
        "5:86: D has place 2 in the report, but place 4 by its tie-breaks ARO\n");
}

TEST_CASE("adjourned games and pairings of the next round are open", "[trf]") {
  const auto [sign, scoring] =
      GENERATE(table<std::string, std::string>({{"?", ""},
                                                {" ", ""},
                                                {"X", "162 W 1.0 D 0.5 X 0.5\r\n"},
                                                {"?", "162 W 1.0 D 0.5 X 0.5\r\n"}}));
  CAPTURE(sign, scoring);
  const TrfReport report =
      read_trf(scoring + player_line(1, "A", "1.0", {"   3 w 1", "   2 b " + sign, "   4 w"}) +
               player_line(2, "B", "0.5", {"   4 w =", "   1 w " + sign, "   3 b"}, 3) +
               player_line(3, "C", "1.0", {"   1 b 0", "   4 w 1", "   2 w"}, 1) +
               player_line(4, "D", "0.5", {"   2 b =", "   3 b 0", "   1 b"}, 3));
  CHECK(problems_of(report) == "");
  CHECK(contradictions_of(report) == "");
  const Tournament tournament = tournament_of(report);
  CHECK(tournament.rounds == 2);
  std::string open;
  for (const OpenRound& one : open_rounds(tournament)) {
    open += fmt::format("{}: {} of {}\n", one.round, one.open, one.games);
  }
  CHECK(open == "2: 1 of 2\n3: 2 of 2\n");
  for (const StandingsRow& row : standings_of(tournament, {}).rows) {
    CHECK(row.points == *report.players[row.player].points);
  }
}

TEST_CASE("rulers and long ids are no problems of a report", "[trf]") {
  std::string player = player_line(1, "A", "1.0", {"   2 w 1"});
  player.replace(57, 11, "12345678901");
  const TrfReport report =
      read_trf("         1         2         3\r\n0123456789012345678901234567890\r\n" +
               std::string("012 Open\r\nDDD SSSS sTTT NNNNNNNN RRRR FFF IIIIIIIIIII\r\n") + player +
               player_line(2, "B", "0.0", {"   1 b 0"}));
  CHECK(problems_of(report) == "");
  CHECK(report.name == "Open");
  CHECK(report.players.size() == 2);
}

TEST_CASE("the first day of a report is read in each of its forms", "[trf]") {
  for (const char* const day : {"2026/03/01", "26/03/01", "01.03.2026", "2026-03-01"}) {
    CAPTURE(day);
    const Tournament tournament = tournament_of(read_trf(fmt::format("042 {}\r\n", day)));
    CHECK(to_string(tournament.start) == "2026.03.01");
  }
}

// Returns players, opponents, results, byes and teams.
std::string summary_of(const Tournament& tournament) {
  std::string text = fmt::format("{} rounds\n", tournament.rounds);
  for (const Player& player : tournament.players) {
    text += fmt::format("{} {} {} {} {}\n", player.name, player.fide_id, player.title,
                        player.rating, player.team);
  }
  std::vector<std::string> lines;
  for (const Pairing& pairing : tournament.pairings) {
    lines.push_back(fmt::format("{} {} - {} {}:{} {}\n", pairing.round,
                                tournament.players[pairing.white].name,
                                tournament.players[pairing.black].name, pairing.white_points,
                                pairing.black_points, static_cast<int>(pairing.kind)));
  }
  for (const Bye& bye : tournament.byes) {
    if (bye.points == 0) continue;
    lines.push_back(
        fmt::format("{} {} bye {}\n", bye.round, tournament.players[bye.player].name, bye.points));
  }
  std::ranges::sort(lines);
  for (const std::string& line : lines) text += line;
  return text;
}

// The same team event in both formats, by column as specified by FIDE.
TEST_CASE("both formats describe the same tournament", "[trf]") {
  const std::string players =
      "001    1 m GM Adler, Nora                       2214 GER     4600001 1990/01/01  2.0    1  "
      "   3 w 1     4 b 1\r\n"
      "001    2 w    Brandt, Ole                       2105 GER     4600002 1988/07/14  1.0    2  "
      "   4 b =  0000 - H\r\n"
      "001    3 w WF Castell, Mira                     2155 AUT     4600003 2001/11/30  0.0    4  "
      "   1 b 0  0000 - Z\r\n"
      "001    4 m    Dorn, Jakob                       1987 AUT     4600004 1979/02/02  0.5    3  "
      "   2 w =     1 w 0\r\n";
  const std::string trf16 =
      "012 Lindenau Match\r\n022 Lindenau\r\n032 GER\r\n042 2024/05/09\r\n052 2024/05/10\r\n"
      "062 4\r\n072 4\r\n082 2\r\n092 Team: Round-Robin\r\n102 IA Weber, Karin\r\n122 90 min\r\n" +
      fmt::format("{:<91}24/05/09  24/05/10\r\n", "132") + players +
      fmt::format("{:<36}{:>4} {:>4}\r\n", "013 Club Lindenau", 1, 2) +
      fmt::format("{:<37}{:>4} {:>4}\r\n", "013 Club Wien", 3, 4) + "XXR 2\r\n";
  std::string small = players;
  small.replace(small.find("0000 - H"), 8, "0000 - h");
  small.replace(small.find("   3 w 1"), 8, "   3 W 1");
  const std::string trf26 =
      "### made by hand\r\n012 Lindenau Match\r\n022 Lindenau\r\n032 GER\r\n042 2024/05/09\r\n"
      "052 2024/05/10\r\n062 4\r\n072 4\r\n082 2\r\n092 FIDE_TEAM_ROUNDROBIN\r\n102 IA Weber, "
      "Karin\r\n142 2\r\n152 W\r\n162  W 1.0    D 0.5    L 0.0\r\n222 5400+30\r\n" +
      small + fmt::format("{:<72} {:>4} {:>4}\r\n", "310   1 Club Lindenau", 1, 2) +
      fmt::format("{:<72} {:>4} {:>4}\r\n", "310   2 Club Wien", 3, 4);
  const TrfReport old_format = read_trf(trf16);
  const TrfReport new_format = read_trf(trf26);
  for (const TrfReport& report : {old_format, new_format}) {
    CHECK(problems_of(report) == "");
    CHECK(contradictions_of(report) == "");
  }
  CHECK(summary_of(tournament_of(old_format)) == summary_of(tournament_of(new_format)));
  CHECK(summary_of(tournament_of(read_trf(write_trf(old_format)))) ==
        summary_of(tournament_of(new_format)));
}

TEST_CASE("comments and unknown records are written back", "[trf]") {
  const std::string text = "### made by hand\r\n012 Lindenau\r\n" +
                           player_line(1, "Adler, Nora", "0.0", {"0000 - Z"}) +
                           "999 from another program\r\n";
  const std::string written = write_trf(read_trf(text));
  CHECK_THAT(written, Catch::Matchers::Contains("### made by hand\r\n") &&
                          Catch::Matchers::Contains("999 from another program\r\n"));
  CHECK_THAT(problems_of(read_trf(text)), Catch::Matchers::Contains("is not a TRF record"));
}

TEST_CASE("a report made from games matches the games", "[trf]") {
  for (const auto& games :
       {made_round_robin(9), made_round_robin(6, 2), made_swiss(31, 7), made_team_event(6)}) {
    const Tournament tournament = tournament_of_games(games).tournament;
    const auto made = trf_of_games(games, tournament, {});
    REQUIRE(made);
    const TrfReport report = read_trf(write_trf(*made));
    CHECK(problems_of(report) == "");
    CHECK(contradictions_of(report) == "");
    const Tournament again = tournament_of(report);
    CHECK(std::string(to_string(again.system)) == to_string(tournament.system));
    std::vector<std::string> lines;
    for (const Tournament* one : {&tournament, &again}) {
      std::vector<std::string> sorted;
      const std::string text = summary_of(*one);
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        sorted.push_back(text.substr(at, end - at));
        at = end + 1;
      }
      std::ranges::sort(sorted);
      lines.push_back(fmt::format("{}", fmt::join(sorted, "\n")));
    }
    CHECK(lines[0] == lines[1]);
  }
}

std::string desk_text(const std::string& name) {
  std::ifstream file(testdata("desk") / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A reader of reports by FIDE's columns alone, to verify the writer. Columns count from 1.
struct ColumnReader {
  explicit ColumnReader(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find("\r\n", at);
      REQUIRE(end != std::string::npos);
      lines.push_back(text.substr(at, end - at));
      at = end + 2;
    }
  }

  static std::string cell(std::string line, std::size_t from, std::size_t to) {
    line.resize(std::max(line.size(), to), ' ');
    std::string text = line.substr(from - 1, to - from + 1);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
  }
  // Returns the cells in the lines with a code, each line as "a|b|c".
  std::vector<std::string> cells(const std::string& code,
                                 const std::vector<std::array<std::size_t, 2>>& columns) const {
    std::vector<std::string> found;
    for (const std::string& line : lines) {
      if (!line.starts_with(code + " ")) continue;
      std::string text;
      for (const auto& [from, to] : columns) text += cell(line, from, to) + "|";
      found.push_back(text);
    }
    return found;
  }

  std::vector<std::string> lines = {};
};

TEST_CASE("a written report has each value in FIDE's columns", "[trf]") {
  TrfReport report;
  report.city = "Talheim";
  report.federation = "GER";
  report.chief_arbiter = "Weber, Karin";
  report.time_control = "90 min";
  report.rounds = 3;
  report.scoring = Scoring::of(6, 2, 0);
  report.scoring.allocated_bye = 2;
  report.encoded_type = "FIDE_TEAM_MP_GP";
  report.board_colors = "WB";
  report.match_scoring = Scoring::of(6, 2, 0);
  report.players.push_back({.starting_rank = 12,
                            .sex = 'w',
                            .title = "WGM",
                            .name = "Adler, Nora",
                            .rating = 2214,
                            .federation = "GER",
                            .fide_id = 4600001,
                            .birth = "1990/01/02",
                            .points = 7,
                            .rank = 3,
                            .rounds = {{.opponent = 7, .color = 'b', .result = '=', .place = {}},
                                       {.result = 'U', .place = {}},
                                       {.opponent = 8, .color = 'w', .result = ' ', .place = {}}}});
  report.teams.push_back({.number = 2,
                          .name = "Club",
                          .nickname = "CLB",
                          .strength = "2250",
                          .match_points = 18,
                          .game_points = 17,
                          .rank = 4,
                          .players = {12, 7}});
  report.byes.push_back({.kind = 'H', .round = 2, .players = {2}});
  report.awards.push_back(
      {.result = 'W', .match_points = 2, .game_points = 4, .round = 1, .numbers = {1, 3}});
  report.team_byes.push_back({.match_points = 4, .game_points = 3, .teams = {0, 2}});
  report.team_forfeits.push_back({.round = 1, .white = 2, .black = 1, .white_wins = true});
  const std::string text = write_trf(report);
  const ColumnReader reader(text);
  using Lines = std::vector<std::string>;
  CHECK(reader.cells("022", {{5, 20}}) == Lines{"Talheim|"});
  CHECK(reader.cells("032", {{5, 7}}) == Lines{"GER|"});
  CHECK(reader.cells("102", {{5, 30}}) == Lines{"Weber, Karin|"});
  CHECK(reader.cells("122", {{5, 30}}) == Lines{"90 min|"});
  CHECK(reader.cells("162", {{6, 6}, {7, 10}, {15, 15}, {16, 19}, {24, 24}, {25, 28}}) ==
        Lines{"W|3.0|D|1.0|P|1.0|"});
  CHECK(reader.cells("192", {{5, 40}}) == Lines{"FIDE_TEAM_MP_GP|"});
  CHECK(reader.cells("352", {{5, 10}}) == Lines{"WB|"});
  CHECK(reader.cells("362", {{6, 6}, {7, 10}, {15, 15}}) == Lines{"W|3.0||"});
  CHECK(reader.cells("001", {{5, 8},
                             {10, 10},
                             {11, 13},
                             {15, 47},
                             {49, 52},
                             {54, 56},
                             {58, 68},
                             {70, 79},
                             {81, 84},
                             {86, 89},
                             {92, 95},
                             {97, 97},
                             {99, 99},
                             {102, 105},
                             {109, 109},
                             {112, 115},
                             {117, 117},
                             {119, 119}}) ==
        Lines{"12|w|WGM|Adler, Nora|2214|GER|4600001|1990/01/02|3.5|3|7|b|=|0000|U|8|w||"});
  CHECK(reader.cells("310", {{5, 7},
                             {9, 40},
                             {42, 46},
                             {48, 53},
                             {55, 60},
                             {62, 67},
                             {69, 71},
                             {74, 77},
                             {79, 82}}) == Lines{"2|Club|CLB|2250|9.0|8.5|4|12|7|"});
  CHECK(reader.cells("240", {{5, 5}, {7, 9}, {11, 14}}) == Lines{"H|002|2|"});
  CHECK(reader.cells("299", {{5, 5}, {7, 10}, {12, 15}, {17, 19}, {22, 25}, {27, 30}}) ==
        Lines{"W|1.0|2.0|001|1|3|"});
  CHECK(reader.cells("320", {{5, 8}, {10, 13}, {15, 17}, {19, 21}}) == Lines{"2.0|1.5|0|2|"});
  CHECK(reader.cells("330", {{5, 6}, {8, 10}, {12, 14}, {16, 18}}) == Lines{"+-|001|2|1|"});
  CHECK(write_trf(read_trf(text)) == text);
}

// Returns the places, points and tie-breaks in a table, by name.
std::string table_of(const Tournament& tournament) {
  std::string text;
  for (const StandingsRow& row : standings_of(tournament, all_tie_breaks()).rows) {
    text += fmt::format("{} {} {}", row.place, tournament.players[row.player].name,
                        points_text(row.points));
    for (const auto& value : row.values) text += " " + value_text(value);
    text += "\n";
  }
  return text;
}

std::string team_table_of(const Tournament& tournament) {
  std::string text;
  std::vector<TieBreak> order = all_tie_breaks();
  std::erase_if(order, is_rating_tie_break);
  for (const TeamRow& row : team_standings(tournament, order).rows) {
    text += fmt::format("{} {} {} {}", row.place, row.team, points_text(row.match_points),
                        points_text(row.game_points));
    for (const auto& value : row.values) text += " " + value_text(value);
    text += "\n";
  }
  return text;
}

TEST_CASE("a report that is read and written again has the same tables", "[trf]") {
  std::vector<std::string> texts;
  for (const char* const name :
       {"T04-before-round1.trf", "T05-162A.trf", "T06-half-pab.trf", "abnormal299.trf", "e7238.trf",
        "odd.trf", "r0003.trf", "s0010.trf", "team-forfeit.trf"}) {
    texts.push_back(desk_text(name));
  }
  for (const auto& games :
       {made_round_robin(9), made_round_robin(6, 2), made_swiss(31, 7), made_team_event(6)}) {
    const auto made = trf_of_games(games, tournament_of_games(games).tournament, {});
    REQUIRE(made);
    texts.push_back(write_trf(*made));
  }
  for (const std::string& text : texts) {
    CAPTURE(text);
    const TrfReport report = read_trf(text);
    const Tournament tournament = tournament_of(report);
    const auto updated = updated_trf(report, tournament, {}, {});
    REQUIRE(updated);
    const std::string written = write_trf(*updated);
    const Tournament again = tournament_of(read_trf(written));
    CHECK(check_trf(read_trf(written)).size() == check_trf(report).size());
    CHECK(table_of(again) == table_of(tournament));
    CHECK(team_table_of(again) == team_table_of(tournament));
    CHECK(write_trf(*updated_trf(read_trf(written), again, {}, {})) == written);
  }
}

TEST_CASE("points of the lines 310 that the results do not give are reported", "[trf]") {
  CHECK(contradictions_of(read_trf(desk_text("e7238.trf"))) == "");
  CHECK(contradictions_of(read_trf(desk_text("team-forfeit.trf"))) == "");
  std::string text = desk_text("e7238.trf");
  const std::string points = "11.0   10.5";
  text.replace(text.find(points), points.size(), "12.0   10.5");
  CHECK_THAT(
      contradictions_of(read_trf(text)),
      Catch::Matchers::EndsWith(":55: Team 05 has 12 match points, but the results give 11\n"));
}

TEST_CASE("a team Swiss is one however many teams have met, and 240 names teams", "[trf]") {
  const auto player = [](int rank, const std::string& rounds) {
    return fmt::format("001 {:>4}      {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}  {}\r\n", rank,
                       fmt::format("P{}", rank), 2000, "GER", "", "", "", "", rounds);
  };
  const auto team = [](int number, const std::string& points) {
    return fmt::format("310 {:>3} {:<32} {:>5} {:>6} {} {:>3}  {:>4}\r\n", number,
                       fmt::format("T{}", number), "", "", points, "", number);
  };
  // Three teams of one player. T3 has a half-point bye, then T1 is absent.
  const std::string lines =
      player(1, "   2 w 1  0000 - Z     3 b 1") + player(2, "   1 b 0     3 w =  0000 - Z") +
      player(3, "0000 - Z     2 b =     1 w 0") + team(1, "   4.0    2.0") +
      team(2, "   1.0    0.5") + team(3, "   2.0    1.0") + "240 H 001    3\r\n240 Z 002    1\r\n";
  const TrfReport swiss = read_trf("192 FIDE_TEAM_MP_GP\r\n" + lines);
  CHECK(problems_of(swiss) == "");
  CHECK(contradictions_of(swiss) == "");
  const TieBreak order[] = {{.kind = TieBreakKind::Buchholz, .lowest = 1}};
  const TeamStandings table = team_standings(tournament_of(swiss), order);
  CHECK_FALSE(table.is_round_robin);
  CHECK(team_standings(tournament_of(read_trf("192 FIDE_TEAM_ROUNDROBIN\r\n" + lines)), order)
            .is_round_robin);
  CHECK(table.rows[1].team == "T3");
  CHECK(table.rows[1].match_points == 4);
}

struct DateCase {
  std::string text;
  std::string edition;
};

TEST_CASE("dates with names of months select the edition", "[trf]") {
  const auto c = GENERATE(values<DateCase>({{"Sep 1, 2024", "2024"},
                                            {"1 Sep 2023", "2023"},
                                            {"1st of September 2024", "2024"},
                                            {"March 5, 2026", "2026"},
                                            {"2024/07/31", "2023"}}));
  CAPTURE(c.text);
  const TrfReport report = read_trf("042 " + c.text + "\n" + player_line(1, "A", "", {}));
  CHECK(to_string(edition_on(tournament_of(report).start)) == c.edition);
  CHECK(contradictions_of(report) == "");
}

TEST_CASE("a first day that cannot be read is reported", "[trf]") {
  const TrfReport report = read_trf("042 soon\n" + player_line(1, "A", "", {}));
  CHECK(contradictions_of(report) ==
        "1:5: the first day \"soon\" cannot be read, so the tie-breaks are those of the edition of "
        "2026\n");
}

TEST_CASE("values too long for a report are reported, and shift no column", "[trf]") {
  TrfReport report;
  report.players.push_back({.starting_rank = 1,
                            .name = std::string(33, 'n') + "ame",
                            .points = 201,
                            .rounds = {{.color = 'w', .result = 'U', .place = {}}}});
  report.players.push_back({.starting_rank = 2, .name = std::string(33, 'm'), .points = 2000});
  report.players.push_back({.starting_rank = 3, .name = "\u00fc\u00fc", .points = 19'998});
  report.teams.push_back({.number = 1, .name = std::string(33, 't'), .players = {1}});
  CHECK(cuts_in_trf(report).size() == 3);
  const TrfReport again = read_trf(write_trf(report));
  CHECK(problems_of(again) == "");
  REQUIRE(again.players.size() == 3);
  CHECK(again.players[0].name == std::string(33, 'n'));
  CHECK(again.players[0].points == std::nullopt);
  CHECK(again.players[0].rounds.at(0).result == 'U');
  CHECK(again.players[1].points == 2000);
  CHECK(again.players[2].points == 19'998);
  CHECK(again.teams.at(0).name == std::string(32, 't'));
}

TEST_CASE("rounds that nobody has played are not absences", "[trf]") {
  const TrfReport report = read_trf("142 9\r\n" + player_line(1, "A", "1.0", {"   2 w 1"}) +
                                    player_line(2, "B", "0.0", {"   1 b 0", "", ""}));
  const Tournament tournament = tournament_of(report);
  CHECK(report.rounds == 9);
  CHECK(tournament.rounds == 1);
  CHECK(tournament.byes.empty());
}

TEST_CASE("a report with very many errors keeps the first ones", "[trf]") {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += player_line(1, "A", "0.0", {});
  const TrfReport report = read_trf(text);
  CHECK(report.problems.size() == TrfReport::kMaxProblems);
  CHECK(report.problems.size() + report.more_problems == 2999);
}

TEST_CASE("no bytes break the parser", "[trf]") {
  std::mt19937 random(17);
  const std::string text = text_of_all_lines();
  for (int round = 0; round < 5000; ++round) {
    std::string mutated = text;
    for (auto changes = random() % 8; changes > 0; --changes) {
      const std::size_t at = random() % mutated.size();
      switch (random() % 4) {
        case 0:
          mutated[at] = static_cast<char>(random());
          break;
        case 1:
          mutated.erase(at, random() % 12 + 1);
          break;
        case 2:
          mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 30));
          break;
        default:
          mutated[at] = static_cast<char>('0' + random() % 10);
      }
      if (mutated.empty()) mutated = "0";
    }
    const TrfReport report = read_trf(mutated);
    check_trf(report);
    const Tournament tournament = tournament_of(report);
    standings_of(tournament, usual_tie_breaks(tournament));
    // The parsed report is written and parsed again.
    const TrfReport again = read_trf(write_trf(report));
    CHECK(again.players.size() == report.players.size());
    const std::string written = write_trf(again);
    CHECK(write_trf(read_trf(written)) == written);
  }
}

}  // namespace
}  // namespace arbiter::testing
