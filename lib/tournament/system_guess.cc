#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter::tournament {

namespace {

// How often each pair met.
std::map<PlayerPair, std::uint32_t> meetings_of(const Tournament& tournament) {
  std::map<PlayerPair, std::uint32_t> meetings;
  for (const Pairing& pairing : tournament.pairings) ++meetings[pair_of(pairing)];
  return meetings;
}

// How often most pairs of regular players met, where a round robin may have lost a tenth of its
// games; 0: it is none.
std::uint32_t cycles_of(const Tournament& tournament,
                        const std::map<PlayerPair, std::uint32_t>& meetings) {
  const std::vector<bool> is_regular = regular_players(tournament);
  const auto players = static_cast<std::size_t>(std::ranges::count(is_regular, true));
  const std::size_t pairs = players * (players - 1) / 2;
  std::map<std::uint32_t, std::size_t> frequency;
  std::size_t met = 0;
  for (const auto& [pair, count] : meetings) {
    if (!is_regular[pair.first] || !is_regular[pair.second]) continue;
    ++frequency[count];
    ++met;
  }
  const std::size_t missing = pairs - std::min(met, pairs);
  if (players < 3 || missing > std::max<std::size_t>(1, pairs / 10)) return 0;
  const auto most = std::ranges::max_element(
      frequency, [](const auto& left, const auto& right) { return left.second < right.second; });
  return most->second * 10 >= met * 9 ? most->first : 0;
}

std::map<std::uint32_t, std::set<PlayerIndex>> players_by_round(const Tournament& tournament) {
  std::map<std::uint32_t, std::set<PlayerIndex>> rounds;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round == 0) continue;
    rounds[pairing.round].insert({pairing.white, pairing.black});
  }
  return rounds;
}

// Each round has about half the players of the one before, and all of them come from there.
bool is_knock_out(const std::map<std::uint32_t, std::set<PlayerIndex>>& rounds) {
  if (rounds.size() < 2) return false;
  const std::set<PlayerIndex>* before = nullptr;
  for (const auto& [round, players] : rounds) {
    if (before != nullptr) {
      if (players.size() * 2 > before->size() + 2) return false;
      if (!std::ranges::includes(*before, players)) return false;
    }
    before = &players;
  }
  return true;
}

// Whether players meet whose scores are near, as pairings by score make it and a league does not:
// before the games of the second half of the rounds they differ by less than a point on the
// average.
bool are_paired_by_score(const Tournament& tournament) {
  std::vector<HalfPoints> scores(tournament.players.size());
  std::int64_t difference = 0;
  std::int64_t games = 0;
  for (auto at = tournament.pairings.begin(); at != tournament.pairings.end();) {
    const auto end = std::find_if(at, tournament.pairings.end(),
                                  [&](const Pairing& p) { return p.round != at->round; });
    if (at->round * 2 > tournament.rounds) {
      for (auto pairing = at; pairing != end; ++pairing) {
        difference += std::abs(scores[pairing->white] - scores[pairing->black]);
        ++games;
      }
    }
    for (const Bye& bye : tournament.byes) {
      if (bye.round == at->round) scores[bye.player] += bye.points;
    }
    for (; at != end; ++at) {
      scores[at->white] += at->white_points;
      scores[at->black] += at->black_points;
    }
  }
  return games > 0 && difference < 2 * games;
}

}  // namespace

std::vector<bool> regular_players(const Tournament& tournament) {
  std::vector<std::uint32_t> games(tournament.players.size());
  for (const Pairing& pairing : tournament.pairings) {
    ++games[pairing.white];
    ++games[pairing.black];
  }
  const std::uint32_t most = games.empty() ? 0 : std::ranges::max(games);
  std::vector<bool> is_regular(games.size());
  for (std::size_t i = 0; i < games.size(); ++i) is_regular[i] = games[i] * 3 >= most;
  return is_regular;
}

const char* to_string(System system) {
  switch (system) {
    case System::RoundRobin:
      return "round robin";
    case System::Swiss:
      return "Swiss";
    case System::Match:
      return "match";
    case System::KnockOut:
      return "knock-out";
    case System::Team:
      return "team tournament";
    case System::Unknown:
      break;
  }
  return "unknown system";
}

SystemGuess guess_system(const Tournament& tournament) {
  const std::size_t players = tournament.players.size();
  if (players < 2 || tournament.pairings.empty()) return {};
  const auto teams =
      std::ranges::count_if(tournament.players, [](const Player& p) { return !p.team.empty(); });
  if (static_cast<std::size_t>(teams) * 10 >= players * 9) {
    std::set<std::string_view> names;
    for (const Player& player : tournament.players) names.insert(player.team);
    // Where nearly everybody has a team of his own, they are clubs.
    if (names.size() * 2 <= players) return {System::Team, 1};
  }
  if (players == 2) return {System::Match, 1};
  const auto rounds = players_by_round(tournament);
  if (is_knock_out(rounds)) return {System::KnockOut, 1};
  const auto meetings = meetings_of(tournament);
  if (const std::uint32_t cycles = cycles_of(tournament, meetings)) {
    return {System::RoundRobin, cycles};
  }
  // Of a Swiss all or nearly all meet once, and a round has a game of most players.
  const auto repeated =
      std::ranges::count_if(meetings, [](const auto& met) { return met.second > 1; });
  std::size_t seats = 0;
  for (const auto& [round, present] : rounds) seats += present.size();
  const bool is_full = !rounds.empty() && seats * 2 >= rounds.size() * players;
  if (static_cast<std::size_t>(repeated) * 20 <= meetings.size() && rounds.size() >= 3 &&
      rounds.size() < players && is_full && are_paired_by_score(tournament)) {
    return {System::Swiss, 1};
  }
  return {};
}

}  // namespace arbiter::tournament
