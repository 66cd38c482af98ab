#include "lib/tournament/standings.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tournament/player_record.h"

namespace arbiter {
namespace {

constexpr Hundredths kHalfPoint = 50;

Hundredths rounded_quotient(Hundredths sum, Hundredths count) {
  return (2 * sum + count) / (2 * count);
}

// The contribution of a round to a sum over opponents.
struct Contribution {
  HalfPoints score = 0;  // of the opponent, or of the dummy
  Hundredths value = 0;
  bool is_voluntary = false;

  // Values are cut by the opponent's score, and for equal scores by the value (14.1).
  std::pair<HalfPoints, Hundredths> significance() const { return {score, value}; }
};

class TieBreakValues {
 public:
  TieBreakValues(const Tournament& tournament, TieBreakEdition edition)
      : tournament_(tournament), edition_(edition) {
    for (PlayerIndex player = 0; player < records_.size(); ++player) {
      adjusted_.push_back(adjusted_score(player, false));
      fore_adjusted_.push_back(adjusted_score(player, true));
    }
  }

  HalfPoints win_points() const { return tournament_.scoring.win[0]; }
  const PlayerRecord& record(PlayerIndex player) const { return records_[player]; }

  // Returns whether players choose their rounds. Where all pairings are predetermined, a forfeit
  // counts as a game (15.2).
  bool is_swiss() const { return tournament_.system != System::RoundRobin; }

  // Returns nothing where ratings or pairing numbers are unknown. Not for DirectEncounter, which
  // depends on the tied players.
  std::optional<Hundredths> value(const TieBreak& tie_break, PlayerIndex player) const {
    const auto count = [&](auto holds) {
      return 100 * Hundredths{std::ranges::count_if(records_[player].rounds, holds)};
    };
    const auto is_played = [](const PlayerRound& round) { return round.kind == RoundKind::Played; };
    const auto is_black_game = [&](const PlayerRound& round) {
      return is_played(round) && round.color == Color::Black;
    };
    switch (tie_break.kind) {
      case TieBreakKind::DirectEncounter:
        return {};
      case TieBreakKind::Wins:
        return count([&](const PlayerRound& round) { return has_points_of_win(round); });
      case TieBreakKind::WinsAtTheBoard:
        return count(
            [&](const PlayerRound& round) { return round.result == 2 && is_played(round); });
      case TieBreakKind::GamesWithBlack:
        return count(is_black_game);
      case TieBreakKind::WinsWithBlack:
        return count(
            [&](const PlayerRound& round) { return round.result == 2 && is_black_game(round); });
      case TieBreakKind::RoundsElectedToPlay:
        return count([](const PlayerRound& round) { return !round.is_voluntary(); });
      case TieBreakKind::Progressive:
        return progressive(tie_break, player);
      case TieBreakKind::StandardPoints:
        return standard_points(player);
      case TieBreakKind::PairingNumber:
        return known(tournament_.players[player].pairing_number);
      case TieBreakKind::Koya:
        return koya(tie_break, player);
      case TieBreakKind::Buchholz:
      case TieBreakKind::ForeBuchholz:
      case TieBreakKind::SonnebornBerger:
        return sum(contributions(tie_break, player), tie_break.lowest, tie_break.highest);
      case TieBreakKind::AverageOfBuchholz:
        return average_of_buchholz(tie_break, player);
      case TieBreakKind::AverageRating:
      case TieBreakKind::Performance:
      case TieBreakKind::PerfectPerformance:
        return rating_value(tie_break, player);
      case TieBreakKind::AveragePerformance:
      case TieBreakKind::AveragePerfect:
        return average_of_opponents(tie_break, player);
      case TieBreakKind::Rating:
        return known(rating(tie_break, player));
    }
    return {};
  }

 private:
  static std::optional<Hundredths> known(std::uint32_t number) {
    return number == 0 ? std::nullopt : std::optional(100 * Hundredths{number});
  }

  bool has_points_of_win(const PlayerRound& round) const {
    return round.points >= tournament_.scoring.win[static_cast<std::size_t>(round.color)];
  }

  HalfPoints draw_points() const { return tournament_.scoring.draw[0]; }

  // Returns whether the round is the game of the last round, which the fore Buchholz takes as a
  // draw.
  bool is_last_game(const PlayerRound& round) const {
    return round.round == tournament_.rounds && round.opponent;
  }

  // Returns a player's score as it counts for others (16.3). A requested bye counts as a draw if no
  // round was or could have been played afterwards. In the fore variant the last round of paired
  // players counts as a draw too (8.3).
  HalfPoints adjusted_score(PlayerIndex player, bool is_fore) const {
    const std::vector<PlayerRound>& rounds = records_[player].rounds;
    HalfPoints score = 0;
    bool is_at_end = is_swiss();  // only voluntary unplayed rounds follow
    for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
      const bool is_draw = is_fore && is_last_game(*round);
      const bool is_late_bye = round->kind == RoundKind::Requested && is_at_end;
      score += is_draw || is_late_bye ? draw_points() : round->points;
      if (is_draw || !round->is_voluntary()) is_at_end = false;
    }
    return score;
  }

  // Returns a player's own score as a dummy opponent has it.
  HalfPoints own_score(PlayerIndex player, bool is_fore) const {
    HalfPoints score = records_[player].points;
    for (const PlayerRound& round : records_[player].rounds) {
      if (is_fore && is_last_game(round)) score += draw_points() - round.points;
    }
    return score;
  }

  HalfPoints score_for_others(PlayerIndex player, bool is_fore) const {
    return (is_fore ? fore_adjusted_ : adjusted_)[player];
  }

  // Returns the score of the dummy opponent of an unplayed round (16.4).
  HalfPoints dummy_score(PlayerIndex player, const PlayerRound& round, bool is_fore) const {
    const HalfPoints own = own_score(player, is_fore);
    if (edition_ < TieBreakEdition::Of2026) return own;
    const HalfPoints limit = round.opponent
                                 ? score_for_others(*round.opponent, is_fore)
                                 : draw_points() * static_cast<HalfPoints>(tournament_.rounds);
    return std::min(own, limit);
  }

  std::vector<Contribution> contributions(const TieBreak& tie_break, PlayerIndex player) const {
    const bool is_fore = tie_break.kind == TieBreakKind::ForeBuchholz;
    const bool is_product = tie_break.kind == TieBreakKind::SonnebornBerger;
    std::vector<Contribution> found;
    for (const PlayerRound& round : records_[player].rounds) {
      const bool is_met =
          round.opponent && (round.kind == RoundKind::Played || !is_swiss() ||
                             tie_break.counts_forfeits || (is_fore && is_last_game(round)));
      const HalfPoints score =
          is_met ? score_for_others(*round.opponent, is_fore) : dummy_score(player, round, is_fore);
      const Hundredths factor = is_product ? kHalfPoint * round.points / 2 : kHalfPoint;
      found.push_back({score, score * factor, !is_met && round.is_voluntary()});
    }
    return found;
  }

  // Returns the sum without the `lowest` lowest and the `highest` highest values. The lowest value
  // of a voluntary unplayed round is cut first, unless the least significant value is higher
  // (16.5).
  static Hundredths sum(std::vector<Contribution> values, std::size_t lowest, std::size_t highest) {
    for (; lowest > 0 && !values.empty(); --lowest) {
      auto cut = std::ranges::min_element(values, {}, &Contribution::significance);
      auto voluntary = values.end();
      for (auto at = values.begin(); at != values.end(); ++at) {
        const bool is_lower =
            voluntary == values.end() ||
            std::pair(at->value, at->score) < std::pair(voluntary->value, voluntary->score);
        if (at->is_voluntary && is_lower) voluntary = at;
      }
      if (voluntary != values.end() && voluntary->value >= cut->value) cut = voluntary;
      values.erase(cut);
    }
    for (; highest > 0 && !values.empty(); --highest) {
      values.erase(std::ranges::max_element(values, {}, &Contribution::significance));
    }
    Hundredths sum = 0;
    for (const Contribution& value : values) sum += value.value;
    return sum;
  }

  Hundredths progressive(const TieBreak& tie_break, PlayerIndex player) const {
    Hundredths sum = 0;
    Hundredths score = 0;
    std::size_t omitted = tie_break.lowest;
    for (const PlayerRound& round : records_[player].rounds) {
      score += kHalfPoint * round.points;
      if (omitted > 0) {
        --omitted;
      } else {
        sum += score;
      }
    }
    return sum;
  }

  Hundredths standard_points(PlayerIndex player) const {
    Hundredths sum = 0;
    for (const PlayerRound& round : records_[player].rounds) {
      sum += kHalfPoint * tournament_.scoring.standard(round.points);
    }
    return sum;
  }

  Hundredths koya(const TieBreak& tie_break, PlayerIndex player) const {
    Hundredths sum = 0;
    for (const PlayerRound& round : records_[player].rounds) {
      if (!round.opponent) continue;
      const PlayerRecord& opponent = records_[*round.opponent];
      const std::int64_t possible =
          tournament_.scoring.win[0] * static_cast<std::int64_t>(opponent.rounds.size());
      const std::int64_t limit = possible * tie_break.limit_percent + 100 * tie_break.limit_steps;
      if (100 * std::int64_t{opponent.points} >= limit) sum += kHalfPoint * round.points;
    }
    return sum;
  }

  // Returns the average of the opponents met at the board, rounded to hundredths; nothing if there
  // are none, or one has no value.
  template <class Value>
  std::optional<Hundredths> average(PlayerIndex player, Value value) const {
    Hundredths sum = 0;
    Hundredths count = 0;
    for (const PlayerRound& round : records_[player].rounds) {
      if (round.kind != RoundKind::Played) continue;
      const std::optional<Hundredths> one = value(*round.opponent);
      if (!one) return {};
      sum += *one;
      ++count;
    }
    return count == 0 ? std::nullopt : std::optional(rounded_quotient(sum, count));
  }

  std::optional<Hundredths> average_of_buchholz(const TieBreak& tie_break,
                                                PlayerIndex player) const {
    const TieBreak of_opponent{.kind = tie_break.is_fore ? TieBreakKind::ForeBuchholz
                                                         : TieBreakKind::Buchholz};
    return average(player, [&](PlayerIndex opponent) { return value(of_opponent, opponent); });
  }

  std::optional<Hundredths> average_of_opponents(const TieBreak& tie_break,
                                                 PlayerIndex player) const {
    const TieBreak of_opponent{.kind = tie_break.kind == TieBreakKind::AveragePerfect
                                           ? TieBreakKind::PerfectPerformance
                                           : TieBreakKind::Performance,
                               .unrated = tie_break.unrated};
    const auto found =
        average(player, [&](PlayerIndex opponent) { return value(of_opponent, opponent); });
    return found ? std::optional(100 * rounded_quotient(*found, 100)) : std::nullopt;
  }

  std::uint32_t rating(const TieBreak& tie_break, PlayerIndex player) const {
    const std::uint32_t rating = tournament_.players[player].rating;
    return rating == 0 ? tie_break.unrated : rating;
  }

  std::optional<Hundredths> rating_value(const TieBreak& tie_break, PlayerIndex player) const {
    std::vector<RatedGame> games;
    for (const PlayerRound& round : records_[player].rounds) {
      if (round.kind != RoundKind::Played) continue;
      const std::uint32_t opponent = rating(tie_break, *round.opponent);
      if (opponent == 0) return {};
      games.push_back({opponent, round.result});
    }
    const auto of_points = [](auto points) -> std::optional<Hundredths> {
      return points ? std::optional(100 * Hundredths{*points}) : std::nullopt;
    };
    if (tie_break.kind == TieBreakKind::Performance) return of_points(performance(games));
    if (tie_break.kind == TieBreakKind::PerfectPerformance) {
      return of_points(perfect_performance(games));
    }
    std::ranges::sort(games, {}, &RatedGame::opponent);
    const std::size_t begin = std::min<std::size_t>(tie_break.lowest, games.size());
    const std::size_t end =
        std::max(begin, games.size() - std::min<std::size_t>(tie_break.highest, games.size()));
    return of_points(average_rating(std::span(games).subspan(begin, end - begin)));
  }

  const Tournament& tournament_;
  TieBreakEdition edition_;
  std::vector<PlayerRecord> records_ = player_records(tournament_);
  std::vector<HalfPoints> adjusted_;
  std::vector<HalfPoints> fore_adjusted_;
};

// Ranks tied players by the games among them (6).
class DirectEncounter {
 public:
  DirectEncounter(const TieBreakValues& values, bool counts_forfeits)
      : values_(values), counts_forfeits_(counts_forfeits || !values.is_swiss()) {}

  using Group = std::vector<PlayerIndex>;  // players who are still tied

  // Returns the groups from the best one. It begins again within each group, until no tie is broken
  // (6.4).
  std::vector<Group> rank(const Group& tied) const {
    std::vector<Group> open = {tied};
    std::vector<Group> ranked;
    while (!open.empty()) {
      const Group group = std::move(open.back());
      open.pop_back();
      std::vector<Group> parts = split(group);
      if (parts.size() == 1) {
        ranked.push_back(group);
      } else {
        std::ranges::move(std::views::reverse(parts), std::back_inserter(open));
      }
    }
    return ranked;
  }

  // Returns the points against the other tied players.
  Hundredths points(PlayerIndex player, const std::map<PlayerIndex, std::size_t>& tied) const {
    Hundredths points = 0;
    for (const PlayerRound& round : values_.record(player).rounds) {
      if (counts(round) && tied.contains(*round.opponent)) points += kHalfPoint * round.points;
    }
    return points;
  }

  static std::map<PlayerIndex, std::size_t> indices_of(const Group& group) {
    std::map<PlayerIndex, std::size_t> indices;
    for (std::size_t i = 0; i < group.size(); ++i) indices[group[i]] = i;
    return indices;
  }

 private:
  // A common multiple of the numbers of games that two players usually have.
  static constexpr std::int64_t kUnit = 2520;

  struct Row {
    PlayerIndex player = 0;
    std::int64_t points = 0;   // in units of a half point
    std::int64_t highest = 0;  // the points if the player won all missing games
  };

  bool counts(const PlayerRound& round) const {
    return round.opponent && (round.kind == RoundKind::Played || counts_forfeits_);
  }

  // Returns the row of a player. Several games of two players count as their average (6.1.2).
  Row row_of(PlayerIndex player, const std::map<PlayerIndex, std::size_t>& tied) const {
    std::map<PlayerIndex, std::pair<std::int64_t, std::int64_t>> met;  // points and games
    for (const PlayerRound& round : values_.record(player).rounds) {
      if (!counts(round) || *round.opponent == player || !tied.contains(*round.opponent)) continue;
      auto& [points, games] = met[*round.opponent];
      points += round.points;
      ++games;
    }
    Row row{player};
    for (const auto& [opponent, result] : met) row.points += kUnit * result.first / result.second;
    const auto missing = static_cast<std::int64_t>(tied.size() - 1 - met.size());
    row.highest = row.points + kUnit * values_.win_points() * missing;
    return row;
  }

  // Splits a group: by points if all have met (6.2). Otherwise a place is decided as long as one
  // player has more points than any other can still have (6.3).
  std::vector<Group> split(const Group& group) const {
    const auto tied = indices_of(group);
    std::vector<Row> rows;
    for (const PlayerIndex player : group) rows.push_back(row_of(player, tied));
    std::ranges::stable_sort(rows, std::greater(), &Row::points);
    const bool all_met =
        std::ranges::all_of(rows, [](const Row& row) { return row.highest == row.points; });
    std::vector<std::int64_t> highest_after(rows.size() + 1, -1);
    for (std::size_t i = rows.size(); i-- > 0;) {
      highest_after[i] = std::max(highest_after[i + 1], rows[i].highest);
    }
    std::vector<Group> parts;
    bool is_certain = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_next = i == 0 || (all_met ? rows[i].points < rows[i - 1].points : is_certain);
      if (is_next) parts.emplace_back();
      parts.back().push_back(rows[i].player);
      is_certain = is_certain && rows[i].points > highest_after[i + 1];
    }
    return parts;
  }

  const TieBreakValues& values_;
  bool counts_forfeits_;
};

// Sorts by points and tie-breaks; tied players share a place.
struct Ranking {
  void run() {
    auto& rows = standings_.rows;
    std::ranges::stable_sort(rows, std::greater(), &StandingsRow::points);
    split(
        0, rows.size(),
        [](const StandingsRow& row) { return std::optional(Hundredths{row.points}); }, 0);
  }

  // Ranks the rows from `begin` to `end` with equal keys by the next tie-break. Precondition: they
  // are sorted by the key.
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
    if (end - begin == 1 || index == standings_.tie_breaks.size()) {
      std::ranges::stable_sort(row_at(begin), row_at(end), {}, [&](const StandingsRow& row) {
        return std::string_view(tournament_.players[row.player].name);
      });
      for (std::size_t i = begin; i < end; ++i) {
        standings_.rows[i].place = static_cast<std::uint32_t>(begin + 1);
      }
      return;
    }
    const TieBreak& tie_break = standings_.tie_breaks[index];
    if (tie_break.kind == TieBreakKind::DirectEncounter) {
      return rank_directly(begin, end, index);
    }
    const auto key = [index](const StandingsRow& row) { return row.values[index]; };
    std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
      const bool has_both = key(left) && key(right);
      return has_both && tie_break.prefers_low() ? key(left) < key(right) : key(left) > key(right);
    });
    split(begin, end, key, index + 1);
  }

  void rank_directly(std::size_t begin, std::size_t end, std::size_t index) {
    const DirectEncounter direct(values_, standings_.tie_breaks[index].counts_forfeits);
    DirectEncounter::Group tied;
    for (std::size_t i = begin; i < end; ++i) tied.push_back(standings_.rows[i].player);
    const std::vector<DirectEncounter::Group> groups = direct.rank(tied);
    if (groups.size() == 1) return rank(begin, end, index + 1);
    const auto indices = DirectEncounter::indices_of(tied);
    std::map<PlayerIndex, std::size_t> group_of;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (const PlayerIndex player : groups[i]) group_of[player] = i;
    }
    for (std::size_t i = begin; i < end; ++i) {
      StandingsRow& row = standings_.rows[i];
      row.values[index] = direct.points(row.player, indices);
    }
    const auto key = [&](const StandingsRow& row) { return group_of.at(row.player); };
    std::ranges::stable_sort(row_at(begin), row_at(end), {}, key);
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

std::span<const TieBreak> usual_tie_breaks(const Tournament& tournament) {
  using enum TieBreakKind;
  static constexpr TieBreak kRoundRobin[] = {{DirectEncounter}, {SonnebornBerger}, {Wins}, {Koya}};
  static constexpr TieBreak kSwiss[] = {
      {.kind = Buchholz, .lowest = 1}, {Buchholz}, {SonnebornBerger}, {DirectEncounter}};
  static constexpr TieBreak kOther[] = {{DirectEncounter}, {Wins}};
  if (!tournament.tie_breaks.empty()) return tournament.tie_breaks;
  if (tournament.system == System::RoundRobin) return kRoundRobin;
  if (tournament.system == System::Swiss) return kSwiss;
  return kOther;
}

Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                       std::optional<TieBreakEdition> edition) {
  Standings standings;
  standings.edition = edition.value_or(edition_on(tournament.start));
  standings.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  const TieBreakValues values(tournament, standings.edition);
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const PlayerRecord& record = values.record(player);
    StandingsRow& row = standings.rows.emplace_back();
    row.player = player;
    row.points = record.points;
    row.games = static_cast<std::uint32_t>(
        std::ranges::count(record.rounds, RoundKind::Played, &PlayerRound::kind));
    for (const TieBreak& tie_break : tie_breaks) {
      row.values.push_back(values.value(tie_break, player));
    }
  }
  Ranking(tournament, values, standings).run();
  return standings;
}

}  // namespace arbiter
