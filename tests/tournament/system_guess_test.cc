// Tests the system that is guessed from the first rounds of a tournament.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/tournament/event_checks.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/tournament.h"
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

// Results are random, so opponents' scores are sometimes close.
TEST_CASE("the Berger tables distinguish a round robin from a Swiss", "[system_guess]") {
  const std::uint32_t players = GENERATE(8U, 9U, 10U, 12U, 13U, 18U);
  std::mt19937 random(players);
  for (int trial = 0; trial < 50; ++trial) {
    Games games = first_rounds(named(made_round_robin(players), "Lindenau"), 4);
    for (EventGame& game : games) {
      constexpr Outcome kOutcomes[] = {Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins};
      game.result.outcome = kOutcomes[random() % 3];
    }
    // The order of the rounds gives no indication.
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

// Returns the system of the first games, as in a broadcast of the last round.
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
  // A second cycle is not a play-off.
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

// Games as "round, White, Black, result", with distinct moves.
struct CupGame {
  const char* round;
  const char* white;
  const char* black;
  Outcome outcome;
};

Games cup(const std::vector<CupGame>& lines, const std::string& name) {
  Games games;
  for (const CupGame& line : lines) {
    EventGame& game = games.emplace_back();
    game.number = games.size();
    game.moves_hash = games.size();
    game.plies = 40;
    set_tag(game, KnownTag::Event, name);
    set_tag(game, KnownTag::Round, line.round);
    set_tag(game, KnownTag::White, line.white);
    set_tag(game, KnownTag::Black, line.black);
    game.result.outcome = line.outcome;
  }
  return games;
}

// Returns the places, such as "1 Abel, 2 Beck".
std::string places_of(const Games& games, std::optional<PlayedSystem> system = {}) {
  Tournament event = of_games(games);
  if (system) choose_system(event, *system);
  std::string places;
  for (const StandingsRow& row : standings_of(event, usual_tie_breaks(event)).rows) {
    if (!places.empty()) places += ", ";
    places += std::to_string(row.place) + " " + event.players[row.player].name;
  }
  return places;
}

constexpr Outcome kWhite = Outcome::WhiteWins;
constexpr Outcome kDraw = Outcome::Draw;
constexpr Outcome kBlack = Outcome::BlackWins;

// Places depend on the rounds reached. Cohn has more points than the winner.
TEST_CASE("the places of a knock-out follow the rounds reached, not the points", "[system_guess]") {
  const std::vector<CupGame> play_off = {
      {"1.1", "Abel", "Dorn", kWhite}, {"1.1", "Dorn", "Abel", kBlack},
      {"1.2", "Beck", "Cohn", kDraw},  {"1.2", "Cohn", "Beck", kDraw},
      {"1.2", "Beck", "Cohn", kWhite}, {"1.2", "Cohn", "Beck", kWhite},
      {"1.2", "Beck", "Cohn", kDraw},  {"1.2", "Cohn", "Beck", kWhite},
      {"2.1", "Abel", "Cohn", kDraw},  {"2.1", "Cohn", "Abel", kBlack}};
  CHECK(places_of(cup(play_off, "Lindenau")) == "1 Abel, 2 Cohn, 3 Beck, 3 Dorn");
  std::vector<CupGame> third = play_off;
  third.push_back({"2.2", "Dorn", "Beck", kDraw});
  third.push_back({"2.2", "Beck", "Dorn", kBlack});
  CHECK(places_of(cup(third, "Lindenau")) == "1 Abel, 2 Cohn, 3 Dorn, 4 Beck");
  // The match for third place has its own round, before or after the final.
  for (const auto& [third_round, final_round] : {std::pair("2", "3"), std::pair("3", "2")}) {
    std::vector<CupGame> single = play_off;
    single[8].round = single[9].round = final_round;
    single.push_back({third_round, "Dorn", "Beck", kDraw});
    single.push_back({third_round, "Beck", "Dorn", kBlack});
    const Games games = cup(single, "Lindenau");
    CHECK(system_text(of_games(games)) == "knock-out");
    CHECK(places_of(games) == "1 Abel, 2 Cohn, 3 Dorn, 4 Beck");
    CHECK(findings_of(games).empty());
  }
  // The final is level, or has not been played yet.
  std::vector<CupGame> running = play_off;
  running.pop_back();
  CHECK(places_of(cup(running, "Lindenau")) == "1 Abel, 1 Cohn, 3 Beck, 3 Dorn");
}

TEST_CASE("a lucky loser is ranked by the last round reached", "[system_guess]") {
  // Three winners, and Beck who lost to Abel, play the semifinals.
  const std::vector<CupGame> best_loser = {
      {"1.1", "Abel", "Beck", kWhite},   {"1.2", "Cohn", "Dorn", kWhite},
      {"1.3", "Ehlers", "Falk", kWhite}, {"2.1", "Abel", "Cohn", kWhite},
      {"2.2", "Ehlers", "Beck", kWhite}, {"3.1", "Abel", "Ehlers", kWhite}};
  const PlayedSystem knock_out{System::KnockOut, 1};
  CHECK(places_of(cup(best_loser, "Lindenau"), knock_out) ==
        "1 Abel, 2 Ehlers, 3 Beck, 3 Cohn, 5 Dorn, 5 Falk");
  std::vector<CupGame> third = best_loser;
  third.push_back({"3.2", "Cohn", "Beck", kBlack});
  CHECK(places_of(cup(third, "Lindenau"), knock_out) ==
        "1 Abel, 2 Ehlers, 3 Beck, 4 Cohn, 5 Dorn, 5 Falk");
  // Abel beats Beck and withdraws. Beck plays the final instead, and wins it.
  const std::vector<CupGame> replaced = {{"Semifinal", "Abel", "Beck", kWhite},
                                         {"Semifinal", "Cohn", "Dorn", kWhite},
                                         {"Final", "Beck", "Cohn", kWhite}};
  CHECK(places_of(cup(replaced, "Lindenau Cup")) == "1 Beck, 2 Cohn, 3 Abel, 3 Dorn");
}

TEST_CASE("a match for the third place belongs to a knock-out", "[system_guess]") {
  const std::vector<CupGame> eight = {
      {"1.1", "Abel", "Beck", kWhite},   {"1.2", "Cohn", "Dorn", kBlack},
      {"1.3", "Ehlers", "Falk", kWhite}, {"1.4", "Gross", "Huber", kBlack},
      {"2.1", "Abel", "Dorn", kWhite},   {"2.2", "Ehlers", "Huber", kBlack},
      {"3.1", "Abel", "Huber", kWhite},  {"3.2", "Dorn", "Ehlers", kBlack}};
  const Games games = cup(eight, "Lindenau");
  CHECK(system_text(of_games(games)) == "knock-out");
  CHECK(findings_of(games).empty());
  CHECK(places_of(games) == "1 Abel, 2 Huber, 3 Ehlers, 4 Dorn, 5 Beck, 5 Cohn, 5 Falk, 5 Gross");
  // In a cup of four players, the name or the round names indicate the system.
  std::vector<CupGame> four(eight.begin() + 4, eight.end());
  four[0].round = four[1].round = "1";
  four[2].round = four[3].round = "2";
  CHECK(system_text(of_games(cup(four, "Lindenau"))) != "knock-out");
  for (const char* name :
       {"Stadtpokal", "Lindenau Cup", "K.o.-Turnier", "Coupe de la ville", "Кубок, нокаут"}) {
    CAPTURE(name);
    CHECK(system_text(of_games(cup(four, name))) == "knock-out");
  }
  four[0].round = four[1].round = "Semifinal";
  four[2].round = "Final";
  four[3].round = "3rd place";
  CHECK(system_text(of_games(cup(four, "Lindenau"))) == "knock-out");
  CHECK(places_of(cup(four, "Lindenau")) == "1 Abel, 2 Huber, 3 Ehlers, 4 Dorn");
}

// A drawn match with a drawn tie-break: the player in the final advanced.
TEST_CASE("who meets another winner has won a tied match", "[system_guess]") {
  const Games games = cup({{"1", "Abel", "Dorn", kDraw},
                           {"1", "Dorn", "Abel", kDraw},
                           {"1", "Beck", "Cohn", kWhite},
                           {"1", "Cohn", "Beck", kDraw},
                           {"2", "Beck", "Dorn", kWhite},
                           {"2", "Dorn", "Beck", kDraw},
                           {"2", "Abel", "Cohn", kWhite},
                           {"2", "Cohn", "Abel", kWhite}},
                          "Lindenau Cup");
  CHECK(places_of(games) == "1 Beck, 2 Dorn, 3 Abel, 3 Cohn");
}

TEST_CASE("the names of rounds are their order, in several languages", "[system_guess]") {
  const auto [name, players] =
      GENERATE(table<std::string, std::uint32_t>({{"Final", 2},
                                                  {"FINAL", 2},
                                                  {"Finale", 2},
                                                  {"финал", 2},
                                                  {"F", 2},
                                                  {"Final 2", 2},
                                                  {"Semifinal", 4},
                                                  {"Semi-Finals", 4},
                                                  {"SF1", 4},
                                                  {"1/2", 4},
                                                  {"Halbfinale", 4},
                                                  {"demi-finale", 4},
                                                  {"Полуфинал", 4},
                                                  {"Półfinał", 4},
                                                  {"halve finale", 4},
                                                  {"QF 3", 8},
                                                  {"Quarterfinals", 8},
                                                  {"Viertelfinale", 8},
                                                  {"1/4", 8},
                                                  {"1/4 final", 8},
                                                  {"quart de finale", 8},
                                                  {"Cuartos de final", 8},
                                                  {"quarti di finale", 8},
                                                  {"Четвертьфинал", 8},
                                                  {"Achtelfinale", 16},
                                                  {"1/8 финала", 16},
                                                  {"Round of 16", 16},
                                                  {"huitième de finale", 16},
                                                  {"1/16", 32},
                                                  {"3rd place", 2},
                                                  {"Spiel um Platz 3", 2},
                                                  {"petite finale", 2},
                                                  {"за 3-е место", 2},
                                                  {"Third Place", 2}}));
  CAPTURE(name);
  const auto stage = parse_stage(name);
  REQUIRE(stage.has_value());
  CHECK(stage->players == players);
}

TEST_CASE("other rounds are no names of stages", "[system_guess]") {
  const auto* const name =
      GENERATE("3", "3.1", "1/3", "1/1", "2/4", "", "?", "Round 3", "3rd round", "Sfax", "Group A",
               "Group F", "1/4/2024", "tie-break");
  CAPTURE(name);
  CHECK_FALSE(parse_stage(name).has_value());
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
    // The players of the first team rotate opponents.
    const int difference = game.value(KnownTag::White)[0] - game.value(KnownTag::Black)[0];
    const int round = (difference < 0 ? -difference : difference) % 4 + 1;
    set_tag(game, KnownTag::Round, std::to_string(round));
    set_tag(game, KnownTag::Date, "2024.05.0" + std::to_string(round));
  }
  CHECK(system_text(of_games(games)) == "Scheveningen");
  CHECK(findings_of(games).empty());
}

// After three rounds, each of Abel, Cohn and Eder has met each of the others.
TEST_CASE("a Swiss of six players is no Scheveningen", "[system_guess]") {
  const Games games = cup({{"1", "Abel", "Beck", kDraw},
                           {"1", "Cohn", "Dorn", kDraw},
                           {"1", "Eder", "Funk", kDraw},
                           {"2", "Beck", "Cohn", kDraw},
                           {"2", "Dorn", "Eder", kDraw},
                           {"2", "Funk", "Abel", kDraw},
                           {"3", "Abel", "Dorn", kDraw},
                           {"3", "Beck", "Eder", kDraw},
                           {"3", "Cohn", "Funk", kDraw}},
                          "Lindenau");
  Tournament event = of_games(games);
  event.type = "Individual: Swiss-System";
  recognize_system(event);
  CHECK(system_text(event) == "Swiss");
  event.type = "Individual: Round-Robin";
  recognize_system(event);
  CHECK(system_text(event) == "round robin");
}

TEST_CASE("a named round is a knock-out only if each player has one opponent", "[system_guess]") {
  Games games = made_round_robin(6);
  for (EventGame& game : games) set_tag(game, KnownTag::Round, "Final");
  CHECK(system_text(of_games(games)) != "knock-out");
  const std::vector<CupGame> final_match = {{"Final", "Abel", "Beck", kWhite},
                                            {"Final", "Beck", "Abel", kDraw},
                                            {"Final", "Cohn", "Dorn", kWhite},
                                            {"Final", "Dorn", "Cohn", kDraw}};
  CHECK(system_text(of_games(cup(final_match, "Lindenau"))) == "knock-out");
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
  // All games of the first round were forfeited, and are paired again in a sixth round.
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
      {{7, "round robin"}, {14, "double round robin"}, {3, "Swiss"}, {5, "Swiss"}, {9, "Swiss"}}));
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
