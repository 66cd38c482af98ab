// Compares standings with a slow computation, based only on games by player and round.
#include "lib/tournament/standings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <functional>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "lib/tournament/tournament_of_games.h"
#include "tests/tournament/made_events.h"
#include "tests/tournament/slow_tie_breaks.h"

namespace arbiter::testing {
namespace {

std::vector<TieBreak> tie_breaks(const std::vector<std::string>& names) {
  std::vector<TieBreak> found;
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto tie_break = parse_tie_break(name);
    REQUIRE(tie_break);
    found.push_back(*tie_break);
  }
  return found;
}

// Returns the order of the tied groups, such as "[2 0][1]".
std::string order_text(const std::vector<SlowGroup>& groups) {
  std::string text;
  for (SlowGroup group : groups) {
    std::ranges::sort(group);
    text += fmt::format("[{}]", fmt::join(group, " "));
  }
  return text;
}

// Returns the players by place.
std::vector<SlowGroup> places_of(const Standings& standings) {
  std::vector<SlowGroup> groups;
  std::uint32_t place = 0;
  for (const StandingsRow& row : standings.rows) {
    if (row.place != place) groups.emplace_back();
    place = row.place;
    groups.back().push_back(row.player);
  }
  return groups;
}

void compare_direct_encounters(const Tournament& tournament, const SlowTieBreaks& judge) {
  for (const char* const name : {"DE", "DE/P"}) {
    CAPTURE(name);
    const auto order = tie_breaks({name});
    std::map<double, SlowGroup, std::greater<>> tied;
    for (PlayerIndex i = 0; i < tournament.players.size(); ++i) tied[judge.score(i)].push_back(i);
    std::vector<SlowGroup> expected;
    for (const auto& [score, group] : tied) {
      for (const SlowGroup& one : judge.direct_encounter(group, order[0].counts_forfeits)) {
        expected.push_back(one);
      }
    }
    CHECK(order_text(places_of(standings_of(tournament, order))) == order_text(expected));
  }
}

constexpr TieBreakEdition kEditions[] = {TieBreakEdition::Of2023, TieBreakEdition::Of2024,
                                         TieBreakEdition::Of2026};

void compare(const Tournament& tournament) {
  static const auto kCompared =
      tie_breaks({"WIN",   "WON",   "BPG",       "BWG",    "PS",     "PS/C1", "REP",    "STD",
                  "TPN",   "RTNG",  "KS",        "KS/L60", "KS/L+1", "BH",    "BH/C1",  "BH/C2",
                  "BH/M1", "BH/M2", "BH/P",      "FB",     "FB/C1",  "FB/P",  "AOB",    "AOB/F",
                  "SB",    "SB/C1", "SB/C2",     "SB/M1",  "SB/P",   "ARO",   "ARO/C1", "ARO/M1",
                  "TPR",   "PTP",   "TPR/U1400", "APRO",   "APPO"});
  for (const auto edition : kEditions) {
    const Standings standings = standings_of(tournament, kCompared, edition);
    const SlowTieBreaks judge(tournament, edition);
    REQUIRE(standings.rows.size() == tournament.players.size());
    for (const StandingsRow& row : standings.rows) {
      CAPTURE(tournament.players[row.player].name, to_string(edition));
      CHECK(row.points / 2.0 == judge.score(row.player));
      for (std::size_t i = 0; i < std::size(kCompared); ++i) {
        CAPTURE(to_string(kCompared[i]));
        // Rating tie-breaks are slow, and the same in each edition.
        const bool is_of_ratings = kCompared[i].kind >= TieBreakKind::AverageRating;
        if (is_of_ratings && edition != TieBreakEdition::Of2026) continue;
        const auto expected = judge.value(kCompared[i], row.player);
        REQUIRE(row.values[i].has_value() == expected.has_value());
        if (expected) CHECK(static_cast<double>(*row.values[i]) / 100 == Approx(*expected));
      }
    }
    const auto key_of = [](const StandingsRow& row) {
      std::vector<std::optional<Hundredths>> key = row.values;
      for (std::size_t i = 0; i < key.size(); ++i) {
        if (key[i] && kCompared[i].prefers_low()) key[i] = -*key[i];
      }
      return std::pair(row.points, key);
    };
    for (std::size_t i = 1; i < standings.rows.size(); ++i) {
      const StandingsRow& above = standings.rows[i - 1];
      const StandingsRow& row = standings.rows[i];
      const bool is_level = above.points == row.points && above.values == row.values;
      CHECK(key_of(above) >= key_of(row));
      CHECK((above.place == row.place) == is_level);
    }
    compare_direct_encounters(tournament, judge);
  }
}

TEST_CASE("standings match a slow computation", "[standings]") {
  compare(tournament_of_games(made_round_robin(10)).tournament);
  compare(tournament_of_games(made_round_robin(7, 2)).tournament);
  compare(tournament_of_games(made_swiss(40, 9)).tournament);
}

TEST_CASE("standings match if players are absent, have byes and forfeit", "[standings]") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 400; ++trial) {
    Tournament tournament = tournament_of_games(made_swiss(20, 7)).tournament;
    std::vector<Pairing> kept;
    std::vector<std::uint32_t> left(tournament.players.size());  // round of each withdrawal
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = random() % 8 == 0 ? random() % 8 : 99;
    for (Pairing& game : tournament.pairings) {
      game.white_points = static_cast<HalfPoints>(random() % 3);
      game.black_points = 2 - game.white_points;
      const bool has_left = game.round >= left[game.white] || game.round >= left[game.black];
      switch (has_left ? 3 : random() % 12) {
        case 0: {
          // Both players are absent, with or without a bye.
          const bool is_half = random() % 2 == 0;
          tournament.byes.push_back(
              {game.white, game.round, is_half ? ByeKind::Half : ByeKind::Zero, is_half ? 1 : 0});
          break;
        }
        case 1:
          game.kind = ScoreKind::Forfeit;
          game.white_points = random() % 4 == 0 ? 0 : 2;
          game.black_points = 0;
          kept.push_back(game);
          break;
        case 2:
          tournament.byes.push_back({game.black, game.round, ByeKind::Allocated, 2});
          break;
        case 3:
          if (has_left) break;
          [[fallthrough]];
        default:
          kept.push_back(game);
      }
    }
    tournament.pairings = kept;
    tournament.system = System::Swiss;
    compare(tournament);
  }
}

TEST_CASE("standings match in round robins, complete and while they are played", "[standings]") {
  std::mt19937 random(11);
  for (int trial = 0; trial < 100; ++trial) {
    const auto players = static_cast<std::uint32_t>(3 + random() % 10);
    const std::uint32_t cycles = random() % 4 == 0 ? 2 : 1;
    Tournament tournament = tournament_of_games(made_round_robin(players, cycles)).tournament;
    const bool is_complete = trial % 2 == 0;
    // The last round of an unfinished tournament may also lack games.
    const std::uint32_t last =
        is_complete ? tournament.rounds
                    : (tournament.rounds + 1 + static_cast<std::uint32_t>(random() % 2)) / 2;
    std::erase_if(tournament.pairings, [&](const Pairing& game) {
      return game.round > last || (!is_complete && game.round == last && random() % 3 == 0);
    });
    for (Pairing& game : tournament.pairings) {
      game.white_points = static_cast<HalfPoints>(random() % 3);
      game.black_points = 2 - game.white_points;
      if (random() % 10 != 0) continue;
      game.kind = ScoreKind::Forfeit;
      game.white_points = random() % 3 == 0 ? 2 : 0;
      game.black_points = game.white_points == 0 && random() % 3 != 0 ? 2 : 0;
    }
    tournament.rounds = last_round(tournament);
    choose_system(tournament, {System::RoundRobin, cycles});
    for (std::uint32_t i = 0; i < players; ++i) tournament.players[i].pairing_number = i + 1;
    CAPTURE(trial, players, cycles, is_complete);
    compare(tournament);
  }
}

// Returns a Swiss with an odd or even number of players, random results, forfeits, and byes. In an
// unrated one, some players have no rating.
Tournament random_swiss(std::mt19937& random) {
  const auto players = static_cast<std::uint32_t>(12 + random() % 9);
  Tournament tournament = tournament_of_games(made_swiss(players, 6)).tournament;
  std::vector<Pairing> kept;
  for (Pairing& game : tournament.pairings) {
    game.white_points = static_cast<HalfPoints>(random() % 3);
    game.black_points = 2 - game.white_points;
    const auto kind = random() % 14;
    if (kind == 0) {
      const bool is_half = random() % 2 == 0;
      tournament.byes.push_back({.player = game.white,
                                 .round = game.round,
                                 .kind = is_half ? ByeKind::Half : ByeKind::Zero,
                                 .points = is_half ? 1 : 0});
      tournament.byes.push_back(
          {.player = game.black, .round = game.round, .kind = ByeKind::Allocated, .points = 2});
      continue;
    }
    if (kind == 1) {
      game.kind = ScoreKind::Forfeit;
      game.white_points = random() % 4 == 0 ? 0 : 2;
      game.black_points = 0;
    }
    kept.push_back(game);
  }
  tournament.pairings = kept;
  for (std::uint32_t i = 0; i < players; ++i) tournament.players[i].pairing_number = i + 1;
  if (random() % 3 == 0) tournament.players[random() % players].rating = 0;
  choose_system(tournament, {System::Swiss, 1});
  return tournament;
}

// Returns the points, places and tie-breaks of each player, as text.
std::string table_text(const Tournament& tournament) {
  const std::vector<TieBreak> all = all_tie_breaks();
  std::vector<std::string> lines(tournament.players.size());
  for (const StandingsRow& row : standings_of(tournament, all).rows) {
    lines[row.player] = fmt::format("{} {}", row.place, points_text(row.points));
    for (const auto& value : row.values) lines[row.player] += " " + value_text(value);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

TEST_CASE("open games count for nothing and against nobody", "[standings]") {
  std::mt19937 random(23);
  for (int trial = 0; trial < 200; ++trial) {
    Tournament tournament = random_swiss(random);
    const auto last = static_cast<std::uint32_t>(2 + random() % 5);
    remove_rounds_after(tournament, last);
    const auto share = random() % 4;  // 0 means that all games of the last round are open
    for (Pairing& game : tournament.pairings) {
      const bool is_adjourned = game.round < last && random() % 30 == 0;
      if (!is_adjourned && (game.round < last || (share != 0 && random() % 4 >= share))) continue;
      game.kind = ScoreKind::Unfinished;
      game.white_points = game.black_points = 0;
    }
    tournament.rounds = last_round(tournament);
    CAPTURE(trial, last, share);
    compare(tournament);
    if (share != 0) continue;
    CHECK(tournament.rounds < last);
    Tournament before = tournament;
    remove_rounds_after(before, tournament.rounds);
    CHECK(table_text(tournament) == table_text(before));
  }
}

TEST_CASE("byes requested for later rounds make no round", "[standings]") {
  std::mt19937 random(29);
  for (int trial = 0; trial < 200; ++trial) {
    Tournament tournament = random_swiss(random);
    remove_rounds_after(tournament, static_cast<std::uint32_t>(1 + random() % 5));
    const std::string before = table_text(tournament);
    for (auto count = 1 + random() % 6; count > 0; --count) {
      const bool is_half = random() % 3 != 0;
      tournament.byes.push_back(
          {.player = static_cast<PlayerIndex>(random() % tournament.players.size()),
           .round = tournament.rounds + 1 + static_cast<std::uint32_t>(random() % 3),
           .kind = is_half ? ByeKind::Half : ByeKind::Zero,
           .points = is_half ? 1 : 0});
    }
    CAPTURE(trial);
    compare(tournament);
    CHECK(table_text(tournament) == before);
  }
}

TEST_CASE("the free round of an odd round robin is no game to cut, nor a chance to score",
          "[standings]") {
  std::mt19937 random(31);
  for (int trial = 0; trial < 100; ++trial) {
    const auto players = static_cast<std::uint32_t>(3 + 2 * (random() % 6));
    Tournament tournament = tournament_of_games(made_round_robin(players)).tournament;
    for (Pairing& game : tournament.pairings) {
      game.white_points = static_cast<HalfPoints>(random() % 3);
      game.black_points = 2 - game.white_points;
      if (random() % 12 != 0) continue;
      game.kind = ScoreKind::Forfeit;
      game.white_points = 2;
      game.black_points = 0;
    }
    for (std::uint32_t i = 0; i < players; ++i) tournament.players[i].pairing_number = i + 1;
    choose_system(tournament, {System::RoundRobin, 1});
    CAPTURE(trial, players);
    compare(tournament);
    // Reports represent free rounds as blanks or as zero-point byes.
    Tournament with_byes = tournament;
    for (PlayerIndex player = 0; player < players; ++player) {
      for (std::uint32_t round = 1; round <= tournament.rounds; ++round) {
        const bool plays = std::ranges::any_of(tournament.pairings, [&](const Pairing& game) {
          return game.round == round && (game.white == player || game.black == player);
        });
        if (!plays) with_byes.byes.push_back({.player = player, .round = round});
      }
    }
    CHECK(table_text(with_byes) == table_text(tournament));
  }
}

// Returns the tournament in lines such as "Alyx 2200 +W9 =B13": a player with the result, colour
// and opponent of each round. "=BYE" is a half-point bye, "+BYE" an allocated bye, "-F3" a forfeit,
// and "--" no pairing.
Tournament tournament_in(const std::vector<std::string>& lines) {
  Tournament tournament;
  tournament.system = System::Swiss;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::istringstream words(lines[i]);
    Player player{.name = ""};
    player.pairing_number = static_cast<std::uint32_t>(i + 1);
    words >> player.name >> player.rating;
    tournament.players.push_back(player);
    std::uint32_t round = 0;
    for (std::string word; words >> word;) {
      tournament.rounds = std::max(tournament.rounds, ++round);
      const HalfPoints points = word[0] == '+' ? 2 : word[0] == '=' ? 1 : 0;
      const auto index = static_cast<PlayerIndex>(i);
      if (word.ends_with("BYE")) {
        tournament.byes.push_back(
            {index, round, points == 2 ? ByeKind::Allocated : ByeKind::Half, points});
      } else if (word != "--") {
        const auto opponent = static_cast<PlayerIndex>(std::stoul(word.substr(2)) - 1);
        const bool is_forfeit = word[1] == 'F';
        const bool is_white = is_forfeit ? index < opponent : word[1] == 'W';
        if (!is_white) continue;  // added with the other player's line
        tournament.pairings.push_back(
            {.white = index,
             .black = opponent,
             .round = round,
             .white_points = points,
             .black_points = 2 - points,
             .kind = is_forfeit ? ScoreKind::Forfeit : ScoreKind::Played});
      }
    }
  }
  return tournament;
}

// The Swiss of FIDE's exercises for arbiters: half-point byes, allocated byes, forfeits, absences.
const std::vector<std::string> kExercise = {
    "Alyx 2200 +W9 =B13 =W2 +B15 =W4",       "Bruno 2150 +B10 +W7 =B1 +W16 =B3",
    "Charline 2100 =W11 +B6 +W8 =B4 =W2",    "David 2050 +B12 =BYE +W13 =W3 =B1",
    "Helene 2000 -W13 -B15 +W11 =B7 +W10",   "Franck 1950 -B14 -W3 +BYE +W10 +B8",
    "Genevieve 1900 +W15 -B2 -B16 =W5 -B11", "Irina 1850 =B16 +W14 -B3 +W13 -W6",
    "Jessica 1800 -B1 -W10 =BYE -F11 +BYE",  "Lais 1750 -W2 +B9 -W15 -B6 -B5",
    "Maria 1700 =B3 -W16 -B5 +F9 +W7",       "Nick 1650 -W4 +BYE +F14 -- --",
    "Opal 1600 +B5 =W1 -B4 -B8 -W14",        "Paul 1550 +W6 -B8 -F12 -- +B13",
    "Reine 1500 -B7 +W5 +B10 -W1 -B16",      "Stephan 1450 =W8 +B11 +W7 -B2 +W15"};

struct PrintedValues {
  std::string tie_break;
  TieBreakEdition edition;
  std::string values;  // values of the players by number
};

TEST_CASE("tie-breaks of FIDE's exercise have the printed values", "[standings]") {
  using enum TieBreakEdition;
  const Tournament tournament = tournament_in(kExercise);
  const std::string bh = "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5";
  const std::string sb = "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25";
  const PrintedValues printed[] = {
      {"BH", Of2023, bh},
      {"BH", Of2026, "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5"},
      {"FB", Of2023, "13.5 13.5 15 15.5 10 12 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12 13.5"},
      {"FB", Of2026, "13.5 13.5 15 14.5 10 12 13.5 12.5 9.5 12.5 12 11 13.5 10.5 12 13.5"},
      {"SB", Of2023, sb},
      {"SB", Of2026, "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25"},
      {"SB/C1", Of2023, "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75"},
      {"SB/C1", Of2026, "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75"},
      {"AOB", Of2026,
       "12.4 13.6 12.9 13.38 13.2 13.25 11.7 12.9 12.75 10.8 12.75 14 11.9 13 12.2 13.1"},
      {"ARO", Of2026,
       "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"},
      {"TPR", Of2026,
       "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969"},
      {"PTP", Of2026,
       "2029 2216 2112 2168 1689 1810 1531 1715 950 1575 1763 1250 1744 1942 1768 2013"},
      {"APRO", Of2026,
       "1789 1856 1904 1772 1719 1846 1869 1915 1805 1717 1840 2081 1879 1775 1776 1805"},
      {"APPO", Of2026,
       "1769 1852 1934 1784 1676 1836 1890 1924 1802 1687 1836 2168 1909 1756 1767 1799"},
      {"WIN", Of2026, "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3"},
      {"WON", Of2026, "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3"},
      {"BPG", Of2026, "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2"},
      {"BWG", Of2026, "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1"},
      {"REP", Of2026, "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5"},
      {"GE", Of2023, "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5"},
      {"PS", Of2026, "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5"},
      {"PS/C1", Of2026, "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10"},
      {"TPN", Of2026, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"},
      {"RTNG", Of2026,
       "2200 2150 2100 2050 2000 1950 1900 1850 1800 1750 1700 1650 1600 1550 1500 1450"},
  };
  for (const PrintedValues& one : printed) {
    CAPTURE(one.tie_break, to_string(one.edition));
    const auto tie_break = tie_breaks({one.tie_break});
    std::vector<std::string> values(tournament.players.size());
    for (const StandingsRow& row : standings_of(tournament, tie_break, one.edition).rows) {
      values[row.player] = value_text(row.values[0]);
    }
    CHECK(fmt::format("{}", fmt::join(values, " ")) == one.values);
  }
}

TEST_CASE("Buchholz cut 1 cuts the bye first", "[standings]") {
  // FIDE's exercise contains the values of these players only.
  const std::map<int, std::string> by_2026 = {
      {1, "11"},  {3, "13"},   {4, "11.5"}, {5, "7.5"}, {7, "12.5"}, {8, "12"}, {9, "7.5"},
      {11, "11"}, {12, "9.5"}, {13, "12"},  {14, "9"},  {15, "11"},  {16, "11"}};
  const Tournament tournament = tournament_in(kExercise);
  const auto cut = tie_breaks({"BH/C1"});
  for (const auto edition : {TieBreakEdition::Of2023, TieBreakEdition::Of2026}) {
    for (const StandingsRow& row : standings_of(tournament, cut, edition).rows) {
      const int number = static_cast<int>(row.player) + 1;
      if (!by_2026.contains(number)) continue;
      CAPTURE(number, to_string(edition));
      const bool is_before = edition == TieBreakEdition::Of2023 && number == 11;
      if (number == 4 && edition == TieBreakEdition::Of2023) continue;
      CHECK(value_text(row.values[0]) == (is_before ? "12" : by_2026.at(number)));
    }
  }
}

TEST_CASE("the start of a tournament determines the edition of the tie-breaks", "[standings]") {
  const auto bh = tie_breaks({"BH"});
  for (const auto& [year, month, edition] :
       {std::tuple(2026, 2, "2024"), std::tuple(2026, 3, "2026"), std::tuple(2024, 8, "2024"),
        std::tuple(2024, 7, "2023"), std::tuple(1953, 8, "2023")}) {
    Tournament tournament = tournament_in(kExercise);
    tournament.start = {.year = static_cast<std::uint16_t>(year),
                        .month = static_cast<std::uint8_t>(month)};
    CHECK(to_string(standings_of(tournament, bh).edition) == edition);
  }
  CHECK(to_string(standings_of(tournament_in(kExercise), bh).edition) == "2026");
}

TEST_CASE("names of tie-breaks are read with their modifiers", "[standings]") {
  for (const auto& [text, name] : {std::pair("bh/c1", "BH/C1"),
                                   std::pair("BH-C1", "BH/C1"),
                                   std::pair("BH#M2", "BH/M2"),
                                   std::pair("sb/c2/p", "SB/C2/P"),
                                   std::pair("KS/L60", "KS/L60"),
                                   std::pair("KS/L+1", "KS/L+1"),
                                   std::pair("ks-l-1", "KS/L-1"),
                                   std::pair("GE", "REP"),
                                   std::pair("AOB/F", "AOB/F"),
                                   std::pair("RTNG/R", "RTNG/R"),
                                   std::pair("ARO/M1", "ARO/M1"),
                                   std::pair("TPR/U1400", "TPR/U1400"),
                                   std::pair("Sonneborn-Berger", "SB"),
                                   std::pair("BH/C9", "BH/C9"),
                                   std::pair("BHC1", "BH/C1"),
                                   std::pair("aroc1", "ARO/C1"),
                                   std::pair("Buchholz cut 1", "BH/C1"),
                                   std::pair("Buchholz Cut-2", "BH/C2"),
                                   std::pair("median Buchholz", "BH/M1"),
                                   std::pair("Buchholz median 2", "BH/M2"),
                                   std::pair("Sonneborn Berger Cut 1", "SB/C1"),
                                   std::pair("direct encounter", "DE"),
                                   std::pair("Head-to-head", "DE"),
                                   std::pair("number of wins", "WIN"),
                                   std::pair("Wins with Black", "BWG"),
                                   std::pair("edec", "EDEC"),
                                   std::pair("SBP", "SB/P")}) {
    CAPTURE(text);
    const auto tie_break = parse_tie_break(text);
    REQUIRE(tie_break);
    CHECK(to_string(*tie_break) == name);
    CHECK(parse_tie_break(to_string(*tie_break)) == tie_break);
  }
  for (const char* const text :
       {"", "XY", "BH/", "BH/C", "BH/C0", "WIN/C1", "BH/C1x", "KS/L101", "BH/F", "TPN/C1", "RTNG/U",
        "BH/C300", "BHC", "KS L60", "KS L-1", "winner", "Buchholz cut x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_tie_break(text));
  }
}

TEST_CASE("a tournament with 3 points for a win awards them everywhere", "[standings]") {
  Tournament tournament = tournament_in(kExercise);
  tournament.scoring = Scoring::of(6, 2, 0);
  const auto order = tie_breaks({"WIN", "STD", "SB", "BH"});
  const Standings standings = standings_of(tournament, order);
  std::map<std::string, const StandingsRow*> rows;
  for (const StandingsRow& row : standings.rows) rows[tournament.players[row.player].name] = &row;
  // Alyx: two wins and three draws. David: two wins, two draws and a half-point bye.
  CHECK(rows["Alyx"]->points == 2 * 9);
  CHECK(rows["David"]->points == 2 * 9);
  CHECK(rows["Alyx"]->values[0] == 200);
  CHECK(rows["Alyx"]->values[1] == 350);
  // Bruno: three wins and two draws are 11 points; Alyx and Charline have 9 each.
  CHECK(rows["Bruno"]->points == 2 * 11);
  // Bruno beat Lais (3), Genevieve (4), Stephan (10) and drew with Alyx (9) and Charline (9).
  CHECK(value_text(rows["Bruno"]->values[2]) == "69");
  CHECK(value_text(rows["Bruno"]->values[3]) == "35");
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
  const TieBreak none[] = {{TieBreakKind::Wins}};
  const CrossTable table = cross_table(tournament, standings_of(tournament, none));
  CHECK(table.headings == std::vector<std::string>{"1", "3", "9999"});
  REQUIRE(table.rows.size() == 6);
  CHECK(table.rows[0] == std::vector<std::string>{"4w1", "", ""});
  // Each player has one game, in a separate round.
  for (PlayerIndex i = 6; i < 8000; i += 2) {
    tournament.players.resize(i + 2, {.name = "x"});
    tournament.pairings.push_back({.white = i, .black = i + 1, .round = i, .white_points = 2});
  }
  const CrossTable large = cross_table(tournament, standings_of(tournament, none));
  CHECK(large.headings.empty());
  CHECK(large.rows.size() == tournament.players.size());
}

TEST_CASE("tied players are ranked by the games against each other", "[standings]") {
  // A beats B, B beats C, C beats D. A and B lose to the others so that both have two points.
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
  const TieBreak direct[] = {{TieBreakKind::DirectEncounter}};
  const Standings standings = standings_of(tournament, direct);
  std::string order;
  for (const StandingsRow& row : standings.rows) {
    order += fmt::format("{}{} ", row.place, tournament.players[row.player].name);
  }
  CHECK(order == "1A 2B 3C 4D ");
  CHECK(standings.rows[0].values[0] == 100);
  CHECK(standings.rows[1].values[0] == 0);
}

// Returns the order of names by place, such as "A B =C =D".
std::string order_of(const Tournament& tournament, const std::vector<std::string>& names) {
  const auto order = tie_breaks(names);
  std::string text;
  std::uint32_t place = 0;
  for (const StandingsRow& row : standings_of(tournament, order).rows) {
    const bool is_level = row.place == place;
    place = row.place;
    if (!text.empty()) text += ' ';
    text += (is_level ? "=" : "") + tournament.players[row.player].name;
  }
  return text;
}

TEST_CASE("a direct encounter is applied again to those who are still tied", "[standings]") {
  // A to D have two points each. Among themselves, A and B have two, and C and D one. A beat B, and
  // D beat C.
  const auto won = [](PlayerIndex winner, PlayerIndex loser, std::uint32_t round) {
    return Pairing{.white = winner, .black = loser, .round = round, .white_points = 2};
  };
  Tournament tournament{
      .name = "",
      .players = {{.name = "A"}, {.name = "B"}, {.name = "C"}, {.name = "D"}, {.name = "E"}},
      .pairings = {won(0, 1, 1),
                   won(3, 2, 1),
                   won(0, 3, 2),
                   won(1, 2, 2),
                   won(1, 3, 3),
                   won(2, 0, 3),
                   won(2, 4, 4),
                   won(3, 4, 5),
                   {.white = 4, .black = 0, .round = 6},
                   {.white = 4, .black = 1, .round = 7}},
      .byes = {},
      .rounds = 7,
      .system = System::RoundRobin};
  CHECK(order_of(tournament, {"DE"}) == "A B D C E");
}

TEST_CASE("a direct encounter with a missing game decides the certain places", "[standings]") {
  // A beat all others. B beat C and D, who have not met. With byes, all have three points.
  Tournament tournament =
      tournament_in({"A 0 +W2 +W3 +W4", "B 0 -B1 +W4 +W3", "C 0 +BYE -B1 -B2", "D 0 +BYE -B2 -B1"});
  for (const PlayerIndex player : {1U, 2U, 3U}) {
    const int missing = player == 1 ? 1 : 2;
    for (int i = 0; i < missing; ++i) {
      tournament.byes.push_back({player, static_cast<std::uint32_t>(4 + i), ByeKind::Full, 2});
    }
  }
  tournament.rounds = 5;
  CHECK(order_of(tournament, {"DE"}) == "A B C =D");
}

TEST_CASE("several games of two players count as their average in a direct encounter",
          "[standings]") {
  // A drew twice with B and beat C once; B beat C in the first of two games. Without averages, A
  // and B would be equal.
  Tournament tournament{
      .name = "",
      .players = {{.name = "B"}, {.name = "A"}, {.name = "C"}},
      .pairings = {{.white = 0, .black = 1, .round = 1, .white_points = 1, .black_points = 1},
                   {.white = 1, .black = 0, .round = 4, .white_points = 1, .black_points = 1},
                   {.white = 1, .black = 2, .round = 2, .white_points = 2},
                   {.white = 0, .black = 2, .round = 3, .white_points = 2},
                   {.white = 2, .black = 0, .round = 5}},
      .byes = {{2, 6, ByeKind::Full, 2}, {2, 7, ByeKind::Full, 2}},
      .rounds = 7,
      .system = System::RoundRobin,
      .cycles = 2};
  CHECK(order_of(tournament, {"DE"}) == "A B C");
}

TEST_CASE("a direct encounter counts forfeits in a round robin, and in a Swiss with /P",
          "[standings]") {
  Tournament tournament =
      tournament_in({"A 0 -F2 +W3", "B 0 +F1 -W4", "C 0 =B4 -B1", "D 0 =W3 +B2"});
  CHECK(order_of(tournament, {"DE"}) == "D A =B C");
  CHECK(order_of(tournament, {"DE/P"}) == "D B A C");
  tournament.system = System::RoundRobin;
  CHECK(order_of(tournament, {"DE"}) == "D B A C");
}

TEST_CASE("an incomplete direct encounter decides only what it must", "[standings]") {
  // Three players are tied with one win each. Only A has met both others, and beat them.
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
  const TieBreak direct[] = {{TieBreakKind::DirectEncounter}};
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
  const TieBreak direct[] = {{TieBreakKind::DirectEncounter}};
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
  // A win against an equal opponent is worth half of K, and a draw nothing.
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
  CHECK(performance(games) == 2300 + 273);  // 2.5 of 3 is 83 %
}

TEST_CASE("the nearest tie-break is suggested with its modifiers", "[standings]") {
  for (const auto& [text, name] :
       {std::pair("Buchholtzz", "BH[/Cn][/Mn][/P] (Buchholz)"),
        std::pair("BHX", "BH[/Cn][/Mn][/P] (Buchholz)"),
        std::pair("Sonnenborn-Berger", "SB[/Cn][/Mn][/P] (Sonneborn-Berger)"),
        std::pair("KS L60", "KS[/Ln] (Koya)"),
        std::pair("direct encouter", "DE[/P] (direct encounter)"), std::pair("alphabet", ""),
        std::pair("", "")}) {
    CAPTURE(text);
    CHECK(nearest_tie_break(text) == name);
  }
}

}  // namespace
}  // namespace arbiter::testing
