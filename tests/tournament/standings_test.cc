// Compares standings with a second, slow way to compute them, which has only games by player and
// round.
#include "lib/tournament/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lib/tournament/cross_table.h"
#include "lib/tournament/player_record.h"
#include "lib/tournament/tournament_of_games.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

// One player's result in one round, in points.
struct Cell {
  bool is_there = false;
  bool is_played = false;
  bool is_paired = false;
  PlayerIndex opponent = 0;
  double points = 0;
  bool is_requested = false;  // a bye with half a point or none
  bool has_black = false;
};

using Row = std::map<std::uint32_t, Cell>;

std::vector<Row> rows_of(const Tournament& tournament) {
  std::vector<Row> rows(tournament.players.size());
  for (const Pairing& game : tournament.pairings) {
    const bool is_played = game.kind != ScoreKind::Forfeit;
    rows[game.white][game.round] = {true,  is_played, true, game.black, game.white_points / 2.0,
                                    false, false};
    rows[game.black][game.round] = {true,  is_played, true, game.white, game.black_points / 2.0,
                                    false, true};
  }
  for (const Bye& bye : tournament.byes) {
    const bool is_requested = bye.kind == ByeKind::Half || bye.kind == ByeKind::Zero;
    rows[bye.player][bye.round] = {true, false, false, 0, bye.points / 2.0, is_requested, false};
  }
  if (tournament.system == System::Swiss) {
    for (Row& row : rows) {
      for (std::uint32_t round = 1; round <= tournament.rounds; ++round) {
        if (!row[round].is_there) row[round] = {true, false, false, 0, 0, true, false};
      }
    }
  }
  return rows;
}

double score(const Row& row) {
  double sum = 0;
  for (const auto& [round, cell] : row) sum += cell.points;
  return sum;
}

// C.07, 16.3: a requested bye counts as a draw if only absences follow.
double score_for_others(const Row& row) {
  double sum = 0;
  for (const auto& [round, cell] : row) {
    bool only_absent = true;
    for (const auto& [later, other] : row) {
      if (later <= round) continue;
      const bool is_absence =
          other.is_requested || (other.is_paired && !other.is_played && other.points == 0);
      only_absent &= is_absence;
    }
    sum += cell.is_requested && only_absent ? 0.5 : cell.points;
  }
  return sum;
}

struct Part {
  double value;
  bool is_absence;
};

std::vector<Part> parts(const std::vector<Row>& rows, PlayerIndex player, bool by_result,
                        bool is_swiss) {
  std::vector<Part> all;
  for (const auto& [round, cell] : rows[player]) {
    const bool is_met = cell.is_paired && (cell.is_played || !is_swiss);
    double value =
        is_met ? (is_swiss ? score_for_others(rows[cell.opponent]) : score(rows[cell.opponent]))
               : score(rows[player]);
    if (by_result) value *= cell.points;
    const bool is_absence = !is_met && (cell.is_requested || (cell.is_paired && cell.points == 0));
    all.push_back({value, is_absence});
  }
  return all;
}

double cut_sum(std::vector<Part> all, int lowest, int highest) {
  for (; lowest > 0 && !all.empty(); --lowest) {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      const bool is_worse = all[i].is_absence != all[worst].is_absence
                                ? all[i].is_absence
                                : all[i].value < all[worst].value;
      if (is_worse) worst = i;
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(worst));
  }
  for (; highest > 0 && !all.empty(); --highest) {
    all.erase(std::ranges::max_element(all, {}, &Part::value));
  }
  double sum = 0;
  for (const Part& part : all) sum += part.value;
  return sum;
}

double slow_value(TieBreak tie_break, const std::vector<Row>& rows, PlayerIndex player,
                  bool is_swiss) {
  const Row& row = rows[player];
  double sum = 0;
  double running = 0;
  for (const auto& [round, cell] : row) {
    running += cell.points;
    switch (tie_break) {
      case TieBreak::Wins:
        sum += cell.points == 1 ? 1 : 0;
        break;
      case TieBreak::WinsAtTheBoard:
        sum += cell.points == 1 && cell.is_played ? 1 : 0;
        break;
      case TieBreak::GamesWithBlack:
        sum += cell.is_played && cell.has_black ? 1 : 0;
        break;
      case TieBreak::WinsWithBlack:
        sum += cell.is_played && cell.has_black && cell.points == 1 ? 1 : 0;
        break;
      case TieBreak::Progressive:
        sum += running;
        break;
      case TieBreak::Koya:
        if (cell.is_paired &&
            score(rows[cell.opponent]) >= 0.5 * static_cast<double>(rows[cell.opponent].size())) {
          sum += cell.points;
        }
        break;
      default:
        break;
    }
  }
  switch (tie_break) {
    case TieBreak::Buchholz:
      return cut_sum(parts(rows, player, false, is_swiss), 0, 0);
    case TieBreak::BuchholzCut1:
      return cut_sum(parts(rows, player, false, is_swiss), 1, 0);
    case TieBreak::BuchholzCut2:
      return cut_sum(parts(rows, player, false, is_swiss), 2, 0);
    case TieBreak::BuchholzMedian:
      return cut_sum(parts(rows, player, false, is_swiss), 1, 1);
    case TieBreak::SonnebornBerger:
      return cut_sum(parts(rows, player, true, is_swiss), 0, 0);
    case TieBreak::SonnebornBergerCut1:
      return cut_sum(parts(rows, player, true, is_swiss), 1, 0);
    default:
      return sum;
  }
}

constexpr TieBreak kCompared[] = {TieBreak::Wins,
                                  TieBreak::WinsAtTheBoard,
                                  TieBreak::GamesWithBlack,
                                  TieBreak::WinsWithBlack,
                                  TieBreak::Progressive,
                                  TieBreak::Buchholz,
                                  TieBreak::BuchholzCut1,
                                  TieBreak::BuchholzCut2,
                                  TieBreak::BuchholzMedian,
                                  TieBreak::SonnebornBerger,
                                  TieBreak::SonnebornBergerCut1,
                                  TieBreak::Koya};

void compare(const Tournament& tournament) {
  const Standings standings = standings_of(tournament, kCompared);
  const std::vector<Row> rows = rows_of(tournament);
  REQUIRE(standings.rows.size() == tournament.players.size());
  for (const StandingsRow& row : standings.rows) {
    CAPTURE(tournament.players[row.player].name);
    CHECK(row.points / 2.0 == score(rows[row.player]));
    for (std::size_t i = 0; i < std::size(kCompared); ++i) {
      CAPTURE(to_string(kCompared[i]));
      REQUIRE(row.values[i].has_value());
      CHECK(static_cast<double>(*row.values[i]) / 4 ==
            slow_value(kCompared[i], rows, row.player, tournament.system == System::Swiss));
    }
  }
  for (std::size_t i = 1; i < standings.rows.size(); ++i) {
    const StandingsRow& above = standings.rows[i - 1];
    const StandingsRow& row = standings.rows[i];
    const bool is_level = above.points == row.points && above.values == row.values;
    CHECK(std::pair(above.points, above.values) >= std::pair(row.points, row.values));
    CHECK((above.place == row.place) == is_level);
  }
}

TEST_CASE("standings match a slow computation", "[standings]") {
  compare(tournament_of_games(made_round_robin(10)).tournament);
  compare(tournament_of_games(made_round_robin(7, 2)).tournament);
  compare(tournament_of_games(made_swiss(40, 9)).tournament);
}

TEST_CASE("standings match if players are absent, have byes and forfeit", "[standings]") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 30; ++trial) {
    Tournament tournament = tournament_of_games(made_swiss(20, 7)).tournament;
    std::vector<Pairing> kept;
    for (Pairing& game : tournament.pairings) {
      switch (random() % 12) {
        case 0: {
          // Both were absent: with a bye, or without.
          const bool is_half = random() % 2 == 0;
          tournament.byes.push_back(
              {game.white, game.round, is_half ? ByeKind::Half : ByeKind::Zero, is_half ? 1 : 0});
          break;
        }
        case 1:
          game.kind = ScoreKind::Forfeit;
          game.white_points = 2;
          game.black_points = 0;
          kept.push_back(game);
          break;
        case 2:
          tournament.byes.push_back({game.black, game.round, ByeKind::Allocated, 2});
          break;
        default:
          kept.push_back(game);
      }
    }
    tournament.pairings = kept;
    tournament.system = System::Swiss;
    compare(tournament);
  }
}

TEST_CASE("a cross table has columns for the played rounds, and a limited number of cells",
          "[standings]") {
  Tournament tournament;
  for (int i = 0; i < 6; ++i) tournament.players.push_back({.name = std::to_string(i)});
  for (PlayerIndex i = 0; i < 6; i += 2) {
    tournament.pairings.push_back(
        {.white = i, .black = i + 1, .round = i == 4 ? 9999 : i + 1, .white_points = 2});
  }
  tournament.rounds = 9999;
  const TieBreak none[] = {TieBreak::Wins};
  const CrossTable table = cross_table(tournament, standings_of(tournament, none));
  CHECK(table.headings == std::vector<std::string>{"1", "3", "9999"});
  REQUIRE(table.rows.size() == 6);
  CHECK(table.rows[0] == std::vector<std::string>{"4w1", "", ""});
  // Everybody plays one game, each in a round of its own.
  for (PlayerIndex i = 6; i < 8000; i += 2) {
    tournament.players.resize(i + 2, {.name = "x"});
    tournament.pairings.push_back({.white = i, .black = i + 1, .round = i, .white_points = 2});
  }
  const CrossTable large = cross_table(tournament, standings_of(tournament, none));
  CHECK(large.headings.empty());
  CHECK(large.rows.size() == tournament.players.size());
}

TEST_CASE("tied players are ranked by the games against each other", "[standings]") {
  // A beats B, B beats C, C beats D; A and B lose to the others so that both have two points.
  Tournament tournament{.name = "",
                        .players = {{.name = "A"}, {.name = "B"}, {.name = "C"}, {.name = "D"}},
                        .pairings = {{.white = 0, .black = 1, .round = 1, .white_points = 2},
                                     {.white = 1, .black = 2, .round = 2, .white_points = 2},
                                     {.white = 1, .black = 3, .round = 3, .white_points = 2},
                                     {.white = 0, .black = 2, .round = 3, .white_points = 2},
                                     {.white = 3, .black = 0, .round = 2, .white_points = 2},
                                     {.white = 2, .black = 3, .round = 1, .white_points = 2}},
                        .byes = {},
                        .rounds = 3,
                        .system = System::RoundRobin};
  const TieBreak direct[] = {TieBreak::DirectEncounter};
  const Standings standings = standings_of(tournament, direct);
  std::string order;
  for (const StandingsRow& row : standings.rows) {
    order += fmt::format("{}{} ", row.place, tournament.players[row.player].name);
  }
  CHECK(order == "1A 2B 3C 4D ");
  CHECK(standings.rows[0].values[0] == 4);
  CHECK(standings.rows[1].values[0] == 0);
}

TEST_CASE("an incomplete direct encounter decides only what it must", "[standings]") {
  // Three players are tied with one win each; only A has met the two others, and won both.
  Tournament tournament{.name = "",
                        .players = {{.name = "A"}, {.name = "B"}, {.name = "C"}, {.name = "D"}},
                        .pairings = {{.white = 0, .black = 1, .round = 1, .white_points = 2},
                                     {.white = 0, .black = 2, .round = 2, .white_points = 2},
                                     {.white = 1, .black = 3, .round = 2, .white_points = 2},
                                     {.white = 2, .black = 3, .round = 1, .white_points = 2},
                                     {.white = 3, .black = 0, .round = 3, .white_points = 2}},
                        .byes = {{1, 3, ByeKind::Full, 2}, {2, 3, ByeKind::Full, 2}},
                        .rounds = 3,
                        .system = System::Swiss};
  const TieBreak direct[] = {TieBreak::DirectEncounter};
  const Standings standings = standings_of(tournament, direct);
  CHECK(tournament.players[standings.rows[0].player].name == "A");
  CHECK(standings.rows[0].place == 1);
  CHECK(standings.rows[1].place == 2);
  CHECK(standings.rows[2].place == 2);  // B and C have not met
}

TEST_CASE("a direct encounter costs no square of the tied players", "[standings]") {
  Tournament tournament{.name = "", .players = {}, .pairings = {}, .byes = {}, .rounds = 1};
  for (PlayerIndex i = 0; i < 60'000; i += 2) {
    tournament.players.resize(i + 2, {.name = "x"});
    tournament.pairings.push_back(
        {.white = i, .black = i + 1, .round = 1, .white_points = 1, .black_points = 1});
  }
  const std::clock_t begin = std::clock();
  const TieBreak direct[] = {TieBreak::DirectEncounter};
  const Standings standings = standings_of(tournament, direct);
  CHECK((std::clock() - begin) / CLOCKS_PER_SEC < 10);
  CHECK(standings.rows.back().place == 1);
}

// FIDE Handbook B.02, 8.1: from the printed tables.
TEST_CASE("scores and differences match FIDE's tables", "[standings]") {
  for (const auto& [percent, difference] :
       {std::pair(100, 800), std::pair(99, 677), std::pair(83, 273), std::pair(67, 125),
        std::pair(50, 0), std::pair(33, -125), std::pair(1, -677), std::pair(0, -800)}) {
    CHECK(difference_of_score(percent) == difference);
  }
  for (const auto& [difference, percent] :
       {std::pair(0, 50), std::pair(3, 50), std::pair(4, 51), std::pair(100, 64),
        std::pair(198, 76), std::pair(-198, 24), std::pair(391, 91), std::pair(392, 92),
        std::pair(735, 99), std::pair(736, 100), std::pair(-400, 8)}) {
    CHECK(expected_score(difference) == percent);
  }
}

TEST_CASE("a rating changes by K times the score above expectation", "[standings]") {
  // A win against an equal opponent is worth half of K, a draw nothing.
  const RatedGame win{2000, 2};
  const RatedGame draw{2000, 1};
  CHECK(rating_change(2000, 20, std::span(&win, 1)) == 100);
  CHECK(rating_change(2000, 20, std::span(&draw, 1)) == 0);
  CHECK(rating_change(2000, 40, std::span(&win, 1)) == 200);
  // A difference above 400 points counts as 400: the expected score is 0.92.
  const RatedGame weak{1700, 2};
  CHECK(rating_change(2400, 10, std::span(&weak, 1)) == 8);
  const std::vector<RatedGame> games{{2400, 2}, {2300, 1}, {2200, 2}};
  CHECK(average_rating(games) == 2300);
  CHECK(performance(games) == 2300 + 273);  // 2.5 of 3 are 83 %
}

}  // namespace
}  // namespace arbiter::testing
