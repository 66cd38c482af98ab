// Tests how games are split by event.
#include <catch2/catch.hpp>

#include "lib/tournament/event_checks.h"
#include "lib/tournament/event_game.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

using enum KnownTag;
using Games = std::vector<EventGame>;

Games with_tag(Games games, KnownTag tag, const std::string& value) {
  for (EventGame& game : games) set_tag(game, tag, value);
  return games;
}

Games joined(Games games, const Games& others) {
  games.insert(games.end(), others.begin(), others.end());
  for (std::size_t i = 0; i < games.size(); ++i) games[i].number = i + 1;
  return games;
}

std::vector<std::size_t> sizes_of(const Games& games) {
  std::vector<std::size_t> sizes;
  for (const auto& event : events_of(games)) sizes.push_back(event.size());
  return sizes;
}

TEST_CASE("spellings of an event are one event, sections are not", "[event_groups]") {
  const auto [one, other, are_one] = GENERATE(table<std::string, std::string, bool>({
      {"Lindenau Open", "LINDENAU  OPEN!", true},
      {"Lindenau Open", "Lindneau Open", true},
      {"Lindenau Open", "Lindenau Opne", true},
      {"Lindenau Open", "Lindnau Open", true},
      {"Lindenau Open", "LindenauOpen", true},
      {"Türnier Süd", "Turnier Sud", true},
      {"Lindenau Open A", "Lindenau Open B", false},
      {"Lindenau U14", "Lindenau U16", false},
      {"Lindenau 2023", "Lindenau 2024", false},
      {"Lindenau Juniors", "Lindenau Seniors", false},
      {"Lindenau Men", "Lindenau Women", false},
      {"Lindenau Liga I", "Lindenau Liga II", false},
      {"Lindenau Open", "Lindenau Open Blitz", false},
      {"", "Lindenau", false},
  }));
  CAPTURE(one, other);
  CHECK(are_spellings_of_event(event_key(one), event_key(other)) == are_one);
  CHECK(are_spellings_of_event(event_key(other), event_key(one)) == are_one);
}

TEST_CASE("games of several events are split", "[event_groups]") {
  const Games robin = made_round_robin(6);
  CHECK(sizes_of(robin) == std::vector<std::size_t>{15});
  CHECK(sizes_of(joined(robin, with_tag(made_swiss(20, 5), Event, "Ehlen Open"))) ==
        std::vector<std::size_t>{15, 50});
  // A typing error in the name, with the same players.
  Games slip = robin;
  set_tag(slip[4], Event, "Lindenau Opne");
  CHECK(sizes_of(slip) == std::vector<std::size_t>{15});
  // A similar name, with other players.
  Games others = with_tag(made_round_robin(4), Event, "Lindenau Opens");
  for (EventGame& game : others) {
    set_tag(game, White, "Other " + std::string(game.value(White)));
    set_tag(game, Black, "Other " + std::string(game.value(Black)));
  }
  CHECK(sizes_of(joined(robin, others)) == std::vector<std::size_t>{15, 6});
  // The same event a year later, and a week later by EventDate.
  Games later = robin;
  for (EventGame& game : later) {
    std::string date(game.value(Date));
    set_tag(game, Date, date.replace(0, 4, "2025"));
  }
  CHECK(sizes_of(joined(robin, later)) == std::vector<std::size_t>{15, 15});
  CHECK(sizes_of(joined(robin, with_tag(robin, EventDate, "2024.05.10"))) ==
        std::vector<std::size_t>{15, 15});
  // Dates with a year only. Games of another year with the same rounds are a separate event. A
  // tournament over New Year remains one event, even with a postponed game.
  const auto in_years = [&](auto year_of) {
    Games dated = robin;
    for (EventGame& game : dated) set_tag(game, Date, year_of(game) + ".??.??");
    return dated;
  };
  const auto in = [&](const char* year) {
    return in_years([year](const EventGame&) { return std::string(year); });
  };
  CHECK(sizes_of(joined(in("1976"), in("1977"))) == std::vector<std::size_t>{15, 15});
  CHECK(sizes_of(in_years([&](const EventGame& game) {
          const bool is_old = game.round().round < 3 && game.number != 1;
          return std::string(is_old ? "1976" : "1977");
        })) == std::vector<std::size_t>{15});
  // A single wrong EventDate does not create another event.
  Games wrong = robin;
  set_tag(wrong[3], EventDate, "2023.05.03");
  CHECK(sizes_of(wrong) == std::vector<std::size_t>{15});
}

TEST_CASE("several events of years that are not consecutive are an archive", "[event_groups]") {
  const auto in = [](const char* year, const char* event) {
    return with_tag(with_tag(made_round_robin(4), Date, std::string(year) + ".??.??"), Event,
                    event);
  };
  const auto [one, two, event, is_archive] =
      GENERATE(table<const char*, const char*, const char*, bool>({
          {"1976", "1978", "Ehlen", true},
          {"1976", "1977", "Ehlen", false},
          {"1976", "1978", "Lindenau", false},
          {"1976", "????", "Ehlen", false},
      }));
  CAPTURE(one, two, event);
  ArchiveWatch watch;
  bool found = false;
  for (const EventGame& game : joined(in(one, "Lindenau"), in(two, event))) found = watch.add(game);
  CHECK(found == is_archive);
  // Two games with a wrong year are tolerated.
  ArchiveWatch other;
  Games games = joined(in("1976", "Lindenau"), in("1976", "Ehlen"));
  for (const std::size_t game : {2U, 3U}) set_tag(games[game], Date, "1967.??.??");
  for (const EventGame& game : games) CHECK(!other.add(game));
}

std::vector<std::string> ids_of(EventParts& parts) {
  std::vector<std::string> ids;
  for (const auto& event : parts.take_finished(EventParts::Rest::Finish)) {
    for (const EventFinding& finding : event->findings()) {
      ids.emplace_back(entry_of(finding.code).id);
    }
  }
  return ids;
}

void add_file(EventParts& parts, const std::string& name, const Games& games) {
  EventCollector collector(EventScope::File);
  collector.begin_file(name);
  for (const EventGame& game : games) collector.add(game);
  parts.add(name, collector);
}

TEST_CASE("each event of a file is checked, and files of rounds are joined", "[event_groups]") {
  Games robin = made_round_robin(10);
  const Games swiss = with_tag(made_swiss(40, 7), Event, "Ehlen Open");
  set_tag(robin[7], WhiteElo, "2100");
  Games first;
  Games rest;
  for (const EventGame& game : joined(robin, swiss)) {
    (game.round().round < 4 ? first : rest).push_back(game);
  }
  EventParts parts;
  add_file(parts, "a/1.pgn", first);
  add_file(parts, "a/2.pgn", with_tag(rest, Site, "Lindenau GER"));
  CHECK(ids_of(parts) == std::vector<std::string>{"rating-differs"});
}

TEST_CASE("a weekly file of parts of tournaments has no false findings", "[event_groups]") {
  Games robin = with_tag(made_round_robin(10), Event, "Ehlen Masters");
  std::erase_if(robin, [](const EventGame& game) { return game.round().round < 5; });
  Games double_robin = with_tag(made_round_robin(8, 2), Event, "Candidates");
  std::erase_if(double_robin, [](const EventGame& game) { return game.round().round > 9; });
  Games swiss = made_swiss(40, 9);
  std::erase_if(swiss, [](const EventGame& game) { return game.round().round > 6; });
  const Games cup = with_tag(made_knock_out(16), Event, "Lindenau Cup");
  EventParts parts;
  add_file(parts, "week.pgn", joined(joined(robin, double_robin), joined(swiss, cup)));
  CHECK(ids_of(parts) == std::vector<std::string>{"round-gap"});
}

TEST_CASE("a part of a round robin is one finding", "[event_groups]") {
  Games games = made_round_robin(10);
  std::erase_if(games, [](const EventGame& game) { return game.round().round < 3; });
  EventParts parts;
  add_file(parts, "rounds.pgn", games);
  CHECK(ids_of(parts) == std::vector<std::string>{"round-gap"});
  EventCollector all(EventScope::Everything);
  all.begin_file("rounds.pgn");
  for (const EventGame& game : games) all.add(game);
  REQUIRE(all.findings().size() == 1);
  CHECK(all.findings()[0].message ==
        "rounds 1 to 2 are missing: the first games are those of round 3");
  // The live boards of a round robin.
  games = made_round_robin(10);
  std::erase_if(games, [](const EventGame& game) { return game.board() == 3; });
  EventCollector live(EventScope::Everything);
  live.begin_file("live.pgn");
  for (const EventGame& game : games) live.add(game);
  live.choose_system({System::RoundRobin, 1});
  std::vector<std::string> ids;
  for (const EventFinding& finding : live.findings()) ids.emplace_back(entry_of(finding.code).id);
  CHECK(ids == std::vector<std::string>{"board-missing", "pairing-missing"});
}

}  // namespace
}  // namespace arbiter::testing
