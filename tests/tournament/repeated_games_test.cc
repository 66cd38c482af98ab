// Checks that duplicate games in the files do not change the standings.

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lib/tournament/event_checks.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/tournament_of_games.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

using enum KnownTag;
using Games = std::vector<EventGame>;

// Returns places, names and points.
std::string table_of(const Tournament& tournament) {
  std::string text = to_string(tournament.system);
  for (const StandingsRow& row : standings_of(tournament, usual_tie_breaks(tournament)).rows) {
    text += "\n" + std::to_string(row.place) + " " + tournament.players[row.player].name + " " +
            std::to_string(row.points);
  }
  return text;
}

TEST_CASE("a tournament whose games all appear twice has unchanged standings", "[repeated_games]") {
  for (const Games& games : {made_round_robin(8), made_round_robin(6, 2), made_swiss(20, 7),
                             made_knock_out(8), made_team_event(6)}) {
    Games twice = games;
    for (const EventGame& game : games) {
      twice.push_back(game);
      twice.back().file = 1;
    }
    Tournament once = tournament_of_games(games).tournament;
    CHECK(count_once(games, once).empty());
    Tournament tournament = tournament_of_games(twice).tournament;
    const auto repeated = count_once(twice, tournament);
    CHECK(repeated.size() == games.size());
    for (const RepeatedGame& one : repeated) CHECK(one.game == one.counted + games.size());
    CHECK(table_of(tournament) == table_of(once));
    CHECK(tournament.cycles == once.cycles);
  }
}

struct Case {
  const char* what;
  std::function<void(Games&)> change;  // changes the last game, which duplicates the ninth
  std::string message;                 // empty if both count
};

TEST_CASE("a game is a duplicate if players, round and moves are equal", "[repeated_games]") {
  const auto other_moves = [](EventGame& game) { game.moves_hash = 3; };
  const auto other_result = [](EventGame& game) {
    const bool is_draw = game.result.outcome == Outcome::Draw;
    game.result.outcome = is_draw ? Outcome::WhiteWins : Outcome::Draw;
  };
  const std::string again = "game 31 (line 620) duplicates game 9 (line 180)";
  const std::string instead =
      "game 31 (line 620) has the same players and round as game 9 (line 180), but different moves";
  const std::vector<Case> cases = {
      {"the same", [](Games&) {}, again + "; counted once"},
      {"at another board", [](Games& games) { set_tag(games.back(), Round, "2.7"); },
       again + "; counted once"},
      {"with another result", [&](Games& games) { other_result(games.back()); },
       again + ", but with the result 1-0; using 1/2-1/2"},
      {"in another round", [](Games& games) { set_tag(games.back(), Round, "9.1"); }, ""},
      {"with other colours",
       [](Games& games) {
         for (const auto& [one, other] :
              {std::pair(White, Black), std::pair(WhiteFideId, BlackFideId)}) {
           const std::string white(games.back().value(one));
           set_tag(games.back(), one, std::string(games.back().value(other)));
           set_tag(games.back(), other, white);
         }
       },
       ""},
      {"with other moves", [&](Games& games) { other_moves(games.back()); },
       instead + "; not counted"},
      {"with other moves and another result",
       [&](Games& games) {
         other_moves(games.back());
         other_result(games.back());
       },
       instead + " and the result 1-0; not counted"},
      {"finished later",
       [&](Games& games) {
         other_moves(games.back());
         games[8].result = {};
       },
       "game 9 (line 180) has the same players and round as game 31 (line 620), but different "
       "moves and the result *; not counted"},
      {"of an unknown round, on the same day",
       [](Games& games) {
         set_tag(games[8], Round, "?");
         set_tag(games.back(), Round, "?");
       },
       again + "; counted once"},
      {"of an unknown round, on another day",
       [](Games& games) {
         set_tag(games[8], Round, "?");
         set_tag(games.back(), Round, "?");
         set_tag(games.back(), Date, "2024.05.20");
       },
       ""},
      {"a forfeit",
       [](Games& games) {
         for (EventGame* game : {&games[8], &games.back()}) {
           game->plies = 0;
           game->is_forfeit = true;
         }
       },
       again + "; counted once"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.what);
    Games games = made_swiss(12, 5);
    REQUIRE(games.size() == 30);
    games[8].result.outcome = Outcome::Draw;
    games.push_back(games[8]);
    games.back().number = 31;
    for (EventTag& tag : games.back().tags) tag.line = 620;
    c.change(games);
    Tournament tournament = tournament_of_games(games).tournament;
    const auto repeated = count_once(games, tournament);
    const std::string files[] = {"games.pgn"};
    std::string message;
    for (const RepeatedGame& one : repeated) message += to_string(one, games, files);
    CHECK(message == c.message);
    CHECK(tournament.pairings.size() == games.size() - repeated.size());
  }
}

TEST_CASE("several games of a match in one round all count", "[repeated_games]") {
  const Games games = made_knock_out(8);
  Tournament tournament = tournament_of_games(games).tournament;
  const std::size_t before = tournament.pairings.size();
  CHECK(count_once(games, tournament).empty());
  CHECK(tournament.pairings.size() == before);
}

TEST_CASE("a bye that appears twice counts once", "[repeated_games]") {
  Games games = made_swiss(11, 5);
  EventGame bye = games.front();
  set_tag(bye, White, "BYE");
  set_tag(bye, WhiteFideId, "");
  set_tag(bye, Round, "9");
  bye.result.outcome = Outcome::BlackWins;
  bye.plies = 0;
  games.push_back(bye);
  games.push_back(bye);
  Tournament tournament = tournament_of_games(games).tournament;
  REQUIRE(tournament.byes.size() == 2);
  CHECK(count_once(games, tournament).size() == 1);
  CHECK(tournament.byes.size() == 1);
}

TEST_CASE("an early withdrawal from a round robin of several cycles does not change the system",
          "[repeated_games]") {
  struct Withdrawal {
    std::uint32_t players, cycles, after;  // `after` is the last round of the first player
    std::uint32_t seen;                    // number of cycles; 0 if not a round robin
  };
  const auto c = GENERATE(values<Withdrawal>({{8, 4, 21, 4},  // Curaçao 1962
                                              {8, 4, 14, 4},
                                              {8, 4, 24, 4},
                                              {6, 2, 5, 2},
                                              {6, 2, 7, 2},
                                              {8, 4, 28, 4}}));
  CAPTURE(c.players, c.cycles, c.after);
  Games games = made_round_robin(c.players, c.cycles);
  const std::string leaver(games.front().value(White));
  std::erase_if(games, [&](const EventGame& game) {
    const bool plays = game.value(White) == leaver || game.value(Black) == leaver;
    return plays && game.round().round > c.after;
  });
  const Tournament tournament = tournament_of_games(games).tournament;
  CHECK(std::string(to_string(tournament.system)) == "round robin");
  CHECK(tournament.cycles == c.seen);
  const std::vector<bool> has_withdrawn = withdrawn_players(tournament);
  for (std::size_t i = 0; i < has_withdrawn.size(); ++i) {
    const bool is_leaver = tournament.players[i].name == leaver && c.after < 28;
    if (c.after != 24) CHECK(has_withdrawn[i] == is_leaver);
  }
  const std::string files[] = {"games.pgn"};
  for (const EventFinding& finding : check_event(games, tournament_of_games(games), files)) {
    const bool is_missing = finding.code == DiagnosticCode::PairingMissing;
    if (c.after != 24) CHECK_FALSE(is_missing);
  }
}

}  // namespace
}  // namespace arbiter::testing
