#include "lib/tournament/tie_break_values.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <utility>

namespace arbiter {
namespace {

Hundredths rounded_quotient(Hundredths sum, Hundredths count) {
  return (2 * sum + count) / (2 * count);
}

std::optional<Hundredths> known(std::uint32_t number) {
  return number == 0 ? std::nullopt : std::optional(100 * Hundredths{number});
}

}  // namespace

TieBreakValues::TieBreakValues(const ScoredRounds& scored, TieBreakEdition edition)
    : scored_(scored),
      edition_(edition),
      has_unrated_(std::ranges::find(scored.players, 0U, &Player::rating) != scored.players.end()) {
  for (PlayerIndex player = 0; player < scored_.records.size(); ++player) {
    adjusted_.push_back(adjusted_score(player, false));
    fore_adjusted_.push_back(adjusted_score(player, true));
  }
}

std::optional<Hundredths> TieBreakValues::value(const TieBreak& tie_break,
                                                PlayerIndex player) const {
  const auto count = [&](auto holds) {
    return 100 * Hundredths{std::ranges::count_if(scored_.records[player].rounds, holds)};
  };
  const auto is_game = [this](const PlayerRound& round) {
    const bool is_won = round.kind == RoundKind::ForfeitWin && scored_.is_predetermined;  // 15.2
    return round.kind == RoundKind::Played || is_won;
  };
  const auto is_black_game = [&](const PlayerRound& round) {
    return is_game(round) && round.color == Color::Black;
  };
  if (is_rating_tie_break(tie_break) && has_unrated_ && tie_break.unrated == 0) return {};
  switch (tie_break.kind) {
    case TieBreakKind::Wins:
      return count([&](const PlayerRound& round) { return has_points_of_win(round); });
    case TieBreakKind::WinsAtTheBoard:
      return count([&](const PlayerRound& round) { return round.result == 2 && is_game(round); });
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
      return scored_.players.empty() ? std::nullopt : known(scored_.players[player].pairing_number);
    case TieBreakKind::Koya:
      return koya(tie_break, player);
    case TieBreakKind::Buchholz:
    case TieBreakKind::ForeBuchholz:
      return sum(contributions(tie_break, player, nullptr), tie_break.lowest, tie_break.highest);
    case TieBreakKind::SonnebornBerger:
      return product_sum(tie_break, player, scored_);
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
      return scored_.players.empty() ? std::nullopt : known(rating(tie_break, player));
    default:
      return {};
  }
}

bool TieBreakValues::has_points_of_win(const PlayerRound& round) const {
  return round.points >= scored_.scoring.win[static_cast<std::size_t>(round.color)];
}

// Returns whether this is a game of the last round, which fore Buchholz counts as a draw.
bool TieBreakValues::is_last_game(const PlayerRound& round) const {
  return round.round == scored_.rounds && round.opponent;
}

// Returns a player's score as counted for opponents (16.3). A requested bye counts as a draw if
// only voluntary unplayed rounds follow. In the fore variant, the last round of paired players
// counts as a draw too (8.3).
HalfPoints TieBreakValues::adjusted_score(PlayerIndex player, bool is_fore) const {
  const std::vector<PlayerRound>& rounds = scored_.records[player].rounds;
  HalfPoints score = 0;
  bool is_at_end = !scored_.is_predetermined;  // true while only voluntary unplayed rounds follow
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
    const bool is_draw = is_fore && is_last_game(*round);
    const bool is_late_bye = round->kind == RoundKind::Requested && is_at_end;
    score += is_draw || is_late_bye ? draw_points() : round->points;
    if (is_draw || !round->is_voluntary()) is_at_end = false;
  }
  return score;
}

// Returns the score of the player, on which the score of the dummy opponent is based.
HalfPoints TieBreakValues::own_score(PlayerIndex player, bool is_fore) const {
  HalfPoints score = scored_.records[player].points;
  for (const PlayerRound& round : scored_.records[player].rounds) {
    if (is_fore && is_last_game(round)) score += draw_points() - round.points;
  }
  return score;
}

HalfPoints TieBreakValues::score_for_others(PlayerIndex player, bool is_fore) const {
  return (is_fore ? fore_adjusted_ : adjusted_)[player];
}

// Returns the score of the dummy opponent of an unplayed round (16.4).
HalfPoints TieBreakValues::dummy_score(PlayerIndex player, const PlayerRound& round,
                                       bool is_fore) const {
  const HalfPoints own = own_score(player, is_fore);
  if (edition_ < TieBreakEdition::Of2026) return own;
  const HalfPoints limit = round.opponent ? score_for_others(*round.opponent, is_fore)
                                          : draw_points() * static_cast<HalfPoints>(scored_.rounds);
  return std::min(own, limit);
}

std::vector<TieBreakValues::Contribution> TieBreakValues::contributions(
    const TieBreak& tie_break, PlayerIndex player, const PlayerRecord* own) const {
  const bool is_fore = tie_break.kind == TieBreakKind::ForeBuchholz;
  const bool is_product = own != nullptr;
  std::vector<Contribution> found;
  for (std::size_t i = 0; i < scored_.records[player].rounds.size(); ++i) {
    const PlayerRound& round = scored_.records[player].rounds[i];
    if (is_free(round)) continue;
    const bool is_met =
        round.opponent && (round.kind == RoundKind::Played || scored_.is_predetermined ||
                           tie_break.counts_forfeits || (is_fore && is_last_game(round)));
    const HalfPoints score =
        is_met ? score_for_others(*round.opponent, is_fore) : dummy_score(player, round, is_fore);
    const Hundredths factor = is_product ? kHalfPoint * own->rounds[i].points / 2 : kHalfPoint;
    found.push_back({score, score * factor, !is_met && round.is_voluntary()});
  }
  return found;
}

// Returns the sum without the `lowest` lowest and the `highest` highest values. The lowest value
// of a voluntary unplayed round is cut first, unless the least significant value is higher
// (16.5).
Hundredths TieBreakValues::sum(std::vector<Contribution> values, std::size_t lowest,
                               std::size_t highest) {
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

Hundredths TieBreakValues::progressive(const TieBreak& tie_break, PlayerIndex player) const {
  Hundredths sum = 0;
  Hundredths score = 0;
  std::size_t omitted = tie_break.lowest;
  // An open game counts as a round in which the score does not change, if a round with a result
  // follows.
  const PlayerRecord& record = scored_.records[player];
  std::vector<std::pair<std::uint32_t, HalfPoints>> scores;  // scores after each round
  for (const PlayerRound& round : record.rounds) scores.emplace_back(round.round, round.points);
  for (const PlayerRound& round : record.open) {
    const bool is_last = scores.empty() || round.round > record.rounds.back().round;
    if (!is_last && round.round != 0) scores.emplace_back(round.round, 0);
  }
  if (!record.open.empty())
    std::ranges::stable_sort(scores, {}, [](auto& one) { return one.first; });
  for (const auto& [round, points] : scores) {
    score += kHalfPoint * points;
    if (omitted > 0) {
      --omitted;
    } else {
      sum += score;
    }
  }
  return sum;
}

Hundredths TieBreakValues::standard_points(PlayerIndex player) const {
  Hundredths sum = 0;
  for (const PlayerRound& round : scored_.records[player].rounds) {
    sum += kHalfPoint * scored_.scoring.standard(round.points);
  }
  return sum;
}

Hundredths TieBreakValues::koya(const TieBreak& tie_break, PlayerIndex player) const {
  Hundredths sum = 0;
  for (const PlayerRound& round : scored_.records[player].rounds) {
    if (!round.opponent) continue;
    const PlayerRecord& opponent = scored_.records[*round.opponent];
    const auto is_counted = [this](const PlayerRound& one) { return !is_free(one); };
    const std::int64_t possible =
        scored_.scoring.win[0] * std::int64_t{std::ranges::count_if(opponent.rounds, is_counted)};
    const std::int64_t limit = possible * tie_break.limit_percent + 100 * tie_break.limit_steps;
    if (100 * std::int64_t{opponent.points} >= limit) sum += kHalfPoint * round.points;
  }
  return sum;
}

// Returns the average of the opponents' values, rounded to hundredths; nothing if there are no
// opponents, or if one has no value.
template <class Value>
std::optional<Hundredths> TieBreakValues::average(PlayerIndex player, Value value,
                                                  Opponents opponents) const {
  Hundredths sum = 0;
  Hundredths count = 0;
  for (const PlayerRound& round : scored_.records[player].rounds) {
    const bool counts = round.kind == RoundKind::Played ||
                        (opponents == Opponents::Met && scored_.is_predetermined && round.opponent);
    if (!counts) continue;
    const std::optional<Hundredths> one = value(*round.opponent);
    if (!one) return {};
    sum += *one;
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(rounded_quotient(sum, count));
}

std::optional<Hundredths> TieBreakValues::average_of_buchholz(const TieBreak& tie_break,
                                                              PlayerIndex player) const {
  const TieBreak of_opponent{.kind = tie_break.is_fore ? TieBreakKind::ForeBuchholz
                                                       : TieBreakKind::Buchholz};
  return average(
      player, [&](PlayerIndex opponent) { return value(of_opponent, opponent); }, Opponents::Met);
}

std::optional<Hundredths> TieBreakValues::average_of_opponents(const TieBreak& tie_break,
                                                               PlayerIndex player) const {
  const TieBreak of_opponent{.kind = tie_break.kind == TieBreakKind::AveragePerfect
                                         ? TieBreakKind::PerfectPerformance
                                         : TieBreakKind::Performance,
                             .unrated = tie_break.unrated};
  const auto found = average(
      player, [&](PlayerIndex opponent) { return value(of_opponent, opponent); },
      Opponents::AtTheBoard);
  return found ? std::optional(100 * rounded_quotient(*found, 100)) : std::nullopt;
}

std::uint32_t TieBreakValues::rating(const TieBreak& tie_break, PlayerIndex player) const {
  const std::uint32_t rating = scored_.players[player].rating;
  return rating == 0 ? tie_break.unrated : rating;
}

std::optional<Hundredths> TieBreakValues::rating_value(const TieBreak& tie_break,
                                                       PlayerIndex player) const {
  if (scored_.players.empty()) return {};
  std::vector<RatedGame> games;
  for (const PlayerRound& round : scored_.records[player].rounds) {
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

Hundredths TieBreakValues::product_sum(const TieBreak& tie_break, PlayerIndex team,
                                       const ScoredRounds& own) const {
  return sum(contributions(tie_break, team, &own.records[team]), tie_break.lowest,
             tie_break.highest);
}

namespace {

class DirectEncounter {
 public:
  DirectEncounter(const TieBreakValues& values, bool counts_forfeits)
      : values_(values), counts_forfeits_(counts_forfeits || values.scored().is_predetermined) {}

  // Returns the groups, the best first. Repeats this within each group, until no tie can be broken
  // (6.4).
  std::vector<TiedGroup> rank(const TiedGroup& tied) const {
    std::vector<TiedGroup> open = {tied};
    std::vector<TiedGroup> ranked;
    while (!open.empty()) {
      const TiedGroup group = std::move(open.back());
      open.pop_back();
      std::vector<TiedGroup> parts = split(group);
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
    for (const PlayerRound& round : values_.scored().records[player].rounds) {
      if (counts(round) && tied.contains(*round.opponent)) points += kHalfPoint * round.points;
    }
    return points;
  }

  static std::map<PlayerIndex, std::size_t> indices_of(const TiedGroup& group) {
    std::map<PlayerIndex, std::size_t> indices;
    for (std::size_t i = 0; i < group.size(); ++i) indices[group[i]] = i;
    return indices;
  }

 private:
  // A common multiple of the usual numbers of games between two players.
  static constexpr std::int64_t kUnit = 2520;

  struct Row {
    PlayerIndex player = 0;
    std::int64_t points = 0;   // points in units of a half point
    std::int64_t highest = 0;  // the points if the player won all missing games
  };

  bool counts(const PlayerRound& round) const {
    return round.opponent && (round.kind == RoundKind::Played || counts_forfeits_);
  }

  // Returns the row of a player. Several games against one opponent are averaged (6.1.2).
  Row row_of(PlayerIndex player, const std::map<PlayerIndex, std::size_t>& tied) const {
    std::map<PlayerIndex, std::pair<std::int64_t, std::int64_t>> met;  // points and games
    for (const PlayerRound& round : values_.scored().records[player].rounds) {
      if (!counts(round) || *round.opponent == player || !tied.contains(*round.opponent)) continue;
      auto& [points, games] = met[*round.opponent];
      points += round.points;
      ++games;
    }
    Row row{player};
    for (const auto& [opponent, result] : met) row.points += kUnit * result.first / result.second;
    const auto missing = static_cast<std::int64_t>(tied.size() - 1 - met.size());
    row.highest = row.points + kUnit * values_.scored().scoring.win[0] * missing;
    return row;
  }

  // Splits a group: by points if all have met (6.2). Otherwise places are decided as long as one
  // player has more points than all others can reach (6.3).
  std::vector<TiedGroup> split(const TiedGroup& group) const {
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
    std::vector<TiedGroup> parts;
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

// Sorts by merit and tie-breaks; tied players have the same place.
struct Ranking {
  void run() {
    auto& rows = standings_.rows;
    std::ranges::stable_sort(rows, std::greater(), &StandingsRow::merit);
    split(
        0, rows.size(),
        [](const StandingsRow& row) { return std::optional(Hundredths{row.merit}); }, 0);
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
      std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
        return name_(left.player) < name_(right.player);
      });
      for (std::size_t i = begin; i < end; ++i) {
        standings_.rows[i].place = static_cast<std::uint32_t>(begin + 1);
      }
      return;
    }
    const TieBreak& tie_break = standings_.tie_breaks[index];
    TiedGroup tied;
    for (std::size_t i = begin; i < end; ++i) tied.push_back(standings_.rows[i].player);
    if (const auto ordered = order_(tie_break, tied)) {
      return rank_in_order(begin, end, index, *ordered);
    }
    const auto key = [index](const StandingsRow& row) { return row.values[index]; };
    std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
      const bool has_both = key(left) && key(right);
      return has_both && tie_break.prefers_low() ? key(left) < key(right) : key(left) > key(right);
    });
    split(begin, end, key, index + 1);
  }

  void rank_in_order(std::size_t begin, std::size_t end, std::size_t index,
                     const TiedOrder& ordered) {
    std::map<PlayerIndex, std::size_t> group_of;
    for (std::size_t i = 0; i < ordered.groups.size(); ++i) {
      for (const PlayerIndex player : ordered.groups[i]) group_of[player] = i;
    }
    for (std::size_t i = begin; i < end; ++i) {
      StandingsRow& row = standings_.rows[i];
      const auto found = ordered.values.find(row.player);
      if (found != ordered.values.end()) row.values[index] = found->second;
    }
    const auto key = [&](const StandingsRow& row) { return group_of.at(row.player); };
    std::stable_sort(row_at(begin), row_at(end),
                     [&](const auto& left, const auto& right) { return key(left) < key(right); });
    split(begin, end, key, index + 1);
  }

  std::vector<StandingsRow>::iterator row_at(std::size_t index) {
    return standings_.rows.begin() + static_cast<std::ptrdiff_t>(index);
  }

  Standings& standings_;
  const OrderOfTied& order_;
  const std::function<std::string_view(PlayerIndex)>& name_;
};

}  // namespace

TiedOrder direct_encounter(const TieBreakValues& values, bool counts_forfeits,
                           const TiedGroup& tied) {
  const DirectEncounter direct(values, counts_forfeits);
  TiedOrder order{.groups = direct.rank(tied), .values = {}};
  if (order.groups.size() == 1) return order;
  const auto indices = DirectEncounter::indices_of(tied);
  for (const PlayerIndex player : tied) order.values[player] = direct.points(player, indices);
  return order;
}

void rank_rows(Standings& standings, const OrderOfTied& order,
               const std::function<std::string_view(PlayerIndex)>& name) {
  Ranking(standings, order, name).run();
}

}  // namespace arbiter
