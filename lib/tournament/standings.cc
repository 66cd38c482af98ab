#include "lib/tournament/standings.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/tournament/player_record.h"

namespace arbiter {

namespace {

struct TieBreakValues {
  // Returns nothing if ratings are unknown. Not for DirectEncounter, which depends on the tied
  // players.
  std::optional<Quarters> value(TieBreak tie_break, PlayerIndex player) const {
    const auto count = [&](auto holds) {
      return 4 * Quarters{std::ranges::count_if(records_[player].rounds, holds)};
    };
    const auto is_played = [](const PlayerRound& round) { return round.kind == RoundKind::Played; };
    switch (tie_break) {
      case TieBreak::DirectEncounter:
        return {};
      case TieBreak::Wins:
        return count([](const PlayerRound& round) { return round.is_win(); });
      case TieBreak::WinsAtTheBoard:
        return count([&](const PlayerRound& round) { return round.is_win() && is_played(round); });
      case TieBreak::GamesWithBlack:
        return count([&](const PlayerRound& round) {
          return is_played(round) && round.color == Color::Black;
        });
      case TieBreak::WinsWithBlack:
        return count([&](const PlayerRound& round) {
          return is_played(round) && round.color == Color::Black && round.is_win();
        });
      case TieBreak::Progressive:
        return progressive(player);
      case TieBreak::Buchholz:
        return sum(contributions(player, Weight::Score, false), 0, 0);
      case TieBreak::BuchholzCut1:
        return sum(contributions(player, Weight::Score, false), 1, 0);
      case TieBreak::BuchholzCut2:
        return sum(contributions(player, Weight::Score, false), 2, 0);
      case TieBreak::BuchholzMedian:
        return sum(contributions(player, Weight::Score, false), 1, 1);
      case TieBreak::ForeBuchholz:
        return sum(contributions(player, Weight::Score, true), 0, 0);
      case TieBreak::SonnebornBerger:
        return sum(contributions(player, Weight::ScoreTimesResult, false), 0, 0);
      case TieBreak::SonnebornBergerCut1:
        return sum(contributions(player, Weight::ScoreTimesResult, false), 1, 0);
      case TieBreak::Koya:
        return koya(player);
      case TieBreak::AverageRating:
      case TieBreak::AverageRatingCut1:
      case TieBreak::Performance:
        return rating_value(tie_break, player);
    }
    return {};
  }

  // Returns a value for each tied player: the points against the other tied players. If not all
  // have met but somebody is certainly first, the value is that order (6.2); otherwise nothing.
  std::vector<std::optional<Quarters>> direct_encounter(std::span<const PlayerIndex> level) const {
    std::vector<Quarters> points(level.size());
    std::vector<Quarters> open(level.size());  // games not played yet, counted as wins
    std::map<PlayerIndex, std::size_t> place;
    for (std::size_t i = 0; i < level.size(); ++i) place[level[i]] = i;
    std::size_t most_met = 1;
    std::vector<std::map<std::size_t, std::size_t>> met(level.size());
    for (std::size_t i = 0; i < level.size(); ++i) {
      for (const PlayerRound& round : records_[level[i]].rounds) {
        const auto found = round.opponent ? place.find(*round.opponent) : place.end();
        if (found == place.end() || (round.kind != RoundKind::Played && adjusts())) continue;
        points[i] += 2 * Quarters{round.points};
        most_met = std::max(most_met, ++met[i][found->second]);
      }
    }
    bool all_met = true;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::size_t others = level.size() - 1;
      std::size_t games = 0;
      for (const auto& [other, times] : met[i]) {
        if (other != i) games += times;
      }
      open[i] = 4 * static_cast<Quarters>(most_met * others - games);
      all_met = all_met && games == most_met * others;
    }
    if (all_met) return {points.begin(), points.end()};
    // A player is first if no results of the missing games could change that.
    std::vector<std::optional<Quarters>> values(level.size());
    const auto first = static_cast<std::size_t>(std::ranges::max_element(points) - points.begin());
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (i != first && points[first] <= points[i] + open[i]) return values;
    }
    values.assign(level.size(), 0);
    values[first] = 4;
    return values;
  }

  // The contribution of a round to a sum over opponents.
  struct Contribution {
    Quarters value;
    bool is_voluntary;
  };
  enum class Weight { Score, ScoreTimesResult };

  std::vector<Contribution> contributions(PlayerIndex player, Weight weight, bool is_fore) const {
    std::vector<Contribution> sum;
    for (const PlayerRound& round : records_[player].rounds) {
      const bool is_last = is_fore && round.round == tournament_.rounds && round.opponent;
      const bool is_met =
          round.opponent && (round.kind == RoundKind::Played || !adjusts() || is_last);
      // An unplayed round counts like a game against an opponent with the player's own score
      // (16.4).
      const HalfPoints score =
          is_met ? adjusted_score(*round.opponent, is_fore) : records_[player].points;
      const Quarters factor = weight == Weight::Score ? 2 : round.points;
      sum.push_back({Quarters{score} * factor, !is_met && round.is_voluntary()});
    }
    return sum;
  }

  // Returns the sum without the `lowest` lowest and the `highest` highest. Voluntary unplayed
  // rounds are cut first among the lowest (16.5.1).
  Quarters sum(std::vector<Contribution> contributions, std::size_t lowest,
               std::size_t highest) const {
    std::ranges::sort(contributions, [](const Contribution& left, const Contribution& right) {
      return std::pair(!left.is_voluntary, left.value) <
             std::pair(!right.is_voluntary, right.value);
    });
    contributions.erase(contributions.begin(),
                        contributions.begin() +
                            static_cast<std::ptrdiff_t>(std::min(lowest, contributions.size())));
    std::ranges::sort(contributions, {}, &Contribution::value);
    contributions.resize(contributions.size() - std::min(highest, contributions.size()));
    Quarters sum = 0;
    for (const Contribution& contribution : contributions) sum += contribution.value;
    return sum;
  }

  // Returns a player's score as it counts for others (C.07, 16.3). A requested bye counts as a draw
  // if no round was or could have been played afterwards. In the fore variant the last round of
  // paired players counts as a draw too (8.3).
  HalfPoints adjusted_score(PlayerIndex player, bool is_fore) const {
    const std::vector<PlayerRound>& rounds = records_[player].rounds;
    HalfPoints score = 0;
    bool is_at_end = true;  // only voluntary unplayed rounds follow
    for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
      const bool is_last = is_fore && round->round == tournament_.rounds && round->opponent;
      const bool is_late_bye = round->kind == RoundKind::Requested && is_at_end;
      score += is_last || (adjusts() && is_late_bye) ? 1 : round->points;
      if (is_last || !round->is_voluntary()) is_at_end = false;
    }
    return score;
  }

  Quarters progressive(PlayerIndex player) const {
    Quarters sum = 0;
    Quarters score = 0;
    for (const PlayerRound& round : records_[player].rounds) {
      score += round.points;
      sum += 2 * score;
    }
    return sum;
  }

  Quarters koya(PlayerIndex player) const {
    Quarters sum = 0;
    for (const PlayerRound& round : records_[player].rounds) {
      if (!round.opponent) continue;
      const PlayerRecord& opponent = records_[*round.opponent];
      // Half of the possible points; in half points, the number of rounds.
      if (static_cast<std::size_t>(opponent.points) >= opponent.rounds.size()) {
        sum += 2 * Quarters{round.points};
      }
    }
    return sum;
  }

  std::optional<Quarters> rating_value(TieBreak tie_break, PlayerIndex player) const {
    std::vector<RatedGame> games;
    for (const PlayerRound& round : records_[player].rounds) {
      if (round.kind != RoundKind::Played) continue;
      const std::uint32_t rating = tournament_.players[*round.opponent].rating;
      if (rating == 0) return {};
      games.push_back({rating, round.points});
    }
    if (tie_break == TieBreak::Performance) {
      const auto found = performance(games);
      return found ? std::optional(4 * Quarters{*found}) : std::nullopt;
    }
    if (tie_break == TieBreak::AverageRatingCut1 && !games.empty()) {
      games.erase(std::ranges::min_element(games, {}, &RatedGame::opponent));
    }
    const auto found = average_rating(games);
    return found ? std::optional(4 * Quarters{*found}) : std::nullopt;
  }

  bool adjusts() const { return tournament_.system != System::RoundRobin; }

  const Tournament& tournament_;
  std::vector<PlayerRecord> records_ = player_records(tournament_);
};

struct TieBreakName {
  TieBreak tie_break;
  std::string_view acronym;
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array<TieBreakName, kTieBreakCount> kNames{{
    {TieBreak::DirectEncounter, "DE", "direct encounter", "points against tied players"},
    {TieBreak::Wins, "WIN", "wins", "rounds with a full point"},
    {TieBreak::WinsAtTheBoard, "WON", "wins at the board", "games won at the board"},
    {TieBreak::GamesWithBlack, "BPG", "games with Black", "games played with Black"},
    {TieBreak::WinsWithBlack, "BWG", "wins with Black", "games won with Black"},
    {TieBreak::Progressive, "PS", "progressive", "sum of the scores after each round"},
    {TieBreak::Buchholz, "BH", "Buchholz", "sum of the opponents' scores"},
    {TieBreak::BuchholzCut1, "BH/C1", "Buchholz cut 1", "Buchholz without the lowest score"},
    {TieBreak::BuchholzCut2, "BH/C2", "Buchholz cut 2", "Buchholz without the two lowest scores"},
    {TieBreak::BuchholzMedian, "BH/M1", "median Buchholz",
     "Buchholz without the lowest and the highest score"},
    {TieBreak::ForeBuchholz, "FB", "fore Buchholz", "Buchholz as if the last round were all draws"},
    {TieBreak::SonnebornBerger, "SB", "Sonneborn-Berger",
     "scores of beaten opponents, and half those of drawn ones"},
    {TieBreak::SonnebornBergerCut1, "SB/C1", "Sonneborn-Berger cut 1",
     "Sonneborn-Berger without the lowest part"},
    {TieBreak::Koya, "KS", "Koya", "points against opponents with at least half of the points"},
    {TieBreak::AverageRating, "ARO", "average rating", "average rating of the opponents"},
    {TieBreak::AverageRatingCut1, "ARO/C1", "average rating cut 1",
     "average rating of the opponents without the lowest"},
    {TieBreak::Performance, "TPR", "performance", "tournament performance rating"},
}};

const TieBreakName& name_of(TieBreak tie_break) {
  return kNames[static_cast<std::size_t>(tie_break)];
}

// Sorts by points and tie-breaks; tied players share a place.
struct Ranking {
  void run() {
    auto& rows = standings_.rows;
    std::ranges::stable_sort(
        rows, [](const auto& left, const auto& right) { return left.points > right.points; });
    split(
        0, rows.size(), [](const auto& row) { return std::optional(Quarters{row.points}); }, 0);
  }

  // Sorts equal rows from `begin` to `end` by the next tie-break. Precondition: they are sorted by
  // the key.
  template <class Key>
  void split(std::size_t begin, std::size_t end, Key key, std::size_t next) {
    auto& rows = standings_.rows;
    for (std::size_t at = begin; at < end;) {
      std::size_t stop = at + 1;
      while (stop < end && key(rows[stop]) == key(rows[at])) ++stop;
      rank(at, stop, next);
      at = stop;
    }
  }

  void rank(std::size_t begin, std::size_t end, std::size_t index) {
    auto& rows = standings_.rows;
    if (end - begin == 1 || index == standings_.tie_breaks.size()) {
      std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
        return tournament_.players[left.player].name < tournament_.players[right.player].name;
      });
      for (std::size_t i = begin; i < end; ++i) {
        rows[i].place = static_cast<std::uint32_t>(begin + 1);
      }
      return;
    }
    if (standings_.tie_breaks[index] == TieBreak::DirectEncounter) {
      std::vector<PlayerIndex> level;
      for (std::size_t i = begin; i < end; ++i) level.push_back(rows[i].player);
      const auto found = values_.direct_encounter(level);
      for (std::size_t i = begin; i < end; ++i) rows[i].values[index] = found[i - begin];
    }
    const auto key = [index](const StandingsRow& row) { return row.values[index]; };
    std::stable_sort(row_at(begin), row_at(end),
                     [&](const auto& left, const auto& right) { return key(left) > key(right); });
    split(begin, end, key, index + 1);
  }

  std::vector<StandingsRow>::iterator row_at(std::size_t index) {
    return standings_.rows.begin() + static_cast<std::ptrdiff_t>(index);
  }

  const Tournament& tournament_;
  const TieBreakValues& values_;
  Standings& standings_;
};

}  // namespace

std::string_view to_string(TieBreak tie_break) { return name_of(tie_break).acronym; }
std::string_view meaning_of(TieBreak tie_break) { return name_of(tie_break).meaning; }

std::optional<TieBreak> parse_tie_break(std::string_view text) {
  std::string written(trim(text));
  std::string acronym = written;
  std::ranges::replace(acronym, '-', '/');
  for (const TieBreakName& name : kNames) {
    if (equal_ignoring_case(acronym, name.acronym) || equal_ignoring_case(written, name.name)) {
      return name.tie_break;
    }
  }
  return {};
}

std::span<const TieBreak> usual_tie_breaks(System system) {
  using enum TieBreak;
  static constexpr TieBreak kRoundRobin[] = {DirectEncounter, SonnebornBerger, Wins, Koya};
  static constexpr TieBreak kSwiss[] = {BuchholzCut1, Buchholz, SonnebornBerger, DirectEncounter};
  static constexpr TieBreak kOther[] = {DirectEncounter, Wins};
  if (system == System::RoundRobin) return kRoundRobin;
  if (system == System::Swiss) return kSwiss;
  return kOther;
}

Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks) {
  const TieBreakValues values(tournament);
  Standings standings;
  standings.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const PlayerRecord& record = values.records_[player];
    StandingsRow& row = standings.rows.emplace_back();
    row.player = player;
    row.points = record.points;
    row.games = static_cast<std::uint32_t>(
        std::ranges::count(record.rounds, RoundKind::Played, &PlayerRound::kind));
    for (const TieBreak tie_break : tie_breaks) {
      row.values.push_back(values.value(tie_break, player));
    }
  }
  Ranking(tournament, values, standings).run();
  return standings;
}

}  // namespace arbiter
