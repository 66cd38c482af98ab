#include "lib/tournament/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "lib/tournament/tie_break_values.h"

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

// The rating differences for scores of 50, 51, ... 100 hundredths.
constexpr std::array<std::int32_t, 51> kDifferences = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

// The maximum rating differences for expected scores of 50, 51, ... 99 hundredths.
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

// Returns the opponent's rating, limited to ensure that sums cannot overflow.
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
  std::int64_t hundredths = 0;  // score minus expected score
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

std::vector<TieBreak> usual_tie_breaks(const Tournament& tournament) {
  using enum TieBreakKind;
  const bool is_of_teams = std::ranges::any_of(tournament.tie_breaks, is_team_tie_break);
  if (!tournament.tie_breaks.empty() && !is_of_teams) return tournament.tie_breaks;
  if (tournament.system == System::RoundRobin || tournament.system == System::Scheveningen) {
    return {{DirectEncounter}, {SonnebornBerger}, {Wins}, {Koya}};
  }
  if (tournament.system == System::Swiss) {
    return {{.kind = Buchholz, .lowest = 1}, {Buchholz}, {SonnebornBerger}, {DirectEncounter}};
  }
  if (tournament.system == System::KnockOut) return {};
  return {{DirectEncounter}, {Wins}};
}

Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                       std::optional<TieBreakEdition> edition) {
  Standings standings;
  standings.edition = edition.value_or(edition_on(tournament.start));
  standings.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  const ScoredRounds scored{.records = player_records(tournament),
                            .scoring = tournament.scoring,
                            .rounds = tournament.rounds,
                            .is_predetermined = tournament.system == System::RoundRobin ||
                                                tournament.system == System::Scheveningen,
                            .players = tournament.players};
  const TieBreakValues values(scored, standings.edition);
  const bool is_knock_out = tournament.system == System::KnockOut;
  const auto progress =
      is_knock_out ? knock_out_progress(tournament) : std::vector<std::uint32_t>();
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const PlayerRecord& record = scored.records[player];
    StandingsRow& row = standings.rows.emplace_back();
    row.player = player;
    row.points = record.points;
    row.merit = is_knock_out ? progress[player] : std::int64_t{record.points};
    row.games = static_cast<std::uint32_t>(
        std::ranges::count(record.rounds, RoundKind::Played, &PlayerRound::kind));
    for (const TieBreak& tie_break : tie_breaks) {
      row.values.push_back(values.value(tie_break, player));
    }
  }
  const auto order = [&](const TieBreak& tie_break,
                         const TiedGroup& tied) -> std::optional<TiedOrder> {
    if (tie_break.kind != TieBreakKind::DirectEncounter) return {};
    return direct_encounter(values, tie_break.counts_forfeits, tied);
  };
  rank_rows(standings, order, [&](PlayerIndex player) -> std::string_view {
    return tournament.players[player].name;
  });
  return standings;
}

std::vector<std::size_t> rows_of_players(const Standings& standings) {
  std::vector<std::size_t> rows(standings.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[standings.rows[i].player] = i;
  return rows;
}

namespace {

char sign_of(HalfPoints points) { return points == 2 ? '1' : points == 1 ? '=' : '0'; }

}  // namespace

char result_sign(const PlayerRound& round) {
  if (round.kind == RoundKind::ForfeitWin) return '+';
  return round.kind == RoundKind::ForfeitLoss ? '-' : sign_of(round.result);
}

namespace {

// Returns the result sign; "*" for an open game.
std::string sign_in(const PlayerRound& round, bool is_open) {
  return is_open ? "*" : std::string(1, result_sign(round));
}

CrossTable by_opponents(const std::vector<PlayerRecord>& records, const Standings& standings) {
  CrossTable table{.form = CrossTableForm::Opponents, .headings = {}, .rows = {}};
  const std::vector<std::size_t> row_of = rows_of_players(standings);
  const auto is_bye = [](const PlayerRound& round) { return !round.opponent && round.points > 0; };
  const bool has_byes = std::ranges::any_of(records, [&](const PlayerRecord& record) {
    return std::ranges::any_of(record.rounds, is_bye);
  });
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    table.headings.push_back(std::to_string(i + 1));
    std::vector<std::string>& row = table.rows.emplace_back(standings.rows.size());
    row[i] = "*";
    const PlayerRecord& record = records[standings.rows[i].player];
    for (const auto* const rounds : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *rounds) {
        if (round.opponent) row[row_of[*round.opponent]] += sign_in(round, rounds == &record.open);
      }
    }
    if (!has_byes) continue;
    std::string& byes = row.emplace_back();
    for (const PlayerRound& round : record.rounds) {
      if (is_bye(round)) byes += sign_of(round.points);
    }
  }
  if (has_byes) table.headings.emplace_back("bye");
  return table;
}

std::string cell_of(const PlayerRound& round, bool is_open,
                    const std::vector<std::size_t>& row_of) {
  if (round.opponent) {
    return fmt::format("{}{}{}", row_of[*round.opponent] + 1,
                       round.color == Color::White ? 'w' : 'b', sign_in(round, is_open));
  }
  const bool is_absence = round.kind == RoundKind::Requested && round.points == 0;
  return is_absence ? "-" : fmt::format("bye {}", sign_of(round.result));
}

CrossTable by_rounds(const std::vector<PlayerRecord>& records, const Standings& standings) {
  std::map<std::uint32_t, std::size_t> columns;  // the column of each round
  for (const PlayerRecord& record : records) {
    for (const PlayerRound& round : record.rounds) columns.emplace(round.round, 0);
    for (const PlayerRound& round : record.open) columns.emplace(round.round, 0);
  }
  if (columns.size() * records.size() > kMaxCells) columns.clear();
  CrossTable table;
  for (auto& [round, column] : columns) {
    column = table.headings.size();
    table.headings.push_back(round == 0 ? "?" : std::to_string(round));
  }
  const std::vector<std::size_t> row_of = rows_of_players(standings);
  for (const StandingsRow& standing : standings.rows) {
    std::vector<std::string>& row = table.rows.emplace_back(columns.size());
    const PlayerRecord& record = records[standing.player];
    for (const auto* const rounds : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *rounds) {
        const auto column = columns.find(round.round);
        if (column == columns.end()) continue;
        std::string& cell = row[column->second];
        if (!cell.empty()) cell += ' ';
        cell += cell_of(round, rounds == &record.open, row_of);
      }
    }
  }
  return table;
}

}  // namespace

CrossTable cross_table(const Tournament& tournament, const Standings& standings) {
  const std::vector<PlayerRecord> records = player_records(tournament);
  const bool is_square =
      tournament.system == System::RoundRobin && tournament.players.size() <= kMaxOpponents;
  return is_square ? by_opponents(records, standings) : by_rounds(records, standings);
}

std::string points_text(HalfPoints points) {
  return points % 2 == 0 ? std::to_string(points / 2) : fmt::format("{}.5", points / 2);
}

std::string value_text(std::optional<Hundredths> value) {
  if (!value) return "";
  const char* const sign = *value < 0 ? "-" : "";
  const Hundredths size = std::abs(*value);
  if (size % 100 == 0) return fmt::format("{}{}", sign, size / 100);
  return size % 10 == 0 ? fmt::format("{}{}.{}", sign, size / 100, size % 100 / 10)
                        : fmt::format("{}{}.{:02}", sign, size / 100, size % 100);
}

}  // namespace arbiter
