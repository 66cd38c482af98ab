#include "tests/tournament/slow_tie_breaks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace arbiter::testing {
namespace {

using enum TieBreakKind;

// B.02, 8.1.1: the rating differences for 50, 51, ... 100 percent.
constexpr int kDifferences[] = {0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
                                95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
                                202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
                                351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};
// B.02, 8.1.2: the upper ends of the ranges for 50, 51, ... 99 percent.
constexpr int kRanges[] = {3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,
                           98,  106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
                           206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344,
                           357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};

int expected_percent(int difference) {
  int percent = 50;
  for (const int end : kRanges) {
    if (std::abs(difference) > end) ++percent;
  }
  return difference < 0 ? 100 - percent : percent;
}

// Rounds to a multiple of `unit`; half a unit is rounded up.
double rounded(double value, double unit) { return std::floor(value / unit + 0.5 + 1e-9) * unit; }

}  // namespace

SlowTieBreaks::SlowTieBreaks(const Tournament& tournament, TieBreakEdition used)
    : is_swiss(tournament.system == System::Swiss),
      last_round(tournament.rounds),
      edition(used),
      rows(tournament.players.size()),
      unfinished(tournament.players.size()) {
  last_round = 0;
  for (const Pairing& game : tournament.pairings) {
    if (game.kind != ScoreKind::Unfinished && game.round > last_round) last_round = game.round;
  }
  for (const Pairing& game : tournament.pairings) {
    if (game.kind == ScoreKind::Unfinished) {
      unfinished[game.white].insert(game.round);
      unfinished[game.black].insert(game.round);
      continue;
    }
    const bool is_played = game.kind != ScoreKind::Forfeit;
    rows[game.white][game.round] = {is_played, true, game.black, game.white_points / 2.0};
    rows[game.black][game.round] = {is_played, true, game.white, game.black_points / 2.0,
                                    false,     true};
  }
  for (const Bye& bye : tournament.byes) {
    if (bye.round > last_round) continue;
    const bool is_requested = bye.kind == ByeKind::Half || bye.kind == ByeKind::Zero;
    rows[bye.player][bye.round] = {.points = bye.points / 2.0, .is_requested = is_requested};
  }
  for (const Player& player : tournament.players) {
    ratings.push_back(player.rating);
    pairing_numbers.push_back(player.pairing_number);
  }
  if (is_swiss || tournament.system == System::RoundRobin) add_absences();
}

void SlowTieBreaks::add_absences() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t round = 1; round <= last_round; ++round) {
      const bool is_open = i < unfinished.size() && unfinished[i].contains(round);
      if (!is_open) rows[i].try_emplace(round, SlowRound{.is_requested = true});
    }
  }
}

// The Fore Buchholz counts the last round as a draw for paired players.
double SlowTieBreaks::points(std::uint32_t round, const SlowRound& one, bool is_fore) const {
  return is_fore && round == last_round && one.is_paired ? draw : one.points;
}

double SlowTieBreaks::score(PlayerIndex player, bool is_fore) const {
  double sum = 0;
  for (const auto& [round, one] : rows[player]) sum += points(round, one, is_fore);
  return sum;
}

// C.07, 16.3: a requested bye counts as a draw if only absences follow.
double SlowTieBreaks::score_for_others(PlayerIndex player, bool is_fore) const {
  if (!is_swiss) return score(player, is_fore);
  double sum = 0;
  for (const auto& [round, one] : rows[player]) {
    bool only_absent = true;
    for (const auto& [later, other] : rows[player]) {
      const bool is_drawn = is_fore && later == last_round && other.is_paired;
      if (later > round) only_absent &= other.is_absence() && !is_drawn;
    }
    sum += one.is_requested && only_absent ? draw : points(round, one, is_fore);
  }
  return sum;
}

std::vector<SlowTieBreaks::Part> SlowTieBreaks::parts(const TieBreak& tie_break, PlayerIndex player,
                                                      const std::vector<SlowRow>* own) const {
  const bool is_fore = tie_break.kind == ForeBuchholz;
  std::vector<Part> all;
  for (const auto& [round, one] : rows[player]) {
    if (!is_swiss && one.is_free()) continue;
    const bool is_last = is_fore && round == last_round;
    const bool is_met =
        one.is_paired && (one.is_played || !is_swiss || is_last || tie_break.counts_forfeits);
    double other = is_met ? score_for_others(one.opponent, is_fore) : score(player, is_fore);
    if (!is_met && edition == TieBreakEdition::Of2026) {
      const double limit =
          one.is_paired ? score_for_others(one.opponent, is_fore) : draw * last_round;
      if (other > limit) other = limit;
    }
    const double factor = own == nullptr ? 1 : (*own)[player].at(round).points;
    all.push_back({other, other * factor, !is_met && one.is_absence()});
  }
  return all;
}

// Implements C.07, 14 and 16.5. Sorts again for each cut.
double SlowTieBreaks::cut_sum(std::vector<Part> all, int lowest, int highest) {
  const auto by_score = [](const Part& left, const Part& right) {
    return left.score != right.score ? left.score < right.score : left.value < right.value;
  };
  for (; lowest > 0 && !all.empty(); --lowest) {
    std::ranges::sort(all, by_score);
    std::size_t cut = 0;
    double of_absence = -1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_first = of_absence < 0 || all[i].value < of_absence;
      if (!all[i].is_absence || !is_first) continue;
      of_absence = all[i].value;
      if (of_absence >= all[0].value) cut = i;
    }
    if (of_absence < all[0].value) cut = 0;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(cut));
  }
  for (; highest > 0 && !all.empty(); --highest) {
    std::ranges::sort(all, by_score);
    all.pop_back();
  }
  double sum = 0;
  for (const Part& part : all) sum += part.value;
  return sum;
}

double SlowTieBreaks::product_sum(const TieBreak& tie_break, PlayerIndex player,
                                  const std::vector<SlowRow>& own) const {
  return cut_sum(parts(tie_break, player, &own), tie_break.lowest, tie_break.highest);
}

// Returns the value that is summed up over the rounds.
double SlowTieBreaks::counted(const TieBreak& tie_break, PlayerIndex player) const {
  double sum = 0;
  double running = 0;
  std::uint32_t number = 0;
  SlowRow all = rows[player];
  // An open round does not change the score, if a result follows.
  if (tie_break.kind == Progressive && player < unfinished.size()) {
    for (const std::uint32_t round : unfinished[player]) {
      if (!rows[player].empty() && round < rows[player].rbegin()->first) all[round] = {};
    }
  }
  for (const auto& [round, one] : all) {
    running += one.points;
    // With predetermined pairings, a forfeit win counts as a game, but a forfeit loss does not
    // (15.2).
    const bool is_game = one.is_played || (!is_swiss && one.is_paired && one.points > 0);
    switch (tie_break.kind) {
      case Wins:
        sum += one.points == win ? 1 : 0;
        break;
      case WinsAtTheBoard:
        sum += one.points == win && is_game ? 1 : 0;
        break;
      case GamesWithBlack:
        sum += is_game && one.has_black ? 1 : 0;
        break;
      case WinsWithBlack:
        sum += is_game && one.has_black && one.points == win ? 1 : 0;
        break;
      case RoundsElectedToPlay:
        sum += one.is_absence() ? 0 : 1;
        break;
      case StandardPoints:
        sum += one.points > draw ? 1 : one.points == draw ? 0.5 : 0;
        break;
      case Progressive:
        if (++number > tie_break.lowest) sum += running;
        break;
      case Koya: {
        double rounds = 0;
        if (one.is_paired) {
          for (const auto& [other_round, other] : rows[one.opponent]) {
            rounds += !is_swiss && other.is_free() ? 0 : 1;
          }
        }
        const double limit =
            win * rounds * tie_break.limit_percent / 100 + 0.5 * tie_break.limit_steps;
        if (one.is_paired && score(one.opponent) >= limit - 1e-9) sum += one.points;
        break;
      }
      default:
        break;
    }
  }
  return sum;
}

std::optional<double> SlowTieBreaks::rating_value(const TieBreak& tie_break,
                                                  PlayerIndex player) const {
  std::vector<int> opponents;
  double points = 0;
  for (const auto& [round, one] : rows[player]) {
    if (!one.is_played) continue;
    const double rating = ratings[one.opponent] == 0 ? tie_break.unrated : ratings[one.opponent];
    if (rating == 0) return {};
    opponents.push_back(static_cast<int>(rating));
    points += one.points;
  }
  std::ranges::sort(opponents);
  for (int i = 0; i < tie_break.lowest && !opponents.empty(); ++i)
    opponents.erase(opponents.begin());
  for (int i = 0; i < tie_break.highest && !opponents.empty(); ++i) opponents.pop_back();
  if (opponents.empty()) return {};
  const auto games = static_cast<double>(opponents.size());
  if (tie_break.kind == PerfectPerformance) {
    int rating = opponents.front() - 800;
    if (points == 0) return rating;
    for (;; ++rating) {
      int expected = 0;
      for (const int opponent : opponents) expected += expected_percent(rating - opponent);
      if (expected >= 100 * points) return rating;
    }
  }
  double sum = 0;
  for (const int opponent : opponents) sum += opponent;
  const double mean = rounded(sum / games, 1);
  if (tie_break.kind == AverageRating) return mean;
  const auto percent = static_cast<int>(rounded(100 * points / games, 1));
  return mean + (percent < 50 ? -kDifferences[50 - percent] : kDifferences[percent - 50]);
}

std::optional<double> SlowTieBreaks::average(const TieBreak& tie_break, PlayerIndex player) const {
  TieBreak inner{.kind = tie_break.is_fore ? ForeBuchholz : Buchholz, .unrated = tie_break.unrated};
  if (tie_break.kind == AveragePerformance) inner.kind = Performance;
  if (tie_break.kind == AveragePerfect) inner.kind = PerfectPerformance;
  const bool is_of_scores = tie_break.kind == AverageOfBuchholz;
  double sum = 0;
  int count = 0;
  for (const auto& [round, one] : rows[player]) {
    const bool is_met = one.is_played || (is_of_scores && one.is_paired && !is_swiss);
    if (!is_met) continue;
    const auto of_opponent = value(inner, one.opponent);
    if (!of_opponent) return {};
    sum += *of_opponent;
    ++count;
  }
  if (count == 0) return {};
  return rounded(sum / count, is_of_scores ? 0.01 : 1);
}

std::optional<double> SlowTieBreaks::value(const TieBreak& tie_break, PlayerIndex player) const {
  const bool needs_ratings = tie_break.kind == AverageRating || tie_break.kind == Performance ||
                             tie_break.kind == PerfectPerformance ||
                             tie_break.kind == AveragePerformance ||
                             tie_break.kind == AveragePerfect || tie_break.kind == Rating;
  if (needs_ratings && tie_break.unrated == 0) {
    for (const double rating : ratings) {
      if (rating == 0) return {};
    }
  }
  const auto known = [](double value) { return value == 0 ? std::nullopt : std::optional(value); };
  switch (tie_break.kind) {
    case Buchholz:
    case ForeBuchholz:
      return cut_sum(parts(tie_break, player, nullptr), tie_break.lowest, tie_break.highest);
    case SonnebornBerger:
      return product_sum(tie_break, player, rows);
    case AverageOfBuchholz:
      return average(tie_break, player);
    case AveragePerformance:
    case AveragePerfect:
      return ratings.empty() ? std::nullopt : average(tie_break, player);
    case AverageRating:
    case Performance:
    case PerfectPerformance:
      return ratings.empty() ? std::nullopt : rating_value(tie_break, player);
    case Rating:
      return ratings.empty() ? std::nullopt
                             : known(ratings[player] == 0 ? tie_break.unrated : ratings[player]);
    case PairingNumber:
      return pairing_numbers.empty() ? std::nullopt : known(pairing_numbers[player]);
    case DirectEncounter:
      return {};
    default:
      return counted(tie_break, player);
  }
}

std::vector<SlowGroup> SlowTieBreaks::direct_encounter(const SlowGroup& tied,
                                                       bool counts_forfeits) const {
  const std::vector<SlowGroup> parts = split(tied, counts_forfeits);
  if (parts.size() == 1) return parts;
  std::vector<SlowGroup> order;
  for (const SlowGroup& part : parts) {
    for (const SlowGroup& group : direct_encounter(part, counts_forfeits)) order.push_back(group);
  }
  return order;
}

// Tries all results of the missing games. A place is certain if the same player always has it
// alone.
std::vector<SlowGroup> SlowTieBreaks::split(const SlowGroup& tied, bool counts_forfeits) const {
  const std::size_t count = tied.size();
  std::vector<double> points(count);
  std::vector<std::pair<std::size_t, std::size_t>> missing;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      if (i == j) continue;
      double sum = 0;
      int games = 0;
      for (const auto& [round, one] : rows[tied[i]]) {
        const bool counts = one.is_played || !is_swiss || counts_forfeits;
        if (!one.is_paired || one.opponent != tied[j] || !counts) continue;
        sum += one.points;
        ++games;
      }
      if (games > 0) points[i] += sum / games;
      if (games == 0 && i < j) missing.emplace_back(i, j);
    }
  }
  SlowGroup by_points = tied;
  const auto points_of = [&](PlayerIndex player) {
    return points[static_cast<std::size_t>(std::ranges::find(tied, player) - tied.begin())];
  };
  std::ranges::stable_sort(
      by_points, [&](auto one, auto other) { return points_of(one) > points_of(other) + 1e-9; });
  std::vector<SlowGroup> parts;
  if (missing.empty()) {
    for (const PlayerIndex player : by_points) {
      const bool is_level =
          !parts.empty() && points_of(parts.back().front()) < points_of(player) + 1e-9;
      if (!is_level) parts.emplace_back();
      parts.back().push_back(player);
    }
    return parts;
  }
  // The minimum lead over each other player, over all results of missing games.
  std::vector<std::vector<double>> lead(count, std::vector<double>(count, 1e9));
  std::vector<int> results(missing.size());  // results of the missing games: loss, draw or win
  constexpr std::size_t kMaxMissing = 7;
  if (missing.size() <= kMaxMissing) {
    for (bool has_next = true; has_next;) {
      std::vector<double> after = points;
      for (std::size_t i = 0; i < missing.size(); ++i) {
        const double won = results[i] * win / 2;
        after[missing[i].first] += won;
        after[missing[i].second] += win - won;
      }
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j)
          lead[i][j] = std::min(lead[i][j], after[i] - after[j]);
      }
      has_next = false;
      for (int& result : results) {
        if (++result < 3) {
          has_next = true;
          break;
        }
        result = 0;
      }
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        double most = points[j];
        for (const auto& [one, other] : missing) most += one == j || other == j ? win : 0;
        lead[i][j] = points[i] - most;
      }
    }
  }
  std::vector<std::size_t> open(count);
  for (std::size_t i = 0; i < count; ++i) open[i] = i;
  while (!open.empty()) {
    const auto certain = std::ranges::find_if(open, [&](std::size_t one) {
      return std::ranges::all_of(
          open, [&](std::size_t other) { return other == one || lead[one][other] > 1e-9; });
    });
    if (certain == open.end()) break;
    parts.push_back({tied[*certain]});
    open.erase(certain);
  }
  if (open.empty()) return parts;
  SlowGroup rest;
  for (const std::size_t one : open) rest.push_back(tied[one]);
  parts.push_back(rest);
  return parts;
}

}  // namespace arbiter::testing
