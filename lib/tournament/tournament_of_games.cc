#include "lib/tournament/tournament_of_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"

namespace arbiter {

namespace {

// Finds the most frequent value; among equals, the alphabetically first.
class Favourite {
 public:
  void add(std::string_view value) {
    if (!value.empty()) ++counts_[std::string(value)];
  }
  std::string get() const {
    return get_by([](std::string_view, std::uint32_t count) { return count; });
  }
  // Returns the value with the highest `rank(value, count)`.
  std::string get_by(auto rank) const {
    const auto most = std::ranges::max_element(
        counts_, {}, [&](const auto& one) { return rank(one.first, one.second); });
    return most == counts_.end() ? std::string() : most->first;
  }

 private:
  std::map<std::string, std::uint32_t> counts_;
};

// Ranks spellings of a player's name: names without title and not in capitals first, then names
// with a given name, then by frequency.
auto rank_of_name(std::string_view name, std::uint32_t count) {
  const std::size_t comma = name.find(',');
  const std::string_view given = comma == std::string_view::npos ? "" : name.substr(comma + 1);
  const bool has_small = std::ranges::any_of(name, [](char c) { return is_small(c); });
  return std::tuple(without_title(name) == name && has_small, folded_name(given).size() > 1, count,
                    comma != std::string_view::npos, name.size());
}

// Assigns players to names.
struct PlayerBook {
  // `rounds` has the round number of each game, or 0.
  void run(std::span<const std::uint32_t> rounds, TournamentOfGames& result) {
    folded_.resize(games_.size());
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        folded_[i][side] = folded_name(without_title(games_[i].value(kNameTags[side])));
      }
    }
    result.players.resize(games_.size());
    take_ids(result);
    take_names(result);
    join_forms(rounds, result);
    describe(result);
  }

  std::uint32_t id_of(std::size_t game, std::size_t side) const {
    return games_[game].number_in(kFideIdTags[side]).value_or(0);
  }
  bool is_nobody(std::size_t game, std::size_t side) const {
    const std::string_view name = games_[game].value(kNameTags[side]);
    return is_unknown_name(name) || folded_[game][side].empty();
  }

  void take_ids(TournamentOfGames& result) {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        const std::uint32_t id = id_of(i, side);
        if (id == 0) continue;
        const auto [found, is_new] = by_id_.try_emplace(id, count_);
        if (is_new) ++count_;
        result.players[i][side] = found->second;
        if (!folded_[i][side].empty()) with_id_[name_key(folded_[i][side])].insert(found->second);
      }
    }
  }

  void take_names(TournamentOfGames& result) {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        if (id_of(i, side) != 0) continue;
        if (is_nobody(i, side)) {
          result.players[i][side] = count_++;
          continue;
        }
        const std::string name = name_key(folded_[i][side]);
        const auto owner = with_id_.find(name);
        if (owner != with_id_.end() && owner->second.size() == 1) {
          result.players[i][side] = *owner->second.begin();
          continue;
        }
        const auto [found, is_new] = by_name_.try_emplace(name, count_);
        if (is_new) ++count_;
        result.players[i][side] = found->second;
      }
    }
  }

  // A player with a name, preferably one with a comma, and their games and known rounds.
  struct Named {
    std::string name;
    std::set<std::uint32_t> games;
    std::set<std::uint32_t> rounds;
    bool has_id = false;
  };
  using NamedPlayers = std::map<PlayerIndex, Named>;

  NamedPlayers named_players(std::span<const std::uint32_t> rounds,
                             const TournamentOfGames& result) const {
    NamedPlayers named;
    for (std::uint32_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        const bool has_id = id_of(i, side) != 0;
        if (!has_id && is_nobody(i, side)) continue;
        Named& player = named[result.players[i][side]];
        if (player.name.find(',') == std::string::npos) player.name = folded_[i][side];
        player.games.insert(i);
        if (rounds[i] != 0) player.rounds.insert(rounds[i]);
        player.has_id |= has_id;
      }
    }
    return named;
  }

  // Returns the words of a name. If it has no comma, its last word is the family name.
  static NameWords family_and_given(std::string_view name) {
    NameWords words = words_of(name);
    if (words.family.empty() && words.given.size() > 1) {
      words.family.push_back(words.given.back());
      words.given.pop_back();
    }
    return words;
  }

  static bool has_initials(const NameWords& words) {
    return std::ranges::all_of(words.given, [](auto word) { return word.size() == 1; });
  }

  // Returns a key that is equal for the spellings of a full name. Given names such as Rafael and
  // Rafal differ, and so do the spellings of a family name with initials.
  static std::string key_of(const NameWords& words) {
    const bool is_exact = has_initials(words);
    std::string key;
    for (const std::string_view word : words.family) {
      key.append(is_exact ? word : NameWord(word).key()) += ' ';
    }
    for (const std::string_view word : words.given) {
      const bool is_same = is_exact || word.find("ae") != word.npos;
      key.append(",").append(is_same ? word : NameWord(word).key());
    }
    return key;
  }

  // Merges players whose names are forms or spellings of one name, as "mueller, hans", "muller,
  // hans" and "hans muller". Then merges players whose name has only initials into the only player
  // with a compatible name. Players who meet, or play in the same round, are not merged.
  void join_forms(std::span<const std::uint32_t> rounds, TournamentOfGames& result) {
    NamedPlayers named = named_players(rounds, result);
    std::map<std::string, std::vector<PlayerIndex>> by_key;
    for (const auto& [player, of_player] : named) {
      by_key[key_of(family_and_given(of_player.name))].push_back(player);
    }
    for (const auto& [key, players] : by_key) {
      const auto has_id = [&](PlayerIndex player) { return named[player].has_id; };
      if (players.size() == 1 || std::ranges::count_if(players, has_id) > 1) continue;
      if (!are_apart(players, named)) continue;
      const auto owner = std::ranges::find_if(players, has_id);
      const PlayerIndex kept = owner == players.end() ? players.front() : *owner;
      for (const PlayerIndex player : players) {
        if (player != kept) merge(player, kept, named, result);
      }
    }
    join_initials(named, result);
  }

  void join_initials(NamedPlayers& named, TournamentOfGames& result) {
    std::map<std::string, std::vector<std::pair<PlayerIndex, NameWords>>> by_family;
    for (const auto& [player, of_player] : named) {
      NameWords words = family_and_given(of_player.name);
      std::string family;
      for (const std::string_view word : words.family) family += NameWord(word).key();
      by_family[std::move(family)].emplace_back(player, std::move(words));
    }
    constexpr std::size_t kMaxNamesakes = 200;  // the limit for a search that takes quadratic time
    for (const auto& [family, players] : by_family) {
      if (players.size() > kMaxNamesakes) continue;
      for (const auto& [player, words] : players) {
        if (words.family.empty() || words.given.size() != 1 || !has_initials(words)) continue;
        if (named.at(player).has_id) continue;
        const PersonPattern pattern(words);
        std::vector<PlayerIndex> fitting;
        for (const auto& [other, others] : players) {
          if (other == player || !named.contains(other)) continue;
          if (has_initials(others) && others.family != words.family) continue;
          if (pattern.matches(others)) fitting.push_back(other);
        }
        if (fitting.size() != 1 || !are_apart({player, fitting.front()}, named)) continue;
        merge(player, fitting.front(), named, result);
      }
    }
  }

  // Returns whether no two of the players meet, or play in the same round.
  static bool are_apart(const std::vector<PlayerIndex>& players, const NamedPlayers& named) {
    std::set<std::uint32_t> games;
    std::set<std::uint32_t> rounds;
    return std::ranges::all_of(players, [&](PlayerIndex player) {
      const auto is_new_in = [](std::set<std::uint32_t>& all) {
        return [&all](std::uint32_t one) { return all.insert(one).second; };
      };
      const Named& of_player = named.at(player);
      return std::ranges::all_of(of_player.games, is_new_in(games)) &&
             std::ranges::all_of(of_player.rounds, is_new_in(rounds));
    });
  }

  static void merge(PlayerIndex player, PlayerIndex kept, NamedPlayers& named,
                    TournamentOfGames& result) {
    const Named merged = std::move(named.at(player));
    named.erase(player);
    for (const std::uint32_t game : merged.games) {
      std::ranges::replace(result.players[game], player, kept);
    }
    Named& other = named.at(kept);
    other.games.insert(merged.games.begin(), merged.games.end());
    other.rounds.insert(merged.rounds.begin(), merged.rounds.end());
  }

  // Numbers the players in the order of their first games, and collects data about them.
  void describe(TournamentOfGames& result) {
    struct Facts {
      Favourite name, title, title_in_name, rating, team, federation;
      std::uint32_t fide_id = 0;
    };
    std::unordered_map<PlayerIndex, PlayerIndex> numbers;
    std::vector<Facts> facts;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        if (is_absent(games_[i], side)) continue;
        const auto [found, is_new] =
            numbers.try_emplace(result.players[i][side], static_cast<PlayerIndex>(numbers.size()));
        if (is_new) facts.emplace_back();
        result.players[i][side] = found->second;
        Facts& of_player = facts[found->second];
        const std::string_view name = games_[i].value(kNameTags[side]);
        of_player.name.add(name);
        of_player.title.add(games_[i].value(kTitleTags[side]));
        const std::string_view before = name.substr(0, name.find(' '));
        if (is_fide_title(before) && without_title(name) != name)
          of_player.title_in_name.add(before);
        of_player.team.add(games_[i].value(kTeamTags[side]));
        of_player.federation.add(games_[i].federation(static_cast<Color>(side)));
        if (games_[i].number_in(kEloTags[side]))
          of_player.rating.add(games_[i].value(kEloTags[side]));
        if (of_player.fide_id == 0) of_player.fide_id = id_of(i, side);
      }
    }
    for (const Facts& of_player : facts) {
      Player& player = result.tournament.players.emplace_back();
      player.name = without_title(of_player.name.get_by(rank_of_name));
      if (player.name.empty()) player.name = "?";
      player.title = of_player.title.get();
      if (player.title.empty()) player.title = of_player.title_in_name.get();
      player.team = of_player.team.get();
      player.federation = of_player.federation.get();
      const std::string rating = of_player.rating.get();
      if (!rating.empty()) player.rating = static_cast<std::uint32_t>(std::stoul(rating));
      player.fide_id = of_player.fide_id;
    }
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        if (!is_absent(games_[i], side)) continue;
        result.players[i][side] = static_cast<PlayerIndex>(facts.size());
      }
    }
  }

  std::span<const EventGame> games_;
  std::vector<std::array<std::string, 2>> folded_ = {};
  std::map<std::uint32_t, PlayerIndex> by_id_ = {};
  std::map<std::string, PlayerIndex> by_name_ = {};            // players without an id
  std::map<std::string, std::set<PlayerIndex>> with_id_ = {};  // players with an id, by name
  PlayerIndex count_ = 0;
};

ScoreKind kind_of(const EventGame& game) {
  if (half_point_in(game)) return ScoreKind::Played;
  if (!game.result.is_known()) return ScoreKind::Unfinished;
  return game.is_forfeit || game.result.is_double_forfeit ? ScoreKind::Forfeit : ScoreKind::Played;
}

HalfPoints points_of(const EventGame& game, Color color) {
  if (game.result.outcome == Outcome::Draw || half_point_in(game) == color) return 1;
  return game.result.outcome == win_of(color) ? 2 : 0;
}

// Returns Standard if the time control is unknown.
RateOfPlay pace_of(const EventGame& game) {
  return pace_of_time_control(game.value(KnownTag::TimeControl));
}

// Returns whether the last number of Round tags is a game number in a match. In that case, some
// pair has several such numbers in one round, with different games.
bool parts_are_games(std::span<const EventGame> games, const TournamentOfGames& result) {
  std::map<std::array<std::uint32_t, 3>, std::size_t> met;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RoundNumber round = games[i].round();
    if (round.round == 0 || round.parts.empty()) continue;
    const auto [low, high] = std::minmax(result.players[i][0], result.players[i][1]);
    const auto [first, is_new] = met.try_emplace({round.round, low, high}, i);
    if (!is_new && !has_moves_of(games[i], games[first->second])) return true;
  }
  return false;
}

struct EventRounds {
  std::vector<std::uint32_t> numbers = {};  // round number by game
  bool has_stages = false;                  // all rounds have names
};

EventRounds rounds_of(std::span<const EventGame> games) {
  EventRounds rounds;
  std::vector<std::optional<RoundStage>> stages;
  std::map<std::uint32_t, std::uint32_t, std::greater<>> rounds_by_stage;  // earliest stage first
  std::uint32_t last = 0;
  for (const EventGame& game : games) {
    const std::string_view text = game.value(KnownTag::Round);
    const std::uint32_t number = rounds.numbers.emplace_back(parse_round(text).round);
    stages.push_back(number == 0 && !game.is_of_playoff ? parse_stage(text) : std::nullopt);
    if (game.is_of_playoff || (number == 0 && !stages.back() && is_playoff_round(text))) continue;
    last = std::max(last, number);
    if (number == 0) rounds_by_stage[stages.back() ? stages.back()->players : 0];
  }
  if (rounds_by_stage.contains(0)) return rounds;
  rounds.has_stages = last == 0 && !rounds_by_stage.empty();
  for (auto& [players, round] : rounds_by_stage) round = ++last;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (stages[i]) rounds.numbers[i] = rounds_by_stage.at(stages[i]->players);
  }
  return rounds;
}

struct Repetitions {
  std::vector<RepeatedGame> run() {
    find([this](const Pairing& one, const Pairing& other) { return is_same_game(one, other); });
    drop();
    find_byes();
    recognize_system(tournament_);
    if (meets_once_a_round()) {
      find([](const Pairing& one, const Pairing&) { return one.round != 0; });
      drop();
      recognize_system(tournament_);
    }
    for (RepeatedGame& one : repeated_) {
      // The game that counts may itself be a duplicate of an earlier game.
      while (counted_.contains(one.counted)) one.counted = counted_.at(one.counted);
    }
    std::ranges::sort(repeated_, {}, &RepeatedGame::game);
    return std::move(repeated_);
  }

  // The key that duplicate games share.
  using Meeting = std::tuple<PlayerIndex, PlayerIndex, std::uint32_t>;  // White, Black, round

  bool is_same_game(const Pairing& one, const Pairing& other) const {
    const EventGame& game = games_[*one.source];
    const EventGame& before = games_[*other.source];
    // If the round numbers differ in their last parts, these are game numbers in a match.
    const bool has_other_part = game.round() != before.round() && !game.round().parts.empty() &&
                                !before.round().parts.empty();
    if (has_other_part) return false;
    if (game.plies == 0) {
      return before.plies == 0 && one.round != 0 && game.round() == before.round();
    }
    return has_moves_of(game, before) && !are_apart(game, before);
  }

  // Returns whether opponents meet once in a round; in a match they have several games.
  bool meets_once_a_round() const {
    return tournament_.system == System::Swiss || tournament_.system == System::Team ||
           tournament_.system == System::Scheveningen ||
           (tournament_.system == System::RoundRobin && tournament_.cycles == 1);
  }

  template <class IsSame>
  void find(IsSame is_same) {
    std::vector<const Pairing*> in_order;
    for (const Pairing& pairing : tournament_.pairings) in_order.push_back(&pairing);
    std::ranges::stable_sort(in_order, {}, &Pairing::source);
    std::map<Meeting, std::vector<const Pairing*>> seen;
    for (const Pairing* pairing : in_order) {
      auto& before = seen[{pairing->white, pairing->black, pairing->round}];
      const auto found = std::ranges::find_if(
          before, [&](const Pairing* other) { return is_same(*pairing, *other); });
      if (found == before.end()) {
        if (before.size() < kMaxMeetings) before.push_back(pairing);
      } else if (!(*found)->counts() && pairing->counts()) {
        add(**found, *pairing);
        *found = pairing;
      } else {
        add(*pairing, **found);
      }
    }
  }

  void add(const Pairing& pairing, const Pairing& counted) {
    repeated_.push_back({*pairing.source, *counted.source});
    counted_.emplace(*pairing.source, *counted.source);
  }

  void drop() {
    std::erase_if(tournament_.pairings,
                  [this](const Pairing& pairing) { return counted_.contains(*pairing.source); });
  }

  void find_byes() {
    std::map<std::pair<PlayerIndex, std::uint32_t>, std::uint32_t> seen;
    std::erase_if(tournament_.byes, [&](const Bye& bye) {
      if (bye.round == 0) return false;
      const auto [first, is_new] = seen.try_emplace({bye.player, bye.round}, bye.source);
      if (!is_new) repeated_.push_back({bye.source, first->second});
      return !is_new;
    });
  }

  // The maximum number of compared games of a pair in a round.
  static constexpr std::size_t kMaxMeetings = 100;

  std::span<const EventGame> games_;
  Tournament& tournament_;
  std::vector<RepeatedGame> repeated_ = {};
  std::map<std::uint32_t, std::uint32_t> counted_ = {};  // game that counts, by removed game
};

// Moves games of rounds such as "TB1" to the play-off of a Swiss or a complete round robin. In a
// knock-out, they decide who advances.
void set_marked_playoff_aside(std::span<const EventGame> games, Tournament& tournament) {
  const auto is_marked = [&](const Pairing& pairing) {
    return pairing.round == 0 && is_playoff_round(games[*pairing.source].value(KnownTag::Round));
  };
  const auto has_stage = [](const EventGame& game) {
    return game.round().round == 0 && parse_stage(game.value(KnownTag::Round));
  };
  if (std::ranges::none_of(tournament.pairings, is_marked)) return;
  if (std::ranges::any_of(games, has_stage)) return;
  Tournament before = tournament;
  std::erase_if(before.pairings, is_marked);
  recognize_system(before);
  const bool is_complete_robin = before.system == System::RoundRobin && !before.is_running;
  if (!is_complete_robin && before.system != System::Swiss) return;
  std::ranges::copy_if(tournament.pairings, std::back_inserter(before.playoff), is_marked);
  tournament = std::move(before);
}

}  // namespace

TournamentOfGames tournament_of_games(std::span<const EventGame> games) {
  TournamentOfGames result;
  const auto [rounds, has_stages] = rounds_of(games);
  PlayerBook(games).run(rounds, result);
  Tournament& tournament = result.tournament;
  Favourite name;
  std::optional<PartialDate> start;
  const bool has_boards = !parts_are_games(games, result);
  tournament.has_stages = has_stages;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const EventGame& game = games[i];
    const std::uint32_t round = rounds[i];
    if (!game.is_of_playoff) {
      name.add(game.value(KnownTag::Event));
      const auto day = date_of(game);
      if (day && (!start || day_number(*day) < day_number(*start))) start = day;
    }
    const bool white_is_bye = is_absent(game, 0);
    if (white_is_bye || is_absent(game, 1)) {
      const bool is_pairing = game.result.is_known() || is_bye(game.value(KnownTag::White)) ||
                              is_bye(game.value(KnownTag::Black));
      if (game.is_of_playoff || !is_pairing || (white_is_bye && is_absent(game, 1))) continue;
      const Color color = white_is_bye ? Color::Black : Color::White;
      const HalfPoints points = points_of(game, color);
      tournament.byes.push_back({.player = result.players[i][white_is_bye ? 1 : 0],
                                 .round = round,
                                 .kind = points == 2   ? ByeKind::Allocated
                                         : points == 1 ? ByeKind::Half
                                                       : ByeKind::Zero,
                                 .points = points,
                                 .source = static_cast<std::uint32_t>(i),
                                 .is_game = game.result.is_known()});
      continue;
    }
    const bool has_board_tag = game.number_in(KnownTag::Board).has_value();
    auto& pairings = game.is_of_playoff ? tournament.playoff : tournament.pairings;
    pairings.push_back({.white = result.players[i][0],
                        .black = result.players[i][1],
                        .round = round,
                        .board = has_boards || has_board_tag ? game.board() : 0,
                        .white_points = points_of(game, Color::White),
                        .black_points = points_of(game, Color::Black),
                        .kind = kind_of(game),
                        .source = static_cast<std::uint32_t>(i),
                        .pace = pace_of(game)});
  }
  tournament.name = name.get();
  tournament.start = start.value_or(PartialDate());
  std::ranges::stable_sort(tournament.pairings, {}, [](const Pairing& pairing) {
    return std::pair(pairing.round, pairing.board);
  });
  tournament.rounds = last_round(tournament);
  set_marked_playoff_aside(games, tournament);
  set_playoff_aside(tournament);
  recognize_system(tournament);
  return result;
}

std::vector<std::uint32_t> round_numbers(std::span<const EventGame> games) {
  return rounds_of(games).numbers;
}

std::vector<RepeatedGame> count_once(std::span<const EventGame> games, Tournament& tournament) {
  return Repetitions(games, tournament).run();
}

std::string to_string(const RepeatedGame& repeated, std::span<const EventGame> games,
                      std::span<const std::string> files) {
  const EventGame& game = games[repeated.game];
  const EventGame& counted = games[repeated.counted];
  const bool agree = game.result == counted.result;
  if (has_moves_of(game, counted) || (game.plies == 0 && counted.plies == 0)) {
    const std::string what =
        fmt::format("{} duplicates {}", place_of(game, files), place_of(counted, files));
    if (agree) return what + "; counted once";
    return fmt::format("{}, but with the result {}; using {}", what, to_string(game.result),
                       to_string(counted.result));
  }
  return fmt::format("{} has the same players and round as {}, but different moves{}; not counted",
                     place_of(game, files), place_of(counted, files),
                     agree ? "" : fmt::format(" and the result {}", to_string(game.result)));
}

}  // namespace arbiter
