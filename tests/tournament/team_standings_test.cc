#include "lib/tournament/team_standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/trf.h"
#include "tests/tournament/slow_tie_breaks.h"

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

// Adds a match with the first team's result on each board: "1", "=" or "0".
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

// Returns the matches between five teams with ten match points in FIDE's exercise on EDE. Each team
// has four matches.
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

// Returns the teams by place, each with its values, such as "4:8.5 2:8".
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
  // Team 1 scored 1.5 against team 4 (8.5), 2.5 against team 2 (8), 1.5 against team 5 (7.5)
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
  // Seven rounds give at most 14 match points, and a match 4 game points, so the factor is 3. The
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
  // A drawn match: BC is 3.5 and 6.5, and TBR 0 and 1. Both teams then win by 3:1.
  add_match(tournament, 1, 1, 2, "0==1");
  add_match(tournament, 2, 1, 3, "1110");
  add_match(tournament, 2, 2, 4, "0111");
  for (const char* name : {"EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"}) {
    CAPTURE(name);
    CHECK(order_of(tournament, {name}).find("2") < order_of(tournament, {name}).find("1"));
  }
  CHECK(team_standings(tournament, tie_breaks({"EDE"})).rows[1].place == 1);
  CHECK(team_standings(tournament, tie_breaks({"EDEC"})).rows[1].place == 2);
  // Three tied teams, instead of two.
  Tournament three = teams_of_four(3);
  add_match(three, 1, 1, 2, "1010");
  add_match(three, 2, 2, 3, "1010");
  add_match(three, 3, 3, 1, "1010");
  CHECK(team_standings(three, tie_breaks({"EDEC"})).rows[2].place == 1);
  // Equal points on all boards.
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
  // A: 3 for a win, 3 for the forfeited match, 2 for the bye. B lost, had a bye, and drew with C.
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

// A generated team event, with independently computed tables.
struct MadeEvent {
  Tournament tournament = {};
  std::uint32_t size = 4;  // number of boards in a match
  bool has_game_points_first = false;
  SlowTieBreaks by_matches = {};
  SlowTieBreaks by_games = {};
  std::vector<std::vector<double>> boards = {};  // points by team and board
  // Points in the matches between two teams, for the first team.
  std::map<std::pair<PlayerIndex, PlayerIndex>, std::vector<double>> boards_against = {};

  const SlowTieBreaks& primary() const { return has_game_points_first ? by_games : by_matches; }
  const SlowTieBreaks& secondary() const { return has_game_points_first ? by_matches : by_games; }
};

class EventMaker {
 public:
  EventMaker(std::mt19937& random, bool is_swiss) : random_(random) {
    teams_ = is_swiss ? 8 + draw(4) : 4 + draw(6);
    event_.size = 2 + draw(4);
    event_.has_game_points_first = draw(2) == 0;
    Tournament& tournament = event_.tournament;
    tournament.system = System::Team;
    for (std::uint32_t i = 0; i < teams_ * event_.size; ++i) {
      tournament.players.push_back({.name = std::to_string(i)});
      tournament.players.back().team = name_of(i / event_.size);
    }
    tournament.teams.boards = event_.size;
    tournament.teams.game_points_first = event_.has_game_points_first;
    const bool is_football = draw(2) == 0;
    tournament.teams.match_scoring = is_football ? Scoring::of(6, 2, 0) : Scoring::of(4, 2, 0);
    win_ = is_football ? 3 : 2;
    for (SlowTieBreaks* const judge : {&event_.by_matches, &event_.by_games}) {
      judge->is_swiss = is_swiss;
      judge->rows.resize(teams_);
    }
    event_.by_matches.win = win_;
    event_.by_matches.draw = 1;
    event_.by_games.win = event_.size;
    event_.by_games.draw = event_.size / 2.0;
    event_.boards.assign(teams_, std::vector<double>(event_.size));
    is_swiss ? play_swiss() : play_all();
    tournament.rounds = round_;
    for (SlowTieBreaks* const judge : {&event_.by_matches, &event_.by_games}) {
      judge->last_round = round_;
      if (is_swiss) judge->add_absences();
    }
  }

  MadeEvent take() { return std::move(event_); }

 private:
  std::uint32_t draw(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

  static std::string name_of(PlayerIndex team) { return fmt::format("Team {:02}", team); }

  void play_all() {
    const std::uint32_t even = teams_ + teams_ % 2;
    for (round_ = 1; round_ < even; ++round_) {
      for (std::uint32_t i = 0; i < even / 2; ++i) {
        const std::uint32_t one = i == 0 ? even - 1 : (round_ + i) % (even - 1);
        const std::uint32_t other = (round_ + even - 1 - i) % (even - 1);
        if (one < teams_ && other < teams_) play(one, other);
      }
    }
    --round_;
  }

  // Pairs teams at random, never twice. Some teams withdraw.
  void play_swiss() {
    std::set<std::pair<PlayerIndex, PlayerIndex>> met;
    std::vector<PlayerIndex> present(teams_);
    for (PlayerIndex i = 0; i < teams_; ++i) present[i] = i;
    const std::uint32_t rounds = 3 + draw(3);
    for (round_ = 1; round_ <= rounds; ++round_) {
      if (draw(4) == 0 && present.size() > 6) present.pop_back();
      std::vector<PlayerIndex> open = present;
      std::shuffle(open.begin(), open.end(), random_);
      while (!open.empty()) {
        const PlayerIndex one = open.front();
        open.erase(open.begin());
        const auto other = std::ranges::find_if(
            open, [&](PlayerIndex team) { return !met.contains(std::minmax(one, team)); });
        if (other == open.end()) {
          rest(one);
          continue;
        }
        met.insert(std::minmax(one, *other));
        play(one, *other);
        open.erase(other);
      }
    }
    --round_;
  }

  // Adds a bye, or an absence, which has no line.
  void rest(PlayerIndex team) {
    const std::uint32_t kind = draw(7);
    if (kind == 0) return;
    TeamBye bye{.team = name_of(team), .round = round_};
    double match_points = win_;
    double game_points = event_.size;
    double of_board = 1;
    if (kind == 1) {
      bye.match_points = 2;
      bye.game_points = static_cast<HalfPoints>(event_.size);
      match_points = 1;
      game_points = event_.size / 2.0;
    } else if (kind == 2) {
      bye.kind = ByeKind::Half;
      match_points = 1;
      game_points = event_.size / 2.0;
      of_board = 0.5;
    } else if (kind == 3) {
      bye.kind = ByeKind::Zero;
      match_points = game_points = of_board = 0;
    } else if (kind == 4) {
      bye.kind = ByeKind::Full;
    }
    if (kind == 5) {
      // The bye is added for the players.
      for (std::uint32_t board = 0; board < event_.size; ++board) {
        event_.tournament.byes.push_back({.player = team * event_.size + board,
                                          .round = round_,
                                          .kind = ByeKind::Allocated,
                                          .points = 2});
      }
    } else {
      event_.tournament.teams.byes.push_back(bye);
    }
    const bool is_requested = kind == 2 || kind == 3;
    event_.by_matches.rows[team][round_] = {.points = match_points, .is_requested = is_requested};
    event_.by_games.rows[team][round_] = {.points = game_points, .is_requested = is_requested};
    for (double& board : event_.boards[team]) board += of_board;
  }

  // Adds a board where one team has no player, so that the other wins it. The absent player may
  // have a line.
  void add_empty_board(PlayerIndex winner, PlayerIndex loser, std::uint32_t board) {
    event_.tournament.byes.push_back({.player = winner * event_.size + board,
                                      .round = round_,
                                      .kind = ByeKind::Allocated,
                                      .points = 2,
                                      .is_board = true});
    if (draw(2) == 0) {
      event_.tournament.byes.push_back(
          {.player = loser * event_.size + board, .round = round_, .is_board = true});
    }
  }

  void play(PlayerIndex white, PlayerIndex black) {
    if (draw(2) == 0) std::swap(white, black);
    const std::uint32_t kind = draw(15);
    if (kind < 2) return forfeit(white, black, kind == 0);
    if (kind == 2) return forfeit_half(white, black);
    double points[2] = {0, 0};
    for (std::uint32_t board = 0; board < event_.size; ++board) {
      const auto result = static_cast<HalfPoints>(draw(3));
      Pairing game{.white = white * event_.size + board,
                   .black = black * event_.size + board,
                   .round = round_,
                   .white_points = result,
                   .black_points = 2 - result};
      // The first board is played, so the match is not a forfeit.
      if (board > 0 && draw(12) == 0) {
        game.kind = ScoreKind::Forfeit;
        game.white_points = result == 1 ? 0 : result;
        game.black_points = result == 0 ? 2 : 0;
      }
      const std::array<HalfPoints, 2> of_sides = {game.white_points, game.black_points};
      for (const std::size_t side : {0U, 1U}) {
        const PlayerIndex team = side == 0 ? white : black;
        const PlayerIndex other = side == 0 ? black : white;
        const double half = of_sides[side] / 2.0;
        points[side] += half;
        event_.boards[team][board] += half;
        std::vector<double>& against = event_.boards_against[{team, other}];
        against.resize(event_.size);
        against[board] += half;
      }
      const bool is_won = game.kind == ScoreKind::Forfeit && of_sides[0] + of_sides[1] == 2 &&
                          of_sides[0] != 1 && draw(2) == 0;
      if (is_won) {
        const bool is_for_white = of_sides[0] == 2;
        add_empty_board(is_for_white ? white : black, is_for_white ? black : white, board);
        continue;
      }
      if (board % 2 == 1) {
        std::swap(game.white, game.black);
        std::swap(game.white_points, game.black_points);
      }
      event_.tournament.pairings.push_back(game);
    }
    add(white, black, points[0], points[1], true);
  }

  // Adds a match without games: a line in the report, or forfeits on all boards.
  void forfeit(PlayerIndex white, PlayerIndex black, bool is_line) {
    const std::uint32_t result = draw(3);
    const double points[2] = {result == 0 ? 1.0 * event_.size : 0,
                              result == 1 ? 1.0 * event_.size : 0};
    if (is_line) {
      event_.tournament.teams.forfeits.push_back({.round = round_,
                                                  .white = name_of(white),
                                                  .black = name_of(black),
                                                  .white_wins = result == 0,
                                                  .black_wins = result == 1});
    }
    for (std::uint32_t board = 0; board < event_.size; ++board) {
      event_.boards[white][board] += result == 0 ? 1 : 0;
      event_.boards[black][board] += result == 1 ? 1 : 0;
      if (is_line) continue;
      event_.tournament.pairings.push_back({.white = white * event_.size + board,
                                            .black = black * event_.size + board,
                                            .round = round_,
                                            .white_points = result == 0 ? 2 : 0,
                                            .black_points = result == 1 ? 2 : 0,
                                            .kind = ScoreKind::Forfeit});
    }
    add(white, black, points[0], points[1], false);
  }

  // Adds a drawn match where each team forfeits half of the boards. With an odd number of boards,
  // both forfeit the last one.
  void forfeit_half(PlayerIndex white, PlayerIndex black) {
    double points = 0;
    for (std::uint32_t board = 0; board < event_.size; ++board) {
      const bool is_of_nobody = board + 1 == event_.size && event_.size % 2 == 1;
      const bool is_of_white = board % 2 == 0;
      if (!is_of_nobody) {
        event_.boards[is_of_white ? white : black][board] += 1;
        points += is_of_white ? 1 : 0;
      }
      event_.tournament.pairings.push_back({.white = white * event_.size + board,
                                            .black = black * event_.size + board,
                                            .round = round_,
                                            .white_points = !is_of_nobody && is_of_white ? 2 : 0,
                                            .black_points = !is_of_nobody && !is_of_white ? 2 : 0,
                                            .kind = ScoreKind::Forfeit});
    }
    add(white, black, points, points, false);
  }

  void add(PlayerIndex white, PlayerIndex black, double points, double others, bool is_played) {
    const auto match_points = [&](double one, double other) {
      if (one == other) return is_played || points > 0 ? 1.0 : 0.0;
      return one > other ? win_ : 0.0;
    };
    event_.by_matches.rows[white][round_] = {is_played, true, black, match_points(points, others)};
    event_.by_matches.rows[black][round_] = {is_played, true, white, match_points(others, points),
                                             false,     true};
    event_.by_games.rows[white][round_] = {is_played, true, black, points};
    event_.by_games.rows[black][round_] = {is_played, true, white, others, false, true};
  }

  std::mt19937& random_;
  MadeEvent event_ = {};
  std::uint32_t teams_ = 0;
  std::uint32_t round_ = 0;
  double win_ = 2;
};

double board_count(const std::vector<double>& boards) {
  double sum = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) sum += static_cast<double>(i + 1) * boards[i];
  return sum;
}

// Returns the points to compare in turn: those of the boards from the first, or sums without the
// last boards.
std::vector<double> compared_boards(TieBreakKind kind, const std::vector<double>& boards) {
  if (kind == TieBreakKind::TopBoards) return boards;
  std::vector<double> sums;
  for (std::size_t without = 1; without < boards.size(); ++without) {
    double sum = 0;
    for (std::size_t i = 0; i + without < boards.size(); ++i) sum += boards[i];
    sums.push_back(sum);
  }
  return sums;
}

std::optional<double> slow_value(const MadeEvent& event, const TieBreak& tie_break,
                                 PlayerIndex team) {
  const SlowTieBreaks& of_matches = event.by_matches;
  const SlowTieBreaks& of_games = event.by_games;
  switch (tie_break.kind) {
    case TieBreakKind::SecondaryScore:
      return event.secondary().score(team);
    case TieBreakKind::ExtendedSonnebornBerger:
      return event.primary().product_sum(tie_break, team, event.secondary().rows);
    case TieBreakKind::MatchTimesMatch:
      return of_matches.product_sum(tie_break, team, of_matches.rows);
    case TieBreakKind::MatchTimesGame:
      return of_matches.product_sum(tie_break, team, of_games.rows);
    case TieBreakKind::GameTimesMatch:
      return of_games.product_sum(tie_break, team, of_matches.rows);
    case TieBreakKind::GameTimesGame:
      return of_games.product_sum(tie_break, team, of_games.rows);
    case TieBreakKind::BoardCount:
      return board_count(event.boards[team]);
    case TieBreakKind::TopBoards:
    case TieBreakKind::BottomBoardElimination:
      return compared_boards(tie_break.kind, event.boards[team])[0];
    case TieBreakKind::ScaledScores: {
      const double factor =
          std::floor(event.primary().win * event.primary().last_round / event.secondary().win);
      const double divisor = tie_break.divisor > 0 ? tie_break.divisor : factor;
      const double buchholz = *event.primary().value({.kind = TieBreakKind::Buchholz}, team);
      return event.secondary().score(team) +
             std::floor(100 * buchholz / divisor + 0.5 + 1e-9) / 100;
    }
    default:
      using enum TieBreakKind;
      const bool counts_matches = std::set{Wins,          WinsAtTheBoard,      GamesWithBlack,
                                           WinsWithBlack, RoundsElectedToPlay, StandardPoints}
                                      .contains(tie_break.kind);
      const bool is_of_games =
          tie_break.of_game_points.value_or(event.has_game_points_first && !counts_matches);
      return (is_of_games ? of_games : of_matches).value(tie_break, team);
  }
}

// Returns a positive number if the first of two teams is better in their matches.
int better_in_match(const MadeEvent& event, TieBreakKind kind, PlayerIndex one, PlayerIndex other) {
  const auto boards_of = [&](PlayerIndex team, PlayerIndex opponent) {
    const auto found = event.boards_against.find({team, opponent});
    return found == event.boards_against.end() ? std::vector<double>(event.size) : found->second;
  };
  const auto left = boards_of(one, other);
  const auto right = boards_of(other, one);
  if (kind == TieBreakKind::BoardCount) {
    const double difference = board_count(right) - board_count(left);
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
  }
  const auto compared = compared_boards(kind, left);
  const auto others = compared_boards(kind, right);
  return compared > others ? 1 : compared < others ? -1 : 0;
}

// Returns the order of a tied group by a tie-break.
std::vector<SlowGroup> slow_order(const MadeEvent& event, const TieBreak& tie_break,
                                  const SlowGroup& tied) {
  using enum TieBreakKind;
  if (tie_break.kind == DirectEncounter) {
    const bool is_of_games = tie_break.of_game_points.value_or(event.has_game_points_first);
    return (is_of_games ? event.by_games : event.by_matches)
        .direct_encounter(tied, tie_break.counts_forfeits);
  }
  if (tie_break.kind == TopBoards || tie_break.kind == BottomBoardElimination) {
    std::map<std::vector<double>, SlowGroup, std::greater<>> groups;
    for (const PlayerIndex team : tied) {
      groups[compared_boards(tie_break.kind, event.boards[team])].push_back(team);
    }
    std::vector<SlowGroup> order;
    for (const auto& [boards, group] : groups) order.push_back(group);
    return order;
  }
  std::vector<SlowGroup> order;
  for (const SlowGroup& part : event.primary().direct_encounter(tied, tie_break.counts_forfeits)) {
    for (const SlowGroup& one :
         event.secondary().direct_encounter(part, tie_break.counts_forfeits)) {
      order.push_back(one);
    }
  }
  const std::map<TieBreakKind, std::vector<TieBreakKind>> of_match = {
      {EncounterBoardCount, {BoardCount}},
      {EncounterTopBoards, {TopBoards}},
      {EncounterBottomBoards, {BottomBoardElimination}},
      {EncounterBoardCountAndTop, {BoardCount, TopBoards}},
      {EncounterBoardCountAndLast, {BoardCount, BottomBoardElimination}}};
  if (!of_match.contains(tie_break.kind)) return order;
  std::vector<SlowGroup> decided;
  for (const SlowGroup& group : order) {
    int sign = 0;
    for (const TieBreakKind kind : of_match.at(tie_break.kind)) {
      if (group.size() == 2 && sign == 0) {
        sign = better_in_match(event, kind, group[0], group[1]);
      }
    }
    if (sign == 0) {
      decided.push_back(group);
    } else {
      decided.push_back({group[sign > 0 ? 0 : 1]});
      decided.push_back({group[sign > 0 ? 1 : 0]});
    }
  }
  return decided;
}

// Returns the order as text, such as "[2 0][1]".
std::string order_text(const std::vector<SlowGroup>& groups) {
  std::string text;
  for (SlowGroup group : groups) {
    std::ranges::sort(group);
    text += '[';
    for (const PlayerIndex team : group) text += fmt::format(" {}", team);
    text += ']';
  }
  return text;
}

std::string order_text(const TeamStandings& table) {
  std::vector<SlowGroup> groups;
  std::uint32_t place = 0;
  for (const TeamRow& row : table.rows) {
    if (row.place != place) groups.emplace_back();
    place = row.place;
    groups.back().push_back(static_cast<PlayerIndex>(std::stoul(row.team.substr(5))));
  }
  return order_text(groups);
}

TEST_CASE("team standings match a slow computation", "[team_standings]") {
  const auto compared = tie_breaks(
      {"MPvGP",    "ESB",   "ESB/C1",   "EMMSB",    "EMMSB/C1", "EMGSB", "EMGSB/C1", "EGMSB",
       "EGMSB/C1", "EGGSB", "EGGSB/M1", "BC",       "TBR",      "BBE",   "SSSC",     "SSSC/K4",
       "BH",       "BH/C1", "BH/M1",    "BH:GP/C1", "BH:MP",    "FB",    "FB:GP",    "AOB",
       "AOB:GP",   "AOB/F", "SB",       "SB/C1",    "SB:GP/C2", "KS",    "KS:GP",    "PS",
       "PS:GP",    "PS/C1", "WIN",      "WON",      "BPG",      "BWG",   "REP",      "STD",
       "STD:GP",   "ARO",   "TPR",      "APRO",     "TPN",      "RTNG",  "BH/P",     "EMMSB/P"});
  const auto ordering = tie_breaks({"DE", "DE:GP", "DE:MP", "DE/P", "EDE", "EDE/P", "EDEC", "EDET",
                                    "EDEB", "EDEBT", "EDEBB", "TBR", "BBE"});
  std::mt19937 random(17);
  for (int trial = 0; trial < 150; ++trial) {
    const bool is_swiss = trial % 3 != 0;
    MadeEvent event = EventMaker(random, is_swiss).take();
    for (const auto edition :
         {TieBreakEdition::Of2023, TieBreakEdition::Of2024, TieBreakEdition::Of2026}) {
      event.by_matches.edition = event.by_games.edition = edition;
      CAPTURE(trial, is_swiss, to_string(edition), event.has_game_points_first, event.size);
      for (const TeamRow& row : team_standings(event.tournament, compared, edition).rows) {
        const auto team = static_cast<PlayerIndex>(std::stoul(row.team.substr(5)));
        CAPTURE(row.team);
        CHECK(row.match_points / 2.0 == event.by_matches.score(team));
        CHECK(row.game_points / 2.0 == event.by_games.score(team));
        for (std::size_t i = 0; i < compared.size(); ++i) {
          CAPTURE(to_string(compared[i]));
          const auto expected = slow_value(event, compared[i], team);
          REQUIRE(row.values[i].has_value() == expected.has_value());
          if (expected) CHECK(static_cast<double>(*row.values[i]) / 100 == Approx(*expected));
        }
      }
      std::map<double, SlowGroup, std::greater<>> tied;
      for (PlayerIndex i = 0; i < event.boards.size(); ++i) {
        tied[event.primary().score(i)].push_back(i);
      }
      for (const TieBreak& one : ordering) {
        CAPTURE(to_string(one));
        std::vector<SlowGroup> expected;
        for (const auto& [score, group] : tied) {
          for (const SlowGroup& part : slow_order(event, one, group)) expected.push_back(part);
        }
        const TieBreak order[] = {one};
        CHECK(order_text(team_standings(event.tournament, order, edition)) == order_text(expected));
      }
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
