#include "tests/tournament/made_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <utility>

namespace arbiter::testing {
namespace {

using enum KnownTag;

// Returns a name that differs from all others by more than two letters.
std::string name_of(std::uint32_t player) {
  constexpr const char* kFamilies[] = {"Adler",    "Brandt",   "Castell",   "Dornfeld", "Ehlers",
                                       "Falkner",  "Gruber",   "Hubertus",  "Ivanov",   "Jensen",
                                       "Kowalski", "Lindner",  "Mortensen", "Novotny",  "Oakley",
                                       "Petrov",   "Quintana", "Rossi",     "Svensson", "Takacs"};
  constexpr const char* kGiven[] = {"Nora", "Oleg", "Miranda", "Jakob", "Thomas", "Greta", "Lena"};
  return fmt::format("{}, {}", kFamilies[player % 20], kGiven[player / 20 % 7]);
}

class Maker {
 public:
  // `half_points` are White's.
  void add(std::uint32_t white, std::uint32_t black, std::uint32_t round, const std::string& board,
           int half_points) {
    EventGame game;
    game.number = games_.size() + 1;
    game.moves_hash = 1000 + games_.size();
    game.plies = 40 + static_cast<std::uint32_t>(games_.size() % 30);
    game.result.outcome = half_points == 2   ? Outcome::WhiteWins
                          : half_points == 1 ? Outcome::Draw
                                             : Outcome::BlackWins;
    set_tag(game, Event, "Lindenau Open");
    set_tag(game, Site, "Lindenau GER");
    set_tag(game, Date, fmt::format("2024.05.{:02}", round + 2));
    set_tag(game, Round, fmt::format("{}.{}", round, board));
    set_tag(game, White, name_of(white));
    set_tag(game, Black, name_of(black));
    set_tag(game, Result, std::string(to_string(game.result)));
    set_tag(game, WhiteElo, std::to_string(2000 + 7 * white));
    set_tag(game, BlackElo, std::to_string(2000 + 7 * black));
    set_tag(game, WhiteFideId, std::to_string(4600000 + 17 * white));
    set_tag(game, BlackFideId, std::to_string(4600000 + 17 * black));
    set_tag(game, WhiteTitle, white % 3 == 0 ? "FM" : "");
    set_tag(game, BlackTitle, black % 3 == 0 ? "FM" : "");
    set_tag(game, EventDate, "2024.05.03");
    for (EventTag& tag : game.tags) tag.line = 20 * game.number;
    games_.push_back(std::move(game));
  }

  EventGame& last() { return games_.back(); }
  std::vector<EventGame> take() { return std::move(games_); }

 private:
  std::vector<EventGame> games_;
};

// Returns a result that depends only on the two players and the round.
int result_of(std::uint32_t white, std::uint32_t black, std::uint32_t round) {
  return static_cast<int>((white * 7 + black * 5 + round * 3 + white * black) % 3);
}

}  // namespace

void set_tag(EventGame& game, KnownTag known, const std::string& value) {
  for (EventTag& tag : game.tags) {
    if (tag.known != known) continue;
    tag.value = value;
    return;
  }
  game.tags.push_back({.known = known, .value = value});
}

std::vector<EventGame> made_round_robin(std::uint32_t players, std::uint32_t cycles) {
  Maker maker;
  const std::uint32_t even = players + players % 2;
  for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
    for (std::uint32_t round = 0; round + 1 < even; ++round) {
      std::uint32_t board = 0;
      for (std::uint32_t i = 0; i < even / 2; ++i) {
        std::uint32_t white = i == 0 ? even - 1 : (round + i) % (even - 1);
        std::uint32_t black = (round + even - 1 - i) % (even - 1);
        if ((i == 0 && round % 2 == 1) != (cycle % 2 == 1)) std::swap(white, black);
        if (white >= players || black >= players) continue;
        const std::uint32_t number = cycle * (even - 1) + round + 1;
        maker.add(white, black, number, std::to_string(++board), result_of(white, black, number));
      }
    }
  }
  return maker.take();
}

std::vector<EventGame> made_swiss(std::uint32_t players, std::uint32_t rounds) {
  Maker maker;
  std::vector<int> scores(players);
  std::vector<std::string> colours(players);
  std::set<std::pair<std::uint32_t, std::uint32_t>> met;
  std::mt19937 random(5);
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    std::vector<std::uint32_t> order(players);
    std::iota(order.begin(), order.end(), 0U);
    for (int attempt = 0;; ++attempt) {
      if (attempt > 0) std::shuffle(order.begin(), order.end(), random);
      // After 50 attempts to pair by scores, any pairing is accepted.
      if (attempt < 50) {
        std::ranges::stable_sort(order,
                                 [&](auto one, auto other) { return scores[one] > scores[other]; });
      }
      std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
      std::vector<std::uint32_t> open = order;
      while (open.size() > 1) {
        const std::uint32_t one = open.front();
        const auto partner = std::find_if(open.begin() + 1, open.end(), [&](std::uint32_t other) {
          const auto ends = [&](std::uint32_t who, const char* twice) {
            return colours[who].ends_with(twice);
          };
          const bool clash =
              (ends(one, "WW") && ends(other, "WW")) || (ends(one, "BB") && ends(other, "BB"));
          return !met.contains(std::minmax(one, other)) && !clash;
        });
        if (partner == open.end()) break;
        pairs.emplace_back(one, *partner);
        open.erase(partner);
        open.erase(open.begin());
      }
      if (open.size() > 1) continue;
      std::uint32_t board = 0;
      for (auto [white, black] : pairs) {
        const bool must_swap = colours[white].ends_with("WW") || colours[black].ends_with("BB");
        const bool may_swap = !colours[black].ends_with("WW") && !colours[white].ends_with("BB");
        const auto balance = [&](std::uint32_t who) {
          return std::ranges::count(colours[who], 'W');
        };
        if (must_swap || (may_swap && balance(white) > balance(black))) std::swap(white, black);
        met.insert(std::minmax(white, black));
        colours[white] += 'W';
        colours[black] += 'B';
        const int points = result_of(white, black, round);
        scores[white] += points;
        scores[black] += 2 - points;
        maker.add(white, black, round, std::to_string(++board), points);
      }
      break;
    }
  }
  return maker.take();
}

std::vector<EventGame> made_knock_out(std::uint32_t players) {
  Maker maker;
  std::vector<std::uint32_t> present(players);
  std::iota(present.begin(), present.end(), 0U);
  for (std::uint32_t round = 1; present.size() > 1; ++round) {
    std::vector<std::uint32_t> winners;
    for (std::size_t i = 0; i + 1 < present.size(); i += 2) {
      maker.add(present[i], present[i + 1], round, "1", 2);
      maker.add(present[i + 1], present[i], round, "2", 1);
      winners.push_back(present[i]);
    }
    present = winners;
  }
  return maker.take();
}

std::vector<EventGame> made_team_event(std::uint32_t teams) {
  constexpr std::uint32_t kBoards = 4;
  Maker maker;
  const std::uint32_t even = teams + teams % 2;
  for (std::uint32_t round = 0; round + 1 < even; ++round) {
    for (std::uint32_t i = 0; i < even / 2; ++i) {
      const std::uint32_t home = i == 0 ? even - 1 : (round + i) % (even - 1);
      const std::uint32_t guest = (round + even - 1 - i) % (even - 1);
      if (home >= teams || guest >= teams) continue;
      for (std::uint32_t board = 0; board < kBoards; ++board) {
        std::uint32_t white = home * kBoards + board;
        std::uint32_t black = guest * kBoards + board;
        if (board % 2 == 1) std::swap(white, black);
        maker.add(white, black, round + 1, fmt::format("{}.{}", i + 1, board + 1),
                  result_of(white, black, round));
        set_tag(maker.last(), WhiteTeam, fmt::format("Club {}", white / kBoards));
        set_tag(maker.last(), BlackTeam, fmt::format("Club {}", black / kBoards));
      }
    }
  }
  return maker.take();
}

}  // namespace arbiter::testing
