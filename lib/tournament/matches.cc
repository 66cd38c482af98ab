#include "lib/tournament/matches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace arbiter {

std::vector<MatchScore> matches_of(std::span<const Pairing> games) {
  std::map<std::pair<std::uint32_t, PlayerPair>, std::size_t> numbers;
  std::map<PlayerIndex, std::uint32_t> last;  // the last round of each player
  std::vector<MatchScore> matches;
  for (const Pairing& game : games) {
    const auto [found, is_new] = numbers.try_emplace({game.round, pair_of(game)}, matches.size());
    if (is_new) matches.push_back({game.round, game.white, game.black});
    MatchScore& match = matches[found->second];
    const Color color = game.white == match.one ? Color::White : Color::Black;
    match.one_points += game.points(color);
    match.other_points += game.points(other(color));
    ++match.games;
    match.is_finished = match.is_finished && game.counts();
    for (const PlayerIndex player : {game.white, game.black}) {
      last[player] = std::max(last[player], game.round);
    }
  }
  for (MatchScore& match : matches) {
    const bool one_plays_on = last[match.one] > match.round;
    const bool other_plays_on = last[match.other] > match.round;
    if (match.is_finished && match.one_points != match.other_points) {
      match.winner = match.one_points > match.other_points ? match.one : match.other;
    } else if (one_plays_on != other_plays_on) {
      match.winner = one_plays_on ? match.one : match.other;
    }
  }
  return matches;
}

}  // namespace arbiter
