#include "lib/tournament/matches.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace arbiter {

namespace {

// The winners, losers and opponents of each round.
class MatchResults {
 public:
  explicit MatchResults(std::span<const MatchScore> matches) {
    for (const MatchScore& match : matches) {
      opponents_[match.one].try_emplace(match.round, match.other);
      opponents_[match.other].try_emplace(match.round, match.one);
      if (!match.winner) continue;
      winners_.emplace(match.round, *match.winner);
      losers_.emplace(match.round, loser_of(match));
    }
  }

  // Precondition: the match has a winner.
  static PlayerIndex loser_of(const MatchScore& match) {
    return match.winner == match.one ? match.other : match.one;
  }

  // Returns the next opponent of a player after a round; nothing if the player has left.
  std::optional<PlayerIndex> next_opponent(std::uint32_t round, PlayerIndex player) const {
    const auto& of_player = opponents_.at(player);
    const auto next = of_player.upper_bound(round);
    return next == of_player.end() ? std::nullopt : std::optional(next->second);
  }

  bool meets_winner_next(std::uint32_t round, PlayerIndex player) const {
    const auto next = next_opponent(round, player);
    return next && winners_.contains({round, *next});
  }

  // Returns whether the loser of a match is in the next round nevertheless. Losers who play for the
  // third place meet another loser.
  bool is_loser_lucky(const MatchScore& match) const {
    const auto next = next_opponent(match.round, loser_of(match));
    return next && !losers_.contains({match.round, *next});
  }

 private:
  std::set<std::pair<std::uint32_t, PlayerIndex>> winners_ = {};
  std::set<std::pair<std::uint32_t, PlayerIndex>> losers_ = {};
  std::map<PlayerIndex, std::map<std::uint32_t, PlayerIndex>> opponents_ = {};  // by round
};

// Finds the winners of tied matches whose players both play on. The winner meets another winner of
// the round next.
void find_winners_by_opponents(std::vector<MatchScore>& matches) {
  const MatchResults results(matches);
  for (MatchScore& match : matches) {
    if (match.winner || !match.is_finished) continue;
    const bool one = results.meets_winner_next(match.round, match.one);
    if (one == results.meets_winner_next(match.round, match.other)) continue;
    match.winner = one ? match.one : match.other;
  }
}

}  // namespace

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
  find_winners_by_opponents(matches);
  return matches;
}

std::vector<std::uint32_t> knock_out_progress(const Tournament& tournament) {
  constexpr char kLost = 'a';
  constexpr char kOpen = 'b';
  constexpr char kWon = 'c';
  constexpr std::size_t kMaxRounds = 64;  // the last ones
  const std::vector<MatchScore> matches = matches_of(tournament.pairings);
  std::map<std::uint32_t, std::size_t> columns;  // by round
  for (const MatchScore& match : matches) columns[match.round];
  while (columns.size() > kMaxRounds) columns.erase(columns.begin());
  std::size_t count = 0;
  for (auto& [round, column] : columns) column = count++;
  // A letter for each round, so that the order of the texts is that of the players.
  std::vector<std::string> paths(tournament.players.size(), std::string(count, '\0'));
  const MatchResults results(matches);
  for (const MatchScore& match : matches) {
    const auto column = columns.find(match.round);
    if (column == columns.end()) continue;
    const auto set = [&](PlayerIndex player, char letter) {
      paths[player][column->second] = letter;
    };
    if (!match.winner) {
      set(match.one, kOpen);
      set(match.other, kOpen);
      continue;
    }
    const bool is_lucky = results.is_loser_lucky(match);
    const bool has_left = is_lucky && !results.next_opponent(match.round, *match.winner);
    set(MatchResults::loser_of(match), is_lucky ? kWon : kLost);
    set(*match.winner, has_left ? kLost : kWon);
  }
  for (std::string& path : paths) {
    // A round without a match before the last one is a bye.
    const std::size_t end = path.find_last_not_of('\0') + 1;
    if (end == 0) continue;  // a player without a match is last
    std::replace(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(end), '\0', kWon);
    std::ranges::replace(path, '\0', kOpen);
  }
  std::vector<std::string_view> steps(paths.begin(), paths.end());
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  std::vector<std::uint32_t> progress;
  for (const std::string& path : paths) {
    const auto step = std::ranges::lower_bound(steps, path);
    progress.push_back(static_cast<std::uint32_t>(step - steps.begin()));
  }
  return progress;
}

}  // namespace arbiter
