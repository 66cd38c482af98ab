#include "db/model/game_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "db/model/column_values.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

std::string step_name(std::uint64_t key, std::uint64_t step) {
  return fmt::format("{}-{}", (key - 1) * step, key * step - 1);
}

bool is_ordered_by_key(GroupBy by) {
  return by == GroupBy::Year || by == GroupBy::Eco || by == GroupBy::Elo || by == GroupBy::Plies;
}

}  // namespace

void GameCount::add(Outcome result, std::uint64_t plies_of_game) {
  ++games;
  ++results[static_cast<std::size_t>(result)];
  plies += plies_of_game;
}

GameCount& GameCount::operator+=(const GameCount& other) {
  games += other.games;
  for (std::size_t i = 0; i < results.size(); ++i) results[i] += other.results[i];
  plies += other.plies;
  return *this;
}

std::optional<double> GameCount::score() const {
  if (finished() == 0) return std::nullopt;
  return static_cast<double>(points_twice()) / static_cast<double>(2 * finished());
}

std::optional<double> GameCount::mean_plies() const {
  if (games == 0) return std::nullopt;
  return static_cast<double>(plies) / static_cast<double>(games);
}

std::string group_name(GroupBy by, std::uint64_t key) {
  if (key == 0) return {};
  switch (by) {
    case GroupBy::Year:
      return fmt::format("{}", key);
    case GroupBy::Eco:
      return eco_text(static_cast<std::uint16_t>(key));
    case GroupBy::Elo:
      return step_name(key, kEloStep);
    case GroupBy::Plies:
      return step_name(key, kPlyStep);
    case GroupBy::Result:
      return std::string(to_string(outcome_of(static_cast<unsigned>(key - 1))));
    case GroupBy::Ending:
      return std::string(to_string(ending_of(key - 1)));
    case GroupBy::FirstMove:
      return san_of(Move::from_bits(static_cast<std::uint16_t>(key)), Position());
    case GroupBy::Opening:
    case GroupBy::OpeningFamily:
    case GroupBy::Player:
    case GroupBy::Event:
    case GroupBy::Site:
      break;
  }
  return {};
}

void sort_groups(GroupBy by, std::vector<StatisticsRow>& groups) {
  std::ranges::stable_sort(groups, [by](const StatisticsRow& a, const StatisticsRow& b) {
    if (a.name.empty() != b.name.empty()) return b.name.empty();
    if (is_ordered_by_key(by)) return false;
    return std::tie(b.count.games, a.name) < std::tie(a.count.games, b.name);
  });
}

void sort_findings(std::vector<FindingCount>& findings) {
  std::ranges::sort(findings, [](const FindingCount& a, const FindingCount& b) {
    return std::tie(b.findings, a.id) < std::tie(a.findings, b.id);
  });
}

}  // namespace arbiter
