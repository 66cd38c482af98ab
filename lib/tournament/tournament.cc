#include "lib/tournament/tournament.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tags/time_control.h"

namespace arbiter {

RateOfPlay pace_of_time_control(std::string_view text) {
  constexpr std::uint32_t kMoves = 60;
  const auto control = read_time_control(text);
  if (!control || control->kind != TimeControlKind::Clock) return RateOfPlay::Standard;
  ClockTime shorter = ClockTime::max();
  for (const Color color : {Color::White, Color::Black}) {
    const Allowance first = first_allowance(*control, color);
    shorter = std::min(shorter,
                       first.time + time_added_by(*control, color, kMoves) + kMoves * first.bonus);
  }
  if (shorter >= std::chrono::minutes(60)) return RateOfPlay::Standard;
  return shorter > std::chrono::minutes(10) ? RateOfPlay::Rapid : RateOfPlay::Blitz;
}

Scoring Scoring::of(HalfPoints win, HalfPoints draw, HalfPoints loss) {
  return {.win = {win, win},
          .draw = {draw, draw},
          .loss = {loss, loss},
          .forfeit_win = win,
          .allocated_bye = win,
          .full_bye = win,
          .half_bye = draw};
}

HalfPoints Scoring::points(const Pairing& pairing, Color color) const {
  const HalfPoints result = pairing.points(color);
  if (pairing.kind == ScoreKind::Unfinished) return 0;
  if (const auto& own = pairing.awarded[static_cast<std::size_t>(color)]) return *own;
  if (pairing.kind == ScoreKind::Forfeit) return result == 2 ? forfeit_win : forfeit_loss;
  const auto& awarded = result == 2 ? win : result == 1 ? draw : loss;
  return awarded[static_cast<std::size_t>(color)];
}

HalfPoints Scoring::points(const Bye& bye) const {
  if (bye.awarded) return *bye.awarded;
  if (bye.kind == ByeKind::Allocated) return allocated_bye;
  if (bye.kind == ByeKind::Full) return full_bye;
  return bye.kind == ByeKind::Half ? half_bye : zero_bye;
}

HalfPoints Scoring::standard(HalfPoints points) const {
  if (points > draw[0]) return 2;
  return points == draw[0] ? 1 : 0;
}

std::uint32_t last_round(const Tournament& tournament) {
  std::uint32_t last = 0;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.counts()) last = std::max(last, pairing.round);
  }
  for (const Bye& bye : tournament.byes) {
    if (bye.is_game) last = std::max(last, bye.round);
  }
  return last;
}

std::vector<OpenRound> open_rounds(const Tournament& tournament) {
  std::map<std::uint32_t, OpenRound> rounds;
  for (const Pairing& pairing : tournament.pairings) {
    OpenRound& round = rounds[pairing.round];
    round.round = pairing.round;
    round.open += pairing.counts() ? 0 : 1;
    ++round.games;
  }
  std::vector<OpenRound> open;
  for (const auto& [number, round] : rounds) {
    if (round.open > 0) open.push_back(round);
  }
  return open;
}

MissingRounds missing_rounds(const Tournament& tournament) {
  MissingRounds missing;
  using enum System;
  const bool is_of_everybody =
      tournament.system != Match && tournament.system != KnockOut && tournament.system != Team;
  if (!is_of_everybody) return missing;
  const std::size_t free =
      tournament.system == RoundRobin && tournament.players.size() % 2 != 0 ? tournament.cycles : 0;
  std::vector<std::set<std::uint32_t>> rounds(tournament.players.size());
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round == 0) return missing;  // the game may belong to any round
    rounds[pairing.white].insert(pairing.round);
    rounds[pairing.black].insert(pairing.round);
  }
  for (const Bye& bye : tournament.byes) rounds[bye.player].insert(bye.round);
  for (std::set<std::uint32_t>& of_player : rounds) {
    of_player.erase(of_player.upper_bound(tournament.rounds), of_player.end());
    if (of_player.size() + free >= tournament.rounds) continue;
    ++missing.players;
    missing.rounds += tournament.rounds - free - of_player.size();
  }
  // Unknown systems, such as club evenings, may not pair everybody.
  const std::size_t all = rounds.size() * tournament.rounds;
  return tournament.system == Unknown && missing.rounds * 4 > all ? MissingRounds() : missing;
}

std::vector<Bye> add_probable_byes(Tournament& tournament) {
  std::vector<Bye> byes;
  if (tournament.system != System::Swiss) return byes;
  const std::size_t players = tournament.players.size();
  std::vector<std::set<std::uint32_t>> rounds(players);  // rounds with a game or a bye
  std::vector<std::uint32_t> absent(players);            // last zero-point bye of each player
  std::vector<bool> may_have(players, true);  // whether each player can get an allocated bye
  std::set<std::uint32_t> with_bye;           // rounds that have an allocated bye
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round == 0) return byes;  // the game may belong to any round
    for (const Color color : {Color::White, Color::Black}) {
      rounds[pairing.player(color)].insert(pairing.round);
      if (pairing.kind == ScoreKind::Forfeit && pairing.points(color) == 2) {
        may_have[pairing.player(color)] = false;
      }
    }
  }
  for (const Bye& bye : tournament.byes) {
    rounds[bye.player].insert(bye.round);
    if (bye.kind == ByeKind::Zero) absent[bye.player] = std::max(absent[bye.player], bye.round);
    if (bye.kind != ByeKind::Allocated) continue;
    may_have[bye.player] = false;
    with_bye.insert(bye.round);
  }
  for (std::uint32_t round = tournament.reported_rounds + 1; round <= tournament.rounds; ++round) {
    std::optional<PlayerIndex> found;
    std::size_t count = 0;
    for (PlayerIndex player = 0; player < players; ++player) {
      const std::set<std::uint32_t>& of_player = rounds[player];
      if (of_player.empty() || of_player.contains(round)) continue;
      const bool was_there = round == 1 || *of_player.begin() < round;
      const bool has_left = *of_player.rbegin() < round &&
                            (round < tournament.rounds || *of_player.rbegin() + 1 < round ||
                             *of_player.rbegin() == absent[player]);
      if (!was_there || has_left) continue;
      found = player;
      ++count;
    }
    if (count != 1 || with_bye.contains(round) || !may_have[*found]) continue;
    may_have[*found] = false;
    byes.push_back({.player = *found, .round = round, .kind = ByeKind::Allocated, .points = 2});
  }
  tournament.byes.insert(tournament.byes.end(), byes.begin(), byes.end());
  return byes;
}

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
  // Returns the first round after `round` in which neither player has a game, and marks it as used.
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
  // Players are removed from the last one on, because later players move up.
  std::ranges::sort(left, std::ranges::greater());
  for (const PlayerIndex player : left) {
    if (is_removed[player]) remove_player(tournament, player);
  }
  return withdrawals;
}

}  // namespace arbiter
