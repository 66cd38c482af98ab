#include "lib/tournament/event_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

using enum KnownTag;
using Catch::Matchers::Contains;
using Games = std::vector<EventGame>;

std::vector<EventFinding> findings_of(const Games& games) {
  const std::vector<std::string> files{"games.pgn"};
  return check_event(games, tournament_of_games(games), files);
}

std::string findings_text(const std::vector<EventFinding>& findings) {
  std::string text;
  for (const EventFinding& finding : findings) {
    text += fmt::format("{}:{}: {}\n", finding.game, entry_of(finding.code).id, finding.message);
  }
  return text;
}

enum class Kind { RoundRobin, DoubleRoundRobin, Swiss, KnockOut, Team };

Games made(Kind kind) {
  switch (kind) {
    case Kind::RoundRobin:
      return made_round_robin(10);
    case Kind::DoubleRoundRobin:
      return made_round_robin(8, 2);
    case Kind::Swiss:
      return made_swiss(40, 9);
    case Kind::KnockOut:
      return made_knock_out(16);
    case Kind::Team:
      break;
  }
  return made_team_event(8);
}

void swap_colours(EventGame& game) {
  for (EventTag& tag : game.tags) {
    switch (tag.known) {
      case White:
        tag.known = Black;
        break;
      case Black:
        tag.known = White;
        break;
      case WhiteElo:
        tag.known = BlackElo;
        break;
      case BlackElo:
        tag.known = WhiteElo;
        break;
      case WhiteFideId:
        tag.known = BlackFideId;
        break;
      case BlackFideId:
        tag.known = WhiteFideId;
        break;
      case WhiteTitle:
        tag.known = BlackTitle;
        break;
      case BlackTitle:
        tag.known = WhiteTitle;
        break;
      default:
        break;
    }
  }
}

EventGame& game_of_round(Games& games, std::uint32_t round, std::size_t skip = 0) {
  for (EventGame& game : games) {
    if (game.round().round == round && skip-- == 0) return game;
  }
  FAIL("there is no such game");
  return games.front();
}

// Returns the indexes of the games of `player`, in order.
std::vector<std::size_t> games_with(const Games& games, std::string_view player) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (games[i].value(White) == player || games[i].value(Black) == player) found.push_back(i);
  }
  return found;
}

TEST_CASE("a tournament without errors has no findings, and its system is recognized",
          "[event_checks]") {
  struct Case {
    Kind kind;
    System system;
    std::uint32_t cycles;
  };
  const Case c = GENERATE(values<Case>({{Kind::RoundRobin, System::RoundRobin, 1},
                                        {Kind::DoubleRoundRobin, System::RoundRobin, 2},
                                        {Kind::Swiss, System::Swiss, 1},
                                        {Kind::KnockOut, System::KnockOut, 1},
                                        {Kind::Team, System::Team, 1}}));
  const Games games = made(c.kind);
  const TournamentOfGames event = tournament_of_games(games);
  CHECK(findings_text(findings_of(games)) == "");
  CHECK(std::string(to_string(event.tournament.system)) == to_string(c.system));
  CHECK(event.tournament.cycles == c.cycles);
}

struct Spoiling {
  const char* what;
  Kind kind;
  std::function<void(Games&)> spoil;
  const char* finding;
  bool names_other = true;
};

std::vector<Spoiling> spoilings() {
  return {
      {"a game is there twice", Kind::RoundRobin, [](Games& games) { games.push_back(games[7]); },
       "game-twice"},
      {"a game of a Swiss is there twice", Kind::Swiss,
       [](Games& games) { games.push_back(games[7]); }, "game-twice"},
      {"a game is there twice, under another round", Kind::RoundRobin,
       [](Games& games) {
         games.push_back(games[7]);
         set_tag(games.back(), Round, "");
         set_tag(games.back(), Date, "");
       },
       "game-twice"},
      {"a game of a double round robin is there twice", Kind::DoubleRoundRobin,
       [](Games& games) { games.push_back(games[7]); }, "game-twice"},
      {"a game is there twice with two results", Kind::Swiss,
       [](Games& games) {
         games.push_back(games[7]);
         GameResult& result = games.back().result;
         result.outcome = result.outcome == Outcome::Draw ? Outcome::WhiteWins : Outcome::Draw;
       },
       "game-twice-other-result"},
      {"a pairing has two games in a round", Kind::Team,
       [](Games& games) {
         games[9].result.outcome = Outcome::WhiteWins;
         games.push_back(games[9]);
         games.back().moves_hash = 5;
       },
       "pairing-twice-in-round"},
      {"a drawn game is replayed in its round", Kind::Team,
       [](Games& games) {
         games[9].result.outcome = Outcome::Draw;
         games.push_back(games[9]);
         games.back().moves_hash = 5;
         games.back().result.outcome = Outcome::WhiteWins;
       },
       "replayed-draw"},
      {"a player plays twice in a round", Kind::Swiss,
       [](Games& games) {
         EventGame& one = game_of_round(games, 3, 0);
         EventGame& other = game_of_round(games, 3, 2);
         for (const auto& [tag, from] :
              {std::pair(White, White), std::pair(WhiteElo, WhiteElo),
               std::pair(WhiteFideId, WhiteFideId), std::pair(WhiteTitle, WhiteTitle)}) {
           set_tag(other, tag, std::string(one.value(from)));
         }
       },
       "player-twice-in-round"},
      {"a board is there twice", Kind::Swiss,
       [](Games& games) { set_tag(game_of_round(games, 4, 19), Round, "4.19"); },
       "board-twice-in-round"},
      {"a Board tag repeats another", Kind::RoundRobin,
       [](Games& games) {
         set_tag(game_of_round(games, 4, 4), Round, "4");
         set_tag(game_of_round(games, 4, 4), Board, "4");
       },
       "board-twice-in-round"},
      {"a board is missing in a Swiss", Kind::Swiss,
       [](Games& games) {
         std::erase_if(games, [](const EventGame& game) { return game.value(Round) == "5.7"; });
       },
       "board-missing"},
      {"a round is missing in a Swiss", Kind::Swiss,
       [](Games& games) {
         std::erase_if(games, [](const EventGame& game) { return game.round().round == 6; });
       },
       "round-gap", false},
      {"a game of a round robin is missing", Kind::RoundRobin,
       [](Games& games) {
         std::erase_if(games, [](const EventGame& game) { return game.value(Round) == "5.5"; });
       },
       "pairing-missing", false},
      {"players meet again in a Swiss", Kind::Swiss,
       [](Games& games) {
         // The pairs of a game in the last round and an earlier game swap partners.
         EventGame& last = game_of_round(games, 9, 2);
         const std::string white(last.value(White));
         for (const std::size_t i : games_with(games, white)) {
           if (games[i].round().round != 2) continue;
           EventGame& early = games[i];
           const bool is_white = early.value(White) == white;
           const KnownTag other = is_white ? Black : White;
           const std::string name(early.value(other));
           const std::string elo(early.value(is_white ? BlackElo : WhiteElo));
           const std::string id(early.value(is_white ? BlackFideId : WhiteFideId));
           const std::string title(early.value(is_white ? BlackTitle : WhiteTitle));
           const std::string black(last.value(Black));
           const std::string black_elo(last.value(BlackElo));
           const std::string black_id(last.value(BlackFideId));
           const std::string black_title(last.value(BlackTitle));
           for (EventGame& game : games) {
             if (game.round().round != 9 || game.number == last.number) continue;
             for (const bool side : {false, true}) {
               const KnownTag who = side ? White : Black;
               if (game.value(who) != name) continue;
               set_tag(game, who, black);
               set_tag(game, side ? WhiteElo : BlackElo, black_elo);
               set_tag(game, side ? WhiteFideId : BlackFideId, black_id);
               set_tag(game, side ? WhiteTitle : BlackTitle, black_title);
             }
           }
           set_tag(last, Black, name);
           set_tag(last, BlackElo, elo);
           set_tag(last, BlackFideId, id);
           set_tag(last, BlackTitle, title);
           return;
         }
       },
       "opponents-meet-again"},
      {"colours of a double round robin are exchanged", Kind::DoubleRoundRobin,
       [](Games& games) { swap_colours(games[30]); }, "colours-repeated"},
      {"who lost plays on in a knock-out", Kind::KnockOut,
       [](Games& games) {
         // The winner of the first match lost it.
         games[0].result.outcome = Outcome::BlackWins;
         games[1].result.outcome = Outcome::WhiteWins;
       },
       "loser-plays-on"},
      {"a name is written in another way", Kind::Swiss,
       [](Games& games) {
         const std::string name(games[50].value(White));
         set_tag(games[50], White, name.substr(0, name.find(',') + 3) + ".");
       },
       "name-differs"},
      {"a name without an id has lost a letter", Kind::RoundRobin,
       [](Games& games) {
         for (EventGame& game : games) {
           set_tag(game, WhiteFideId, "");
           set_tag(game, BlackFideId, "");
         }
         std::string name(games[20].value(White));
         set_tag(games[20], White, name.erase(3, 1));
       },
       "names-alike"},
      {"a player has another id in one game", Kind::Swiss,
       [](Games& games) { set_tag(games[50], BlackFideId, "4611111"); }, "fideid-differs"},
      {"a player has the id of another", Kind::Team,
       [](Games& games) {
         set_tag(games[5], WhiteFideId, std::string(games[0].value(BlackFideId)));
         set_tag(games[5], Round, "");
         set_tag(games[5], Date, "");
         for (const KnownTag tag : {WhiteElo, WhiteTitle, WhiteTeam}) set_tag(games[5], tag, "");
       },
       "fideid-shared"},
      {"a title differs", Kind::Swiss,
       [](Games& games) {
         const std::size_t i = games_with(games, "Adler, Nora")[4];
         set_tag(games[i], games[i].value(White) == "Adler, Nora" ? WhiteTitle : BlackTitle, "IM");
       },
       "title-differs"},
      {"a rating differs", Kind::RoundRobin,
       [](Games& games) { set_tag(games[30], WhiteElo, "2200"); }, "rating-differs"},
      {"a team is written in another way", Kind::Team,
       [](Games& games) { set_tag(games[40], BlackTeam, "Clubb 3"); }, "team-differs"},
      {"the event is misspelled", Kind::Swiss,
       [](Games& games) { set_tag(games[9], Event, "Lindenau Opne"); }, "event-name-differs"},
      {"the site is misspelled", Kind::Swiss,
       [](Games& games) { set_tag(games[9], Site, "Lindnau GER"); }, "site-differs"},
      {"the date of the event differs", Kind::Team,
       [](Games& games) { set_tag(games[9], EventDate, "2023.05.03"); }, "event-date-differs"},
      {"a game is dated before the round before", Kind::RoundRobin,
       [](Games& games) { set_tag(game_of_round(games, 5, 1), Date, "2024.04.07"); },
       "round-date-order"},
      {"a game is dated behind the next round", Kind::Swiss,
       [](Games& games) { set_tag(game_of_round(games, 5, 1), Date, "2024.05.27"); },
       "round-date-order"},
  };
}

TEST_CASE("each kind of error is found with both places, and nothing else", "[event_checks]") {
  for (const Spoiling& spoiling : spoilings()) {
    CAPTURE(spoiling.what);
    Games games = made(spoiling.kind);
    spoiling.spoil(games);
    const std::vector<EventFinding> findings = findings_of(games);
    CAPTURE(findings_text(findings));
    CHECK(findings.size() == 1);
    for (const EventFinding& finding : findings) {
      CHECK(entry_of(finding.code).id == std::string_view(spoiling.finding));
      CHECK(finding.other.has_value() == spoiling.names_other);
      if (!finding.other) continue;
      CHECK(*finding.other != finding.game);
      const std::string place = fmt::format("game {} (line {})", games[*finding.other].number,
                                            20 * games[*finding.other].number);
      CHECK(finding.message.find(place) != std::string::npos);
    }
  }
}

TEST_CASE("a duplicate game does not replace a missing one", "[event_checks]") {
  Games games = made(Kind::DoubleRoundRobin);
  games.push_back(games[7]);
  const std::string white(games[7].value(White));
  std::erase_if(games, [&](const EventGame& game) {
    return game.value(Black) == white && game.value(White) == games.back().value(Black);
  });
  const std::string text = findings_text(findings_of(games));
  CAPTURE(text);
  CHECK(text.find("game-twice: ") != text.npos);
  CHECK(text.find("pairing-missing: ") != text.npos);
}

TEST_CASE("replayed draws are notes, however many there are", "[event_checks]") {
  Games games = made(Kind::RoundRobin);
  const std::size_t played = games.size();
  // Two of three games are drawn and replayed, so that most rounds have a pairing twice.
  for (std::size_t i = 0; i < played; ++i) {
    if (i % 3 == 0) continue;
    games[i].result.outcome = Outcome::Draw;
    games.push_back(games[i]);
    games.back().moves_hash = 1'000'000 + i;
    games.back().result.outcome = Outcome::WhiteWins;
  }
  const std::vector<EventFinding> findings = findings_of(games);
  CAPTURE(findings_text(findings));
  const auto notes =
      std::ranges::count(findings, DiagnosticCode::ReplayedDraw, &EventFinding::code);
  CHECK(notes == static_cast<std::ptrdiff_t>(games.size() - played));
}

TEST_CASE("three games in a row with one colour are found in a Swiss", "[event_checks]") {
  Games games = made(Kind::Swiss);
  // Swaps colours until a player has three in a row.
  for (EventGame& game : games) {
    if (game.round().round != 5) continue;
    swap_colours(game);
  }
  const std::vector<EventFinding> findings = findings_of(games);
  REQUIRE_FALSE(findings.empty());
  for (const EventFinding& finding : findings) {
    CHECK(entry_of(finding.code).id == "colour-three-times");
    REQUIRE(finding.other.has_value());
    CHECK(games[finding.game].round().round == games[*finding.other].round().round + 2);
  }
}

TEST_CASE("a round is a number that a tournament can have", "[event_checks]") {
  const auto [text, round] = GENERATE(table<std::string, std::uint32_t>(
      {{"3", 3},           {"3.12", 3},         {"99.1.230", 99}, {"756.1.230", 1},
       {"756.10000.1", 0}, {"100.3", 100},      {"9999", 9999},   {"10000", 0},
       {"20240509", 0},    {"4000000000.1", 0}, {"Runde 3", 3},   {"Round 3.2", 3},
       {"R3", 3},          {"R16", 0},          {"Rd. 3", 3},     {"3(2)", 3},
       {"3 (12)", 3},      {"Round of 16", 0},  {"Group 3", 0},   {"3(a)", 0},
       {"?", 0},           {"Final", 0},        {"(3)", 3},       {"TB1", 0},
       {"(Final)", 0},     {"Round Robin", 0}}));
  CAPTURE(text);
  CHECK(parse_round(text).round == round);
}

TEST_CASE("players without ids are identified by their names", "[event_checks]") {
  Games games = made(Kind::RoundRobin);
  for (EventGame& game : games) {
    set_tag(game, WhiteFideId, "");
    set_tag(game, BlackFideId, "");
  }
  set_tag(games[3], White, "ADLER,NORA");
  const TournamentOfGames event = tournament_of_games(games);
  CHECK(event.tournament.players.size() == 10);
}

TEST_CASE("a player or a board twice in a small round is found", "[event_checks]") {
  Games round;
  for (const EventGame& game : made(Kind::RoundRobin)) {
    if (game.round().round == 1) round.push_back(game);
  }
  round.resize(4);
  REQUIRE(findings_text(findings_of(round)) == "");
  Games board = round;
  set_tag(board[3], Round, std::string(board[1].value(Round)));
  CHECK_THAT(findings_text(findings_of(board)), Contains("board-twice-in-round"));
  Games player = round;
  for (const KnownTag tag : {White, WhiteFideId, WhiteElo, WhiteTitle}) {
    set_tag(player[3], tag, std::string(player[1].value(tag)));
  }
  CHECK_THAT(findings_text(findings_of(player)), Contains("player-twice-in-round"));
}

TEST_CASE("games of unknown players are not repetitions", "[event_checks]") {
  Games games = made(Kind::RoundRobin);
  for (EventGame& game : games) {
    for (const KnownTag tag :
         {White, Black, WhiteFideId, BlackFideId, WhiteElo, BlackElo, WhiteTitle, BlackTitle}) {
      set_tag(game, tag, tag == White || tag == Black ? "?" : "");
    }
  }
  CHECK(findings_text(findings_of(games)) == "");
}

}  // namespace
}  // namespace arbiter::testing
