#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "lib/base/text.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/tournament.h"

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

  // Returns the loser. Precondition: the match has a winner.
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

  // Returns whether the loser of a match advanced nevertheless. Losers who play for third place
  // meet another loser.
  bool is_loser_lucky(const MatchScore& match) const {
    const auto next = next_opponent(match.round, loser_of(match));
    return next && !losers_.contains({match.round, *next});
  }

 private:
  std::set<std::pair<std::uint32_t, PlayerIndex>> winners_ = {};
  std::set<std::pair<std::uint32_t, PlayerIndex>> losers_ = {};
  // The opponent of each player in each round.
  std::map<PlayerIndex, std::map<std::uint32_t, PlayerIndex>> opponents_ = {};
};

// Determines the winners of tied matches after which both players play on. The winner is the player
// whose next opponent is another winner.
void find_winners_by_opponents(std::vector<MatchScore>& matches) {
  const MatchResults results(matches);
  for (MatchScore& match : matches) {
    if (match.winner || !match.is_finished || match.is_double_forfeit) continue;
    const bool one = results.meets_winner_next(match.round, match.one);
    if (one == results.meets_winner_next(match.round, match.other)) continue;
    match.winner = one ? match.one : match.other;
  }
}

}  // namespace

std::vector<MatchScore> matches_of(std::span<const Pairing> games) {
  std::map<std::pair<std::uint32_t, PlayerPair>, std::size_t> numbers;
  std::map<PlayerIndex, std::uint32_t> last;
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
    const bool is_lost_by_both =
        game.kind == ScoreKind::Forfeit && game.white_points == 0 && game.black_points == 0;
    match.is_double_forfeit = (is_new || match.is_double_forfeit) && is_lost_by_both;
    for (const PlayerIndex player : {game.white, game.black}) {
      last[player] = std::max(last[player], game.round);
    }
  }
  for (MatchScore& match : matches) {
    if (match.is_double_forfeit) continue;
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
  constexpr std::size_t kMaxRounds = 64;  // maximum number of rounds, counted from the last one
  const std::vector<MatchScore> matches = matches_of(tournament.pairings);
  std::map<std::uint32_t, std::size_t> columns;  // index in the paths, by round
  for (const MatchScore& match : matches) columns[match.round];
  while (columns.size() > kMaxRounds) columns.erase(columns.begin());
  std::size_t count = 0;
  for (auto& [round, column] : columns) column = count++;
  // For each player, a string with one character per round. The order of the strings is the order
  // of the players.
  std::vector<std::string> paths(tournament.players.size(), std::string(count, '\0'));
  const MatchResults results(matches);
  for (const MatchScore& match : matches) {
    const auto column = columns.find(match.round);
    if (column == columns.end()) continue;
    const auto set = [&](PlayerIndex player, char letter) {
      paths[player][column->second] = letter;
    };
    if (!match.winner) {
      const char letter = match.is_double_forfeit ? kLost : kOpen;
      set(match.one, letter);
      set(match.other, letter);
      continue;
    }
    const bool is_lucky = results.is_loser_lucky(match);
    const bool has_left = is_lucky && !results.next_opponent(match.round, *match.winner);
    set(MatchResults::loser_of(match), is_lucky ? kWon : kLost);
    set(*match.winner, has_left ? kLost : kWon);
  }
  for (std::string& path : paths) {
    // A round without a match is a bye, unless it follows the player's last match.
    const std::size_t end = path.find_last_not_of('\0') + 1;
    if (end == 0) continue;  // players without a match are last
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

namespace {

using Round = std::vector<const Pairing*>;

std::set<PlayerIndex> players_of(const Round& games) {
  std::set<PlayerIndex> players;
  for (const Pairing* game : games) players.insert({game->white, game->black});
  return players;
}

// Returns the first of the final rounds in which only a few players play; 0 if there is none.
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

// Returns whether each pair plays several games, or at least three players all meet each other.
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

namespace {

struct StageWord {
  // The word as folded_name() returns it, in Latin letters. A space matches the start or end of a
  // word.
  std::string_view word;
  RoundStage stage;
};

// Longer words precede the words that they contain.
constexpr StageWord kWords[] = {
    {"3rd place", {2, true}},
    {"third place", {2, true}},
    {" bronze", {2, true}},
    {" 3rd 4th ", {2, true}},
    {" platz 3 ", {2, true}},
    {"kleines finale", {2, true}},
    {"petite finale", {2, true}},
    {"troisieme place", {2, true}},
    {" 3e place", {2, true}},
    {"tercer puesto", {2, true}},
    {"tercer lugar", {2, true}},
    {"terzo posto", {2, true}},
    {" 3 e mesto", {2, true}},
    {" 3e mesto", {2, true}},
    {" 3e plaats", {2, true}},
    {"sechzehntelfinal", {32}},
    {" seizieme", {32}},
    {" dieciseisavos", {32}},
    {" sedicesimi", {32}},
    {" round of 64 ", {64}},
    {" last 64 ", {64}},
    {" round of 32 ", {32}},
    {" last 32 ", {32}},
    {" round of 16 ", {16}},
    {" last 16 ", {16}},
    {"achtelfinal", {16}},
    {" huitieme", {16}},
    {" octavos", {16}},
    {" ottavi", {16}},
    {" achtste finale", {16}},
    {" quarterfinal", {8}},
    {" quarter final", {8}},
    {" quarters ", {8}},
    {"viertelfinal", {8}},
    {" quart de finale", {8}},
    {" quarts de finale", {8}},
    {" cuartos", {8}},
    {" quarti ", {8}},
    {"chetvertfinal", {8}},
    {" kwartfinale", {8}},
    {" cwiercfina", {8}},
    {" qf", {8}},
    {" semifinal", {4}},
    {" semi final", {4}},
    {" semis ", {4}},
    {"halbfinal", {4}},
    {" demi finale", {4}},
    {" halve finale", {4}},
    {"polufinal", {4}},
    {" polfina", {4}},
    {" sf", {4}},
    {" final", {2}},
    {" f ", {2}},
};

// Returns the stage of a fraction such as "1/4", which only a word for the final may follow.
std::optional<RoundStage> stage_of_fraction(std::string_view key) {
  if (!skip_prefix(key, " 1 ")) return {};
  const std::size_t end = key.find(' ');
  const auto matches = parse_number<std::uint32_t>(key.substr(0, end));
  constexpr std::uint32_t kMostMatches = 64;
  if (!matches || *matches < 2 || *matches > kMostMatches || (*matches & (*matches - 1)) != 0) {
    return {};
  }
  const std::string_view rest = trim(key.substr(end));
  return rest.empty() || rest.starts_with("final") ? std::optional(RoundStage{*matches * 2})
                                                   : std::nullopt;
}

// Returns whether the text contains the stage name. "F", "SF" and "QF" must be alone or precede a
// number.
bool has_stage(std::string_view key, std::string_view word) {
  const std::size_t at = key.find(word);
  constexpr std::size_t kShort = 3;
  if (at == std::string_view::npos || word.size() > kShort) return at != std::string_view::npos;
  const std::string_view rest = key.substr(at + word.size());
  return at == 0 && (rest.empty() || rest.front() == ' ' || is_digit(rest.front()));
}

}  // namespace

std::optional<RoundStage> parse_stage(std::string_view round) {
  if (round.empty()) return {};
  const std::string key = " " + name_key(folded_name(round)) + " ";
  if (round.find('/') != std::string_view::npos) {
    if (const auto stage = stage_of_fraction(key)) return stage;
  }
  const auto* const found = std::ranges::find_if(
      kWords, [&key](const StageWord& one) { return has_stage(key, one.word); });
  return found == std::end(kWords) ? std::nullopt : std::optional(found->stage);
}

}  // namespace arbiter
