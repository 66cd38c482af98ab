#include "lib/tournament/list_checks.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/pgn/portion_source.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

using enum KnownTag;
using Tags = std::vector<std::pair<KnownTag, std::string>>;

const std::string kList =
    "# month: 2024-05\n"
    "id,name,federation,title,women_title,rating,rapid,aliases\n"
    "11,\"Adler, Nora\",GER,FM,WIM,2214,2190,\"Brandt-Adler, N.\"\n"
    "12,\"Brandt, Ole\",AUT,,,1875,,\n"
    "13,\"Castell, Mira\",GER,IM,,2400,,\n"
    "14,\"Castell, Max\",GER,,,1900,,\n"
    "15,\"M\xc3\xbcller, J\xc3\xb6rg\",GER,GM,,2555,,\n"
    ",\"Dorn, Jakob\",GER,,,,,\n";

EventGame game_of(const Tags& tags) {
  EventGame game;
  game.number = 1;
  for (const auto& [known, value] : tags) set_tag(game, known, value);
  return game;
}

std::string findings_text(const PlayerMentions& mentions, bool with_messages = false,
                          const std::string& list = kList) {
  KnownPlayers known;
  request_players(mentions.mentions(), known);
  PortionSource source(list);
  const auto reader =
      PlayerListReader::open(source, RatingKind::Standard, [](const ListProblem&) { FAIL(); });
  for (ListedPlayer player; (*reader)->next(player);) {
    if (known.is_wanted(player)) CHECK_FALSE(known.add(player));
  }
  std::string text;
  for (const ListFinding& finding :
       check_mentions(mentions.mentions(), known, (*reader)->month())) {
    if (!text.empty()) text += " ";
    text += with_messages ? finding.message : std::string(entry_of(finding.code).id);
  }
  return text;
}

PlayerMentions mentions_in(const std::vector<EventGame>& games) {
  PlayerMentions mentions;
  mentions.begin_file("games.pgn");
  for (const EventGame& game : games) mentions.add(game);
  return mentions;
}

std::string ids_of(const Tags& tags) { return findings_text(mentions_in({game_of(tags)})); }

}  // namespace

TEST_CASE("a game's player tags are compared with the list", "[players]") {
  struct Case {
    Tags tags;
    std::string ids;
  };
  const Case one = GENERATE(values<Case>({
      {{{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteTitle, "FM"}}, ""},
      {{{White, "Adler, N"}, {WhiteFideId, "11"}, {WhiteTitle, "WIM"}}, ""},
      {{{White, "Nora Adler"}, {WhiteFideId, "11"}}, ""},
      {{{White, "Brandt-Adler, N."}, {WhiteFideId, "11"}}, ""},
      {{{White, "Mueller,Joerg"}, {WhiteFideId, "15"}}, ""},
      {{{White, "Adler, Norah"}, {WhiteFideId, "11"}}, ""},  // starts with "Nora"
      {{{White, "Adlre, Nora"}, {WhiteFideId, "11"}}, "list-name"},
      {{{White, "Brandt, Ole"}, {WhiteFideId, "11"}}, "list-fideid-other"},
      {{{White, "Adler, Nora"}, {WhiteFideId, "99"}}, "list-fideid-unknown"},
      {{{White, "Adler, Nora"}}, "list-fideid-missing"},
      {{{White, "Brandt-Adler, N"}}, "list-fideid-missing"},
      {{{White, "Adler,N"}}, "list-fideid-missing"},
      {{{White, "Castell, M"}}, "list-player-ambiguous"},
      {{{White, "Castell, Mira"}}, "list-fideid-missing"},
      {{{White, "Dorn, Jakob"}}, ""},
      {{{White, "Eberle, Ute"}}, "list-player-unknown"},
      {{{White, "?"}}, ""},
      {{{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteTitle, "IM"}}, "list-title"},
      {{{White, "Brandt, Ole"}, {WhiteFideId, "12"}, {WhiteTitle, "CM"}}, "list-title"},
      {{{Black, "Brandt, Ole"}, {BlackFideId, "12"}, {BlackTitle, "CM"}}, "list-title"},
      // A lower title before the list, and a higher one after it.
      {{{White, "Castell, Mira"}, {WhiteFideId, "13"}, {WhiteTitle, "FM"}, {Date, "2020.01.05"}},
       ""},
      {{{White, "Castell, Mira"}, {WhiteFideId, "13"}, {WhiteTitle, "GM"}, {Date, "2020.01.05"}},
       "list-title"},
      {{{White, "Castell, Mira"}, {WhiteFideId, "13"}, {WhiteTitle, "GM"}, {Date, "2025.01.05"}},
       ""},
      {{{White, "Castell, Mira"}, {WhiteFideId, "13"}, {WhiteTitle, "FM"}, {Date, "2024.05.05"}},
       "list-title"},
      // Ratings of the month, for the time control.
      {{{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteElo, "2241"}, {Date, "2024.05.09"}},
       "list-rating"},
      {{{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteElo, "2190"}, {Date, "2024.05.09"}}, ""},
      {{{White, "Adler, Nora"},
        {WhiteFideId, "11"},
        {WhiteElo, "2190"},
        {Date, "2024.05.09"},
        {TimeControl, "5400+30"}},
       "list-rating"},
      {{{White, "Adler, Nora"},
        {WhiteFideId, "11"},
        {WhiteElo, "2190"},
        {Date, "2024.05.09"},
        {TimeControl, "900+10"}},
       ""},
      {{{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteElo, "2241"}, {Date, "2024.06.09"}}, ""},
      {{{White, "Adler, Nora"},
        {WhiteFideId, "11"},
        {WhiteElo, "2214"},
        {Date, "2024.06.01"},
        {EventDate, "2024.05.30"}},
       ""},
  }));
  CAPTURE(one.tags);
  CHECK(ids_of(one.tags) == one.ids);
}

TEST_CASE("federations are compared by their codes", "[players]") {
  const auto [name, value, ids] = GENERATE(
      table<std::string, std::string, std::string>({{"WhiteFed", "GER", ""},
                                                    {"WhiteFed", "ger", ""},
                                                    {"WhiteFederation", "AUT", "list-federation"},
                                                    {"whitecountry", "AUT", "list-federation"},
                                                    {"WhiteCountry", "Austria", ""},
                                                    {"WhiteCountry", "116", ""},
                                                    {"BlackFed", "AUT", ""}}));
  EventGame game = game_of({{White, "Adler, Nora"}, {WhiteFideId, "11"}, {Date, "2024.05.05"}});
  game.tags.push_back({.known = Other, .value = value, .name = name});
  CAPTURE(name, value);
  CHECK(findings_text(mentions_in({game})) == ids);
}

TEST_CASE("titles are compared only with a list that contains them", "[players]") {
  const auto [list, ids] = GENERATE(table<std::string, std::string>({
      {"fideid,name\n11,\"Adler, Nora\"\n", ""},
      {"fideid,name,title\n11,\"Adler, Nora\",\n", "list-title"},
      {"No.;;Name;FideID\n1;;Adler, Nora;11\n", "list-title"},
      {"No.;;Name;FideID\n1;FM;Adler, Nora;11\n", ""},
      {"No.;;Name;FideID\n1;x;Adler, Nora;11\n", ""},
  }));
  CAPTURE(list);
  const Tags tags = {{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteTitle, "FM"}};
  CHECK(findings_text(mentions_in({game_of(tags)}), false, list) == ids);
}

TEST_CASE("a finding names both players of its game", "[players]") {
  const auto mentions = mentions_in({game_of({{White, "Adler, Nora"}, {Black, "Dorn, Jakob"}})});
  REQUIRE(mentions.mentions().size() == 2);
  for (const PlayerMention& mention : mentions.mentions()) {
    CHECK(mention.game.value(White) == "Adler, Nora");
    CHECK(mention.game.value(Black) == "Dorn, Jakob");
  }
}

TEST_CASE("the same difference in many games is one finding", "[players]") {
  std::vector<EventGame> games(
      3, game_of({{White, "Adler, Nora"}, {WhiteFideId, "11"}, {WhiteTitle, "GM"}}));
  const std::string message = findings_text(mentions_in(games), true);
  CHECK(message ==
        "\"Adler, Nora\" has the title GM here, but FM as \"Adler, Nora\" in line 3 of the list "
        "(also in 2 other games)");
}

TEST_CASE("an unknown name has the nearest one, a wrong id that of the name", "[players]") {
  const auto [name, id, message] = GENERATE(table<std::string, std::string, std::string>({
      {"Adlre, Nora", "",
       "no player in the list is named \"Adlre, Nora\"; the nearest is \"Adler, Nora\" in line 3 "
       "of "
       "the list (FIDE id 11)"},
      {"Eberle, Ute", "", "no player in the list is named \"Eberle, Ute\""},
      {"Adler, Nora", "99",
       "the FIDE id 99 of \"Adler, Nora\" is not in the list; \"Adler, Nora\" in line 3 of the "
       "list "
       "has 11"},
      {"Adler, Nora", "12",
       "the FIDE id 12 of \"Adler, Nora\" is that of \"Brandt, Ole\" in line 4 of the list; "
       "\"Adler, Nora\" in line 3 of the list has 11"},
  }));
  CAPTURE(name, id);
  const Tags tags = {{White, name}, {WhiteFideId, id}};
  CHECK(findings_text(mentions_in({game_of(tags)}), true) == message);
}

TEST_CASE("a transliteration of a listed name is the same name", "[players]") {
  KnownPlayers known;
  known.request("Tschigorin, Michail");
  const ListedPlayer player{.fide_id = 5, .name = "Chigorin, Mikhail"};
  CHECK(known.is_wanted(player));
  known.add(player);
  CHECK(known.named("Tschigorin, Michail").match == NameMatch::Name);
}

TEST_CASE("players that no game mentions are not kept", "[players]") {
  KnownPlayers known;
  known.request(12);
  known.request("Castell, M");
  CHECK(known.is_wanted({.fide_id = 12, .name = "Anything"}));
  CHECK(known.is_wanted({.fide_id = 77, .name = "Castell, Zoe"}));
  CHECK(known.is_wanted({.fide_id = 77, .name = "Other", .aliases = {"Castell, Zoe"}}));
  CHECK_FALSE(known.is_wanted({.fide_id = 77, .name = "Adler, Nora"}));
}

TEST_CASE("of two contradicting lines the first counts", "[players]") {
  KnownPlayers known;
  CHECK_FALSE(known.add({.fide_id = 5, .name = "Adler, Nora", .aliases = {"Adler, N"}, .line = 2}));
  CHECK_FALSE(known.add({.fide_id = 5, .name = "ADLER, Nora", .line = 3}));
  CHECK(known.add({.fide_id = 5, .name = "Brandt, Ole", .line = 4}) ==
        "FIDE id 5 is that of \"Adler, Nora\" in line 2");
  CHECK(known.add({.fide_id = 6, .name = "Adler, Ute", .aliases = {"Adler, N."}, .line = 5}) ==
        "\"Adler, N.\" is an alias of \"Adler, Nora\" in line 2");
  CHECK(known.with_id(5)->name == "Adler, Nora");
  CHECK(known.named("Adler, N").match == NameMatch::Alias);
}

}  // namespace arbiter::testing
