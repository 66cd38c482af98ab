// The guessed system of tournaments, from their first rounds only.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/tournament/event_checks.h"
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
