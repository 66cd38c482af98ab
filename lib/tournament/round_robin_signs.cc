#include "lib/tournament/round_robin_signs.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace arbiter {
namespace {

using PairsByRound = std::map<std::uint32_t, std::set<PlayerPair>>;

// Returns each pair once in a round, even if a file repeats the game.
PairsByRound pairs_by_round(const Tournament& tournament) {
  PairsByRound rounds;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round != 0) rounds[pairing.round].insert(pair_of(pairing));
  }
  return rounds;
}

// Returns the number of players, with a seat for the free player if it is odd.
std::size_t seats(const Tournament& tournament) {
  return tournament.players.size() + tournament.players.size() % 2;
}

bool meets_twice(const std::set<PlayerPair>& pairs) {
  std::set<PlayerIndex> seen;
  for (const auto& [one, other] : pairs) {
    if (!seen.insert(one).second || !seen.insert(other).second) return true;
  }
  return false;
}

// Returns whether at most a fifth of the games before the last round are missing, and more than
// half of the last round exists.
bool are_full(const PairsByRound& rounds, std::size_t games) {
  std::size_t played = 0;
  for (const auto& [round, pairs] : rounds) played += pairs.size();
  const std::size_t last = rounds.rbegin()->second.size();
  const std::size_t before = (rounds.size() - 1) * games;
  return (played - last) * 5 >= before * 4 && last * 2 > games;
}

// The opponent of each player in a round, including the seat of a free player; empty if the round
// is not complete.
using Opponents = std::vector<PlayerIndex>;
Opponents opponents_of(const std::set<PlayerPair>& pairs, std::size_t seats) {
  const auto nobody = static_cast<PlayerIndex>(seats);
  Opponents opponents(seats, nobody);
  for (const auto& [one, other] : pairs) {
    opponents[one] = other;
    opponents[other] = one;
  }
  const auto free = std::ranges::find(opponents, nobody);
  if (free == opponents.end()) return opponents;
  const auto other = std::find(free + 1, opponents.end(), nobody);
  if (other == opponents.end() || std::find(other + 1, opponents.end(), nobody) != opponents.end())
    return {};
  *free = static_cast<PlayerIndex>(other - opponents.begin());
  *other = static_cast<PlayerIndex>(free - opponents.begin());
  return opponents;
}

// In the Berger tables the numbers of all pairs of a round have the same sum, modulo the number of
// players minus one. Only the last player has no number, and meets all numbers.
class BergerNumbers {
 public:
  // Numbers the players so that the sums of these two rounds are 0 and 1.
  BergerNumbers(const Opponents& first, const Opponents& second, PlayerIndex last)
      : last_(last), modulus_(first.size() - 1), numbers_(first.size(), first.size()) {
    std::size_t number = 0;
    PlayerIndex player = first[last];
    for (std::size_t i = 0; i < modulus_; ++i) {
      if (player == last || numbers_[player] != first.size()) return;
      numbers_[player] = number;
      // Alternates between a pair of the second round and one of the first.
      number = i % 2 == 0 ? (modulus_ + 1 - number) % modulus_ : (modulus_ - number) % modulus_;
      player = i % 2 == 0 ? second[player] : first[player];
    }
    is_complete_ = true;
  }

  bool fit(const Opponents& round) const {
    if (!is_complete_) return false;
    std::set<std::size_t> sums{2 * numbers_[round[last_]] % modulus_};
    for (PlayerIndex player = 0; player < round.size(); ++player) {
      if (player == last_ || round[player] == last_) continue;
      sums.insert((numbers_[player] + numbers_[round[player]]) % modulus_);
    }
    return sums.size() == 1;
  }

 private:
  PlayerIndex last_;
  std::size_t modulus_;
  std::vector<std::size_t> numbers_;
  bool is_complete_ = false;
};

double mean_gap(const std::vector<HalfPoints>& scores) {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t j = i + 1; j < scores.size(); ++j) sum += std::abs(scores[i] - scores[j]);
  }
  const auto count = static_cast<double>(scores.size());
  return sum / (count * (count - 1) / 2);
}

}  // namespace

std::uint32_t cycle_of_pairings(const Tournament& tournament) {
  const PairsByRound rounds = pairs_by_round(tournament);
  const std::size_t players = tournament.players.size();
  if (rounds.empty() || players < 3 || !are_full(rounds, players / 2)) return 0;
  std::map<PlayerPair, std::uint32_t> met;
  for (const auto& [round, pairs] : rounds) {
    if (meets_twice(pairs)) return 0;
    for (const PlayerPair& pair : pairs) ++met[pair];
  }
  const auto complete = static_cast<std::uint32_t>((rounds.size() - 1) / (seats(tournament) - 1));
  const bool is_even = std::ranges::all_of(met, [complete](const auto& meeting) {
    return meeting.second >= complete && meeting.second <= complete + 1;
  });
  if (!is_even || (complete > 0 && met.size() != players * (players - 1) / 2)) return 0;
  return complete + 1;
}

bool follows_berger_tables(const Tournament& tournament) {
  std::vector<Opponents> rounds;
  const PairsByRound pairs = pairs_by_round(tournament);
  for (const auto& [round, of_round] : pairs) {
    Opponents opponents = opponents_of(of_round, seats(tournament));
    if (!opponents.empty()) {
      rounds.push_back(std::move(opponents));
    } else if (round != pairs.rbegin()->first) {
      return false;
    }
  }
  if (rounds.size() < 2) return false;
  for (PlayerIndex last = 0; last < seats(tournament); ++last) {
    for (std::size_t second = 1; second < rounds.size(); ++second) {
      const BergerNumbers numbers(rounds[0], rounds[second], last);
      if (std::ranges::all_of(rounds, [&](const auto& round) { return numbers.fit(round); })) {
        return true;
      }
    }
  }
  return false;
}

std::optional<double> score_gap(const Tournament& tournament) {
  std::vector<HalfPoints> scores(tournament.players.size());
  double gap = 0;
  double by_lot = 0;
  for (auto at = tournament.pairings.begin(); at != tournament.pairings.end();) {
    const std::uint32_t round = at->round;
    const double mean = mean_gap(scores);
    const auto before = scores;
    for (; at != tournament.pairings.end() && at->round == round; ++at) {
      gap += std::abs(before[at->white] - before[at->black]);
      by_lot += mean;
      scores[at->white] += at->white_points;
      scores[at->black] += at->black_points;
    }
    for (const Bye& bye : tournament.byes) {
      if (bye.round == round) scores[bye.player] += bye.points;
    }
  }
  if (by_lot == 0) return {};
  return gap / by_lot;
}

}  // namespace arbiter
