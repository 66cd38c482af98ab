#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/tournament/standings.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

using enum KnownTag;
using Games = std::vector<EventGame>;

// Returns the report of the games, as a federation would have it.
TrfReport report_of(const Games& games) {
  const Tournament tournament = tournament_of_games(games).tournament;
  TrfReport report{.name = "Lindenau Open", .rounds = tournament.rounds};
  for (PlayerIndex i = 0; i < tournament.players.size(); ++i) {
    const Player& player = tournament.players[i];
    TrfPlayer line{.starting_rank = i + 1,
                   .name = player.name,
                   .rating = player.rating,
                   .fide_id = player.fide_id,
                   .points = 0};
    line.rounds.assign(tournament.rounds, TrfRound{.result = 'Z', .place = {}});
    report.players.push_back(line);
  }
  for (const Pairing& game : tournament.pairings) {
    constexpr char kResults[] = {'0', '=', '1'};
    for (const Color color : {Color::White, Color::Black}) {
      TrfPlayer& line = report.players[game.player(color)];
      TrfRound& round = line.rounds[game.round - 1];
      round.opponent = game.player(other(color)) + 1;
      round.color = color == Color::White ? 'w' : 'b';
      round.result = kResults[game.points(color)];
      *line.points += game.points(color);
    }
  }
  return read_trf(write_trf(report));
}

std::string findings_text(const Crosscheck& checked) {
  std::string text;
  for (const CrosscheckFinding& finding : checked.findings) {
    text += fmt::format("{}: {}\n", entry_of(finding.code).id, finding.message);
  }
  return text;
}

Crosscheck check(const Games& games, const TrfReport& report) {
  const std::vector<std::string> files{"games.pgn"};
  return crosscheck(games, tournament_of_games(games), report, files);
}

void set_round(TrfReport& report, std::size_t player, std::size_t round, char result) {
  report.players[player].rounds[round].result = result;
}

TEST_CASE("games and their report agree", "[crosscheck]") {
  for (const Games& games : {made_round_robin(9), made_swiss(30, 7), made_team_event(6)}) {
    const Crosscheck checked = check(games, report_of(games));
    CHECK(findings_text(checked) == "");
    CHECK(checked.compared == games.size());
  }
}

struct Difference {
  const char* what;
  std::function<void(Games&, TrfReport&)> make;
  std::vector<std::string> findings;
};

std::vector<Difference> differences() {
  return {
      {"a game is missing",
       [](Games& games, TrfReport&) { games.erase(games.begin() + 8); },
       {"crosscheck-game-missing"}},
      {"a game is too many",
       [](Games& games, TrfReport&) {
         games.push_back(games[8]);
         games.back().moves_hash = 3;
       },
       {"crosscheck-game-extra"}},
      {"a result differs",
       [](Games& games, TrfReport&) {
         Outcome& outcome = games[8].result.outcome;
         outcome = outcome == Outcome::Draw ? Outcome::WhiteWins : Outcome::Draw;
       },
       {"crosscheck-result"}},
      {"a game has no result",
       [](Games& games, TrfReport&) { games[8].result = {}; },
       {"crosscheck-result"}},
      {"a round differs",
       [](Games& games, TrfReport&) { set_tag(games[8], Round, "17.1"); },
       {"crosscheck-round"}},
      {"a name differs, by the id it is the same",
       [](Games&, TrfReport& report) { report.players[2].name = "Somebody, Else"; },
       {"crosscheck-name"}},
      {"a rating differs",
       [](Games&, TrfReport& report) { report.players[2].rating += 10; },
       {"crosscheck-rating"}},
      {"an id differs, by the name it is the same",
       [](Games&, TrfReport& report) { report.players[2].fide_id += 1; },
       {"crosscheck-fideid"}},
      {"the report has a forfeit for a game that was played",
       [](Games& games, TrfReport& report) {
         const auto white = tournament_of_games(games).players[8][0];
         const auto black = tournament_of_games(games).players[8][1];
         const std::size_t round = games[8].round().round - 1;
         const bool white_won = report.players[white].rounds[round].result == '1';
         games[8].result.outcome = white_won ? Outcome::WhiteWins : Outcome::BlackWins;
         set_round(report, white, round, white_won ? '+' : '-');
         set_round(report, black, round, white_won ? '-' : '+');
         report.players[white].points.reset();
         report.players[black].points.reset();
       },
       {"crosscheck-forfeit"}},
      {"a forfeit needs no game",
       [](Games& games, TrfReport& report) {
         const auto white = tournament_of_games(games).players[8][0];
         const auto black = tournament_of_games(games).players[8][1];
         const std::size_t round = games[8].round().round - 1;
         set_round(report, white, round, '+');
         set_round(report, black, round, '-');
         report.players[white].points.reset();
         report.players[black].points.reset();
         games.erase(games.begin() + 8);
       },
       {}},
      {"points are not the sum",
       [](Games&, TrfReport& report) { *report.players[2].points += 1; },
       {"trf-points"}},
      {"a line contradicts another",
       [](Games&, TrfReport& report) {
         report.players[2].points.reset();
         const TrfRound& round = report.players[2].rounds[0];
         report.players[round.opponent - 1].points.reset();
         set_round(report, 2, 0, round.result == '1' ? 'D' : '1');
       },
       {"trf-contradiction", "crosscheck-result"}},
      {"somebody who is not in the report plays",
       [](Games& games, TrfReport&) {
         set_tag(games[8], White, "Stranger, A");
         set_tag(games[8], WhiteFideId, "999");
         set_tag(games[8], Round, "");
       },
       {"crosscheck-game-missing", "crosscheck-player"}},
  };
}

std::vector<std::string> ids_of(const Crosscheck& checked) {
  std::vector<std::string> ids;
  for (const CrosscheckFinding& finding : checked.findings) {
    ids.emplace_back(entry_of(finding.code).id);
  }
  return ids;
}

void drop_tags(Games& games, const std::vector<KnownTag>& tags) {
  for (EventGame& game : games) {
    for (const KnownTag tag : tags) set_tag(game, tag, "");
  }
}

void rename(Games& games, const std::string& from, const std::string& to) {
  for (EventGame& game : games) {
    for (const KnownTag tag : {White, Black}) {
      if (game.value(tag) == from) set_tag(game, tag, to);
    }
  }
}

void without_ids(Games& games, TrfReport&) { drop_tags(games, {WhiteFideId, BlackFideId}); }

// Returns the findings for one wrong name or id, where the game is still compared.
std::vector<Difference> wrong_names() {
  return {
      {"a name has a slip",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         set_tag(games[12], White, std::string(games[12].value(White)).erase(2, 1));
       },
       {"crosscheck-name"}},
      {"a name is that of another player",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         set_tag(games[12], White, std::string(games[13].value(Black)));
       },
       {"crosscheck-name"}},
      {"a name is that of another player, with the right id",
       [](Games& games, TrfReport&) {
         set_tag(games[12], White, std::string(games[13].value(Black)));
       },
       {"crosscheck-name"}},
      {"a name is unknown",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         set_tag(games[12], Black, "Quite, Another");
       },
       {"crosscheck-name"}},
      {"an id has a slip",
       [](Games& games, TrfReport&) { set_tag(games[12], WhiteFideId, "4699999"); },
       {"crosscheck-fideid"}},
      {"an id is that of another player",
       [](Games& games, TrfReport&) {
         set_tag(games[12], WhiteFideId, std::string(games[13].value(BlackFideId)));
       },
       {"crosscheck-fideid"}},
      {"two ids of the report are exchanged",
       [](Games&, TrfReport& report) {
         std::swap(report.players[1].fide_id, report.players[3].fide_id);
       },
       {"crosscheck-fideid"}},
      {"two players of the report have one id",
       [](Games&, TrfReport& report) { report.players[3].fide_id = report.players[1].fide_id; },
       {"crosscheck-fideid"}},
      {"two players of the report have one id, and the games have none",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         report.players[3].fide_id = report.players[1].fide_id;
       },
       {"trf-contradiction"}},
      {"a name has a slip, and the result differs",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         set_tag(games[12], White, std::string(games[12].value(White)).erase(2, 1));
         Outcome& outcome = games[12].result.outcome;
         outcome = outcome == Outcome::Draw ? Outcome::WhiteWins : Outcome::Draw;
       },
       {"crosscheck-name", "crosscheck-result"}},
      {"a stranger with an id plays",
       [](Games& games, TrfReport&) {
         set_tag(games[12], White, "Stranger, Sam");
         set_tag(games[12], WhiteFideId, "999");
       },
       {"crosscheck-game-missing", "crosscheck-player"}},
      {"a game of two strangers is added",
       [](Games& games, TrfReport&) {
         games.push_back(games[12]);
         games.back().moves_hash = 5;
         set_tag(games.back(), White, "Stranger, Sam");
         set_tag(games.back(), WhiteFideId, "999");
         set_tag(games.back(), Black, "Outsider, Olga");
         set_tag(games.back(), BlackFideId, "998");
       },
       {"crosscheck-player", "crosscheck-player"}},
      {"no game has a round",
       [](Games& games, TrfReport&) { drop_tags(games, {Round}); },
       {"crosscheck-round"}},
      {"three players have one family name, and the games only that",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         for (int i = 0; i < 3; ++i) {
           rename(games, report.players[i].name, "Becker");
           report.players[i].name = fmt::format("Becker, {}", i == 0   ? "Anna"
                                                              : i == 1 ? "Jan"
                                                                       : "Tim");
         }
       },
       {"crosscheck-name"}},
      {"three players have one name",
       [](Games& games, TrfReport& report) {
         without_ids(games, report);
         for (int i = 0; i < 3; ++i) {
           rename(games, report.players[i].name, "Becker, Jan");
           report.players[i].name = "Becker, Jan";
         }
       },
       {"crosscheck-name"}},
  };
}

// Modifies a report as other programs would write it.
struct Habit {
  const char* what;
  std::string (*write)(std::string text);
};

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string changed;
  for (const char c : text) {
    if (c == '\n') changed += end;
    if (c != '\n' && c != '\r') changed += c;
  }
  return changed;
}

const Habit kHabits[] = {
    {"CR", [](std::string text) { return text; }},
    {"LF", [](std::string text) { return with_line_ends(text, "\n"); }},
    {"CR LF", [](std::string text) { return with_line_ends(text, "\r\n"); }},
    {"a byte order mark", [](std::string text) { return "\xef\xbb\xbf" + text; }},
    {"rulers",
     [](std::string text) {
       return "### 4567890123456789012345678901234567890\n" + with_line_ends(text, "\n");
     }},
    {"no spaces at the ends of lines",
     [](std::string text) {
       std::string cut;
       for (const char c : with_line_ends(text, "\n")) {
         if (c == '\n') cut.erase(cut.find_last_not_of(' ') + 1);
         cut += c;
       }
       return cut;
     }},
    {"small letters of results",
     [](std::string text) {
       for (std::size_t at = 0; (at = text.find("- Z", at)) != std::string::npos; ++at) {
         text[at + 2] = 'z';
       }
       return text;
     }},
};

// Tournaments of several sizes. Each is damaged in each way, and its report is written in each form
// in turn.
std::vector<Games> tournaments() {
  std::vector<Games> all;
  for (const std::uint32_t players : {6U, 7U, 8U, 9U, 10U, 11U, 12U, 13U, 14U, 16U}) {
    all.push_back(made_round_robin(players));
  }
  for (const std::uint32_t players : {6U, 8U}) all.push_back(made_round_robin(players, 2));
  for (const std::uint32_t players :
       {10U, 12U, 14U, 16U, 18U, 20U, 22U, 24U, 34U, 28U, 30U, 32U, 36U, 40U}) {
    all.push_back(made_swiss(players, players < 20 ? 5 : 7));
  }
  return all;
}

TEST_CASE("each damage is the right finding and no other, in reports of many habits",
          "[crosscheck]") {
  std::vector<Difference> all = differences();
  for (Difference& difference : wrong_names()) all.push_back(std::move(difference));
  CHECK(all.size() >= 25);
  std::size_t number = 0;
  for (const Games& undamaged : tournaments()) {
    for (const Difference& difference : all) {
      Games games = undamaged;
      const Habit& habit = kHabits[++number % std::size(kHabits)];
      CAPTURE(difference.what, games.size(), habit.what);
      TrfReport report = report_of(games);
      difference.make(games, report);
      const Crosscheck checked = check(games, read_trf(habit.write(write_trf(report))));
      CAPTURE(findings_text(checked));
      std::vector<std::string> ids = ids_of(checked);
      std::vector<std::string> expected = difference.findings;
      std::ranges::sort(ids);  // by line in the report
      std::ranges::sort(expected);
      CHECK(ids == expected);
    }
  }
}

TEST_CASE("the message states the player whose name or id is wrong", "[crosscheck]") {
  Games games = made_round_robin(10);
  const TrfReport report = report_of(games);
  const std::string name(games[12].value(White));
  const std::string id(games[12].value(WhiteFideId));
  const std::string other(games[13].value(BlackFideId));
  set_tag(games[12], WhiteFideId, other);
  CHECK(findings_text(check(games, report)) ==
        fmt::format("crosscheck-fideid: the FIDE id of {} is {} in the report and {} in game 13 "
                    "(line 260); matched by round and opponent\n",
                    name, id, other));
}

TEST_CASE("exchanged and equal ids of a report are named", "[crosscheck]") {
  const Games games = made_round_robin(10);
  const TrfReport report = report_of(games);
  const std::string one = std::to_string(report.players[1].fide_id);
  const std::string other = std::to_string(report.players[3].fide_id);
  const std::string name = report.players[1].name;
  const std::string others = report.players[3].name;
  TrfReport exchanged = report;
  std::swap(exchanged.players[1].fide_id, exchanged.players[3].fide_id);
  CHECK_THAT(findings_text(check(games, read_trf(write_trf(exchanged)))),
             Catch::StartsWith(fmt::format("crosscheck-fideid: the FIDE ids of {} ({}) and {} ({}) "
                                           "are swapped in the report (line ",
                                           name, other, others, one)));
  TrfReport equal = report;
  equal.players[3].fide_id = equal.players[1].fide_id;
  CHECK_THAT(findings_text(check(games, read_trf(write_trf(equal)))),
             Catch::StartsWith(fmt::format("crosscheck-fideid: the FIDE id of {} is {} in the "
                                           "report, like that of {}, and {} in game ",
                                           others, one, name, other)));
  // The same with the wrong id on the player listed first.
  equal = report;
  equal.players[1].fide_id = equal.players[3].fide_id;
  CHECK(check(games, read_trf(write_trf(equal))).findings.size() == 1);
  CHECK_THAT(findings_text(check(games, read_trf(write_trf(equal)))),
             Catch::StartsWith(fmt::format("crosscheck-fideid: the FIDE id of {} is {} in the "
                                           "report, like that of {}, and {} in game ",
                                           name, other, others, one)));
}

TEST_CASE("one round can be compared while others are incomplete", "[crosscheck]") {
  Games games = made_round_robin(10);
  const TrfReport report = report_of(games);
  std::erase_if(games, [](const EventGame& game) { return game.round().round != 4; });
  const std::vector<std::string> files{"games.pgn"};
  const Crosscheck checked = crosscheck(games, tournament_of_games(games), report, files, 4);
  CHECK(findings_text(checked) == "");
  CHECK(checked.compared == 5);
}

TEST_CASE("only the first thousand findings of a kind are kept, and the others counted",
          "[crosscheck]") {
  Games games;
  for (int i = 0; i < 60; ++i) {
    for (const EventGame& game : made_round_robin(8)) {
      games.push_back(game);
      games.back().moves_hash += 1000U * static_cast<std::uint64_t>(i);  // other moves
    }
  }
  const TrfReport report = report_of(made_round_robin(8));
  const Crosscheck checked = check(games, report);
  CHECK(checked.compared == 28);
  CHECK(checked.findings.size() == Crosscheck::kMaxOfKind);
  REQUIRE(checked.withheld.size() == 1);
  CHECK(checked.withheld.begin()->second == 59 * 28 - Crosscheck::kMaxOfKind);
}

struct CauseCase {
  std::string name;
  std::function<void(TrfReport&)> damage;
  std::string message;
};

TEST_CASE("one cause of many differences is one finding", "[crosscheck]") {
  const Games games = made_swiss(28, 7);
  const auto c = GENERATE(values<CauseCase>({
      {"exchanged rounds",
       [](TrfReport& report) {
         for (TrfPlayer& player : report.players) std::swap(player.rounds[2], player.rounds[3]);
       },
       "crosscheck-round: rounds 3 and 4 are swapped in the report: 28 games\n"},
      {"exchanged colours",
       [](TrfReport& report) {
         for (TrfPlayer& player : report.players) {
           for (TrfRound& round : player.rounds) round.color = round.color == 'w' ? 'b' : 'w';
         }
       },
       "crosscheck-colours: the report has the colours swapped: 98 games\n"},
      {"mirrored results",
       [](TrfReport& report) {
         for (TrfPlayer& player : report.players) {
           player.points.reset();
           for (TrfRound& round : player.rounds) {
             round.result = round.result == '1' ? '0' : round.result == '0' ? '1' : round.result;
           }
         }
       },
       "crosscheck-result: the report has the results of White and Black swapped: "},
      {"another order of players",
       [](TrfReport& report) {
         const auto count = static_cast<std::uint32_t>(report.players.size());
         for (TrfPlayer& player : report.players)
           player.starting_rank = count + 1 - player.starting_rank;
       },
       "trf-contradiction: the order of the players contradicts the opponents' numbers in 196 "
       "results\n"},
  }));
  CAPTURE(c.name);
  TrfReport report = report_of(games);
  c.damage(report);
  const std::string text = findings_text(check(games, read_trf(write_trf(report))));
  CHECK_THAT(text, Catch::Matchers::StartsWith(c.message));
  CHECK(std::ranges::count(text, '\n') == 1);
}

// Returns the games with their rounds raised by one, from index `from` to before index `to`.
Games with_later_rounds(Games games, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    set_tag(games[i], Round, fmt::format("{}.{}", games[i].round().round + 1, i + 1));
  }
  return games;
}

Games games_of_rounds(Games games, std::uint32_t first, std::uint32_t last) {
  std::erase_if(games, [&](const EventGame& game) {
    return game.round().round < first || game.round().round > last;
  });
  return games;
}

struct JoinCase {
  std::string name;
  Games reported;
  Games files;
  std::size_t added;
};

TEST_CASE("a game is counted once even if its round differs from the report's", "[crosscheck]") {
  const Games swiss = made_swiss(8, 5);
  const Games twice = made_round_robin(6, 2);
  const Games four = made_round_robin(4, 4);
  const auto c = GENERATE_COPY(values<JoinCase>({
      {"equal rounds", swiss, swiss, 0},
      {"all rounds are one too high", swiss, with_later_rounds(swiss, 0, swiss.size()), 0},
      {"the last round of one game is too high", swiss,
       with_later_rounds(swiss, swiss.size() - 1, swiss.size()), 0},
      {"all rounds of a double round robin", twice, with_later_rounds(twice, 0, twice.size()), 0},
      {"a new round", games_of_rounds(swiss, 1, 4), swiss, 4},
      {"only a new round", games_of_rounds(swiss, 1, 4), games_of_rounds(swiss, 5, 5), 4},
      {"return games", games_of_rounds(twice, 1, 5), twice, 15},
      {"only return games", games_of_rounds(twice, 1, 5), games_of_rounds(twice, 6, 10), 15},
      {"some return games", games_of_rounds(twice, 1, 5), games_of_rounds(twice, 5, 6), 3},
      {"two more cycles", games_of_rounds(four, 1, 6), games_of_rounds(four, 7, 12), 12},
  }));
  CAPTURE(c.name);
  const TrfReport report = report_of(c.reported);
  const std::vector<std::string> files{"games.pgn"};
  const TournamentOfGames event = tournament_of_games(c.files);
  const JoinedEvent joined = joined_event(c.files, event, check(c.files, report));
  CHECK(joined.added == c.added);
  CHECK(joined.tournament.pairings.size() == c.reported.size() + c.added);
}

TEST_CASE("a bye entered as a game is compared", "[crosscheck]") {
  Games games = made_swiss(10, 3);
  EventGame bye = games[0];
  games.erase(games.begin());
  TrfReport report = report_of(games);
  // White of the removed game has a full point in the files, and none in the report.
  std::size_t free = 0;
  while (report.players[free].name != bye.value(White)) ++free;
  set_tag(bye, Black, "BYE");
  set_tag(bye, BlackFideId, "");
  bye.plies = 0;
  bye.result.outcome = Outcome::WhiteWins;
  games.push_back(bye);
  CHECK_THAT(findings_text(check(games, report)),
             Catch::Matchers::Contains("in round 1 for no point; game 1 (line 20) has 1 point"));
  set_round(report, free, 0, 'U');
  *report.players[free].points += 2;
  CHECK(findings_text(check(games, report)) == "");
}

TEST_CASE("a team that differs from the report's is reported", "[crosscheck]") {
  Games games = made_team_event(4);
  const auto report = trf_of_games(games, tournament_of_games(games).tournament, {});
  REQUIRE(report);
  CHECK(findings_text(check(games, read_trf(write_trf(*report)))) == "");
  set_tag(games[0], WhiteTeam, "Elsewhere");
  const std::string text = findings_text(check(games, read_trf(write_trf(*report))));
  CHECK_THAT(text, Catch::Matchers::StartsWith("crosscheck-name: the team of ") &&
                       Catch::Matchers::Contains("and Elsewhere in game 1"));
  CHECK(std::ranges::count(text, '\n') == 1);
}

TEST_CASE("exchanged colours are reported", "[crosscheck]") {
  Games games = made_round_robin(10);
  const TrfReport report = report_of(games);
  EventGame& game = games[8];
  for (const auto& [one, other] : {std::pair(White, Black), std::pair(WhiteElo, BlackElo),
                                   std::pair(WhiteFideId, BlackFideId)}) {
    const std::string white(game.value(one));
    set_tag(game, one, std::string(game.value(other)));
    set_tag(game, other, white);
  }
  if (game.result.outcome != Outcome::Draw) {
    game.result.outcome =
        game.result.outcome == Outcome::WhiteWins ? Outcome::BlackWins : Outcome::WhiteWins;
  }
  const Crosscheck checked = check(games, report);
  CAPTURE(findings_text(checked));
  REQUIRE(checked.findings.size() == 1);
  CHECK(checked.findings[0].code == DiagnosticCode::CrosscheckColours);
}

TEST_CASE("a result with exchanged colours names the player who has White in the game",
          "[crosscheck]") {
  Games games = made_round_robin(6);
  games[8].result.outcome = Outcome::WhiteWins;
  const TrfReport report = report_of(games);
  for (const auto& [one, other] : {std::pair(White, Black), std::pair(WhiteElo, BlackElo),
                                   std::pair(WhiteFideId, BlackFideId)}) {
    const std::string white(games[8].value(one));
    set_tag(games[8], one, std::string(games[8].value(other)));
    set_tag(games[8], other, white);
  }
  const std::string text = findings_text(check(games, report));
  CAPTURE(text);
  CHECK(text.find("with the result 1-0; game 9 (line 180) has 1-0 with " +
                  std::string(games[8].value(White)) + " as White") != std::string::npos);
}

TEST_CASE("a game that appears in the files twice is compared once", "[crosscheck]") {
  Games games = made_round_robin(6);
  const TrfReport report = report_of(games);
  const std::size_t count = games.size();
  for (std::size_t i = 0; i < count; ++i) games.push_back(games[i]);
  const Crosscheck twice = check(games, report);
  CHECK(findings_text(twice) == "");
  CHECK(twice.compared == count);
  CHECK(twice.repeated.size() == count);
  Outcome& outcome = games.back().result.outcome;
  outcome = outcome == Outcome::WhiteWins ? Outcome::BlackWins : Outcome::WhiteWins;
  const Crosscheck other = check(games, report);
  CHECK(other.repeated.size() == count - 1);
  REQUIRE(other.findings.size() == 1);
  CHECK_THAT(findings_text(other),
             Catch::Matchers::Contains("crosscheck-game-extra: game 15 (line 300) "
                                       "duplicates game 15 (line 300), but with"));
}

TEST_CASE("exchanged rounds of a pair are reported as rounds, exchanged colours as colours",
          "[crosscheck]") {
  Games games = made_round_robin(6, 2);
  const auto second = std::ranges::find_if(games.begin() + 1, games.end(), [&](const auto& game) {
    return game.value(White) == games[0].value(Black) && game.value(Black) == games[0].value(White);
  });
  REQUIRE(second != games.end());
  games[0].result.outcome = Outcome::WhiteWins;
  second->result.outcome = Outcome::WhiteWins;
  const TrfReport report = report_of(games);
  Games exchanged = games;
  EventGame& other = exchanged[static_cast<std::size_t>(second - games.begin())];
  const std::string round(exchanged[0].value(Round));
  set_tag(exchanged[0], Round, std::string(other.value(Round)));
  set_tag(other, Round, round);
  const Crosscheck rounds = check(exchanged, report);
  CAPTURE(findings_text(rounds));
  REQUIRE(rounds.findings.size() == 2);
  for (const CrosscheckFinding& finding : rounds.findings) {
    CHECK(finding.code == DiagnosticCode::CrosscheckRound);
  }
  // Leaves only one of the two games, which has the round of the other.
  exchanged.erase(exchanged.begin());
  CHECK(findings_text(check(exchanged, report)).find("crosscheck-colours") != std::string::npos);
}

TEST_CASE("a title before or after a name does not make another player", "[crosscheck]") {
  Games games = made_round_robin(6);
  for (EventGame& game : games) {
    set_tag(game, WhiteFideId, "");
    set_tag(game, BlackFideId, "");
  }
  const TrfReport report = report_of(games);
  const std::string title = GENERATE("GM ", "WIM ", "Dr. ");
  const std::string name(games[8].value(White));
  set_tag(games[8], White, title + name);
  CAPTURE(title, name);
  const Tournament event = tournament_of_games(games).tournament;
  CHECK(event.players.size() == 6);
  CHECK(std::ranges::count(event.players, name, &Player::name) == 1);
  const Crosscheck checked = check(games, report);
  CHECK(checked.compared == games.size());
}

TEST_CASE("names with an initial and without a comma match", "[crosscheck]") {
  const auto* const form = GENERATE("{0}, {1}.", "{0} {1}.", "{1}. {0}", "{0} {1}");
  CAPTURE(form);
  Games games = made_round_robin(6);
  for (EventGame& game : games) {
    set_tag(game, WhiteFideId, "");
    set_tag(game, BlackFideId, "");
  }
  const TrfReport report = report_of(games);
  for (EventGame& game : games) {
    for (const KnownTag tag : {White, Black}) {
      const std::string name(game.value(tag));
      const std::size_t comma = name.find(", ");
      set_tag(game, tag,
              fmt::format(fmt::runtime(form), name.substr(0, comma), name.substr(comma + 2, 1)));
    }
  }
  const Crosscheck checked = check(games, report);
  CHECK(checked.compared == games.size());
  for (const auto& match : checked.matches) {
    REQUIRE(match.has_value());
    CHECK(match->match == PlayerMatch::Initials);
  }
}

TEST_CASE("players are matched by id, name, initials and elimination", "[crosscheck]") {
  Games games = made_round_robin(10);
  TrfReport report = report_of(games);
  for (EventGame& game : games) {
    set_tag(game, WhiteFideId, "");
    set_tag(game, BlackFideId, "");
    for (const KnownTag tag : {White, Black}) {
      if (game.value(tag) == "Adler, Nora") set_tag(game, tag, "ADLER NORA");
      if (game.value(tag) == "Brandt, Nora") set_tag(game, tag, "Brandt, N");
      if (game.value(tag) == "Castell, Nora") set_tag(game, tag, "Quite, Another");
    }
  }
  const TournamentOfGames event = tournament_of_games(games);
  const Crosscheck checked = check(games, report);
  for (PlayerIndex i = 0; i < event.tournament.players.size(); ++i) {
    const std::string& name = event.tournament.players[i].name;
    CAPTURE(name);
    REQUIRE(checked.matches[i].has_value());
    const std::string matched = to_string(checked.matches[i]->match);
    if (name == "Brandt, N") {
      CHECK(matched == "by initials");
      CHECK(report.players[checked.matches[i]->in_report].name == "Brandt, Nora");
    } else if (name == "Quite, Another") {
      CHECK(matched == "by elimination");
      CHECK(report.players[checked.matches[i]->in_report].name == "Castell, Nora");
    } else {
      CHECK((matched == "by name" || matched == "by initials"));
    }
  }
  CHECK(checked.compared == games.size());
}

}  // namespace
}  // namespace arbiter::testing
