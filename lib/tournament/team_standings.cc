#include "lib/tournament/team_standings.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace arbiter {

std::vector<TeamRow> team_standings(const Tournament& tournament) {
  using Match = std::tuple<std::uint32_t, std::string, std::string>;
  std::map<Match, std::pair<HalfPoints, HalfPoints>> matches;
  std::map<std::string, TeamRow> rows;
  for (const Player& player : tournament.players) {
    if (!player.team.empty()) rows[player.team].team = player.team;
  }
  for (const Pairing& game : tournament.pairings) {
    const std::string& white = tournament.players[game.white].team;
    const std::string& black = tournament.players[game.black].team;
    if (white.empty() || black.empty() || white == black) continue;
    const bool is_in_order = white < black;
    auto& [first, second] =
        matches[Match(game.round, std::min(white, black), std::max(white, black))];
    first += is_in_order ? game.white_points : game.black_points;
    second += is_in_order ? game.black_points : game.white_points;
  }
  for (const auto& [match, points] : matches) {
    const auto add = [&](const std::string& team, HalfPoints own, HalfPoints others) {
      TeamRow& row = rows[team];
      ++row.matches;
      row.game_points += own;
      row.match_points += own > others ? 2 : own == others ? 1 : 0;
    };
    add(std::get<1>(match), points.first, points.second);
    add(std::get<2>(match), points.second, points.first);
  }
  std::vector<TeamRow> table;
  for (auto& [team, row] : rows) table.push_back(std::move(row));
  const auto key = [](const TeamRow& row) { return std::pair(row.match_points, row.game_points); };
  std::ranges::stable_sort(
      table, [&](const TeamRow& left, const TeamRow& right) { return key(left) > key(right); });
  for (std::size_t i = 0; i < table.size(); ++i) {
    const bool is_level = i > 0 && key(table[i]) == key(table[i - 1]);
    table[i].place = is_level ? table[i - 1].place : static_cast<std::uint32_t>(i + 1);
  }
  return table;
}

}  // namespace arbiter
