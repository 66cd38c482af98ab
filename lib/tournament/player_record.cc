#include "lib/tournament/player_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <vector>

namespace arbiter {

namespace {

RoundKind kind_of(const Pairing& pairing, HalfPoints points) {
  if (pairing.kind != ScoreKind::Forfeit) return RoundKind::Played;
  return points > 0 ? RoundKind::ForfeitWin : RoundKind::ForfeitLoss;
}

// Returns the rounds with a game result.
std::set<std::uint32_t> rounds_of(const Tournament& tournament) {
  std::set<std::uint32_t> rounds;
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.counts()) rounds.insert(pairing.round);
  }
  rounds.erase(0);
  return rounds;
}

// Returns whether absences count as byes: in a Swiss or round robin, or if byes exist and most
// players have all rounds.
bool has_byes(const Tournament& tournament, std::size_t rounds) {
  if (tournament.system == System::Swiss || tournament.system == System::RoundRobin) return true;
  const std::size_t seats = 2 * tournament.pairings.size() + tournament.byes.size();
  return !tournament.byes.empty() && seats * 2 >= rounds * tournament.players.size();
}

void add_absences(PlayerRecord& record, std::set<std::uint32_t> rounds, HalfPoints points) {
  for (const auto* const own : {&record.rounds, &record.open}) {
    for (const PlayerRound& round : *own) rounds.erase(round.round);
  }
  for (const std::uint32_t round : rounds) {
    record.rounds.push_back({.kind = RoundKind::Requested, .round = round, .points = points});
  }
}

// Rating differences for a score of 50, 51, ... 100 hundredths.
constexpr std::array<std::int32_t, 51> kDifferences = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

// The maximum rating difference for an expected score of 50, 51, ... 99 hundredths.
constexpr std::array<std::int32_t, 50> kExpectationLimits = {
    3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,  98,  106, 113, 121,
    129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
    290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};

constexpr std::int32_t kMaxDifference = 400;
// From this rating on, differences are not capped since 1 October 2025.
constexpr std::uint32_t kUnlimitedRating = 2650;

bool is_before_october_2025(const PartialDate& day) {
  return day.year && *day.year * 100 + day.month.value_or(1) < 202510;
}

// Returns the opponent's rating, limited so that sums cannot overflow.
std::int32_t rating_in(const RatedGame& game) {
  return static_cast<std::int32_t>(std::min<std::uint32_t>(game.opponent, 100'000));
}

}  // namespace

std::vector<PlayerRecord> player_records(const Tournament& tournament) {
  std::vector<PlayerRecord> records(tournament.players.size());
  for (const Pairing& pairing : tournament.pairings) {
    for (const Color color : {Color::White, Color::Black}) {
      const HalfPoints result = pairing.points(color);
      PlayerRecord& record = records[pairing.player(color)];
      (pairing.counts() ? record.rounds : record.open)
          .push_back({.kind = kind_of(pairing, result),
                      .round = pairing.round,
                      .points = tournament.scoring.points(pairing, color),
                      .result = result,
                      .opponent = pairing.player(other(color)),
                      .source = pairing.source,
                      .color = color,
                      .is_rated = pairing.kind == ScoreKind::Played,
                      .pace = pairing.pace});
    }
  }
  for (const Bye& bye : tournament.byes) {
    if (bye.round > tournament.rounds) continue;
    const bool is_granted = bye.kind == ByeKind::Allocated || bye.kind == ByeKind::Full;
    records[bye.player].rounds.push_back(
        {.kind = is_granted ? RoundKind::Allocated : RoundKind::Requested,
         .round = bye.round,
         .points = tournament.scoring.points(bye),
         .result = tournament.scoring.standard(tournament.scoring.points(bye))});
  }
  const std::set<std::uint32_t> rounds = rounds_of(tournament);
  const bool needs_absences = has_byes(tournament, rounds.size());
  for (PlayerRecord& record : records) {
    if (needs_absences) add_absences(record, rounds, tournament.scoring.zero_bye);
    std::ranges::stable_sort(record.rounds, {}, &PlayerRound::round);
    for (const PlayerRound& round : record.rounds) record.points += round.points;
  }
  return records;
}

std::int32_t difference_of_score(std::int32_t percent) {
  if (percent < 50) return -difference_of_score(100 - percent);
  return kDifferences[static_cast<std::size_t>(percent - 50)];
}

std::int32_t expected_score(std::int32_t difference) {
  if (difference < 0) return 100 - expected_score(-difference);
  const auto found = std::ranges::lower_bound(kExpectationLimits, difference);
  return 50 + static_cast<std::int32_t>(found - kExpectationLimits.begin());
}

std::optional<std::uint32_t> average_rating(std::span<const RatedGame> games) {
  if (games.empty()) return {};
  std::uint64_t sum = 0;
  for (const RatedGame& game : games) sum += game.opponent;
  return static_cast<std::uint32_t>((2 * sum + games.size()) / (2 * games.size()));
}

std::optional<std::int32_t> performance(std::span<const RatedGame> games) {
  const auto average = average_rating(games);
  if (!average) return {};
  std::int64_t half_points = 0;
  for (const RatedGame& game : games) half_points += game.half_points;
  // The score in hundredths, with halves rounded up.
  const auto count = static_cast<std::int64_t>(games.size());
  const auto percent = static_cast<std::int32_t>((100 * half_points + count) / (2 * count));
  return static_cast<std::int32_t>(*average) + difference_of_score(percent);
}

std::optional<std::int32_t> perfect_performance(std::span<const RatedGame> games) {
  if (games.empty()) return {};
  std::int32_t lowest = std::numeric_limits<std::int32_t>::max();
  std::int32_t highest = 0;
  std::int64_t score = 0;  // score in hundredths
  for (const RatedGame& game : games) {
    const std::int32_t rating = rating_in(game);
    lowest = std::min(lowest, rating);
    highest = std::max(highest, rating);
    score += 50 * game.half_points;
  }
  if (score == 0) return lowest - 800;
  const auto is_enough = [&](std::int32_t rating) {
    std::int64_t expected = 0;
    for (const RatedGame& game : games) {
      expected += expected_score(rating - rating_in(game));
    }
    return expected >= score;
  };
  // The expected score increases with the rating, from 0 at the lower bound to the number of games
  // at the upper one.
  std::int32_t low = lowest - 800;
  std::int32_t high = highest + 800;
  while (low < high) {
    const std::int32_t middle = low + (high - low) / 2;
    is_enough(middle) ? high = middle : low = middle + 1;
  }
  return low;
}

std::int32_t rating_change(std::uint32_t rating, std::uint32_t k, std::span<const RatedGame> games,
                           const PartialDate& day) {
  const bool is_limited = rating < kUnlimitedRating || is_before_october_2025(day);
  std::int64_t hundredths = 0;  // difference to the expected score
  for (const RatedGame& game : games) {
    const auto difference = static_cast<std::int32_t>(static_cast<std::int64_t>(rating) -
                                                      static_cast<std::int64_t>(game.opponent));
    const std::int32_t counted =
        is_limited ? std::clamp(difference, -kMaxDifference, kMaxDifference) : difference;
    hundredths += 50 * game.half_points - expected_score(counted);
  }
  return static_cast<std::int32_t>(hundredths * k / 10);
}

std::uint32_t usual_k(std::uint32_t rating, RateOfPlay pace) {
  return pace == RateOfPlay::Standard && rating >= 2400 ? 10 : 20;
}

RateOfPlay pace_of(const Tournament& tournament) {
  RateOfPlay slowest = RateOfPlay::Blitz;
  for (const Pairing& pairing : tournament.pairings) slowest = std::min(slowest, pairing.pace);
  return tournament.pairings.empty() ? RateOfPlay::Standard : slowest;
}

PlayerRating rating_of(const Tournament& tournament, const PlayerRecord& record, PlayerIndex player,
                       std::optional<std::uint32_t> k) {
  std::vector<RatedGame> games;
  const RateOfPlay pace = pace_of(tournament);
  for (const PlayerRound& round : record.rounds) {
    const bool counts =
        round.kind == RoundKind::Played && round.is_rated && round.opponent && round.pace == pace;
    if (!counts || tournament.players[*round.opponent].rating == 0) continue;
    games.push_back({tournament.players[*round.opponent].rating, round.result});
  }
  PlayerRating rated{.games = static_cast<std::uint32_t>(games.size()),
                     .performance = performance(games),
                     .change = {}};
  const std::uint32_t rating = tournament.players[player].rating;
  if (rating != 0 && !games.empty()) {
    rated.change =
        rating_change(rating, k.value_or(usual_k(rating, pace)), games, tournament.start);
  }
  return rated;
}

std::string signed_tenths(std::int32_t tenths) {
  const std::int32_t size = std::abs(tenths);
  return fmt::format("{}{}.{}", tenths < 0 ? "-" : "+", size / 10, size % 10);
}

}  // namespace arbiter
