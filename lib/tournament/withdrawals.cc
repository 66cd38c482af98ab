#include "lib/tournament/withdrawals.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace arbiter {

void remove_player(Tournament& tournament, PlayerIndex player) {
  const auto moved_up = [player](PlayerIndex& one) { one -= one > player ? 1 : 0; };
  for (auto* const games : {&tournament.pairings, &tournament.playoff}) {
    std::erase_if(*games, [player](const Pairing& pairing) {
      return pairing.white == player || pairing.black == player;
    });
    for (Pairing& pairing : *games) {
      moved_up(pairing.white);
      moved_up(pairing.black);
    }
  }
  std::erase_if(tournament.byes, [player](const Bye& bye) { return bye.player == player; });
  for (Bye& bye : tournament.byes) moved_up(bye.player);
  tournament.players.erase(tournament.players.begin() + static_cast<std::ptrdiff_t>(player));
  tournament.rounds = last_round(tournament);
  recognize_system(tournament);
}

namespace {

// The games of a round robin by players and rounds.
class RoundRobinGames {
 public:
  explicit RoundRobinGames(const Tournament& tournament)
      : tournament_(tournament), rounds_(tournament.players.size()) {
    for (const Pairing& pairing : tournament.pairings) {
      ++met_[pair_of(pairing)];
      rounds_[pairing.white].insert(pairing.round);
      rounds_[pairing.black].insert(pairing.round);
    }
  }

  // Returns the players without games in at least the last two rounds, if only games against them
  // are missing.
  std::vector<PlayerIndex> withdrawn() const {
    constexpr std::uint32_t kMinMissing = 2;
    std::vector<PlayerIndex> left;
    std::vector<bool> has_left(rounds_.size());
    for (PlayerIndex player = 0; player < rounds_.size(); ++player) {
      if (rounds_[player].empty()) return {};
      has_left[player] = last_round_of(player) + kMinMissing <= tournament_.rounds &&
                         missing_of(player) >= kMinMissing;
      if (has_left[player]) left.push_back(player);
    }
    for (PlayerIndex one = 0; one < rounds_.size(); ++one) {
      for (PlayerIndex other = one + 1; other < rounds_.size(); ++other) {
        if (has_left[one] || has_left[other]) continue;
        if (games_of({one, other}) < tournament_.cycles) return {};
      }
    }
    return left;
  }

  std::uint32_t last_round_of(PlayerIndex player) const { return *rounds_[player].rbegin(); }
  std::uint32_t games_of(const PlayerPair& pair) const {
    const auto found = met_.find(pair);
    return found == met_.end() ? 0 : found->second;
  }
  std::uint32_t missing_of(PlayerIndex player) const {
    std::uint32_t missing = 0;
    for (PlayerIndex other = 0; other < rounds_.size(); ++other) {
      if (other == player) continue;
      const std::uint32_t games = games_of(std::minmax(player, other));
      missing += tournament_.cycles - std::min(tournament_.cycles, games);
    }
    return missing;
  }
  // Returns the first round after `round` in which neither has a game, and marks it as used.
  std::uint32_t take_round(std::uint32_t round, PlayerIndex one, PlayerIndex other) {
    do ++round;
    while (rounds_[one].contains(round) || rounds_[other].contains(round));
    rounds_[one].insert(round);
    rounds_[other].insert(round);
    return round;
  }

 private:
  const Tournament& tournament_;
  std::map<PlayerPair, std::uint32_t> met_ = {};
  std::vector<std::set<std::uint32_t>> rounds_;
};

}  // namespace

std::vector<Withdrawal> settle_withdrawals(Tournament& tournament) {
  const bool is_complete = tournament.system == System::RoundRobin && !tournament.is_running &&
                           tournament.reported_rounds == 0 && tournament.byes.empty() &&
                           std::ranges::all_of(tournament.pairings, [](const Pairing& pairing) {
                             return pairing.counts() && pairing.round > 0;
                           });
  if (!is_complete || tournament.players.size() < 4) return {};
  RoundRobinGames games(tournament);
  std::vector<PlayerIndex> left = games.withdrawn();
  if (left.size() * 4 > tournament.players.size()) return {};
  const auto scheduled =
      static_cast<std::uint32_t>(tournament.players.size() - 1) * tournament.cycles;
  std::vector<Withdrawal> withdrawals;
  std::vector<bool> is_removed(tournament.players.size());
  for (const PlayerIndex player : left) {
    const std::uint32_t played = scheduled - games.missing_of(player);
    is_removed[player] = played * 2 < scheduled;
    withdrawals.push_back({.player = tournament.players[player].name,
                           .round = games.last_round_of(player),
                           .played = played,
                           .is_removed = is_removed[player]});
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    const PlayerIndex player = left[i];
    if (is_removed[player]) continue;
    for (PlayerIndex other = 0; other < tournament.players.size(); ++other) {
      if (other == player || is_removed[other]) continue;
      const bool has_both_left = std::ranges::find(left, other) != left.end();
      for (std::uint32_t met = games.games_of(std::minmax(player, other));
           met < tournament.cycles && !(has_both_left && other < player); ++met) {
        ++withdrawals[i].missing;
        tournament.pairings.push_back(
            {.white = other,
             .black = player,
             .round = games.take_round(withdrawals[i].round, player, other),
             .white_points = has_both_left ? 0 : 2,
             .kind = ScoreKind::Forfeit,
             .source = {}});
      }
    }
  }
  std::ranges::stable_sort(tournament.pairings, {}, &Pairing::round);
  // From the last one on, because later players move up.
  std::ranges::sort(left, std::ranges::greater());
  for (const PlayerIndex player : left) {
    if (is_removed[player]) remove_player(tournament, player);
  }
  return withdrawals;
}

}  // namespace arbiter
