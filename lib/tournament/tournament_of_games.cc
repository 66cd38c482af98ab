#include "lib/tournament/tournament_of_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
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
  void run(TournamentOfGames& result) {
    folded_.resize(games_.size());
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        folded_[i][side] = folded_name(without_title(games_[i].value(kNameTags[side])));
      }
    }
    result.players.resize(games_.size());
    take_ids(result);
    take_names(result);
    join_forms(result);
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

  // Returns whether `name` may be an abbreviated or reversed form of `other`, as "adler, n" and
  // "nora adler" of "adler, nora".
  static bool is_form_of(const std::string& name, const std::string& other) {
    const std::size_t comma = name.find(", ");
    if (comma != std::string::npos) {
      const bool is_initial = name.size() <= comma + 3;
      return is_initial && PersonPattern(words_of(name)).matches(words_of(other));
    }
    const std::size_t blank = name.rfind(' ');
    return blank != std::string::npos &&
           other == name.substr(blank + 1) + ", " + name.substr(0, blank);
  }

  // Merges players whose name has only initials, or has the given name first, into the only player
  // with a compatible full name.
  void join_forms(TournamentOfGames& result) {
    // One name for each player, preferably a name with a comma.
    std::unordered_map<PlayerIndex, std::string> names;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        if (id_of(i, side) == 0 && is_nobody(i, side)) continue;
        std::string& name = names[result.players[i][side]];
        if (name.find(',') == std::string::npos) name = folded_[i][side];
      }
    }
    std::map<std::string, std::vector<PlayerIndex>> by_family;
    for (const auto& [player, name] : names) {
      by_family[name.substr(0, name.find(','))].push_back(player);
    }
    std::unordered_map<PlayerIndex, PlayerIndex> joined;
    for (const auto& [key, player] : by_name_) {
      const std::string& name = names[player];
      const std::size_t comma = name.find(", ");
      const std::string family =
          comma == std::string::npos ? name.substr(name.rfind(' ') + 1) : name.substr(0, comma);
      std::vector<PlayerIndex> fitting;
      for (const PlayerIndex other : by_family[family]) {
        if (other != player && is_form_of(name, names[other])) fitting.push_back(other);
      }
      if (fitting.size() == 1 && never_with(result, player, fitting.front())) {
        joined[player] = fitting.front();
      }
    }
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t side : {0U, 1U}) {
        const auto found = joined.find(result.players[i][side]);
        if (found != joined.end()) result.players[i][side] = found->second;
      }
    }
  }

  // Returns whether the two never meet, and never play in the same round.
  bool never_with(const TournamentOfGames& result, PlayerIndex one, PlayerIndex other) const {
    std::set<std::uint32_t> rounds;
    const auto plays = [&](std::size_t game, PlayerIndex player) {
      return std::ranges::find(result.players[game], player) != result.players[game].end();
    };
    for (std::size_t i = 0; i < games_.size(); ++i) {
      if (plays(i, one) && plays(i, other)) return false;
      if (plays(i, one)) rounds.insert(games_[i].round().round);
    }
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const std::uint32_t round = games_[i].round().round;
      if (round != 0 && plays(i, other) && rounds.contains(round)) return false;
    }
    return true;
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
    if (game.is_of_playoff) continue;
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

}  // namespace

TournamentOfGames tournament_of_games(std::span<const EventGame> games) {
  TournamentOfGames result;
  PlayerBook(games).run(result);
  Tournament& tournament = result.tournament;
  Favourite name;
  std::optional<PartialDate> start;
  const bool has_boards = !parts_are_games(games, result);
  const auto [rounds, has_stages] = rounds_of(games);
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
