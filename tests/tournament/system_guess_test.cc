// The guessed system of tournaments, from their first rounds only.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/tournament/event_checks.h"
#include "lib/tournament/matches.h"
#include "lib/tournament/round_robin_signs.h"
#include "lib/tournament/tournament_of_games.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

using Games = std::vector<EventGame>;

Games first_rounds(Games games, std::uint32_t rounds) {
  std::erase_if(games, [rounds](const EventGame& game) { return game.round().round > rounds; });
  return games;
}

Games named(Games games, const std::string& name) {
  for (EventGame& game : games) set_tag(game, KnownTag::Event, name);
  return games;
}

Tournament of_games(const Games& games) { return tournament_of_games(games).tournament; }

std::vector<EventFinding> findings_of(const Games& games) {
  const std::vector<std::string> files{"games.pgn"};
  return check_event(games, tournament_of_games(games), files);
}

TEST_CASE("a running round robin is not a Swiss and misses no game", "[system_guess]") {
  const std::uint32_t players = GENERATE(4U, 5U, 6U, 7U, 8U, 10U, 11U, 12U, 14U, 16U);
  const std::uint32_t cycles = GENERATE(1U, 2U);
  const Games all = named(made_round_robin(players, cycles), "Lindenau");
  const std::uint32_t cycle = players + players % 2 - 1;
  for (std::uint32_t rounds = 1; rounds <= cycle * cycles; ++rounds) {
    CAPTURE(players, cycles, rounds);
    const Games games = first_rounds(all, rounds);
    const Tournament event = of_games(games);
    const bool is_shown = rounds * 4 >= cycle * 3;
    CHECK((event.system == System::RoundRobin ||
           (!is_shown && event.system == System::RoundRobinOrSwiss)));
    CHECK(event.cycles == (rounds - 1) / cycle + 1);
    CHECK(event.is_running == (event.system == System::RoundRobin && rounds % cycle != 0));
    CHECK(findings_of(games).empty());
  }
}

// Results are random, so scores of opponents are sometimes close.
TEST_CASE("the Berger tables distinguish a round robin from a Swiss", "[system_guess]") {
  const std::uint32_t players = GENERATE(8U, 9U, 10U, 12U, 13U, 18U);
  std::mt19937 random(players);
  for (int trial = 0; trial < 50; ++trial) {
    Games games = first_rounds(named(made_round_robin(players), "Lindenau"), 4);
    for (EventGame& game : games) {
      constexpr Outcome kOutcomes[] = {Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins};
      game.result.outcome = kOutcomes[random() % 3];
    }
    // The order of the rounds gives no hint.
    for (EventGame& game : games) {
      const std::string round = std::to_string((game.round().round * 3) % 5);
      set_tag(game, KnownTag::Round, round);
    }
    CAPTURE(players, trial);
    CHECK(follows_berger_tables(of_games(games)));
    CHECK(std::string(to_string(of_games(games).system)) == "round robin");
  }
}

TEST_CASE("a running Swiss is not a round robin", "[system_guess]") {
  const auto [players, rounds] = GENERATE(table<std::uint32_t, std::uint32_t>(
      {{9, 5}, {10, 5}, {12, 5}, {14, 6}, {16, 7}, {20, 7}, {30, 7}, {40, 9}}));
  const Games all = named(made_swiss(players, rounds), "Lindenau");
  for (std::uint32_t round = 3; round <= rounds; ++round) {
    CAPTURE(players, round);
    const Tournament event = of_games(first_rounds(all, round));
    CHECK((event.system == System::Swiss || event.system == System::RoundRobinOrSwiss));
    if (round > 3) CHECK_FALSE(follows_berger_tables(event));
    if (players >= 16 && round >= 5) CHECK(std::string(to_string(event.system)) == "Swiss");
  }
}

// The system of the first games, as in a broadcast of the last round.
std::string system_after(const Games& games, std::size_t count) {
  return system_text(of_games({games.begin(), games.begin() + static_cast<std::ptrdiff_t>(count)}));
}

TEST_CASE("the system does not change while a round is being played", "[system_guess]") {
  const auto [players, cycles] =
      GENERATE(table<std::uint32_t, std::uint32_t>({{4, 2}, {6, 1}, {8, 2}, {10, 1}}));
  const Games all = named(made_round_robin(players, cycles), "Lindenau");
  const std::size_t of_round = players / 2;
  std::string before;
  for (std::size_t count = 1; count <= all.size(); ++count) {
    const std::string system = system_after(all, count);
    CAPTURE(players, cycles, count, system, before);
    const bool is_early = count <= 2 * of_round;
    CHECK((system.ends_with("round robin") || system == "system unknown: round robin or Swiss" ||
           (is_early && (system == "unknown system" || system == "match"))));
    if (before.ends_with("round robin") && before != "system unknown: round robin or Swiss") {
      CHECK(system.ends_with("round robin"));
    }
    before = system;
  }
  CHECK(before == (cycles == 2 ? "double round robin" : "round robin"));
}

TEST_CASE("a knock-out is one from its second round, a tournament of single games is not",
          "[system_guess]") {
  const Games knock_out = named(made_knock_out(16), "Lindenau");
  for (std::size_t count = 18; count <= knock_out.size(); ++count) {
    CAPTURE(count);
    if (count % 2 == 0) CHECK(system_after(knock_out, count) == "knock-out");
  }
  for (std::size_t count = 1; count < 12; ++count) {
    CHECK(system_after(named(made_swiss(16, 5), "Lindenau"), count) != "knock-out");
  }
}

TEST_CASE("games of a pair after the last round are a play-off", "[system_guess]") {
  Games games = made_round_robin(6);
  const Games robin = games;
  for (const char* round : {"6.1", "6.2", "7.1", "7.2"}) {
    games.push_back(games[0]);
    set_tag(games.back(), KnownTag::Round, round);
    games.back().moves_hash = games.size();
  }
  const Tournament event = of_games(games);
  CHECK(system_text(event) == "round robin");
  CHECK(event.rounds == 5);
  CHECK(event.pairings.size() == 15);
  CHECK(event.playoff.size() == 4);
  CHECK(findings_of(games).empty());
  const auto matches = matches_of(event.playoff);
  REQUIRE(matches.size() == 2);
  CHECK(matches[0].games == 2);
  // A second cycle is none.
  Games cycle = made_round_robin(6, 2);
  cycle.resize(17);
  CHECK(of_games(cycle).playoff.empty());
}

TEST_CASE("the winner of a match has more points, or plays on", "[system_guess]") {
  const auto pairing = [](PlayerIndex white, PlayerIndex black, std::uint32_t round, int points) {
    return Pairing{.white = white,
                   .black = black,
                   .round = round,
                   .white_points = points,
                   .black_points = 2 - points};
  };
  const std::vector<Pairing> games = {pairing(0, 1, 1, 2), pairing(1, 0, 1, 1),
                                      pairing(2, 3, 1, 2), pairing(3, 2, 1, 2),
                                      pairing(0, 3, 2, 1), pairing(3, 0, 2, 1)};
  const auto matches = matches_of(games);
  REQUIRE(matches.size() == 3);
  CHECK(matches[0].winner == PlayerIndex{0});
  CHECK(matches[0].one_points == 3);
  CHECK(matches[1].winner == PlayerIndex{3});
  CHECK_FALSE(matches[2].winner.has_value());
}

TEST_CASE("each player of one team against each of another is Scheveningen", "[system_guess]") {
  Games games = named(made_round_robin(8), "Lindenau");
  const auto teammates = [](const EventGame& game) {
    const auto team = [](std::string_view name) { return name < "E"; };
    return team(game.value(KnownTag::White)) == team(game.value(KnownTag::Black));
  };
  std::erase_if(games, teammates);
  CHECK(games.size() == 16);
  for (EventGame& game : games) {
    // The players of the first team change opponents in turn.
    const int difference = game.value(KnownTag::White)[0] - game.value(KnownTag::Black)[0];
    const int round = (difference < 0 ? -difference : difference) % 4 + 1;
    set_tag(game, KnownTag::Round, std::to_string(round));
    set_tag(game, KnownTag::Date, "2024.05.0" + std::to_string(round));
  }
  CHECK(system_text(of_games(games)) == "Scheveningen");
  CHECK(findings_of(games).empty());
}

TEST_CASE("two rounds may belong to either, and an open is a Swiss", "[system_guess]") {
  const Games games = first_rounds(made_round_robin(8), 2);
  CHECK(std::string(to_string(of_games(named(games, "Lindenau")).system)) ==
        "system unknown: round robin or Swiss");
  CHECK(std::string(to_string(of_games(named(games, "1. Lindenau Open")).system)) == "Swiss");
}

struct Words {
  const char* type;
  const char* name;
  const char* system;
};

TEST_CASE("the type in a report and the event name determine the system", "[system_guess]") {
  const Words words =
      GENERATE(values<Words>({{"Individual: Double Round Robin", "Open", "double round robin"},
                              {"Individual: Round-Robin", "Swiss system", "round robin"},
                              {"Individual: Swiss-System", "Rundenturnier", "Swiss"},
                              {"Swiss Dutch", "Rundenturnier", "Swiss"},
                              {"FIDE_DUTCH_2025", "Rundenturnier", "Swiss"},
                              {"Einzelturnier, Schweizer System", "Rundenturnier", "Swiss"},
                              {"FIDE_DOUBLEROUNDROBIN", "Swiss system", "double round robin"},
                              {"Todos contra todos", "Swiss system", "round robin"},
                              {"", "Doppelrundiges Rundenturnier", "double round robin"},
                              {"", "Lindenau Round Robin 2024", "round robin"},
                              {"", "Lindenau, Swiss system", "Swiss"},
                              {"", "Swiss Championship", "system unknown: round robin or Swiss"}}));
  CAPTURE(words.type, words.name);
  Tournament event = of_games(first_rounds(made_round_robin(8), 2));
  event.type = words.type;
  event.name = words.name;
  recognize_system(event);
  CHECK(system_text(event) == words.system);
}

TEST_CASE("a Swiss may pair players again whose game was forfeited", "[system_guess]") {
  Tournament event = of_games(made_swiss(12, 5));
  event.type = "Individual: Swiss-System";
  // All games of the first round were forfeited, and are paired again in a sixth one.
  std::vector<Pairing> again;
  for (Pairing& pairing : event.pairings) {
    if (pairing.round != 1) continue;
    again.push_back(pairing);
    again.back().round = 6;
    pairing.kind = ScoreKind::Forfeit;
  }
  event.pairings.insert(event.pairings.end(), again.begin(), again.end());
  event.rounds = 6;
  recognize_system(event);
  CHECK(system_text(event) == "Swiss");
}

TEST_CASE("a type that the pairings contradict is ignored", "[system_guess]") {
  Tournament event = of_games(made_round_robin(8, 2));
  event.type = "Individual: Swiss-System";
  recognize_system(event);
  CHECK(system_text(event) == "double round robin");
}

TEST_CASE("the announced rounds determine the system", "[system_guess]") {
  const auto [rounds, system] = GENERATE(table<std::uint32_t, std::string>(
      {{7, "round robin"}, {14, "double round robin"}, {5, "Swiss"}, {9, "Swiss"}}));
  Tournament event = of_games(named(first_rounds(made_round_robin(8), 3), "Lindenau"));
  event.planned_rounds = rounds;
  recognize_system(event);
  CHECK(system_text(event) == system);
}

TEST_CASE("a chosen system applies to any pairings", "[system_guess]") {
  Tournament event = of_games(made_swiss(40, 9));
  choose_system(event, {System::RoundRobin, 2});
  CHECK(system_text(event) == "double round robin");
  recognize_system(event);
  CHECK(system_text(event) == "double round robin");
}

}  // namespace
}  // namespace arbiter::testing
