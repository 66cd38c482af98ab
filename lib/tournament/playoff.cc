// Play-offs after the last round of a tournament.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "lib/tournament/tournament.h"

namespace arbiter {
namespace {

using Round = std::vector<const Pairing*>;

std::set<PlayerIndex> players_of(const Round& games) {
  std::set<PlayerIndex> players;
  for (const Pairing* game : games) players.insert({game->white, game->black});
  return players;
}

// Returns the first of the last rounds that only a few players have; 0 if there is none.
std::uint32_t first_round_of_few(const std::map<std::uint32_t, Round>& rounds,
                                 std::size_t players) {
  constexpr std::size_t kMinPlayers = 4;
  if (players < kMinPlayers) return 0;
  const std::size_t few = std::max<std::size_t>(2, players / 4);
  std::uint32_t first = 0;
  for (auto at = rounds.rbegin(); at != rounds.rend() && at->first != 0; ++at) {
    if (players_of(at->second).size() > few) return first;
    first = at->first;
  }
  return 0;
}

// Returns whether each pair plays several games, or all of at least three players meet.
bool decides_places(const Round& games) {
  std::map<PlayerPair, std::size_t> met;
  for (const Pairing* game : games) ++met[pair_of(*game)];
  const std::size_t players = players_of(games).size();
  return std::ranges::all_of(met, [](const auto& pair) { return pair.second > 1; }) ||
         (players > 2 && met.size() == players * (players - 1) / 2);
}

}  // namespace

void set_playoff_aside(Tournament& tournament) {
  std::map<std::uint32_t, Round> rounds;
  for (const Pairing& pairing : tournament.pairings) rounds[pairing.round].push_back(&pairing);
  const std::uint32_t first = first_round_of_few(rounds, tournament.players.size());
  if (first < 2) return;
  Round games;
  for (auto at = rounds.lower_bound(first); at != rounds.end(); ++at) {
    games.insert(games.end(), at->second.begin(), at->second.end());
  }
  if (!decides_places(games)) return;
  Tournament before = tournament;
  std::erase_if(before.pairings, [first](const Pairing& p) { return p.round >= first; });
  std::erase_if(before.byes, [first](const Bye& bye) { return bye.round >= first; });
  before.rounds = last_round(before);
  recognize_system(before);
  const bool is_complete_robin = before.system == System::RoundRobin && !before.is_running;
  if (!is_complete_robin && before.system != System::Swiss) return;
  for (const Pairing* game : games) before.playoff.push_back(*game);
  tournament = std::move(before);
}

}  // namespace arbiter
