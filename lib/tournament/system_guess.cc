#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/tournament/tournament.h"

namespace arbiter {
namespace {

// The names of the systems, in the order of System.
constexpr const char* kSystems[] = {"round robin",
                                    "Swiss",
                                    "match",
                                    "knock-out",
                                    "team tournament",
                                    "Scheveningen",
                                    "system unknown: round robin or Swiss",
                                    "unknown system"};
static_assert(std::size(kSystems) == static_cast<std::size_t>(System::Unknown) + 1);

// Returns the text in lower case, with one space between words and at both ends, for searching
// whole words.
std::string small_words(std::string_view text) {
  std::string words = " ";
  for (const char c : text) {
    const bool is_of_word = static_cast<unsigned char>(c) >= 0x80 || is_letter(c) || is_digit(c);
    if (is_of_word || words.back() != ' ') words += is_of_word ? to_small(c) : ' ';
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

bool has_any(std::string_view words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(
      wanted, [words](std::string_view one) { return words.find(one) != std::string_view::npos; });
}

std::optional<PlayedSystem> round_robin_in(std::string_view words) {
  if (!has_any(words, {" round robin", "roundrobin", "rundenturnier", "rundig", " all play all ",
                       " toutes rondes", "liguilla", " berger ", " todos contra todos ",
                       " girone all ", "круговой", "круговая"})) {
    return {};
  }
  return PlayedSystem{System::RoundRobin,
                      has_any(words, {" double", "doppel", "двухкруг"}) ? 2U : 1U};
}

}  // namespace

// Reads the type of a tournament, such as "Swiss Dutch", "FIDE_DUTCH_2025" or "CUSTOM_KNOCKOUT".
std::optional<PlayedSystem> system_of_type(const Tournament& tournament) {
  const std::string type = small_words(tournament.type);
  if (const auto found = round_robin_in(type)) return found;
  if (has_any(type, {"swiss", "schweizer", " suisse", " suizo", " svizzero", "швейцар", " dutch ",
                     " dubov ", " burstein ", " monrad ", " javafo ", "doubleswiss"})) {
    return PlayedSystem{System::Swiss, 1};
  }
  if (has_any(type, {"knockout", "knock out", " cup "})) return PlayedSystem{System::KnockOut, 1};
  if (has_any(type, {"scheveningen"})) return PlayedSystem{System::Scheveningen, 1};
  // FIDE_TEAM_MP_GP and similar types are Swiss systems.
  if (has_any(type, {" fide team "})) return PlayedSystem{System::Swiss, 1};
  return {};
}

namespace {

bool is_called_knock_out(const Tournament& tournament) {
  return has_any(small_words(tournament.name),
                 {"knockout", "knock out", " cup ", "pokal", " coupe ", " copa ", " k o ", " ko ",
                  "нокаут", " coppa ", " beker ", " puchar "});
}

// Returns the system according to the type, otherwise the event name, such as "Rundenturnier" or
// "Swiss system". Ignores "Swiss" in the name of a championship.
std::optional<PlayedSystem> announced_system(const Tournament& tournament) {
  if (const auto found = system_of_type(tournament)) return found;
  const std::string name = small_words(tournament.name);
  if (const auto found = round_robin_in(name)) return found;
  if (has_any(name, {" swiss system", " swiss tournament", " schweizer system", " schweizersystem",
                     " système suisse", " sistema suizo"})) {
    return PlayedSystem{System::Swiss, 1};
  }
  return {};
}

// Returns whether the event is called an open, which is usually a Swiss.
bool is_called_open(const Tournament& tournament) {
  return has_any(small_words(tournament.name), {" open "});
}

using Meetings = std::map<PlayerPair, std::uint32_t>;

// Returns how often each pair met.
Meetings meetings_of(const Tournament& tournament) {
  Meetings meetings;
  for (const Pairing& pairing : tournament.pairings) ++meetings[pair_of(pairing)];
  return meetings;
}

// Returns how often each pair played at the board. In a Swiss, a pair may be paired again after a
// forfeit.
Meetings played_meetings_of(const Tournament& tournament) {
  Meetings meetings;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.kind != ScoreKind::Forfeit) ++meetings[pair_of(pairing)];
  }
  return meetings;
}

// Counts pairs among some players by how often they met, without pairs that never met.
std::map<std::uint32_t, std::size_t> pairs_by_meetings(const Meetings& meetings,
                                                       const std::vector<bool>& players) {
  std::map<std::uint32_t, std::size_t> pairs;
  for (const auto& [pair, count] : meetings) {
    if (players[pair.first] && players[pair.second]) ++pairs[count];
  }
  return pairs;
}

// Returns the number of games that most pairs played; the greater number if two are equally
// frequent.
std::uint32_t usual_meetings(const std::map<std::uint32_t, std::size_t>& pairs) {
  std::uint32_t usual = 0;
  std::size_t most = 0;
  for (const auto& [meetings, count] : pairs) {
    if (count >= most) usual = meetings;
    most = std::max(most, count);
  }
  return usual;
}

// Returns the players who met most others less often than usual, and nobody more often. Returns
// none if pairs usually meet once.
std::vector<bool> early_leavers(const Meetings& meetings, const std::vector<bool>& players) {
  const std::uint32_t usual = usual_meetings(pairs_by_meetings(meetings, players));
  const auto count = static_cast<std::size_t>(std::ranges::count(players, true));
  std::vector<std::size_t> as_usual(players.size());
  std::vector<bool> has_left = players;
  for (const auto& [pair, met] : meetings) {
    if (!players[pair.first] || !players[pair.second]) continue;
    for (const PlayerIndex player : {pair.first, pair.second}) {
      if (met == usual) ++as_usual[player];
      if (met > usual) has_left[player] = false;
    }
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (usual < 2 || as_usual[i] * 2 >= count - 1) has_left[i] = false;
  }
  const auto left = static_cast<std::size_t>(std::ranges::count(has_left, true));
  return left * 4 <= count ? has_left : std::vector<bool>(players.size());
}

// Returns the number of games that most pairs of remaining players played. Returns 0 if this is not
// a round robin. 10 % of the games may be missing.
std::uint32_t cycles_of(const Tournament& tournament, const Meetings& meetings) {
  std::vector<bool> stayed = regular_players(tournament);
  const std::vector<bool> has_left = early_leavers(meetings, stayed);
  for (std::size_t i = 0; i < stayed.size(); ++i) stayed[i] = stayed[i] && !has_left[i];
  const auto players = static_cast<std::size_t>(std::ranges::count(stayed, true));
  const auto by_meetings = pairs_by_meetings(meetings, stayed);
  std::size_t met = 0;
  for (const auto& [count, pairs] : by_meetings) met += pairs;
  const std::size_t pairs = players * (players - 1) / 2;
  const std::size_t missing = pairs - std::min(met, pairs);
  if (players < 3 || missing > std::max<std::size_t>(1, pairs / 10)) return 0;
  const std::uint32_t usual = usual_meetings(by_meetings);
  return by_meetings.at(usual) * 10 >= met * 9 ? usual : 0;
}

using PlayersByRound = std::map<std::uint32_t, std::set<PlayerIndex>>;

PlayersByRound players_by_round(const Tournament& tournament) {
  PlayersByRound rounds;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round == 0) continue;
    rounds[pairing.round].insert({pairing.white, pairing.black});
  }
  return rounds;
}

// Merges the final and the match for third place, if they are separate rounds.
std::optional<Tournament> with_one_final_round(const Tournament& tournament,
                                               const PlayersByRound& rounds) {
  if (rounds.size() < 3) return {};
  const auto last = std::prev(rounds.end());
  const auto before = std::prev(last);
  std::set<PlayerIndex> both = before->second;
  both.insert(last->second.begin(), last->second.end());
  const bool is_of_finals = before->second.size() == 2 && last->second.size() == 2 &&
                            both.size() == 4 && both == std::prev(before)->second;
  if (!is_of_finals) return {};
  Tournament joined = tournament;
  for (Pairing& pairing : joined.pairings) {
    if (pairing.round == last->first) pairing.round = before->first;
  }
  return joined;
}

// Returns whether each match of a round sends at most one player to the next round, and nearly all
// send one. The final round may include a match for third place. New players may enter only in the
// second round. A knock-out with one game per match needs three rounds or a name, because the
// unfinished second round of any tournament looks like a knock-out.
bool is_knock_out(const Tournament& tournament, const PlayersByRound& rounds) {
  if (const auto joined = with_one_final_round(tournament, rounds)) {
    return is_knock_out(*joined, players_by_round(*joined));
  }
  if (rounds.empty() || (rounds.size() < 2 && !tournament.has_stages)) return false;
  std::map<std::uint32_t, std::map<PlayerPair, std::size_t>> matches;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round != 0) ++matches[pairing.round][pair_of(pairing)];
  }
  std::size_t several = 0;  // matches with several games
  std::size_t all = 0;
  for (auto at = rounds.begin(); at != rounds.end(); ++at) {
    const auto& pairs = matches[at->first];
    if (pairs.size() * 2 != at->second.size()) return false;  // some player has two opponents
    all += pairs.size();
    for (const auto& [pair, games] : pairs) several += games > 1;
    const auto next = std::next(at);
    if (next == rounds.end()) break;
    const bool is_last = std::next(next) == rounds.end();
    const auto plays_on = [&](PlayerIndex player) { return next->second.contains(player); };
    std::size_t on = 0;
    for (const auto& [pair, games] : pairs) {
      const bool both = plays_on(pair.first) && plays_on(pair.second);
      const bool is_of_finals = is_last && pairs.size() <= 2;
      if (both && !is_of_finals) return false;
      on += plays_on(pair.first) || plays_on(pair.second);
    }
    if (!is_last && on * 10 < pairs.size() * 9) return false;
    const bool has_others = !std::ranges::includes(at->second, next->second);
    if (has_others && at != rounds.begin()) return false;
    if (next->second.size() > at->second.size()) return false;
  }
  return several * 2 > all || rounds.size() > 2 || tournament.has_stages ||
         is_called_knock_out(tournament);
}

// Returns whether opponents have similar scores, as in a Swiss but not in a league. In the second
// half of the rounds, they must differ by less than a point on average.
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

std::size_t pairs_that_meet_again(const Meetings& meetings, std::uint32_t most) {
  return static_cast<std::size_t>(
      std::ranges::count_if(meetings, [most](const auto& met) { return met.second > most; }));
}

// Returns the announced system, unless more than 5 % of the pairs met more often than it allows.
std::optional<PlayedSystem> announced_and_played(const Tournament& tournament,
                                                 const Meetings& meetings) {
  auto announced = announced_system(tournament);
  if (!announced) return {};
  if (announced->system == System::RoundRobin) {
    announced->cycles = std::max(announced->cycles, cycle_of_pairings(tournament));
  }
  const bool is_swiss = announced->system == System::Swiss;
  const Meetings met = is_swiss ? played_meetings_of(tournament) : meetings;
  const bool fits = pairs_that_meet_again(met, announced->cycles) * 20 <= met.size();
  return fits ? announced : std::nullopt;
}

// Returns whether the players form two teams, each of whose players met exactly all players of the
// other team. Team tags are not needed.
bool is_scheveningen(const Tournament& tournament, const Meetings& meetings) {
  constexpr std::size_t kMinTeam = 3;
  const std::size_t team = tournament.players.size() / 2;
  if (tournament.players.size() % 2 != 0 || team < kMinTeam || meetings.size() != team * team) {
    return false;
  }
  std::vector<bool> is_opponent(tournament.players.size());  // opponents of the first player
  for (const auto& [pair, count] : meetings) {
    if (pair.first == 0) is_opponent[pair.second] = true;
  }
  return std::ranges::all_of(meetings, [&](const auto& met) {
    return is_opponent[met.first.first] != is_opponent[met.first.second];
  });
}

constexpr PlayedSystem kRoundRobin{System::RoundRobin, 1};
constexpr PlayedSystem kSwiss{System::Swiss, 1};
constexpr PlayedSystem kEither{System::RoundRobinOrSwiss, 1};

// Returns how many rounds each player needs to meet all others once.
std::size_t rounds_of_cycle(std::size_t players) { return players + players % 2 - 1; }

// Returns the system by the announced number of rounds, if some are still to come, or if they are
// too few for a round robin.
std::optional<PlayedSystem> system_by_plan(const Tournament& tournament) {
  if (tournament.planned_rounds < tournament.rounds) return {};
  const std::size_t cycle = rounds_of_cycle(tournament.players.size());
  if (tournament.planned_rounds == tournament.rounds) {
    return tournament.rounds + 1 < cycle ? std::optional(kSwiss) : std::nullopt;
  }
  if (tournament.planned_rounds % cycle != 0) return kSwiss;
  return PlayedSystem{System::RoundRobin,
                      static_cast<std::uint32_t>(tournament.planned_rounds / cycle)};
}

// Returns the system according to the score difference of opponents and the Berger tables. In
// simulations of 300 tournaments of 8 to 20 players for each number of rounds, 2 % exceeded these
// limits.
PlayedSystem system_by_signs(const Tournament& tournament, std::size_t rounds) {
  // With fewer players, most pairings are possible in both systems.
  constexpr std::size_t kFew = 8;
  const PlayedSystem unclear = is_called_open(tournament) ? kSwiss : kEither;
  if (rounds < 3) return unclear;
  const double gap = score_gap(tournament).value_or(0.7);
  if (tournament.players.size() + 1 < kFew) return gap >= 0.9 ? kRoundRobin : unclear;
  // In the last third of a cycle, a Swiss also pairs players of different scores, because few
  // opponents are left.
  if (gap >= 0.8 && rounds * 3 <= tournament.players.size() * 2) return kRoundRobin;
  if (follows_berger_tables(tournament)) return rounds > 3 ? kRoundRobin : unclear;
  return gap < (rounds == 3 ? 0.5 : 0.6) ? kSwiss : unclear;
}

// Returns the system of rounds that are the first cycle of a round robin, or part of a Swiss.
PlayedSystem system_of_few_rounds(const Tournament& tournament, std::size_t rounds) {
  if (const auto planned = system_by_plan(tournament)) return *planned;
  // A Swiss has fewer rounds than a cycle of a round robin.
  if (rounds + 1 >= rounds_of_cycle(tournament.players.size())) return kRoundRobin;
  return system_by_signs(tournament, rounds);
}

PlayedSystem guess(const Tournament& tournament) {
  // Maximum number of players for early recognition.
  constexpr std::size_t kMaxRoundRobinPlayers = 20;
  const std::size_t players = tournament.players.size();
  if (tournament.chosen_system) return *tournament.chosen_system;
  if (players < 2) return {};
  const auto type = system_of_type(tournament);
  if (tournament.pairings.empty()) return type.value_or(PlayedSystem());
  const bool is_individual = has_any(small_words(tournament.type), {" individual", " einzel"});
  const auto teams =
      is_individual ? 0 : std::ranges::count_if(tournament.players, [](const Player& p) {
        return !p.team.empty();
      });
  const auto meetings = meetings_of(tournament);
  if (static_cast<std::size_t>(teams) * 10 >= players * 9) {
    std::set<std::string_view> names;
    for (const Player& player : tournament.players) names.insert(player.team);
    const bool may_be = !type || type->system == System::Scheveningen;
    if (names.size() == 2 && may_be && is_scheveningen(tournament, meetings)) {
      return {System::Scheveningen, 1};
    }
    // If nearly every player has a different team, the teams are clubs.
    if (names.size() * 2 <= players) return {System::Team, 1};
  }
  if (players == 2) return {System::Match, 1};
  const auto rounds = players_by_round(tournament);
  if (type) {
    if (const auto announced = announced_and_played(tournament, meetings)) return *announced;
  }
  if (is_knock_out(tournament, rounds)) return {System::KnockOut, 1};
  if (const auto announced = announced_and_played(tournament, meetings)) return *announced;
  if (is_scheveningen(tournament, meetings)) return {System::Scheveningen, 1};
  const std::uint32_t cycle = cycle_of_pairings(tournament);
  if (cycle > 1) return {System::RoundRobin, cycle};
  if (const std::uint32_t cycles = cycles_of(tournament, meetings)) {
    return {System::RoundRobin, cycles};
  }
  if (cycle == 1 && players <= kMaxRoundRobinPlayers) {
    return system_of_few_rounds(tournament, rounds.size());
  }
  // In a Swiss nearly all pairs meet once, and most players have a game in each round.
  std::size_t seats = 0;
  for (const auto& [round, present] : rounds) seats += present.size();
  const bool is_full = !rounds.empty() && seats * 2 >= rounds.size() * players;
  if (pairs_that_meet_again(meetings, 1) * 20 <= meetings.size() && rounds.size() >= 3 &&
      rounds.size() < players && is_full && are_paired_by_score(tournament)) {
    return {System::Swiss, 1};
  }
  return {};
}

// Returns the tournament without its last round, if that round has fewer games than the previous
// round.
std::optional<Tournament> before_incomplete_round(const Tournament& tournament) {
  std::map<std::uint32_t, std::size_t> games;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round != 0 && pairing.counts()) ++games[pairing.round];
  }
  if (games.size() < 2 || tournament.chosen_system) return {};
  const auto last = std::prev(games.end());
  if (last->second >= std::prev(last)->second) return {};
  Tournament before = tournament;
  std::erase_if(before.pairings, [last](const Pairing& p) { return p.round >= last->first; });
  std::erase_if(before.byes, [last](const Bye& bye) { return bye.round >= last->first; });
  before.rounds = std::prev(last)->first;
  return before;
}

// Returns whether most pairs of the last round met in each earlier cycle.
bool begins_cycle(const Tournament& tournament, const Tournament& before, std::uint32_t cycles) {
  const Meetings met = meetings_of(before);
  std::size_t games = 0;
  std::size_t again = 0;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round <= before.rounds) continue;
    ++games;
    const auto found = met.find(pair_of(pairing));
    again += found != met.end() && found->second >= cycles;
  }
  return again * 2 > games;
}

// While a round is unfinished, returns the system of the earlier rounds, if these are sufficient to
// recognize one.
PlayedSystem steady_guess(const Tournament& tournament) {
  const auto before = before_incomplete_round(tournament);
  if (!before) return guess(tournament);
  PlayedSystem system = guess(*before);
  const PlayedSystem present = guess(tournament);
  if (system.system == System::RoundRobin) {
    system.cycles += begins_cycle(tournament, *before, system.cycles);
    return system;
  }
  // An incomplete round does not prove a Swiss.
  const bool is_certain = present.system == System::RoundRobin ||
                          present.system == System::KnockOut || present.system == System::Team;
  return is_certain || system.system == System::Unknown ? present : system;
}

// Returns whether a round robin of these players has more rounds than were played.
bool has_rounds_to_come(const Tournament& tournament) {
  const auto players =
      static_cast<std::size_t>(std::ranges::count(regular_players(tournament), true));
  return tournament.rounds > 0 && tournament.rounds < tournament.cycles * rounds_of_cycle(players);
}

}  // namespace

std::string system_text(const Tournament& tournament) {
  const std::string system = to_string(tournament.system);
  if (tournament.cycles < 2) return system;
  return tournament.cycles == 2 ? "double " + system
                                : fmt::format("{}-fold {}", tournament.cycles, system);
}

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

const char* to_string(System system) { return kSystems[static_cast<std::size_t>(system)]; }

void recognize_system(Tournament& tournament) {
  const auto [system, cycles] = steady_guess(tournament);
  tournament.system = system;
  tournament.cycles = cycles;
  tournament.is_running = system == System::RoundRobin && has_rounds_to_come(tournament);
}

void choose_system(Tournament& tournament, PlayedSystem system) {
  tournament.chosen_system = system;
  recognize_system(tournament);
}

void remove_rounds_after(Tournament& tournament, std::uint32_t round) {
  const auto is_later = [round](const auto& one) { return one.round > round; };
  if (std::erase_if(tournament.pairings, is_later) > 0) tournament.playoff.clear();
  std::erase_if(tournament.byes, is_later);
  std::erase_if(tournament.teams.byes, is_later);
  std::erase_if(tournament.teams.forfeits, is_later);
  tournament.rounds = last_round(tournament);
  tournament.is_running = tournament.system == System::RoundRobin && has_rounds_to_come(tournament);
}

std::vector<bool> withdrawn_players(const Tournament& tournament) {
  if (tournament.system != System::RoundRobin) return std::vector<bool>(tournament.players.size());
  return early_leavers(meetings_of(tournament), regular_players(tournament));
}

namespace {

using PairsByRound = std::map<std::uint32_t, std::set<PlayerPair>>;

// Returns the pairs of each round, without duplicate games.
PairsByRound pairs_by_round(const Tournament& tournament) {
  PairsByRound rounds;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round != 0) rounds[pairing.round].insert(pair_of(pairing));
  }
  return rounds;
}

// Returns the number of players, rounded up to an even number.
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

// Returns whether at most 20 % of the games before the last round are missing, and at most half of
// the last round.
bool are_full(const PairsByRound& rounds, std::size_t games) {
  std::size_t played = 0;
  for (const auto& [round, pairs] : rounds) played += pairs.size();
  const std::size_t last = rounds.rbegin()->second.size();
  const std::size_t before = (rounds.size() - 1) * games;
  return (played - last) * 5 >= before * 4 && last * 2 > games;
}

// The opponent of each player in a round, including a dummy for the free player; empty if the round
// is incomplete.
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

// A numbering for Berger tables. The numbers of each pair of a round have the same sum modulo n -
// 1, for n players. The last player has no number, and meets everybody.
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
      // Alternates between pairs of the second round and pairs of the first round.
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
